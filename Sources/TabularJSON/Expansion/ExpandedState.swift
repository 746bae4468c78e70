import QuadrilleRuntime
import Tabular

/// The values that the threads of an `ExpandedReader` share.
struct ExpandedState: ReadingState {
    /// The snapshot of the expanded table.
    var snapshot: TableSnapshot
    var wants = WantList()
    var handler: (@Sendable () -> Void)?
    /// The lanes that read wanted tiles and survey rows.
    var lanes: (tiles: TileServer?, growth: WorkLane?) = (nil, nil)
    var isClosed = false
    private(set) var base: TableSnapshot
    /// True after the first snapshot of the base was adopted.
    private(set) var isBegun = false
    /// The requested names.
    private let names: [String]
    private(set) var expansionSet: ExpansionSet
    private(set) var columns = ExpandedColumns()
    /// The cells that are read here.
    private var cells = BlockTiles()
    private(set) var survey = SurveyProgress()
    /// The wanted cells as requested.
    private var wanted: [CellRange] = []
    /// The boundary at which that was divided.
    private var division = Int.max
    private var failure: ReadError?

    init(_ base: TableSnapshot, _ names: [String]) {
        (snapshot, self.base, self.names, expansionSet) = (base, base, names, ExpansionSet(names))
        snapshot.version = 0
    }

    /// The first column that is read here.
    private var boundary: Int {
        let width = BlockTiles.columnsPerTile
        return columns.hasMembers ? columns.prefix / width * width : .max
    }

    // MARK: - The base

    /// A Boolean value that indicates whether `base` differs from the last adopted snapshot.
    func isNews(_ base: TableSnapshot) -> Bool {
        base.version > self.base.version
            || base.version == self.base.version
                && (base.phase != self.base.phase || base.columns.count != self.base.columns.count
                    || base.rowCount != self.base.rowCount || base.cells.keys.count != self.base.cells.keys.count)
    }

    /// Composes the snapshot from a new one of the base. `canRead` is false where its rows cannot be picked.
    mutating func adopt(_ base: TableSnapshot, canRead: Bool) {
        if base.reading != self.base.reading || base.columns.count < columns.baseCount {
            (expansionSet, columns, cells) = (ExpansionSet(names), ExpandedColumns(), BlockTiles())
            survey.restart()
        }
        let previous = self.base
        (self.base, isBegun) = (base, true)
        if canRead, base.phase != .opening, !base.columns.isEmpty, !base.mayGainColumns {
            columns.addBase(upTo: base.columns.count)
            if expansionSet.resolve(in: base.columns) {
                expansionSet.tallies = []
                survey.restart()
            }
        }
        let known = previous.rowCount.known
        if known != base.rowCount.known || previous.change != base.change
            || previous.progress.total != base.progress.total
        {
            renewRows(from: known - 1)
        }
        compose()
    }

    /// Discards the cells and counts from `row` on, which may have grown.
    private mutating func renewRows(from row: Int) {
        survey.growth += 1
        guard row >= 0 else { return }
        for key in Array(cells.keys) { cells[key] = cells[key]?.rows(before: row) }
        returnSurvey(to: row)
    }

    /// Returns to the last surveyed row, which may have grown.
    private mutating func returnSurvey(to row: Int) {
        guard survey.row > row, let settled = survey.settled else { return }
        expansionSet.tallies = settled
        (survey.row, survey.settled) = (row, nil)
    }

    private mutating func compose() {
        var next = base
        next.version = snapshot.version
        let isExpandable = !expansionSet.isEmpty || base.phase == .opening
        if isExpandable {
            next.description.hasLateColumns = true
            if base.phase == .complete, !isSurveyed { next.phase = .auditing }
        }
        if columns.hasMembers {
            next.columns = columns.columns(base.columns, expansionSet)
            next.fit = columns.fit(base.fit)
            for key in cells.keys { next.cells[key] = cells[key] }
        }
        if let failure { next.phase = .failed(failure) }
        snapshot = next
    }

    mutating func noteFailure(_ error: ReadError) {
        failure = failure ?? error
        if !base.phase.isFailed { compose() }
    }

    // MARK: - Survey

    /// The end of the rows to survey: the last one may still grow while rows are found.
    private var surveyEnd: Int {
        base.rowCount.isExact || base.phase.isFailed ? base.rowCount.known : max(0, base.rowCount.known - 1)
    }

    private var isSurveyed: Bool { expansionSet.isEmpty || survey.row >= surveyEnd }

    /// The next rows to survey, at most `count`; nil where there are none.
    func nextSurvey(_ count: Int) -> Survey? {
        guard !isClosed, failure == nil, !expansionSet.isEmpty, survey.row < surveyEnd else { return nil }
        let end = min(surveyEnd, survey.row + count)
        return Survey(
            rows: survey.row..<end, lastRow: base.rowCount.known - 1, set: expansionSet, round: survey.round,
            growth: survey.growth)
    }

    /// Adopts the findings of a survey, up to `row`. `settled` are the counts without the last row, where that was among its
    /// rows.
    mutating func adopt(_ survey: Survey, upTo row: Int, settled: [[KindTally]]?, nextDue: UInt64) {
        guard survey.round == self.survey.round else { return }
        expansionSet = survey.set
        columns.addMembers(of: expansionSet)
        self.survey.row = row
        if let settled { self.survey.settled = settled }
        if survey.growth != self.survey.growth { returnSurvey(to: survey.lastRow) }
        (self.survey.isBegun, self.survey.due) = (true, nextDue)
        compose()
    }

    // MARK: - Tiles

    /// Divides the wanted cells between the base and this reader; returns those of the base.
    mutating func divideWants(_ ranges: [CellRange]? = nil) -> [CellRange] {
        wanted = ranges ?? wanted
        division = boundary
        let (before, after) = (0..<division, division..<Int.max)
        wants.replace(with: wanted.map { CellRange(rows: $0.rows, columns: $0.columns.clamped(to: after)) })
        return wanted.map { CellRange(rows: $0.rows, columns: $0.columns.clamped(to: before)) }
    }

    /// Divides them again after members were added; nil where nothing changed.
    mutating func divideWantsAgain() -> [CellRange]? {
        boundary == division || wanted.isEmpty ? nil : divideWants()
    }

    /// The next tiles to read.
    func nextLoad() -> TileLoad? { isClosed || !columns.hasMembers ? nil : wants.nextLoad(in: own) }

    /// True while any of the tiles of `load` is wanted.
    func wants(_ load: TileLoad) -> Bool { !isClosed && wants.wants(load, in: own) }

    /// Stores tiles that were read when the base had `rowCount` rows and had grown `growth` times.
    mutating func store(_ blocks: [RowBlock], of load: TileLoad, rowCount: Int, growth: Int) {
        let isStale = growth != survey.growth && load.rows.upperBound >= rowCount
        let kept = zip(load.keys, blocks).compactMap { key, block in
            (isStale ? block.rows(before: rowCount - 1) : block).map { (key, $0) }
        }
        var own = own
        wants.store(kept, in: &own)
        cells = own.cells
        compose()
    }

    /// The snapshot with only the cells that are read here.
    private var own: TableSnapshot {
        var own = snapshot
        own.cells = cells
        return own
    }
}

/// The progress of the survey of all rows.
struct SurveyProgress: Sendable {
    /// The next row.
    var row = 0
    /// The counts without the last row, where that was surveyed: it may still grow.
    var settled: [[KindTally]]?
    /// Changes when all rows must be surveyed again.
    private(set) var round = 0
    /// Changes when the last row may have grown.
    var growth = 0
    var isBegun = false
    /// The next moment for a publication (monotonic nanoseconds).
    var due: UInt64 = 0

    mutating func restart() { (row, settled, round, isBegun) = (0, nil, round + 1, false) }
}

/// Rows to survey for members and their types.
struct Survey: Sendable {
    let rows: Range<Int>
    /// The last known row; it may still grow.
    let lastRow: Int
    var set: ExpansionSet
    let round: Int
    let growth: Int
}
