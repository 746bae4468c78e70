import QuadrilleRuntime
import Tabular
import TabularBytes

extension AuditRun {
    init(_ table: OpenTable, _ typing: AuditTyping) {
        var sink = AuditSink(headerRecords: table.headerRecords, skippedLines: table.dialect.skippedLines)
        (sink.encoding, sink.typing) = (table.encoding, typing)
        self.init(sink: sink, parser: table.parser(), offset: table.start)
    }

    /// Begins a later part; another run has audited the first.
    init(_ part: AuditPart, of table: OpenTable, behind first: AuditFindings, _ typing: AuditTyping) {
        var sink = AuditSink(
            behind: first, records: part.start.record, headerRecords: table.headerRecords, typing: typing)
        sink.encoding = table.encoding
        self.init(sink: sink, parser: table.parser(), offset: part.start.byte)
    }
}

extension TextReader {
    /// Audits all fields from `run` on, in parts on several threads. The parts' results are merged in order, so that the
    /// published findings grow from the beginning. `show` joins the last publication; `keeping` indicates whether to store the
    /// findings for the next time.
    func audit(
        _ table: OpenTable, _ run: inout AuditRun, keeping: Bool = false,
        showing show: (inout ReaderState) -> Void = { _ in }
    ) throws(ReadError) {
        if isClosed { return }
        let total = table.store.length.known
        // Empty lines at the end are no records, unless more follows.
        let contentEnd = state.withLock(wakes: false) { $0.index.end }
        let parts = auditParts(of: table, from: run.offset, to: contentEnd)
        // A source whose whole was audited once needs no second sample.
        let sampled = run.offset == table.start ? try sampleTypes(table) : []
        let buffer = ReadBuffer(count: tuning.passBlock)
        try audit(table, to: parts.first?.end ?? contentEnd, &run, buffer)
        var findings = try run.findings(of: table)
        if parts.count > 1 {
            let auditor = PartAuditor(self, table, Array(parts.dropFirst()), behind: findings, sampled)
            try audit(auditor, &run, buffer)
            findings = try run.findings(of: table)
        }
        if isClosed { return }
        // Before the publication: a program that waits only for that may exit then.
        if keeping { keepIndex(of: table, run) }
        if let surplus = table.store.surplus {
            let end = try table.store.sourceOffset(of: total)
            findings.report(surplus, at: end, isInRecord: run.isInsideRecord)
        }
        if table.store.isFollowed, case let open = run.openCommentLength, open > 0 {
            let byte = try table.store.sourceOffset(of: total - open)
            findings.report(Surplus(kind: .openComment, byte: byte, count: open), at: byte, isInRecord: false)
        }
        let suggestion = try suggestedEncoding(for: table, findings.problems)
        let dialect = try suggestedDialect(for: table, findings)
        publish { state in
            show(&state)
            state.snapshot.description.text?.encoding.suggested = suggestion
            state.snapshot.description.text?.suggestedDialect = dialect
            state.snapshot.progress = (total, total)
            state.take(findings)
            state.snapshot.phase = .complete
        }
    }

    /// Returns the parts to audit; none where little was appended, which needs no parts.
    private func auditParts(of table: OpenTable, from start: Int, to end: Int) -> [AuditPart] {
        guard end - start > tuning.auditPart else { return [] }
        return state.withLock(wakes: false) { $0.index }.parts(
            from: start, to: end, size: tuning.auditPart, firstHolds: table.headerRecords)
    }

    /// Audits the parts after the first, which `run` has audited.
    private func audit(
        _ auditor: PartAuditor, _ run: inout AuditRun, _ buffer: ReadBuffer
    ) throws(ReadError) {
        let work = auditor.work
        defer { work.cancel() }
        for helper in 1..<max(1, min(tuning.threads, auditor.parts.count)) {
            tuning.background.pool.submit(.help, priority: priority, refused: .drop) {
                auditor.help(leavingProcessor: helper == 1)
            }
        }
        var clock = PublicationClock(interval: tuning.publication)
        let (table, total) = (auditor.table, auditor.parts.last?.end ?? 0)
        for part in auditor.parts {
            var result = work.take()
            while result == nil {
                // This thread works too, and waits only for parts that others have begun.
                result = auditor.auditNext(buffer) ? work.take() : work.waitToTake()
            }
            guard let result else { return }
            try run.append(try result.get(), of: table)
            if isClosed { return }
            if clock.isDue() {
                let (findings, change) = (try run.findings(of: table), table.store.change)
                publish { state in
                    state.snapshot.change = change
                    state.snapshot.progress = (part.end, total)
                    state.take(findings, sampled: auditor.sampled)
                }
            }
        }
    }

    /// Audits one part up to `end`, which lies between two records or is the source's end.
    fileprivate func audit(
        _ table: OpenTable, to end: Int, _ run: inout AuditRun, _ buffer: ReadBuffer
    ) throws(ReadError) {
        while run.offset < end && !isClosed {
            let room = UnsafeMutableRawBufferPointer(rebasing: buffer.bytes.prefix(end - run.offset))
            let count = try table.store.read(into: room, at: run.offset)
            // A source that has lost bytes throws when it is read; a cancelled one has no more.
            guard count > 0 else { break }
            run.take(buffer.prefix(count))
        }
    }
}

/// The state that threads share to audit parts.
private final class PartAuditor: Sendable {
    let work: OrderedWork<Result<AuditRun, ReadError>>
    let parts: [AuditPart]
    let table: OpenTable
    private let reader: TextReader
    /// The findings of the part before these, and of samples of the whole source.
    private let first: AuditFindings
    let sampled: [TypeSet]
    private let typing: AuditTyping

    init(
        _ reader: TextReader, _ table: OpenTable, _ parts: [AuditPart], behind first: AuditFindings,
        _ sampled: [TypeSet]
    ) {
        self.sampled = sampled
        self.reader = reader
        typing = reader.auditTyping(of: table)
        self.table = table
        self.parts = parts
        self.first = first
        work = OrderedWork(count: parts.count)
    }

    /// Audits parts as long as there are any; one helper leaves its processor to scrolling.
    func help(leavingProcessor: Bool) {
        let buffer = ReadBuffer(count: reader.tuning.passBlock)
        while auditNext(buffer) {
            if leavingProcessor {
                reader.tuning.background.scrolling.leaveProcessor(unless: Cancellation { [reader] in reader.isClosed })
            }
        }
    }

    /// Audits the next part; false when there is none.
    func auditNext(_ buffer: ReadBuffer) -> Bool {
        guard let number = work.next() else { return false }
        let part = parts[number]
        var run = AuditRun(part, of: table, behind: first, typing)
        do throws(ReadError) {
            try reader.audit(table, to: part.end, &run, buffer)
            work.put(.success(run), of: number)
        } catch {
            work.put(.failure(error), of: number)
        }
        return true
    }
}

extension ReaderState {
    /// Adopts the findings of the audit so far; `sampled` are the readings that are possible beyond that.
    fileprivate mutating func take(_ findings: AuditFindings, sampled: [TypeSet] = []) {
        snapshot.problems = findings.allProblems
        var types = findings.types
        for (index, type) in sampled.prefix(types.count).enumerated() { types[index].narrow(to: type) }
        typing.types = types
        typing.nulls = findings.nulls
        typing.tallies.merge(findings.tallies) { $1 }
        resolveTypes()
    }
}
