import QuadrilleRuntime
import Tabular
import TabularBytes

extension JSONReader {
    /// Looks at all values of the rows that `pass` found, behind those that `audit` has been through, and shows columns,
    /// types and problems. The result has the rows that have ended.
    func audit(from audit: JSONAudit, _ pass: RowIndexing) throws(ReadError) -> JSONAudit {
        var audit = audit
        let (index, total) = state.withLock(wakes: false) { ($0.index, $0.snapshot.progress.total) }
        let parts = parts(of: index, from: audit, to: pass.rowCount)
        let auditor = PartAuditor(self, audit.tree, parts)
        for _ in 1..<max(1, min(tuning.threads, parts.count)) {
            tuning.pool.submit(.help, priority: priority, refused: .drop) {
                while auditor.auditNext() {
                    ScrollActivity.leaveProcessor { !self.isClosed }
                }
            }
        }
        defer { auditor.work.cancel() }
        var clock = PublicationClock(interval: tuning.publication)
        for _ in parts {
            var result = auditor.work.take()
            while result == nil { result = auditor.auditNext() ? auditor.work.take() : auditor.work.waitToTake() }
            guard let result else { break }
            audit.append(try result.get())
            if isClosed { return audit }
            if clock.isDue() { show(audit, progress: (audit.offset, total)) }
        }
        try finish(audit, pass)
        return audit
    }

    /// The line ends before the first row.
    func linesBeforeRows() throws(ReadError) -> Int {
        let buffer = ReadBuffer(count: tuning.block)
        var (offset, lines, wasCarriageReturn) = (text.start, 0, false)
        while offset < table.start, !isClosed {
            let room = UnsafeMutableRawBufferPointer(rebasing: buffer.bytes.prefix(table.start - offset))
            let count = try text.store.read(into: room, at: offset)
            if count == 0 { break }
            lines += buffer.prefix(count).lineEnds(after: &wasCarriageReturn)
            offset += count
        }
        return lines
    }

    /// Shows all that was found, with a last row that has not ended.
    private func finish(_ audit: JSONAudit, _ pass: RowIndexing) throws(ReadError) {
        var all = audit
        let store = text.store
        if pass.isInsideRow {
            var rows = RowReader(table, at: audit.offset, tuning)
            if let row = try rows.next() { all.take(row, longest: tuning.longestRow, isOpen: store.isFollowed) }
        }
        let isContainer = table.form == .elements || table.form == .members
        if isContainer, !pass.isEnded, !store.isFollowed { all.noteUnclosed(at: pass.offset) }
        if pass.isEnded { try noteEnd(at: pass.offset, in: &all) }
        if isClosed { return }
        let found = all
        let length = store.length.known
        publish { state in
            state.take(found)
            state.snapshot.progress = (length, length)
            state.snapshot.phase = .complete
        }
    }

    private func show(_ audit: JSONAudit, progress: (done: Int, total: Int)) {
        let change = text.store.change
        publish { state in
            state.take(audit)
            state.snapshot.change = change
            state.snapshot.progress = progress
        }
    }

    /// Rows for each part of an audit: from one checkpoint to another.
    private func parts(of index: RecordIndex, from audit: JSONAudit, to end: Int) -> [AuditRows] {
        guard audit.rowCount < end else { return [] }
        var parts: [AuditRows] = []
        var start = Checkpoint(record: audit.rowCount, byte: audit.offset)
        for checkpoint in index.checkpoints
        where checkpoint.record > start.record && checkpoint.record < end
            && checkpoint.byte - start.byte >= tuning.auditPart
        {
            parts.append(AuditRows(start: start, end: checkpoint.record))
            start = checkpoint
        }
        return parts + [AuditRows(start: start, end: end)]
    }
}

/// Rows that one thread audits.
private struct AuditRows: Sendable {
    let start: Checkpoint
    let end: Int
}

/// The shared state of the threads that audit parts.
private final class PartAuditor: Sendable {
    let work: OrderedWork<Result<JSONAudit, ReadError>>
    private let parts: [AuditRows]
    private let reader: JSONReader
    private let tree: ColumnTree

    init(_ reader: JSONReader, _ tree: ColumnTree, _ parts: [AuditRows]) {
        (self.reader, self.tree, self.parts) = (reader, tree, parts)
        work = OrderedWork(count: parts.count)
    }

    /// Audits the next part; false where there is none.
    func auditNext() -> Bool {
        guard let number = work.next() else { return false }
        do throws(ReadError) {
            work.put(.success(try audit(parts[number])), of: number)
        } catch {
            work.put(.failure(error), of: number)
        }
        return true
    }

    private func audit(_ part: AuditRows) throws(ReadError) -> JSONAudit {
        var audit = JSONAudit(of: tree, at: part.start.byte, row: part.start.record)
        var rows = RowReader(reader.table, at: part.start.byte, reader.tuning)
        while audit.rowCount < part.end, !reader.isClosed {
            guard let row = try rows.next() else { throw reader.shorter(than: part.end) }
            audit.take(row, longest: reader.tuning.longestRow)
        }
        return audit
    }
}

extension JSONState {
    /// Takes what an audit has found so far.
    fileprivate mutating func take(_ audit: JSONAudit) {
        tree = audit.tree
        snapshot.columns = tree.columns { audit.tallies[$0].form }
        snapshot.description.hasBareRecords = tree.hasBareRecords
        snapshot.problems = audit.problems
    }
}
