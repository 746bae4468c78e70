import QuadrilleRuntime
import Tabular
import TabularBytes

extension RowIndexing {
    /// A pass that begins with the first row of `table`.
    init(_ table: JSONTable, interval: Int) {
        self.init(table.scanner, startingAt: table.start, interval: interval, isChecking: table.store.isChecked)
    }

    /// A Boolean value that indicates whether part of a row follows the last one that ended.
    var isInsideRow: Bool { scanner.isInsideRow }

    /// The number of rows if the rest is like the beginning.
    fileprivate func expectedRows(in length: Int) -> Int? {
        guard rowCount > 0, offset > start else { return nil }
        return Int(Double(rowCount) * Double(length - start) / Double(offset - start))
    }
}

extension JSONReader {
    /// Finds all rows after `pass`, and shows them as they come; also the rows found before reading fails. `isFirst` indicates
    /// that nothing is known from before: rows after broken ones are looked for, and the index is stored for the next time.
    func findRows(from pass: RowIndexing, isFirst: Bool = false) throws(ReadError) -> RowIndexing {
        var run = IndexRun(self, pass)
        do throws(ReadError) {
            try run.finish { show($0) }
        } catch {
            if run.isBehind { show(run.pass) }
            // These rows may have columns of their own.
            if isFirst { try? auditInterrupted(run.pass) }
            throw error
        }
        if isClosed { return run.pass }
        let found = isFirst ? try recover(from: run.pass) : run.pass
        if isClosed { return found }
        if isFirst { keepIndex() }
        let length = table.store.length.known
        publish { state in
            state.showAll(found, omitting: table.omitted)
            state.snapshot.phase = .auditing
            state.snapshot.progress = (0, length)
        }
        return found
    }

    /// Shows the rows that have ended.
    private func show(_ pass: RowIndexing) {
        let store = table.store
        let (change, length) = (store.change, store.length)
        let count = table.omitted.row(ofMember: pass.rowCount)
        // Omitted members allow no estimate.
        let canExpect = length.isComplete && table.omitted.isEmpty
        let intake = store.intake ?? (pass.offset, length.isComplete ? length.known : 0)
        publish { state in
            state.snapshot.change = change
            state.snapshot.phase = .indexing
            state.snapshot.progress = intake
            state.snapshot.rowCount = .atLeast(max(count, state.snapshot.rowCount.known))
            state.snapshot.expectedRowCount = canExpect ? pass.expectedRows(in: length.known) : nil
        }
    }
}

extension JSONState {
    /// Shows all rows; the last one may be cut off.
    fileprivate mutating func showAll(_ pass: RowIndexing, omitting omitted: OmittedMembers) {
        let count = omitted.row(ofMember: pass.rowCountAtEnd)
        openRow = pass.isInsideRow ? omitted.row(ofMember: pass.rowCount) : nil
        index.settle(pass.rowCountAtEnd, at: pass.offset)
        snapshot.rowCount = .exactly(count)
        snapshot.expectedRowCount = nil
        snapshot.bytesPerRow = count > 0 ? (pass.offset - pass.start) / count : nil
    }
}
