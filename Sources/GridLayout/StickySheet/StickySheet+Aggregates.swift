// Cells, and the elements that represent them.
extension StickySheet {
    /// Returns the element that shows a cell: the cell, the merged cell that covers it, or the aggregate that contains it. An
    /// element that is not a cell of the sheet is returned unchanged.
    ///
    /// - Complexity: O(log overrides + log merges).
    public func element(showing cell: Element) -> Element {
        let (row, column) = (cell.section, cell.item)
        guard cell == .cell(section: row, item: column), row >= 0, row < rows.count, column >= 0, column < columns.count
        else { return cell }
        if let span = mergedSpan(containing: row, column) {
            return .cell(section: span.rows.lowerBound, item: span.columns.lowerBound)
        }
        let (rows, columns) = (vertical.bundle(around: row), horizontal.bundle(around: column))
        return rows.count > 1 || columns.count > 1
            ? .supplementary(.aggregate, section: rows.lowerBound, item: columns.lowerBound) : cell
    }

    /// Returns the cells that `element`, a cell or an aggregate, represents, including cells of an aggregate that merged cells
    /// cover; nil for any other element. O(log overrides + log merges).
    public func cells(of element: Element) -> TrackBlock? {
        let (row, column) = (element.section, element.item)
        guard row >= 0, row < rows.count, column >= 0, column < columns.count else { return nil }
        let (rows, columns) = (vertical.bundle(around: row), horizontal.bundle(around: column))
        let isBundle = rows.count > 1 || columns.count > 1
        if element == .supplementary(.aggregate, section: row, item: column) {
            let isFirst = rows.lowerBound == row && columns.lowerBound == column
            return isBundle && isFirst ? TrackBlock(rows: rows, columns: columns) : nil
        }
        guard self.element(showing: element) == element, element.category == .cell else { return nil }
        if let span = mergedSpan(containing: row, column) { return TrackBlock(rows: span.rows, columns: span.columns) }
        return TrackBlock(rows: rows, columns: columns)
    }
}
