import QuadrilleRuntime
import Tabular
import TabularBytes

/// Reads one table in the background:
///
///     pass: rows, then columns, types and problems  →  growth lane, a turn whenever something happens to the file
///                                                   →  tile lane, a turn whenever tiles are wanted that are not in memory
///
/// Each stage is an extension in a file of its own. The stages share `state`, and nothing else.
final class JSONReader: Sendable {
    let text: OpenText
    let table: JSONTable
    let tuning: JSONTuning
    let state: Monitor<JSONState>
    /// The arrays and objects of the text, and the one of this table.
    let containers: JSONContainers
    let columns: TablePlan.Columns
    let lines = LinePlaces()
    /// Of its work among that of other readers.
    let priority = WorkPriority()

    /// Reads the first rows of the table; waits for them.
    init(
        _ text: OpenText, _ plan: TablePlan, _ shape: TextShape, _ options: JSONOptions, _ tuning: JSONTuning
    ) throws(ReadError) {
        (self.text, self.tuning, columns) = (text, tuning, plan.columns)
        containers = JSONContainers(rowsAt: plan.path, paths: shape.paths)
        table = JSONTable(
            store: text.store, name: text.name, form: plan.form, start: plan.start, isRelaxed: shape.isRelaxed)
        let sample = try JSONSample(of: text.store, at: plan.start, length: tuning.sample) { [table] bytes in
            // A row at least.
            var scanner = table.scanner
            return scanner.scan(bytes, limit: 1).rows > 0 || scanner.isEnded
        }
        var description = text.description(format: shape.format)
        if plan.form == .elements || plan.form == .members {
            description.details = [.rows(at: plan.path)]
        }
        description.problemKinds = Problem.Kind.json
        var first = sample.bytes.withUnsafeBufferPointer { [table] in
            JSONState($0, isWhole: sample.isWhole, table, plan.columns, depth: options.depth, description)
        }
        first.index = RecordIndex(startingAt: table.start, interval: tuning.interval)
        state = Monitor(first)
    }

    /// Begins to read in the background.
    func start() {
        startTiles()
        tuning.pool.submit(
            .pass, priority: priority, refused: .call({ [self] in giveUp(after: .noThread(table.name)) })
        ) { [self] in
            do throws(ReadError) {
                let pass = try findRows(from: RowIndexing(table, interval: tuning.interval))
                let lines = try linesBeforeRows()
                let audit = try audit(from: JSONAudit(of: state.current.tree, at: table.start, lines: lines), pass)
                startFollowing(pass, audit)
            } catch {
                giveUp(after: error)
            }
        }
    }

    var isClosed: Bool { state.withLock(wakes: false) { $0.isClosed } }

    func close() {
        state.withLock { state in
            (state.isClosed, state.handler, state.lanes) = (true, nil, (nil, nil))
        }
    }

    /// Changes what is shown: a new generation, and a call of the handler. Once reading has failed that stays so.
    func publish(_ change: (inout JSONState) -> Void) {
        let (handler, tiles) = state.withLock { state in
            let phase = state.snapshot.phase
            change(&state)
            if phase.isFailed { state.snapshot.phase = phase }
            state.snapshot.generation += 1
            state.work.publications += 1
            return (state.handler, state.lanes.tiles)
        }
        tiles?.signal()
        // Outside the lock: the handler may ask for the snapshot.
        handler?()
    }

    /// Ends reading early. Rows that were found stay.
    func giveUp(after error: ReadError) { fail(error) }

    /// Says that reading ended early; once, since every want would say it again.
    func fail(_ error: ReadError) {
        let isNew = state.withLock(wakes: false) { !$0.isClosed && !$0.snapshot.phase.isFailed }
        guard isNew else { return }
        let change = text.store.change
        publish { state in
            state.snapshot.phase = .failed(error)
            state.snapshot.change = change
        }
    }
}
