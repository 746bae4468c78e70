import Geometry

extension Flow.Plan {
    /// Appends later sections before earlier ones; within a section, later items before earlier ones, and then its header.
    public func attributes(in rect: Rect, visible: Rect, into output: inout [LayoutAttributes]) {
        // Without this check, a strip beside the content would iterate over all its sections in vain.
        guard !rect.isEmpty, Interval(low: 0, high: contentWidth).meets(rect.interval(.horizontal)) else { return }
        let down = rect.interval(.vertical)
        sections.forEachReversed(meeting: down) { section in
            items(of: section).forEachReversed(meeting: rect) { item, frame in
                output.append(cell(section, item, frame), ifMeeting: rect)
            }
            if !pinsHeaders { output.append(header(section, visible), ifMeeting: rect) }
        }
        guard pinsHeaders else { return }
        // A header never leaves its section, so no other section's header can intersect.
        sections.forEachReversed(meeting: down) { section in
            output.append(header(section, visible), ifMeeting: rect)
        }
    }

    public func attributes(for element: Element, visible: Rect) -> LayoutAttributes? {
        switch (element.category, element.kind) {
        case (.cell, .cell):
            guard content.contains(section: element.section, item: element.item) else { return nil }
            return cell(element.section, element.item, items(of: element.section).frame(of: element.item))
        case (.supplementary, .sectionHeader):
            guard element.item == 0, element.section >= 0, element.section < sections.count else { return nil }
            return header(element.section, visible)
        default:
            return nil
        }
    }

    private func items(of section: Int) -> WrappedItems {
        let count = content.itemCount(of: section)
        let insets = lengths.sectionInsets
        return WrappedItems(
            axis: .vertical, count: count,
            lines: EvenTracks(
                count: WrappedItems.lineCount(of: count, perLine: itemsPerLine),
                origin: sections.start(of: section) + lengths.headerHeight + insets.top,
                span: lengths.itemSize.height + lengths.lineSpacing, gap: lengths.lineSpacing),
            slots: EvenTracks(
                count: itemsPerLine, origin: insets.leading, span: lengths.itemSize.width + lengths.itemSpacing,
                gap: lengths.itemSpacing))
    }

    private func cell(_ section: Int, _ item: Int, _ frame: Rect) -> LayoutAttributes {
        LayoutAttributes(
            element: .cell(section: section, item: item), frame: frame, z: 0, scrollAxes: .both,
            region: Region(horizontal: .scrolling, vertical: .scrolling))
    }

    private func header(_ section: Int, _ visible: Rect) -> LayoutAttributes? {
        guard lengths.headerHeight > 0 else { return nil }
        let container = Interval(low: sections.start(of: section), high: sections.end(of: section))
        let natural = Interval(low: container.low, high: container.low + lengths.headerHeight)
        let place = pinsHeaders ? natural.pinned(to: visible.minY, in: container) : natural
        return LayoutAttributes(
            element: .supplementary(.sectionHeader, section: section),
            frame: Rect(x: 0, y: place.low, width: contentWidth, height: lengths.headerHeight),
            z: pinsHeaders ? 3 : 0,
            // A header that is being pushed out moves with its section.
            scrollAxes: pinsHeaders && place.low == visible.minY ? .horizontal : .both,
            region: region(headerAt: place.low, visible))
    }

    private func region(headerAt y: Double, _ visible: Rect) -> Region? {
        guard pinsHeaders, y < visible.minY + lengths.headerHeight else {
            return Region(horizontal: .scrolling, vertical: .scrolling)
        }
        return y <= visible.minY ? Region(horizontal: .scrolling, vertical: .leading) : nil
    }
}
