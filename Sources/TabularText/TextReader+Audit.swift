import Tabular

extension TextReader {
    /// Looks at all fields, in parts on several threads. The parts' results are put together in their order, so that what
    /// is shown grows from the beginning on.
    func audit(_ table: OpenTable) throws(ReadError) {
        if isClosed { return }
        let total = table.store.length.known
        let parts = state.withLock(wakes: false) { $0.index }.parts(
            from: table.start, to: total, size: tuning.auditPart, firstHolds: table.headerRecords)
        let sampled = try sampleTypes(table)
        let buffer = ReadBuffer(count: tuning.passBlock)
        var sink = AuditSink(headerRecords: table.headerRecords)
        sink.encoding = table.encoding
        try audit(parts[0], of: table, into: &sink, buffer)
        var findings = sink.findings
        try findings.problems.moveBytes(from: 0, table.store.sourceOffset)
        if parts.count > 1 {
            let auditor = PartAuditor(self, table, Array(parts.dropFirst()), behind: findings, sampled)
            try audit(auditor, into: &findings, buffer)
        }
        if isClosed { return }
        if let surplus = table.store.surplus { try findings.report(surplus, at: table.store.sourceOffset(of: total)) }
        let suggestion = try suggestedEncoding(for: table, findings.problems)
        publish { state in
            state.snapshot.description.suggestedEncoding = suggestion
            state.snapshot.progress = (total, total)
            state.snapshot.take(findings)
            state.snapshot.phase = .complete
        }
    }

    /// Audits the parts behind the first, which has given the `findings`.
    private func audit(
        _ auditor: PartAuditor, into findings: inout AuditFindings, _ buffer: ReadBuffer
    ) throws(ReadError) {
        let work = auditor.work
        defer { work.cancel() }
        for _ in 1..<max(1, min(tuning.threads, auditor.parts.count)) {
            BackgroundThread.start {
                BackgroundThread.yieldToOthers()
                auditor.help()
            }
        }
        var clock = PublicationClock(interval: tuning.publication)
        let total = auditor.parts.last?.end ?? 0
        for part in auditor.parts {
            var result = work.take()
            while result == nil {
                // This thread works too, and waits only for those that others have begun.
                result = auditor.auditNext(buffer) ? work.take() : work.waitToTake()
            }
            guard let result else { return }
            let known = findings.problems.first.count
            findings.append(try result.get())
            try findings.problems.moveBytes(from: known, auditor.table.store.sourceOffset)
            if isClosed { return }
            if clock.isDue() {
                publish { state in
                    state.snapshot.progress = (part.end, total)
                    state.snapshot.take(findings, sampled: auditor.sampled)
                }
            }
        }
    }

    /// Audits one part, which begins and ends between two records, or ends with the source.
    fileprivate func audit(
        _ part: AuditPart, of table: OpenTable, into sink: inout AuditSink, _ buffer: ReadBuffer
    ) throws(ReadError) {
        var parser = RecordParser(SpecialBytes(table.dialect))
        var offset = part.start.byte
        while offset < part.end && !isClosed {
            let room = UnsafeMutableRawBufferPointer(rebasing: buffer.bytes.prefix(part.end - offset))
            let count = try table.store.read(into: room, at: offset)
            // A source that has lost bytes says so when it is read; one that was cancelled has no more.
            guard count > 0 else { break }
            let block = buffer.prefix(count)
            sink.beginChunk(block, at: offset)
            _ = parser.parse(block, at: offset, into: &sink)
            sink.endChunk()
            offset += count
        }
        sink.end()
        parser.finish(into: &sink)
    }
}

/// What threads need to audit parts.
private final class PartAuditor: Sendable {
    let work: OrderedWork<Result<AuditFindings, ReadError>>
    let parts: [AuditPart]
    let table: OpenTable
    private let reader: TextReader
    /// Found in the part before these, and in the whole source here and there.
    private let first: AuditFindings
    let sampled: [TypeSet]

    init(
        _ reader: TextReader, _ table: OpenTable, _ parts: [AuditPart], behind first: AuditFindings,
        _ sampled: [TypeSet]
    ) {
        self.sampled = sampled
        self.reader = reader
        self.table = table
        self.parts = parts
        self.first = first
        work = OrderedWork(count: parts.count)
    }

    func help() {
        let buffer = ReadBuffer(count: reader.tuning.passBlock)
        while auditNext(buffer) {}
    }

    /// Audits the next part; false when there is none.
    func auditNext(_ buffer: ReadBuffer) -> Bool {
        guard let number = work.next() else { return false }
        let part = parts[number]
        var sink = AuditSink(behind: first, records: part.start.record, headerRecords: table.headerRecords)
        sink.encoding = table.encoding
        do throws(ReadError) {
            try reader.audit(part, of: table, into: &sink, buffer)
            work.put(.success(sink.findings), of: number)
        } catch {
            work.put(.failure(error), of: number)
        }
        return true
    }
}

extension TableSnapshot {
    /// Takes over what the audit has found so far; `sampled` are the types that are possible beyond that.
    fileprivate mutating func take(_ findings: AuditFindings, sampled: [TypeSet] = []) {
        problems = findings.allProblems
        var types = findings.types
        for (index, type) in sampled.prefix(types.count).enumerated() { types[index].narrow(to: type) }
        take(types)
    }
}
