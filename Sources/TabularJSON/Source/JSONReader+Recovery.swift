import QuadrilleRuntime
import Tabular
import TabularBytes

extension JSONReader {
    /// The most broken rows after which reading resumes.
    private static let breakLimit = 100

    /// The table with the breaks after broken rows.
    var brokenTable: JSONTable { table.broken(at: state.withLock(wakes: false) { $0.breaks }) }

    /// Searches an array that has no end for rows that swallow later ones, and finds these again. The result is the pass over
    /// all of them; `pass` where there are none.
    func recover(from pass: RowIndexing) throws(ReadError) -> RowIndexing {
        guard table.form == .elements, !pass.isEnded, pass.start == table.start, brokenTable.breaks.isEmpty else {
            return pass
        }
        let breaks = try findBreaks()
        guard let first = breaks.first, !isClosed else { return pass }
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

    /// The offsets at which rows begin after broken ones.
    private func findBreaks() throws(ReadError) -> [Int] {
        let tree = state.withLock(wakes: false) { $0.tree }
        let opener = UInt8(ascii: tree.records == .positions ? "[" : "{")
        var fields = FieldReader(tree, wanted: [])
        var breaks: [Int] = []
        var rows = RowReader(table, at: Checkpoint(record: 0, byte: table.start), tuning)
        while breaks.count < Self.breakLimit, !isClosed, let row = try rows.next() {
            guard case .broken(let fault) = fields.read(row),
                let place = RowRecovery(row: row.bytes, opener: opener).place(after: fault.byte)
            else { continue }
            breaks.append(row.offset + place)
            let next = Checkpoint(record: row.record + 1, byte: row.offset + place)
            rows = RowReader(table, at: next, tuning)
        }
        return breaks
    }

    /// Scans all rows of `table` again.
    private func scan(_ table: JSONTable, into index: inout RecordIndex) throws(ReadError) -> RowIndexing {
        var pass = RowIndexing(table, interval: tuning.interval)
        let buffer = ReadBuffer(count: tuning.block)
        for end in table.breaks + [.max] {
            while pass.offset < end, !pass.isEnded, !isClosed {
                let room = UnsafeMutableRawBufferPointer(rebasing: buffer.bytes.prefix(end - pass.offset))
                let count = try table.store.read(into: room, at: pass.offset)
                if count == 0 { break }
                index.append(pass.scan(buffer.prefix(count)))
            }
            if end < .max { index.append(pass.breakRow()) }
        }
        for (cell, sum) in pass.takeSums() { index.checks.note(sum, of: cell) }
        return pass
    }
}
