import Geometry

extension SectionColumns.Plan {
    /// Appends later sections before earlier ones; within a section, later items before earlier ones, and then its header.
    public func attributes(in rect: Rect, visible: Rect, into output: inout [LayoutAttributes]) {
        // Without this check, a strip above or below the content would iterate over all its sections in vain.
        let content = Interval(low: 0, high: contentSize.height)
        guard !rect.isEmpty, content.meets(rect.interval(.vertical)) else { return }
        let across = rect.interval(.horizontal)
        sections.forEachReversed(meeting: across) { section in
            items(of: section).forEachReversed(meeting: rect) { item, frame in
                output.append(cell(section, item, frame), ifMeeting: rect)
            }
            if !pinsHeaders { output.append(header(section, visible), ifMeeting: rect) }
        }
        guard pinsHeaders, headerSpan(visible).meets(rect.interval(.vertical)) else { return }
        sections.forEachReversed(meeting: across) { section in
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
        return WrappedItems(
            axis: .horizontal, count: count,
            lines: EvenTracks(
                count: WrappedItems.lineCount(of: count, perLine: itemsPerColumn), origin: sections.start(of: section),
                span: lengths.itemSize.width + lengths.itemSpacing, gap: lengths.itemSpacing),
            slots: EvenTracks(
                count: itemsPerColumn, origin: lengths.headerHeight,
                span: lengths.itemSize.height + lengths.itemSpacing, gap: lengths.itemSpacing))
    }

    private func cell(_ section: Int, _ item: Int, _ frame: Rect) -> LayoutAttributes {
        LayoutAttributes(
            element: .cell(section: section, item: item), frame: frame, z: 0, scrollAxes: .both,
            region: Region(horizontal: .scrolling, vertical: .scrolling))
    }

    /// Returns the interval of headers on the vertical axis.
    private func headerSpan(_ visible: Rect) -> Interval {
        let natural = Interval(low: 0, high: lengths.headerHeight)
        return pinsHeaders
            ? natural.pinned(to: visible.minY, in: Interval(low: 0, high: contentSize.height)) : natural
    }

    private func header(_ section: Int, _ visible: Rect) -> LayoutAttributes? {
        guard lengths.headerHeight > 0 else { return nil }
        let start = sections.start(of: section)
        let end = sections.end(of: section)
        let span = headerSpan(visible)
        var axes: Axes = pinsHeaders ? [] : .vertical
        let holdsLabel = start < visible.minX && visible.minX < end
        if !holdsLabel { axes.insert(.horizontal) }
        return LayoutAttributes(
            element: .supplementary(.sectionHeader, section: section),
            frame: Rect(x: start, y: span.low, width: end - start, height: lengths.headerHeight),
            z: pinsHeaders ? 3 : 0, scrollAxes: axes,
            region: Region(horizontal: .scrolling, vertical: pinsHeaders ? .leading : .scrolling))
    }
}
