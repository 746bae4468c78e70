import QuadrilleRuntime
import Synchronization
import Tabular
import TabularBytes

extension JSONReader {
    /// Audits all values of the rows that `pass` found, after those that `audit` has covered, and shows columns, types and
    /// problems. The result has the rows that have ended; `keeping` indicates whether to store it for the next time.
    func audit(from audit: JSONAudit, _ pass: RowIndexing, keeping: Bool = false) throws(ReadError) -> JSONAudit {
        let audit = try auditRows(from: audit, pass)
        if !isClosed { try finish(audit, pass, keeping: keeping) }
        return audit
    }

    /// The same before reading failed: shows the findings in the rows that have ended.
    func auditInterrupted(_ pass: RowIndexing) throws(ReadError) {
        let found = try auditRows(from: firstAudit(nil), pass)
        if !isClosed { publish { $0.take(found) } }
    }

    private func auditRows(from audit: JSONAudit, _ pass: RowIndexing) throws(ReadError) -> JSONAudit {
        var audit = audit
        let (index, total) = state.withLock(wakes: false) { ($0.index, $0.snapshot.progress.total) }
        let parts = parts(of: index, from: audit, to: pass.rowCount)
        let auditor = PartAuditor(self, audit.tree, parts)
        for _ in 1..<max(1, min(tuning.threads, parts.count)) {
            tuning.background.pool.submit(.help, priority: priority, refused: .drop) {
                while auditor.auditNext() {
                    self.tuning.background.scrolling.leaveProcessor(unless: Cancellation { self.isClosed })
                }
            }
        }
        defer { auditor.work.cancel() }
        var clock = PublicationClock(interval: tuning.publication)
        for _ in parts {
            var result = auditor.work.take()
            while result == nil { result = auditor.auditNext() ? auditor.work.take() : auditor.work.waitToTake() }
            guard let result else { break }
            var next = try result.get()
            if audit.misses(next.findings) { next.findings = try auditor.audit(next.rows) }
            audit.append(next.findings)
            auditor.know(audit.tree)
            if isClosed { return audit }
            if clock.isDue() { show(audit, progress: (audit.end.byte, total)) }
        }
        return audit
    }

    /// An audit after the known rows; without any, one that begins with the first row.
    func firstAudit(_ known: JSONAudit?) throws(ReadError) -> JSONAudit {
        if let known { return known }
        var audit = JSONAudit(
            of: state.current.tree, at: Checkpoint(record: 0, byte: table.start), lines: try linesBeforeRows())
        try noteBeginning(in: &audit)
        return audit
    }

    /// The line ends before the first row.
    private func linesBeforeRows() throws(ReadError) -> Int {
        try text.lineEnds(in: text.start..<table.start, block: tuning.block, unless: closing)
    }

    /// Shows all findings, with a last row that has not ended.
    private func finish(_ audit: JSONAudit, _ pass: RowIndexing, keeping: Bool) throws(ReadError) {
        var (all, more) = (audit, RowsPath?.none)
        let store = text.store
        if pass.isInsideRow {
            var rows = RowReader(brokenTable, at: audit.end, tuning)
            let lines = try rows.passOmitted()
            all.pass(to: rows.position, lines: lines)
            if let row = try rows.next() { all.take(row, longest: tuning.longestRow, isOpen: store.isFollowed) }
        }
        if table.form == .values, !store.isFollowed {
            try table.noteComment(behind: all.end.byte, in: &all, unless: closing)
        }
        let isContainer = table.form == .elements || table.form == .members
        if isContainer, !pass.isEnded, !store.isFollowed { all.noteUnclosed(at: pass.offset) }
        if pass.isEnded {
            do throws(ReadError) {
                try text.waitForPackedEnd(unless: closing)
            } catch {
                let found = all
                publish { $0.take(found) }
                throw error
            }
            try noteEnd(at: pass.offset, in: &all)
            more = try moreRows(behind: pass.offset)
        }
        if isClosed { return }
        // Before the publication: a program that waits only for that may exit then.
        if keeping { keepIndex(audit) }
        let found = all
        let length = store.length.known
        let facts = more.map { [SourceDetail.moreRows(at: $0)] } ?? []
        publish { state in
            state.take(found)
            state.snapshot.description.json?.facts.removeAll { $0.name == SourceDetail.moreRowsName }
            state.snapshot.description.json?.facts += facts
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
        guard audit.end.record < end else { return [] }
        var parts: [AuditRows] = []
        var start = audit.end
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

/// Records that one thread audits.
private struct AuditRows: Sendable {
    let start: Checkpoint
    let end: Int
}

/// The findings in some records.
private struct AuditedRows: Sendable {
    let rows: AuditRows
    var findings: JSONAudit
}

/// The shared state of the threads that audit parts.
private final class PartAuditor: Sendable {
    let work: OrderedWork<Result<AuditedRows, ReadError>>
    private let parts: [AuditRows]
    private let reader: JSONReader
    /// The columns of the parts that were collected.
    private let tree: Mutex<ColumnTree>
    private let table: JSONTable

    init(_ reader: JSONReader, _ tree: ColumnTree, _ parts: [AuditRows]) {
        self.tree = Mutex(tree)
        (self.reader, self.parts) = (reader, parts)
        table = reader.brokenTable
        work = OrderedWork(count: parts.count)
    }

    /// Audits the next part; false where there is none.
    func auditNext() -> Bool {
        guard let number = work.next() else { return false }
        do throws(ReadError) {
            let rows = parts[number]
            work.put(.success(AuditedRows(rows: rows, findings: try audit(rows))), of: number)
        } catch {
            work.put(.failure(error), of: number)
        }
        return true
    }

    /// Begins the next parts with the columns of `tree`.
    func know(_ tree: ColumnTree) {
        self.tree.withLock { known in
            if known.columnCount < tree.columnCount { known = tree }
        }
    }

    func audit(_ part: AuditRows) throws(ReadError) -> JSONAudit {
        let omitted = reader.table.omitted
        let end = omitted.row(ofMember: part.end)
        let tree = tree.withLock { $0 }
        var audit = JSONAudit(of: tree, at: part.start, rows: omitted.row(ofMember: part.start.record), isPart: true)
        var rows = RowReader(table, at: part.start, reader.tuning)
        // Bytes before the next look at whether the reader is closed, which takes a lock.
        var unchecked = 0
        while audit.rowCount < end {
            if unchecked <= 0 {
                if reader.isClosed { break }
                unchecked = RowStream.bytesBetweenChecks
            }
            guard let row = try rows.next() else { throw reader.shorter(than: end) }
            audit.take(row, longest: reader.tuning.longestRow)
            unchecked -= row.bytes.count
        }
        let lines = try rows.passOmitted(before: part.end)
        audit.pass(to: rows.position, lines: lines)
        return audit
    }
}
