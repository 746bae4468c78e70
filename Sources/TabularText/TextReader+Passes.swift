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
    /// Finds all records.
    func index(_ table: OpenTable) throws(ReadError) {
        var pass = IndexPass(SpecialBytes(table.dialect), startingAt: table.start, interval: tuning.interval)
        do throws(ReadError) {
            try find(&pass, in: table)
        } catch {
            // Rows that were found and not yet told of stay as well.
            publish { $0.snapshot.rowCount = .atLeast(max(0, $0.index.recordCount - table.headerRecords)) }
            throw error
        }
        if isClosed { return }
        pass.finish()
        let length = table.store.length.known
        publish { state in
            state.index.recordCount = pass.recordCount
            state.snapshot.rowCount = .exactly(max(0, pass.recordCount - table.headerRecords))
            state.snapshot.phase = .auditing
            state.snapshot.progress = (0, length)
        }
    }

    private func find(_ pass: inout IndexPass, in table: OpenTable) throws(ReadError) {
        try forEachBlock(of: table) { block in
            let checkpoints = pass.scan(block)
            state.withLock(wakes: false) { state in
                state.index.append(checkpoints)
                state.index.recordCount = max(state.index.recordCount, pass.recordCount)
            }
        } publish: { [self] progress in
            publish { state in
                state.snapshot.rowCount = .atLeast(max(0, state.index.recordCount - table.headerRecords))
                state.snapshot.progress = progress
            }
        }
    }

    /// Reads the whole source block by block, waiting for what is still to come. `publish` gets how far it
    /// has come.
    private func forEachBlock(
        of table: OpenTable, _ body: (UnsafeBufferPointer<UInt8>) -> Void, publish: ((done: Int, total: Int)) -> Void
    ) throws(ReadError) {
        let buffer = ReadBuffer(count: tuning.passBlock)
        var clock = PublicationClock(interval: tuning.publication)
        var offset = table.start
        var isBehind = false
        while !isClosed {
            let count = try table.store.read(into: buffer.bytes, at: offset)
            if count > 0 {
                body(buffer.prefix(count))
                offset += count
                isBehind = true
            } else {
                let length = try table.store.wait(beyond: offset, deadline: isBehind ? clock.due : .max)
                if length.isComplete && length.known <= offset { return }
            }
            if isBehind && clock.isDue() {
                publish(table.store.progress(at: offset))
                isBehind = false
            }
        }
    }
}
