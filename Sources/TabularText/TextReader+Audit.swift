import Tabular

extension TextReader {
    /// Looks at all fields, in parts on several threads. The parts' results are put together in their order, so that what
    /// is shown grows from the beginning on.
    func audit(_ table: OpenTable) throws(ReadError) {
        if isClosed { return }
        let total = table.store.length.known
        let parts = state.withLock(wakes: false) { $0.index }.parts(
            from: table.start, to: total, size: tuning.auditPart, firstHolds: table.headerRecords)
        var sink = AuditSink(headerRecords: table.headerRecords)
        try audit(parts[0], of: table, into: &sink)
        var findings = sink.findings
        if parts.count > 1 { try auditRest(parts, of: table, into: &findings, total: total) }
        if isClosed { return }
        if let surplus = table.store.surplus { findings.report(surplus, at: total) }
        publish { state in
            state.snapshot.progress = (total, total)
            state.snapshot.take(findings)
            state.snapshot.phase = .complete
        }
    }

    /// Audits the parts behind the first, which has given the `findings`.
    private func auditRest(
        _ parts: [AuditPart], of table: OpenTable, into findings: inout AuditFindings, total: Int
    ) throws(ReadError) {
        let queue = AuditQueue(Array(parts.dropFirst()))
        defer { queue.cancel() }
        let first = findings
        for _ in 1..<max(1, min(tuning.auditThreads, parts.count - 1)) {
            BackgroundThread.start { [self] in
                BackgroundThread.yieldToOthers()
                while auditNext(of: queue, of: table, behind: first) {}
            }
        }
        var clock = PublicationClock(interval: tuning.publication)
        for part in parts.dropFirst() {
            var result = queue.take()
            while result == nil {
                // This thread works too, and waits only for those that others have begun.
                result = auditNext(of: queue, of: table, behind: first) ? queue.take() : queue.waitToTake()
            }
            guard let result else { return }
            findings.append(try result.get())
            if isClosed { return }
            if clock.isDue() {
                publish { state in
                    state.snapshot.progress = (part.end, total)
                    state.snapshot.take(findings)
                }
            }
        }
    }

    /// Audits the next part; false when there is none.
    private func auditNext(of queue: AuditQueue, of table: OpenTable, behind first: AuditFindings) -> Bool {
        guard let (number, part) = queue.next() else { return false }
        var sink = AuditSink(
            behind: first, records: part.start.record, headerRecords: table.headerRecords)
        do throws(ReadError) {
            try audit(part, of: table, into: &sink)
            queue.put(.success(sink.findings), of: number)
        } catch {
            queue.put(.failure(error), of: number)
        }
        return true
    }

    /// Audits one part, which begins and ends between two records, or ends with the source.
    private func audit(_ part: AuditPart, of table: OpenTable, into sink: inout AuditSink) throws(ReadError) {
        let buffer = ReadBuffer(count: tuning.passBlock)
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
        parser.finish(into: &sink)
    }
}

extension TableSnapshot {
    /// Takes over what the audit has found so far.
    fileprivate mutating func take(_ findings: AuditFindings) {
        problems = findings.problems
        let noGroups = (columns.first?.groups ?? []).map { _ in "" }
        for (index, types) in findings.types.enumerated() {
            let type = types.columnType
            if index >= columns.count {
                columns.append(Column(name: "", type: type, groups: noGroups))
            } else if columns[index].type != type {
                columns[index].type = type
            }
        }
    }
}
