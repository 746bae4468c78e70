import Geometry

extension Timeline.Plan {
    /// Appends later rows before earlier ones; within a row, later items before earlier ones. The header of a row has the
    /// indices of item 0: it lies over a cell and under an aggregate there, by the order of kinds.
    public func attributes(in rect: Rect, visible: Rect, into output: inout [LayoutAttributes]) {
        let across = rect.interval(.horizontal)
        let showsHeaders = headerSpan(visible).meets(across)
        let showsItems = Interval(low: lengths.headerWidth, high: lengths.headerWidth + itemsWidth).meets(across)
        // Without this check, a strip beside the content would iterate over all its rows in vain.
        guard !rect.isEmpty, showsHeaders || showsItems else { return }
        let rows = rows.indices(meeting: rect.interval(.vertical))
        for section in rows.reversed() {
            var header = showsHeaders && !pinsHeaders ? self.header(section, visible) : nil
            if showsItems {
                row(section).forEachReversed(meeting: across) { item in
                    if item.element.item == 0, item.element.kind == .aggregate {
                        output.append(header, ifMeeting: rect)
                        header = nil
                    }
                    output.append(item, ifMeeting: rect)
                }
            }
            output.append(header, ifMeeting: rect)
        }
        guard showsHeaders, pinsHeaders else { return }
        for section in rows.reversed() { output.append(header(section, visible), ifMeeting: rect) }
    }

    public func attributes(for element: Element, visible: Rect) -> LayoutAttributes? {
        switch (element.category, element.kind) {
        case (.cell, .cell), (.supplementary, .aggregate):
            guard content.contains(section: element.section, item: element.item) else { return nil }
            return row(element.section).attributes(for: element)
        case (.supplementary, .sectionHeader):
            guard element.item == 0, element.section >= 0, element.section < rows.count else { return nil }
            return header(element.section, visible)
        default:
            return nil
        }
    }

    func row(_ section: Int) -> WeightedRow {
        WeightedRow(
            section: section,
            frame: Rect(
                x: lengths.headerWidth, y: rows.start(of: section), width: itemsWidth, height: rows.size(of: section)),
            divider: lengths.divider.width, devicePixel: devicePixel, shares: content.shares(of: section))
    }

    /// Returns the interval of headers on the horizontal axis.
    private func headerSpan(_ visible: Rect) -> Interval {
        let natural = Interval(low: 0, high: lengths.headerWidth)
        let container = Interval(low: 0, high: lengths.headerWidth + itemsWidth)
        return pinsHeaders ? natural.pinned(to: visible.minX, in: container) : natural
    }

    private func header(_ section: Int, _ visible: Rect) -> LayoutAttributes? {
        guard lengths.headerWidth > 0 else { return nil }
        return LayoutAttributes(
            element: .supplementary(.sectionHeader, section: section),
            frame: Rect(
                x: headerSpan(visible).low, y: rows.start(of: section), width: lengths.headerWidth,
                height: rows.size(of: section)),
            z: pinsHeaders ? 3 : 0, scrollAxes: pinsHeaders ? .vertical : .both,
            region: Region(horizontal: pinsHeaders ? .leading : .scrolling, vertical: .scrolling))
    }
}
