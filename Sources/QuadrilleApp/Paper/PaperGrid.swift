import CairoDrawing
import Drawing
import Geometry
import GridLayout
import GridUI
import QuadrilleRuntime
import Tabular
import TabularExport
import TabularOps

/// A grid for paper or for a picture, on one background thread, which reads the cells before they are drawn. Drawing itself
/// never waits.
struct PaperGrid {
    var model: GridModel
    let theme: Theme
    private var reader: CellReader
    private let engine: TextEngine
    private let cancellation: Cancellation
    private var presenter = Presenter()
    /// The width of the columns that are fitted to their values, in logical pixels; columns beyond it keep the
    /// default width.
    private static let fittedWidth = 200_000.0

    /// `model` shows the rows `rows`, all of which are known.
    init(
        _ model: GridModel, _ rows: any RecordStreaming, measuring engine: TextEngine,
        unless cancellation: Cancellation
    ) {
        (self.model, theme, self.engine, self.cancellation) = (model, model.paperTheme, engine, cancellation)
        reader = CellReader(rows, table: model.table)
    }

    /// Waits until all rows of a model's table are known, and returns the model with them; returns an already complete model
    /// unchanged. Of an interrupted table, these are the rows before the interruption.
    ///
    /// - Throws: The error that stopped the reading, or a cancellation.
    static func waiting(
        _ model: GridModel, _ rows: any RecordStreaming, unless cancellation: Cancellation
    ) throws(ExportError) -> GridModel {
        guard model.table.order == nil, !model.table.rowCount.isExact else { return model }
        let known = rows.wait(
            until: { $0.phase == .auditing || $0.phase == .complete }, unless: cancellation)
        guard var table = known else { throw .cancelled }
        if let failure = table.failure, table.interruption == nil { throw ExportError(reading: failure) }
        guard table.reading == model.table.reading else { throw .otherReading }
        table.version = max(table.version, model.table.version)
        var model = model
        model.apply(table)
        return model
    }

    private func check() throws(ExportError) { if cancellation.isRequested { throw .cancelled } }

    private mutating func load(into model: inout GridModel) throws(ExportError) {
        do throws(ReadError) {
            try reader.read(model.wantedCells(), unless: cancellation)
        } catch {
            throw ExportError(reading: error)
        }
        try check()
        model.takeCells(of: reader.table)
    }

    /// Fits columns that were never visible to their values.
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

    /// Fits the height of rows to wrapped text in all of their columns. `progress` gets the number of measured rows.
    mutating func fitRows(progress: (Int) -> Void) throws(ExportError) {
        guard model.wrapsText, model.isSheet else { return }
        for stretch in model.sheet.rows.shownRanges(in: 0..<model.rowCount) {
            var next = stretch.lowerBound
            while next < stretch.upperBound {
                // One tile, which is read in one go.
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
