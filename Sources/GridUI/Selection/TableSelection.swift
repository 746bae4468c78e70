import GridLayout
import TabularOps

/// The selected cells by their positions in the table, for copying, export and sums. It contains each cell once, and no
/// hidden ones.
public struct TableSelection: Sendable, Hashable {
    /// Rows in which the same columns are selected, in column order.
    public typealias Band = SelectedCells

    /// From top to bottom, disjoint.
    public var bands: [Band]

    public init(_ bands: [Band] = []) { self.bands = bands }

    public var isEmpty: Bool { bands.isEmpty }

    public var rowCount: Int { bands.reduce(0) { $0 + $1.rows.count } }

    /// The number of cells; `Int.max` on overflow.
    public var cellCount: Int {
        bands.reduce(0) { count, band in
            let (cells, isTooLarge) = band.rows.count.multipliedReportingOverflow(by: band.columns.count)
            let (sum, overflows) = count.addingReportingOverflow(cells)
            return isTooLarge || overflows ? .max : sum
        }
    }

    /// The columns, where all rows have the same ones selected: such cells form a table of their own. Else nil.
    public var columns: [Int]? {
        guard let first = bands.first?.columns, bands.allSatisfy({ $0.columns == first }) else { return nil }
        return first
    }
}

extension GridModel {
    /// The selected cells, each once and without hidden ones; the active cell where the selection is empty. In whole
    /// rows, the column that names them is first.
    ///
    /// - Complexity: O(ranges · log + columns + hidden ranges of rows).
    public var tableSelection: TableSelection {
        guard !selection.isEmpty else {
            return TableSelection(
                activeCell.map { [TableSelection.Band(rows: $0.row..<$0.row + 1, columns: [$0.column])] } ?? [])
        }
        var known: [[Range<Int>]: [Int]] = [:]
        var bands: [TableSelection.Band] = []
        for band in selection.bands(rowCount: rowCount, placeCount: columns.count) {
            let columns = known[band.places] ?? selectedColumns(band.places)
            known[band.places] = columns
            guard !columns.isEmpty else { continue }
            let rows = isSheet ? sheet.rows.shownRanges(in: band.rows) : [band.rows]
            for rows in rows where !rows.isEmpty {
                if let last = bands.last, last.columns == columns, last.rows.upperBound == rows.lowerBound {
                    bands[bands.count - 1].rows = last.rows.lowerBound..<rows.upperBound
                } else {
                    bands.append(TableSelection.Band(rows: rows, columns: columns))
                }
            }
        }
        return TableSelection(bands)
    }

    private func selectedColumns(_ places: [Range<Int>]) -> [Int] {
        let shown = isSheet ? places.flatMap { sheet.columns.shownRanges(in: $0) } : places
        let isWhole = places == [0..<columns.count]
        return (isWhole ? columns.rowHeader.map { [$0] } ?? [] : []) + shown.joined().map { columns.column(at: $0) }
    }
}
