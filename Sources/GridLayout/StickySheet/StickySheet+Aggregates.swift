// Cells and what stands for them.
extension StickySheet {
    /// The element that a cell shows as: itself, the merged cell that covers it, or the aggregate that it is part of. What
    /// is no cell of the sheet is given as it is.
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

    /// The cells that `element`, a cell or an aggregate, stands for, those of an aggregate that merged cells cover
    /// included; nil for any other. O(log overrides + log merges).
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
