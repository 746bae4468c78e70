import QuadrilleRuntime
import Tabular

extension IndexPass {
    init(_ table: OpenTable, _ tuning: ReaderTuning) {
        self.init(
            table.bytes, startingAt: table.start, interval: tuning.interval,
            isChecking: table.store.isChecked, repairs: table.repairs.all)
    }
}

extension TextReader {
    /// Finds all records, resuming from `pass`, and shows them; returns the pass at its end.
    @discardableResult
    func index(_ table: OpenTable, from pass: IndexPass? = nil) throws(ReadError) -> IndexPass {
        let isNew = pass == nil
        let pass = try find(table, from: pass ?? IndexPass(table, tuning))
        if isClosed { return pass }
        // Before the rows are published: a program that waits only for them may exit then.
        if isNew { keepIndex(of: table) }
        let length = table.store.length.known
        publish { state in
            state.showAll(pass, of: table)
            state.snapshot.phase = .auditing
            state.snapshot.progress = (0, length)
        }
        return pass
    }

    /// Finds the records after `pass`. Ended ones are shown from time to time, and when reading fails.
    func find(_ table: OpenTable, from pass: IndexPass) throws(ReadError) -> IndexPass {
        var run = IndexRun(self, table, pass)
        do throws(ReadError) {
            try run.finish { [self] progress in
                let change = table.store.change
                publish { state in
                    state.snapshot.change = change
                    state.showEnded(of: table)
                    state.snapshot.phase = .indexing
                    state.snapshot.progress = progress
                }
            }
        } catch {
            publish { $0.showEnded(of: table) }
            throw error
        }
        return run.pass
    }
}
