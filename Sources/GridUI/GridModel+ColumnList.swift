import GridLayout

// The list of all columns: its contents and its changes. Its lines are in column order, the column in the row
// headers first; columns are those of the table.
extension GridModel {
    /// Returns true where a column is among the cells or in the row headers, and is not hidden.
    public func isShown(column: Int) -> Bool {
        guard let place = columns.place(of: column) else { return column == columns.rowHeader }
        return !sheet.columns.isHidden(place)
    }

    /// True where a list may hide, show and move columns: in the sheet only.
    public var canArrangeColumns: Bool { isSheet }

    /// Shows a hidden column, or hides one; the last visible column stays.
    public mutating func setShown(_ shown: Bool, column: Int) {
        guard let place = columns.place(of: column), isSheet else { return }
        if shown { showColumns(place..<place + 1) } else { hideColumn(column) }
    }

    /// Shows all columns; rows that are hidden stay so.
    public mutating func showAllColumns() { showColumns(0..<columns.count) }

    /// Hides all columns but one.
    public mutating func hideColumns(but column: Int) {
        guard isSheet, let place = columns.place(of: column) else { return }
        showColumns(place..<place + 1)
        // The active cell and the viewport move there before the other columns are hidden.
        if var cell = activeCell {
            cell.column = column
            activate(cell)
        }
        keepingInSight { model in
            if place > 0 { model.sheet.columns.hide(0..<place) }
            if place + 1 < model.columns.count { model.sheet.columns.hide(place + 1..<model.columns.count) }
        }
    }

    /// Moves a column before the one at the line `line` of the list, counted before the move; at the count of lines, to the
    /// end. The column in the row headers does not move.
    public mutating func moveColumn(_ column: Int, toLine line: Int) {
        guard isSheet, let place = columns.place(of: column) else { return }
        let first = columns.rowHeader == nil ? 0 : 1
        let destination = min(max(line - first, 0), columns.count)
        guard destination != place, destination != place + 1 else { return }
        moveColumns(place..<place + 1, to: destination)
    }
}
