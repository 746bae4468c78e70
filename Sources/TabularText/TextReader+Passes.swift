import Tabular

/// Keeps a pass from publishing more often than people can see.
struct PublicationClock {
    let interval: UInt64
    private var next: UInt64 = 0

    init(interval: UInt64) {
        self.interval = interval
        next = monotonicNow() + interval
    }

    /// When it may publish again.
    var due: UInt64 { next }

    /// Whether it may publish now; from then on it waits again.
    mutating func isDue() -> Bool {
        let now = monotonicNow()
        guard now >= next else { return false }
        next = now + interval
        return true
    }
}

extension TextReader {
    /// Finds all records, going on from `pass` where an earlier one ended; where it has come itself.
    @discardableResult
    func index(_ table: OpenTable, from pass: IndexPass? = nil) throws(ReadError) -> IndexPass {
        let pass = pass ?? IndexPass(SpecialBytes(table.dialect), startingAt: table.start, interval: tuning.interval)
        var run = IndexRun(self, table, pass)
        do throws(ReadError) {
            try run.finish { [self] progress in
                publish { state in
                    state.snapshot.rowCount = .atLeast(max(0, state.index.recordCount - table.headerRecords))
                    state.snapshot.progress = progress
                }
            }
        } catch {
            // Rows that were found and not yet told of stay as well.
            publish { $0.snapshot.rowCount = .atLeast(max(0, $0.index.recordCount - table.headerRecords)) }
            throw error
        }
        if isClosed { return run.pass }
        let length = table.store.length.known
        publish { state in
            state.index.recordCount = run.pass.recordCountAtEnd
            state.snapshot.rowCount = .exactly(max(0, run.pass.recordCountAtEnd - table.headerRecords))
            state.snapshot.phase = .auditing
            state.snapshot.progress = (0, length)
        }
        return run.pass
    }
}
