import Drawing
import Geometry
import GridUI
import Tabular

/// A grid drawn once, without a window: what `render` and the benchmark do.
struct GridPicture {
    /// Logical pixels, headers included.
    var size: Size
    var scale: Double
    var theme: Theme

    /// A frame, and in which way it is not what was asked for.
    struct Drawn {
        var list: DisplayList
        /// A word to the user.
        var note: String?
        /// What kept the source from being read to its end.
        var failure: ReadError?
    }

    /// Waits until `source` is read and gives the frame.
    ///
    /// Throws what kept the source from being read when there is nothing to show.
    func draw(
        _ source: any TableSource, settings: ViewSettings, measuring text: some TextMeasuring
    ) throws(ReadError) -> Drawn {
        var snapshot = source.waitUntilComplete()
        var drawn = Drawn(list: DisplayList())
        if case .failed(let error) = snapshot.phase, snapshot.rowCount.known == 0 { throw error }
        var model = GridModel(table: snapshot)
        model.hasFocus = true
        model.restyle(theme, measuring: text)
        model.resize(to: size, scaleFactor: scale)
        // The first rows give the columns their widths; then the place is found, then the rows there are fetched.
        snapshot = load(
            [CellRange(rows: 0..<min(1, snapshot.rowCount.known), columns: 0..<min(1, snapshot.columns.count))],
            from: source)
        model.apply(snapshot)
        _ = model.fitColumnsInSight(measuring: text)
        if let place = settings.place, let outside = Self.outside(place, model) { drawn.note = outside }
        var settings = settings
        while let step = settings.nextStep(for: model) {
            step.change(&model)
            settings = step.rest
        }
        // Columns that come into sight get their widths, and with them others may come into sight; a few rounds settle it.
        for _ in 0..<4 {
            snapshot = load(model.wantedCells(), from: source)
            model.apply(snapshot)
            if !model.fitColumnsInSight(measuring: text) { break }
        }
        if case .failed(let error) = snapshot.phase { drawn.failure = error }
        var presenter = Presenter()
        presenter.present(model, theme: theme, into: &drawn.list)
        return drawn
    }

    private func load(_ ranges: [CellRange], from source: any TableSource) -> TableSnapshot {
        source.want(ranges)
        let keys = Set(ranges.flatMap(BlockTiles.keys(covering:)))
        // A source that fails while it fetches will never have the blocks: then what is there is drawn.
        return source.wait { snapshot in keys.allSatisfy { snapshot.cells[$0] != nil } }
    }

    private static func outside(_ place: CellPosition, _ model: GridModel) -> String? {
        guard place.row >= model.rowCount || place.column >= model.columnCount else { return nil }
        let shown = model.rowCount > 0 && model.columnCount > 0 ? "The nearest cell is shown." : "It has no cells."
        return "--at \(place.row + 1),\(place.column + 1) is beyond the table's \(StatusText.extent(of: model.table)). "
            + shown
    }
}
