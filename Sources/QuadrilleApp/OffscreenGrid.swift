import Drawing
import Geometry
import GridLayout
import GridUI
import Tabular
import TabularOps

/// A grid with the requested view state but without a window, for `render` and `layout`.
struct OffscreenGrid {
    private let source: any RecordStreaming
    private(set) var model: GridModel
    /// Messages for the user, in the order of the settings that they are about.
    private(set) var notes: [String] = []

    /// Waits until `source` is read. `size` is in logical pixels, headers included.
    ///
    /// - Throws: The error that stopped the reading when there is nothing to show.
    init(_ source: any RecordStreaming, size: Size, scale: Double) throws(OffscreenError) {
        let snapshot = source.waitUntilComplete()
        if case .failed(let error) = snapshot.phase, snapshot.rowCount.known == 0 { throw .reading(error) }
        self.source = source
        model = GridModel(table: snapshot)
        model.resize(to: size, scaleFactor: scale)
        model.apply(snapshot)
    }

    /// The error that stopped the reading of the source; nil without one.
    var failure: ReadError? {
        if case .failed(let error) = model.table.phase { error } else { nil }
    }

    /// Applies the sizes that follow from the theme's font. Without this call the engine's own lengths are used.
    mutating func restyle(_ theme: Theme, measuring text: some TextMeasuring) { model.restyle(theme, measuring: text) }

    /// Applies all of `settings`, with the grid's current lengths.
    mutating func stand(_ settings: ViewSettings) throws(OffscreenError) {
        try applyDeclared()
        try apply(settings)
        note(settings)
    }

    /// Applies all of `settings`, fits sizes to the visible texts, and fetches the visible cells.
    mutating func stand(_ settings: ViewSettings, measuring text: some TextMeasuring) throws(OffscreenError) {
        try applyDeclared()
        let (standing, beginning) = settings.parts
        try apply(standing)
        fill(measuring: text)
        try apply(beginning)
        // Columns that become visible get their widths, which can make other columns visible; a few rounds are enough.
        // An offset counts from the content's beginning, also after widths before it have changed.
        for _ in 0..<4 {
            guard fill(measuring: text) else { break }
            if let offset = settings.offset { model.scroll(toOffset: offset) }
        }
        try findPictures()
        note(settings)
    }

    /// Computes the pictures in visible headers, where headers show pictures.
    private mutating func findPictures() throws(OffscreenError) {
        let columns = model.columnsInSight
        guard model.showsPictures, !columns.isEmpty else { return }
        let found = try Self.value(of: TableStatistics.job(of: columns, in: source))
        for (column, statistics) in zip(columns, found) {
            model.show(HeaderPicture(ColumnBars(statistics)), ofColumn: column)
        }
    }

    /// Applies the layout that the file itself declares first.
    private mutating func applyDeclared() throws(OffscreenError) {
        var declared = DeclaredBeginning()
        if let settings = declared.next(in: model) { try apply(settings) }
    }

    private mutating func apply(_ settings: ViewSettings) throws(OffscreenError) {
        if let sample = settings.sample(of: model.table) { load([sample]) }
        var settings = settings
        while let (step, rest) = settings.nextStep(for: model) {
            settings = rest
            try take(step)
        }
        if let request = model.pendingMerges { model.apply(request.merges(), for: request) }
    }

    private mutating func take(_ step: ViewStep) throws(OffscreenError) {
        switch step {
        case .change(let change): change(&model)
        case .show(let choice): try show(choice)
        case .merge(let spans): notes += model.mergeAsked(spans)
        case .mergeNeighbours(let column):
            let found = try Self.value(of: EqualRunsJob(source: source, column: column) {})
            model.setMergedRuns(found.runs, ofColumn: column)
        case .note(let text): notes.append(text)
        case .failure(let text): throw .view(text)
        }
    }

    private mutating func show(_ choice: ViewChoice) throws(OffscreenError) {
        guard let grouping = choice.grouping() else {
            model.show(choice)
            return
        }
        let job = BackgroundJob<GroupedRows>(source: source, group: grouping.group, weight: grouping.weight) {
        } make: {
            GroupedRows($0, of: grouping)
        }
        model.show(choice, groups: try Self.value(of: job))
    }

    private static func value<Value>(of job: BackgroundJob<Value>) throws(OffscreenError) -> Value {
        switch job.wait() {
        case .done(let value): return value
        case .failed(let error): throw .reading(error)
        case .running, .cancelled: throw .view("The work on the table was given up.")
        }
    }

    /// Fetches the visible cells and fits sizes to them. Returns true when a size changed.
    @discardableResult
    private mutating func fill(measuring text: some TextMeasuring) -> Bool {
        load(model.wantedCells())
        var changed = model.fitColumnsInSight(measuring: text)
        while model.fitRowsInSight(measuring: text) { changed = true }
        return changed
    }

    private mutating func load(_ ranges: [CellRange]) {
        let ranges = ranges.filter { !$0.isEmpty }
        let keys = Set(ranges.flatMap(BlockTiles.keys(covering:)))
        source.want(ranges)
        // A source that fails while it fetches will never have the blocks: then the grid shows the cells read so far.
        model.apply(source.wait { snapshot in keys.allSatisfy { snapshot.cells[$0] != nil } })
    }
}

/// The reason why a grid cannot be set up as requested.
enum OffscreenError: Error {
    case reading(ReadError)
    /// An error about the view, without the name of the table.
    case view(String)

    /// A line for the user; `name` is the table's.
    func message(_ name: String) -> String {
        switch self {
        case .reading(let error): error.description
        case .view(let text): "\(name): \(text)"
        }
    }
}

// Requests that could not be met, and the replacements.
extension OffscreenGrid {
    private mutating func note(_ settings: ViewSettings) {
        if let place = settings.place { notePlace(place) }
        if let offset = settings.offset, model.viewport.offset != offset {
            notes.append("--offset \(offset.x.shortest),\(offset.y.shortest) is beyond the content. Its end is shown.")
        }
        noteFreezes(settings)
        if !model.isSheet, !settings.merges.isEmpty || !settings.mergedColumns.isEmpty {
            notes.append("Cells are merged in the sheet alone.")
        }
    }

    private mutating func notePlace(_ place: CellPosition) {
        if place.column < model.columnCount, model.columns.fieldPlace(of: place.column) == nil {
            let title = model.table.columns[place.column].title(at: place.column)
            notes.append("--at \(place.row + 1),\(place.column + 1): '\(title)' is not among --columns.")
        }
        guard place.row >= model.rowCount || place.column >= model.columnCount else { return }
        let shown = model.rowCount > 0 && model.columnCount > 0 ? "The nearest cell is shown." : "It has no cells."
        let extent = StatusText.extent(of: model.table)
        notes.append("--at \(place.row + 1),\(place.column + 1) is beyond the table's \(extent). \(shown)")
    }

    private mutating func noteFreezes(_ settings: ViewSettings) {
        let asked = [
            settings.frozenRows, settings.frozenColumns, settings.frozenTrailingRows, settings.frozenTrailingColumns,
        ]
        guard asked.contains(where: { $0 > 0 }) else { return }
        guard model.isSheet else { return notes.append("Rows and columns are frozen in the sheet alone.") }
        let reduced = model.sheet.reducedFreezes
        if reduced.contains(.vertical) { notes.append(Self.reduced(model.sheet.frozenRowsInForce, "rows")) }
        if reduced.contains(.horizontal) { notes.append(Self.reduced(model.sheet.frozenColumnsInForce, "columns")) }
    }

    private static func reduced(_ frozen: FrozenEnds, _ tracks: String) -> String {
        "There is no room for so many frozen \(tracks). \(frozen.leading) stay at the beginning and "
            + "\(frozen.trailing) at the end."
    }
}
