import Geometry

extension MarkSheet.Plan {
    public func attributes(for element: Element, visible: Rect) -> LayoutAttributes? {
        switch (element.category, element.kind) {
        case (.cell, .cell):
            return content.contains(section: element.section, item: element.item)
                ? cell(element.section, element.item) : nil
        case (.supplementary, .rowHeader):
            return element.item == 0 && hasRow(element.section) ? rowHeader(element.section, visible) : nil
        case (.supplementary, .columnHeader):
            guard element.section == 0, element.item >= 0, element.item < columns.count else { return nil }
            return columnHeader(element.item, visible)
        case (.supplementary, .corner):
            return element.section == 0 && element.item == 0 ? corner(visible) : nil
        case (.decoration, .separator):
            return element.item == 0 && hasRow(element.section) ? separator(element.section) : nil
        default:
            return nil
        }
    }

    private func hasRow(_ row: Int) -> Bool { row >= 0 && row < rows.count }

    private static var scrolling: Region { Region(horizontal: .scrolling, vertical: .scrolling) }

    func cell(_ row: Int, _ column: Int) -> LayoutAttributes {
        let frame = Rect(
            x: columns.start(of: column), y: rows.start(of: row), width: columns.size(of: column),
            height: lengths.rowHeight)
        return cell(row, column, frame)
    }

    func cell(_ row: Int, _ column: Int, _ frame: Rect) -> LayoutAttributes {
        LayoutAttributes(
            element: .cell(section: row, item: column), frame: frame, z: 0, scrollAxes: .both, region: Self.scrolling)
    }

    func separator(_ row: Int) -> LayoutAttributes? {
        guard lengths.separatorThickness > 0 else { return nil }
        return LayoutAttributes(
            element: .decoration(.separator, number: row),
            frame: Rect(
                x: 0, y: rows.start(of: row), width: contentSize.width,
                height: min(lengths.separatorThickness, lengths.rowHeight)),
            z: 2, scrollAxes: .both, region: Self.scrolling)
    }

    func rowHeader(_ row: Int, _ visible: Rect) -> LayoutAttributes? {
        guard lengths.rowHeaderWidth > 0 else { return nil }
        return LayoutAttributes(
            element: .supplementary(.rowHeader, section: row),
            frame: Rect(
                x: headerX(visible), y: rows.start(of: row), width: lengths.rowHeaderWidth, height: lengths.rowHeight),
            z: pinsHeaders ? 3 : 0, scrollAxes: pinsHeaders ? .vertical : .both,
            region: Region(horizontal: pinsHeaders ? .leading : .scrolling, vertical: .scrolling))
    }

    func columnHeader(_ column: Int, _ visible: Rect) -> LayoutAttributes? {
        guard lengths.columnHeaderHeight > 0 else { return nil }
        return LayoutAttributes(
            element: .supplementary(.columnHeader, item: column),
            frame: Rect(
                x: columns.start(of: column), y: headerY(visible), width: columns.size(of: column),
                height: lengths.columnHeaderHeight),
            z: pinsHeaders ? 3 : 0, scrollAxes: pinsHeaders ? .horizontal : .both,
            region: Region(horizontal: .scrolling, vertical: pinsHeaders ? .leading : .scrolling))
    }

    func corner(_ visible: Rect) -> LayoutAttributes? {
        guard pinsHeaders, lengths.rowHeaderWidth > 0, lengths.columnHeaderHeight > 0 else { return nil }
        return LayoutAttributes(
            element: .supplementary(.corner),
            frame: Rect(
                x: headerX(visible), y: headerY(visible), width: lengths.rowHeaderWidth,
                height: lengths.columnHeaderHeight),
            z: 4, scrollAxes: [], region: Region(horizontal: .leading, vertical: .leading))
    }

    func headerX(_ visible: Rect) -> Double {
        guard pinsHeaders else { return 0 }
        return Interval(low: 0, high: lengths.rowHeaderWidth)
            .pinned(to: visible.minX, in: Interval(low: 0, high: contentSize.width)).low
    }

    func headerY(_ visible: Rect) -> Double {
        guard pinsHeaders else { return 0 }
        return Interval(low: 0, high: lengths.columnHeaderHeight)
            .pinned(to: visible.minY, in: Interval(low: 0, high: contentSize.height)).low
    }
}
