import QuadrilleRuntime
import Tabular
import TabularBytes

extension JSONReader {
    /// Nanoseconds to wait at a time for a text that is still arriving: closing is noticed after so long.
    private static let patience: UInt64 = 500_000_000

    /// The table with the breaks after broken rows.
    var brokenTable: JSONTable { table.broken(at: state.withLock(wakes: false) { $0.breaks }) }

    /// Searches an array that has no end, that something other than its parent's text follows, or that has rows in rows, for rows
    /// that swallow later ones, and finds these again. The result is the pass over all of them; `pass` where there are none.
    func recover(from pass: RowIndexing) throws(ReadError) -> RowIndexing {
        guard table.form == .elements, pass.start == table.start, brokenTable.breaks.isEmpty else { return pass }
        let parents = containers.rowsAt.steps.reversed().map { step -> RowForm in
            if case .member = step { .members } else { .elements }
        }
        let finder = BreakFinder(table: table, parents: parents, tree: state.current.tree, tuning: tuning)
        // Damage behind the array is reported after its rows.
        if pass.isEnded {
            let isRight = (try? finder.isEnd(pass.offset)) ?? true
            if isRight && !pass.mayHoldRowsInRows { return pass }
            if !isRight, (try? waitForEnd()) == nil { return pass }
        }
        let breaks = try finder.breaks(unless: closing)
        guard let first = breaks.first?.offset, !isClosed else { return pass }
        let table = table.broken(at: breaks)
        var index = RecordIndex(startingAt: table.start, interval: tuning.interval)
        let all = try scan(table, into: &index)
        // Rows that were shown stay.
        guard all.rowCountAtEnd >= pass.rowCountAtEnd, !isClosed else { return pass }
        let row = index.checkpoints.last { $0.byte < first }?.record ?? 0
        let found = index
        publish { state in
            (state.index, state.breaks) = (found, breaks)
            for key in Array(state.snapshot.cells.keys) {
                state.snapshot.cells[key] = state.snapshot.cells[key]?.rows(before: row)
            }
        }
        return all
    }

    /// Scans all rows of `table` again.
    private func scan(_ table: JSONTable, into index: inout RecordIndex) throws(ReadError) -> RowIndexing {
        var pass = RowIndexing(table, interval: tuning.interval)
        let buffer = ReadBuffer(count: tuning.block)
        for place in table.breaks {
            try scan(&pass, to: place.offset, buffer, into: &index)
            switch place.kind {
            case .row, .rowWithoutComma: index.append(pass.breakRow())
            case .passage: pass.passAll()
            }
        }
        try scan(&pass, to: .max, buffer, into: &index)
        for (cell, sum) in pass.takeSums() { index.checks.note(sum, of: cell) }
        return pass
    }

    /// Scans up to `end`, or to the end of the rows.
    private func scan(
        _ pass: inout RowIndexing, to end: Int, _ buffer: ReadBuffer, into index: inout RecordIndex
    ) throws(ReadError) {
        while pass.offset < end, !pass.isEnded, !isClosed {
            let room = UnsafeMutableRawBufferPointer(rebasing: buffer.bytes.prefix(end - pass.offset))
            let count = try table.store.read(into: room, at: pass.offset)
            if count == 0 { return }
            index.append(pass.scan(buffer.prefix(count)))
        }
    }

    /// Waits for all of a text that is still arriving.
    private func waitForEnd() throws(ReadError) {
        var length = table.store.length
        while !length.isComplete, !isClosed {
            length = try table.store.wait(beyond: length.known, deadline: monotonicNow() + Self.patience)
        }
    }
}
