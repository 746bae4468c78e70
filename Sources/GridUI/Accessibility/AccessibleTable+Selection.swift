import GridLayout

// The selection. If it is empty, the active cell counts as selected.
extension AccessibleTable {
    /// The selected cells as rows by columns of this table.
    private struct Band {
        var rows: Range<Int>
        var columns: [Range<Int>]

        var width: Int { columns.reduce(0) { $0 + $1.count } }

        func contains(_ column: Int) -> Bool { columns.contains { $0.contains(column) } }
    }

    private var bands: [Band] {
        guard !model.selection.isEmpty else {
            guard let active, active.isCell else { return [] }
            let span = span(of: active)
            return [
                Band(
                    rows: active.row..<active.row + span.rows, columns: [active.column..<active.column + span.columns])
            ]
        }
        return model.selection.bands(rowCount: rowCount, placeCount: model.columns.count).map { band in
            Band(rows: band.rows, columns: columns(of: band.places))
        }
    }

    /// The columns of this table for positions of the column order.
    private func columns(of places: [Range<Int>]) -> [Range<Int>] {
        switch model.view.shape {
        case .cells: return places
        case .groups: return places.isEmpty ? [] : [0..<columnCount]
        case .records:
            guard model.columns.rowHeader != nil else { return places }
            // The column that names the records is selected where the entire record is.
            if places == [0..<model.columns.count] { return [0..<columnCount] }
            return places.map { $0.lowerBound + 1..<$0.upperBound + 1 }
        }
    }

    /// The number of selected cells; `Int.max` on overflow.
    public var selectedCount: Int {
        bands.reduce(0) { count, band in
            let (cells, isTooLarge) = band.rows.count.multipliedReportingOverflow(by: band.width)
            let (sum, overflows) = count.addingReportingOverflow(cells)
            return isTooLarge || overflows ? .max : sum
        }
    }

    /// The selected cell of a number, in reading order; nil beyond the last.
    public func selected(_ number: Int) -> AccessiblePlace? {
        guard number >= 0 else { return nil }
        var rest = number
        for band in bands where band.width > 0 {
            let (row, place) = rest.quotientAndRemainder(dividingBy: band.width)
            guard row < band.rows.count else {
                rest -= band.rows.count * band.width
                continue
            }
            var across = place
            for columns in band.columns {
                if across < columns.count {
                    return AccessiblePlace(row: band.rows.lowerBound + row, column: columns.lowerBound + across)
                }
                across -= columns.count
            }
        }
        return nil
    }

    /// Returns true where a cell, or the entire row or column of a header, is selected.
    public func isSelected(_ place: AccessiblePlace) -> Bool {
        guard contains(place) else { return false }
        let all = 0..<columnCount
        if place.isCell { return bands.contains { $0.rows.contains(place.row) && $0.contains(place.column) } }
        guard !model.selection.isEmpty else { return false }
        if place.isRowHeader { return bands.contains { $0.rows.contains(place.row) && $0.columns == [all] } }
        return bands.count == 1 && bands[0].rows == 0..<rowCount
            && (place.isColumnHeader ? bands[0].contains(place.column) : bands[0].columns == [all])
    }

    /// The first entirely selected rows, at most `limit`.
    public func selectedRows(limit: Int) -> [Int] {
        guard !model.selection.isEmpty else { return [] }
        var rows: [Int] = []
        for band in bands where band.columns == [0..<columnCount] {
            rows += band.rows.prefix(limit - rows.count)
        }
        return rows
    }

    /// The first entirely selected columns, at most `limit`.
    public func selectedColumns(limit: Int) -> [Int] {
        guard !model.selection.isEmpty, let band = bands.first, bands.count == 1, band.rows == 0..<rowCount else {
            return []
        }
        return Array(band.columns.lazy.joined().prefix(limit))
    }

    /// Returns the target of a click at a position; nil where a click has none.
    public func target(at place: AccessiblePlace) -> PointerTarget? {
        guard contains(place) else { return nil }
        if let cell = cell(at: place) { return .cell(cell) }
        if place.isRowHeader { return .header(.vertical, place.row) }
        guard place.isColumnHeader else { return .corner }
        guard model.view.shape != .groups else { return nil }
        return model.columns.place(of: column(at: place.column)).map { .header(.horizontal, $0) }
    }
}
