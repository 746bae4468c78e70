import Geometry

// Headers of column groups lie over the column headers, one row for each level. There is no element over a column without a
// group in a level: the painter of the headers fills their whole band first.
extension StickySheet {
    /// The height of all rows of group headers.
    var groupsHeight: Double { Double(columnGroups.levels.count) * lengths.groupHeaderHeight }

    /// The insets that headers take from the viewport: the column headers and those of groups at the top, the gutter.
    public var headerInsets: Insets { Insets(top: vertical.header, leading: horizontal.header) }

    func groupHeader(level: Int, _ group: Int, _ visible: Rect) -> LayoutAttributes? {
        guard level >= 0, level < columnGroups.levels.count, group >= 0, group < columnGroups.levels[level].count,
            lengths.groupHeaderHeight > 0
        else { return nil }
        // Columns may have been removed since the groups were created.
        let tracks = columnGroups.levels[level][group].clamped(to: 0..<columns.count)
        guard !tracks.isEmpty else { return nil }
        let place = horizontal.placed(tracks, visible: visible.interval(.horizontal))
        return LayoutAttributes(
            element: .supplementary(.groupHeader, section: level, item: group),
            frame: Rect(
                x: place.stretch.start, y: visible.minY + Double(level) * lengths.groupHeaderHeight,
                width: place.stretch.length, height: lengths.groupHeaderHeight),
            z: 3, scrollAxes: place.scrolls(from: visible.minX + horizontal.pinnedLeading) ? .horizontal : [],
            region: Region(horizontal: place.first, horizontalEnd: place.last, vertical: .leading))
    }

    /// Appends the headers of groups, in paint order among the other headers, which begin at `start`.
    func appendGroupHeaders(_ frame: borrowing FrameTracks, from start: Int, _ output: inout [LayoutAttributes]) {
        let (rect, visible) = (frame.rect, frame.visible)
        // Each row is rounded separately; the exact check of the frame follows.
        let slack = 1.0 / 64
        let band = Interval(low: visible.minY, high: visible.minY + groupsHeight + slack)
        guard band.meets(rect.interval(.vertical)) else { return }
        let columns = SpanTracks(horizontal, rect.interval(.horizontal), visible: visible.interval(.horizontal))
        let firstGroup = output.count
        for level in columnGroups.levels.indices {
            for band in Region.Band.allCases {
                for group in columnGroups.groups(level: level, meeting: columns[band])
                where columns.firstBand(meeting: columnGroups.levels[level][group]) == band {
                    output.append(groupHeader(level: level, group, visible), ifMeeting: rect)
                }
            }
        }
        output.mergeInPaintOrder(from: start, firstGroup)
    }
}
