import Drawing
import GridLayout
import SeededRandom
import Tabular

@testable import GridUI

// What a person makes of the sheet while it is moved and mended.
extension UpdateLawTests {
    func changeSheet(_ stage: inout Stage, _ random: inout SplitMix64) -> String {
        func number(_ range: Range<Int>) -> Int { .random(in: range, using: &random) }
        let column = number(0..<14)
        switch number(0..<20) {
        case 0..<3:
            stage.model.freeze(
                rows: number(0..<3), columns: number(0..<2), trailingRows: number(0..<2), trailingColumns: number(0..<2)
            )
            return "freeze"
        case 3:
            stage.model.resizeColumn(column, to: Double(number(1..<200)))
            return "resize column"
        case 4:
            stage.model.resizeRow(number(0..<stage.model.rowCount), to: Double(number(1..<90)))
            return "resize row"
        case 5, 6:
            let (row, place) = (number(0..<max(1, stage.model.rowCount - 10)), number(0..<11))
            guard stage.model.rowCount > 10 else { return "nothing" }
            let span = CellSpan(rows: row..<row + number(1..<9), columns: place..<place + number(1..<3))
            if stage.model.merged.spans.count > 20 { stage.model.unmergeAll() } else { stage.model.merge([span]) }
            return "merge \(span)"
        case 7:
            stage.model.setRowHeader(Bool.random(using: &random) ? column : nil)
            return "row header"
        case 8:
            stage.wrap(!stage.model.wrapsText)
            return "wrap"
        case 9:
            stage.model.highlight = stage.model.highlight == nil ? Self.highlight : nil
            return "highlight"
        case 10:
            let format = Bool.random(using: &random) ? try? CellFormat("%s €") : nil
            stage.model.setFormat(format, ofColumn: 1)
            return "format"
        case 11: return reorder(&stage, &random)
        case 12..<19:
            freezeAndMergeAcross(&stage)
            return "freeze and merge across"
        default:
            stage.model.moveColumns(column..<column + 1, to: number(0..<14))
            return "move column"
        }
    }

    /// Freezes rows and columns at all four edges, narrow enough that there is room for others, and merges cells across
    /// each of the lines where they end.
    func freezeAndMergeAcross(_ stage: inout Stage) {
        let (rows, columns) = (stage.model.rowCount, stage.model.columns.count)
        guard stage.model.isSheet, rows > 10, columns > 8 else { return }
        // Cells are merged as they stand in the table: in another order they are put by.
        if rows == stage.table.rowCount { stage.reorder(stage.table.snapshot, activeRow: 0, firstRow: 0) }
        stage.model.zoom(to: min(stage.model.viewport.zoom, 0.8))
        stage.model.resize(to: Self.size, scaleFactor: stage.model.viewport.scaleFactor)
        stage.model.setRowHeader(nil)
        for place in [0, 1, 13] { stage.model.resizeColumn(stage.model.columns.column(at: place), to: 40) }
        for row in [0, 1, rows - 1] { stage.model.resetRow(row) }
        stage.model.stripesRows = true
        stage.model.freeze(rows: 2, columns: 2, trailingRows: 1, trailingColumns: 1)
        stage.model.unmergeAll()
        // By columns of the table, wherever they stand now.
        let spans = [
            CellSpan(rows: 0..<4, columns: 5..<6), CellSpan(rows: 1..<3, columns: 7..<9),
            CellSpan(rows: rows - 3..<rows, columns: 4..<5), CellSpan(rows: rows - 2..<rows, columns: 6..<8),
            CellSpan(rows: 5..<7, columns: 0..<3), CellSpan(rows: 0..<4, columns: 0..<3),
            CellSpan(rows: 8..<9, columns: 1..<4), CellSpan(rows: 4..<8, columns: 12..<14),
            CellSpan(rows: rows - 4..<rows, columns: 11..<14), CellSpan(rows: 20..<26, columns: 1..<3),
        ]
        stage.model.merge(spans)
    }

    /// Shows the rows in an order of their own, in another one, or as they stand in the table.
    private func reorder(_ stage: inout Stage, _ random: inout SplitMix64) -> String {
        guard stage.model.rowCount == stage.table.rowCount else { return "nothing" }
        let number = Int.random(in: 0..<3, using: &random)
        let (row, first) = (Int.random(in: 0..<300, using: &random), Int.random(in: 0..<300, using: &random))
        stage.reorder(number == 0 ? stage.table.snapshot : Self.orders[number - 1], activeRow: row, firstRow: first)
        return "order \(number)"
    }

    private static let orders = [1, 2].map { table.shuffled(number: $0) }
}

extension GridModel {
    /// Whether a merged cell that is in sight lies on both sides of a line at which what is frozen ends.
    var showsMergeAcrossFreezeLine: Bool {
        guard isSheet else { return false }
        let tracks = sheet.visibleTracks(in: viewport.visible)
        let (rows, columns) = (sheet.rows.count, sheet.columns.count)
        let lines = (
            rows: [tracks.frozenRows.upperBound, tracks.frozenTrailingRows.lowerBound],
            columns: [tracks.frozenColumns.upperBound, tracks.frozenTrailingColumns.lowerBound]
        )
        func isAcross(_ range: Range<Int>, _ lines: [Int], of count: Int) -> Bool {
            lines.contains { $0 > range.lowerBound && $0 < range.upperBound && $0 < count }
        }
        let bands = [tracks.frozenRows, tracks.rows, tracks.frozenTrailingRows]
        let others = [tracks.frozenColumns, tracks.columns, tracks.frozenTrailingColumns]
        var isFound = false
        sheet.merges.forEach(meeting: CellSpan(rows: 0..<rows, columns: 0..<columns)) { span in
            let isInSight =
                bands.contains { $0.overlaps(span.rows) } && others.contains { $0.overlaps(span.columns) }
            if isInSight,
                isAcross(span.rows, lines.rows, of: rows) || isAcross(span.columns, lines.columns, of: columns)
            {
                isFound = true
            }
        }
        return isFound
    }
}
