import QuadrilleRuntime
import Tabular

/// Sizes of the work of an `ExpandedReader`; tests make them smaller.
struct ExpansionTuning: Sendable {
    /// Rows of the first survey, and bytes of their values.
    var sample = (rows: 1_000, bytes: 1 << 20)
    /// Rows of one turn, and bytes of their values.
    var step = (rows: 1 << 16, bytes: 1 << 23)
    /// Nanoseconds between two publications, at least: 30 a second.
    var publication: UInt64 = 33_000_000
    var background = Background()
}

/// A reader that finds the members of objects in columns of a base, and reads their cells:
///
///     survey lane   a turn for the first rows, then for the others, and whenever the base has more
///     tile lane     a turn whenever tiles are wanted
final class ExpandedReader: Sendable {
    let base: any TableSource
    let state: Monitor<ExpandedState>
    let tuning: ExpansionTuning
    /// The priority of its work compared to other readers.
    let priority = WorkPriority()

    init(_ base: any TableSource, _ names: [String], _ tuning: ExpansionTuning) {
        (self.base, self.tuning) = (base, tuning)
        state = Monitor(ExpandedState(base.snapshot, names))
    }

    /// Follows the base, and begins to read in the background.
    func start() {
        startSurvey()
        startTiles(in: tuning.background.pool, noThread: .noThreadForTask)
        base.onChange { [weak self] in self?.adoptBase() }
        adoptBase()
    }

    /// The rows of the base.
    ///
    /// - Throws: Where these can no longer be read.
    func rows() throws(ReadError) -> any RowPicking {
        guard let rows = base.abilities.pick else { throw ReadError(JSONFailure.closed, of: .table) }
        return rows
    }

    /// Adopts and shows a change of the base.
    private func adoptBase() {
        guard !isClosed else { return }
        let snapshot = base.snapshot
        let canRead = base.abilities.pick != nil
        publish { state in
            if state.isNews(snapshot) || !state.isBegun { state.adopt(snapshot, canRead: canRead) }
        }
        state.withLock(wakes: false) { $0.lanes.growth }?.signal()
    }

    /// The newest snapshot, also where the base has not yet announced its own.
    var snapshot: TableSnapshot {
        let snapshot = base.snapshot
        guard state.withLock(wakes: false, { !$0.isClosed && $0.isNews(snapshot) }) else {
            return state.withLock(wakes: false) { $0.snapshot }
        }
        let canRead = base.abilities.pick != nil
        return state.withLock { state in
            if state.isNews(snapshot) {
                state.adopt(snapshot, canRead: canRead)
                state.snapshot.version.advance()
            }
            return state.snapshot
        }
    }

    /// Changes the shown state, and requests the base's share of the wanted cells.
    func publish(_ change: (inout ExpandedState) -> Void) {
        state.publish(change)
        let (wants, tiles) = state.withLock(wakes: false) { ($0.divideWantsAgain(), $0.lanes.tiles) }
        guard let wants else { return }
        base.want(wants)
        tiles?.signal()
    }

    func want(_ ranges: [CellRange]) {
        let (wants, tiles) = state.withLock(wakes: false) { ($0.divideWants(ranges), $0.lanes.tiles) }
        base.want(wants)
        tiles?.signal()
    }

    func fail(_ error: ReadError) {
        guard !isClosed else { return }
        publish { $0.noteFailure(error) }
    }

    // MARK: - Survey

    private func startSurvey() {
        let lane = WorkLane(.pass, priority: priority, in: tuning.background.pool) { [weak self] lane in
            guard let self else { return }
            do throws(ReadError) {
                try takeTurn(lane)
            } catch {
                fail(error)
            }
        }
        state.withLock { $0.lanes.growth = lane }
    }

    /// Surveys the next rows.
    private func takeTurn(_ lane: WorkLane) throws(ReadError) {
        let (isBegun, due) = state.withLock(wakes: false) { ($0.survey.isBegun, $0.survey.due) }
        if isBegun, monotonicNow() < due { return lane.signal(at: due) }
        let size = isBegun ? tuning.step : tuning.sample
        guard let survey = state.withLock(wakes: false, { $0.nextSurvey(size.rows) }) else { return }
        var sink = SurveySink(survey, bytes: size.bytes, unless: state.closing)
        try rows().streamRecords(survey.rows, of: .columns(sink.roots), into: &sink)
        guard !isClosed else { return }
        // A base that ends early has no more rows to survey.
        let end = sink.isFinished ? survey.rows.lowerBound + sink.rowCount : survey.rows.upperBound
        let next = monotonicNow() + tuning.publication
        publish { $0.adopt(sink.survey, upTo: end, settled: sink.settled, nextDue: next) }
        lane.signal()
    }
}
