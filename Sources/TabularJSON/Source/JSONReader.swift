import QuadrilleRuntime
import Tabular
import TabularBytes

/// A reader of one table in the background:
///
///     pass: rows, then columns, types and problems  →  growth lane, a turn whenever something happens to the file
///                                                   →  tile lane, a turn whenever tiles are wanted that are not in memory
///
/// Each stage is an extension in a file of its own. The stages share only `state`.
final class JSONReader: Sendable {
    let text: OpenText
    let table: JSONTable
    let tuning: JSONTuning
    let state: Monitor<JSONState>
    /// The arrays and objects of the text, and the one of this table.
    let containers: JSONContainers
    let columns: TablePlan.Columns
    let lines = LinePlaces()
    /// The priority of its work compared to other readers.
    let priority = WorkPriority()

    /// Reads the first rows of the table; waits for them.
    init(
        _ text: OpenText, _ plan: TablePlan, _ shape: TextShape, _ options: JSONOptions, _ tuning: JSONTuning
    ) throws(ReadError) {
        (self.text, self.tuning, columns) = (text, tuning, plan.columns)
        containers = JSONContainers(rowsAt: plan.path, paths: shape.paths)
        table = JSONTable(
            store: text.store, name: text.name, form: plan.form, start: plan.start, isRelaxed: shape.isRelaxed,
            omitted: plan.omitted)
        let sample = try JSONSample(of: text.store, at: plan.start, length: tuning.sample) { [table] bytes in
            // A row at least, but not the omitted members before it.
            guard table.omitted.isEmpty else { return true }
            var scanner = table.scanner
            return scanner.scan(bytes, limit: 1).rows > 0 || scanner.isEnded
        }
        var description = text.description(format: shape.format)
        if plan.form == .elements || plan.form == .members {
            description.json?.facts = [.rows(at: plan.path)]
        }
        description.problemKinds = Problem.Kind.json
        var layout = ColumnLayout(plan.form, plan.columns, depth: options.depth)
        layout.limits = tuning.limits
        var first = sample.bytes.withUnsafeBufferPointer { [table] in
            JSONState($0, isWhole: sample.isWhole, table, layout, description)
        }
        first.index = RecordIndex(startingAt: table.start, interval: tuning.interval)
        if let kept = table.kept(at: plan.path, first.tree.layout, tuning) { first.take(kept, omitting: plan.omitted) }
        state = Monitor(first)
    }

    /// Begins to read in the background.
    func start() {
        startTiles(in: tuning.background.pool, noThread: .noThread(text.name))
        tuning.background.pool.submit(
            .pass, priority: priority, refused: .call({ [self] in fail(.noThread(table.name)) })
        ) { [self] in
            do throws(ReadError) {
                if state.current.snapshot.rowCount.known > 0 { tuning.background.headStart.wait() }
                let kept = takeKept()
                let start = kept?.pass ?? RowIndexing(table, interval: tuning.interval)
                let pass = try findRows(from: start, isFirst: kept == nil)
                let known = kept?.audit(endingWith: pass)
                let ended = try audit(from: firstAudit(known), pass, keeping: known == nil)
                startFollowing(Passes(rows: pass, audit: ended))
            } catch {
                fail(error)
            }
        }
    }

    func close() { state.close() }

    func publish(_ change: (inout JSONState) -> Void) {
        state.publish { state in
            change(&state)
            state.work.publications += 1
        }
    }

    /// Ends reading early. The rows found so far stay.
    func fail(_ error: ReadError) { state.fail(error, text.store.change) }
}
