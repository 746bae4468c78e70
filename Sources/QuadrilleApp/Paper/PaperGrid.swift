import CairoDrawing
import Drawing
import Geometry
import GridLayout
import GridUI
import Tabular
import TabularExport
import TabularOps

/// A grid on its way to paper or into a picture: on one thread in the background, which reads what is drawn. Nothing of it is
/// waited for where it is drawn.
struct PaperGrid {
    var model: GridModel
    let theme: Theme
    private var reader: CellReader
    private let engine: TextEngine
    private let isCancelled: () -> Bool
    private var presenter = Presenter()
    /// So wide a stretch of columns gets the widths that its values ask for, in logical pixels; what lies behind it keeps the
    /// ordinary one.
    private static let fittedWidth = 200_000.0

    /// `model` is of the rows `rows`, all of which are known.
    init(
        _ model: GridModel, _ rows: any RecordStreaming, measuring engine: TextEngine,
        isCancelled: @escaping () -> Bool
    ) {
        (self.model, theme, self.engine, self.isCancelled) = (model, model.paperTheme, engine, isCancelled)
        reader = CellReader(rows, table: model.table)
    }

    /// Waits until all rows of a model's table are known, and gives the model with them; as it is where they are. Of a table
    /// that was interrupted, these are the rows before.
    ///
    /// - Throws: What kept them from being read, or that it was cancelled.
    static func waiting(
        _ model: GridModel, _ rows: any RecordStreaming, isCancelled: () -> Bool
    ) throws(ExportError) -> GridModel {
        guard model.table.order == nil, !model.table.rowCount.isExact else { return model }
        let known = rows.wait(
            until: { $0.phase == .auditing || $0.phase == .complete }, orUntil: isCancelled)
        guard var table = known else { throw .cancelled }
        if let failure = table.failure, table.interruption == nil { throw ExportError(reading: failure) }
        guard table.reading == model.table.reading else { throw .otherReading }
        table.generation = max(table.generation, model.table.generation)
        var model = model
        model.apply(table)
        return model
    }

    private func check() throws(ExportError) { if isCancelled() { throw .cancelled } }

    private mutating func load(into model: inout GridModel) throws(ExportError) {
        do throws(ReadError) {
            try reader.read(model.wantedCells(), isCancelled: isCancelled)
        } catch {
            throw ExportError(reading: error)
        }
        try check()
        model.takeCells(of: reader.table)
    }

    /// Gives columns that were never in sight the widths that their values ask for.
    mutating func fitColumns() throws(ExportError) {
        var fitted = model
        if fitted.isSheet { fitted.layWhole(upTo: Size(width: Self.fittedWidth, height: 1_000)) }
        for _ in 0..<4 {
            try load(into: &fitted)
            guard fitted.fitColumnsInSight(measuring: engine) else { break }
            if fitted.isSheet { fitted.layWhole(upTo: Size(width: Self.fittedWidth, height: 1_000)) }
        }
        model = fitted
    }

    /// Gives rows the heights that wrapped text asks for in all of their columns. `progress` gets how many are measured.
    mutating func fitRows(progress: (Int) -> Void) throws(ExportError) {
        guard model.wrapsText, model.isSheet else { return }
        for stretch in model.sheet.rows.shownRanges(in: 0..<model.rowCount) {
            var next = stretch.lowerBound
            while next < stretch.upperBound {
                // A tile, which is read at once.
                let end = min((next / BlockTiles.rowsPerTile + 1) * BlockTiles.rowsPerTile, stretch.upperBound)
                var part = model
                part.keep(rows: next..<end)
                part.layWhole(upTo: Size(width: Self.fittedWidth, height: .infinity))
                try load(into: &part)
                while part.fitRowsInSight(measuring: engine) {
                    part.layWhole(upTo: Size(width: Self.fittedWidth, height: .infinity))
                }
                model.takeHeights(of: next..<end, from: part)
                next = end
                progress(next)
            }
        }
    }

    /// Returns the display list of `part` of the model, with all of its cells loaded.
    mutating func list(of part: GridModel) throws(ExportError) -> DisplayList {
        var (part, list) = (part, DisplayList())
        try load(into: &part)
        presenter.present(part, theme: theme, into: &list)
        return list
    }
}
