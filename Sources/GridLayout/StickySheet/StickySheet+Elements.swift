import Geometry

extension StickySheet {
    public func attributes(for element: Element, visible: Rect) -> LayoutAttributes? {
        switch (element.category, element.kind) {
        case (.cell, .cell), (.supplementary, .aggregate):
            return cell(showing: element, visible)
        case (.supplementary, .rowHeader):
            guard element.item == 0, horizontal.header > 0, let row = row(element.section, visible), !row.isBundle
            else { return nil }
            return rowHeader(row, visible)
        case (.supplementary, .columnHeader):
            guard element.section == 0, lengths.headerHeight > 0, let column = column(element.item, visible),
                !column.isBundle
            else { return nil }
            return columnHeader(column, visible)
        case (.supplementary, .groupHeader):
            return groupHeader(level: element.section, element.item, visible)
        case (.supplementary, .corner):
            return element.section == 0 && element.item == 0 ? corner(visible) : nil
        case (.decoration, .separator):
            return separator(.vertical, number: element.section, piece: element.item, visible)
        case (.decoration, .columnSeparator):
            return separator(.horizontal, number: element.section, piece: element.item, visible)
        case (.decoration, .freezeShadow):
            return element.item == 0 ? shadow(number: element.section, visible) : nil
        default:
            return nil
        }
    }

    /// Returns the attributes of `element` if it is a cell, merged or not, or an aggregate.
    private func cell(showing element: Element, _ visible: Rect) -> LayoutAttributes? {
        let (row, column) = (element.section, element.item)
        guard row >= 0, row < rows.count, column >= 0, column < columns.count else { return nil }
        if element.category == .cell, let span = mergedSpan(containing: row, column) {
            let isFirst = span.rows.lowerBound == row && span.columns.lowerBound == column
            return isFirst ? mergedCell(span, visible) : nil
        }
        guard let placedRow = self.row(row, visible), let placedColumn = self.column(column, visible) else {
            return nil
        }
        let cell = cell(placedRow, placedColumn)
        guard cell.element == element, placedRow.isBundle || column < cellCount(ofRow: row) else { return nil }
        return element.category == .supplementary && isCoveredByOne(element) ? nil : cell
    }

    /// Returns true where one merged cell covers all cells of an aggregate.
    private func isCoveredByOne(_ aggregate: Element) -> Bool {
        guard let span = mergedSpan(containing: aggregate.section, aggregate.item) else { return false }
        let (rows, columns) = (vertical.bundle(around: aggregate.section), horizontal.bundle(around: aggregate.item))
        return rows.upperBound <= span.rows.upperBound && columns.upperBound <= span.columns.upperBound
    }

    func row(_ index: Int, _ visible: Rect) -> PlacedTrack? {
        guard index >= 0, index < rows.count else { return nil }
        return vertical.placed(index, visible: visible.interval(.vertical))
    }

    func column(_ index: Int, _ visible: Rect) -> PlacedTrack? {
        guard index >= 0, index < columns.count else { return nil }
        return horizontal.placed(index, visible: visible.interval(.horizontal))
    }

    func cell(_ row: PlacedTrack, _ column: PlacedTrack) -> LayoutAttributes {
        LayoutAttributes(
            element: row.isBundle || column.isBundle
                ? .supplementary(.aggregate, section: row.index, item: column.index)
                : .cell(section: row.index, item: column.index),
            frame: Rect(x: column.start, y: row.start, width: column.size, height: row.size),
            z: (row.isPinned ? 1 : 0) + (column.isPinned ? 1 : 0),
            scrollAxes: Self.scrollAxes(row.band, column.band),
            region: Region(horizontal: column.band, vertical: row.band))
    }

    func rowHeader(_ row: PlacedTrack, _ visible: Rect) -> LayoutAttributes {
        LayoutAttributes(
            element: .supplementary(.rowHeader, section: row.index),
            frame: Rect(x: visible.minX, y: row.start, width: horizontal.header, height: row.size), z: 3,
            scrollAxes: Self.scrollAxes(row.band, .leading), region: Region(horizontal: .leading, vertical: row.band))
    }

    func columnHeader(_ column: PlacedTrack, _ visible: Rect) -> LayoutAttributes {
        LayoutAttributes(
            element: .supplementary(.columnHeader, item: column.index),
            frame: Rect(
                x: column.start, y: visible.minY + groupsHeight, width: column.size, height: lengths.headerHeight),
            z: 3,
            scrollAxes: Self.scrollAxes(.leading, column.band),
            region: Region(horizontal: column.band, vertical: .leading))
    }

    func corner(_ visible: Rect) -> LayoutAttributes? {
        guard vertical.header > 0, horizontal.header > 0 else { return nil }
        return LayoutAttributes(
            element: .supplementary(.corner),
            frame: Rect(x: visible.minX, y: visible.minY, width: horizontal.header, height: vertical.header), z: 4,
            scrollAxes: [], region: Region(horizontal: .leading, vertical: .leading))
    }

    static func scrollAxes(_ row: Region.Band, _ column: Region.Band) -> Axes {
        var axes: Axes = []
        if row == .scrolling { axes.insert(.vertical) }
        if column == .scrolling { axes.insert(.horizontal) }
        return axes
    }
}
