import QuadrilleRuntime
import TabularBytes

extension TextReader {
    /// Takes up the index that was kept when the source was last read, if it is as it was then: the pass that finds the
    /// records behind the last checkpoint, and with them the source's end, and the audit of the last part, behind what was
    /// found before that. Nil where there is none.
    ///
    /// Reads the samples of the source, and no more.
    func keptPasses(of table: OpenTable) -> (pass: IndexPass, run: AuditRun?)? {
        guard let (cache, key) = indexPlace(of: table), let entry = cache.entry(for: key),
            samples(of: table, length: key.identity.size) == entry.samples
        else { return nil }
        table.repairs.insert(entry.repairs)
        var index = RecordIndex(restoring: entry.checkpoints, interval: entry.interval)
        index.checks = CellChecks(entry.checks)
        let pass = IndexPass(
            SpecialBytes(table.dialect), behind: index, interval: tuning.interval,
            isChecking: table.store.isChecked, repairs: table.repairs.all)
        guard let pass else { return nil }
        state.withLock(wakes: false) { $0.index = index }
        let typing = auditTyping(of: table)
        // Of columns whose type the user chose every value is looked at.
        guard typing.tallied.isEmpty else { return (pass, nil) }
        let kept = KeptFindings(entry.findings[...], reading: KeptFindings.Reading(of: table, typing.nullWords))
        return (pass, kept.flatMap { entry.checkpoints.contains($0.start) ? AuditRun($0, of: table, typing) : nil })
    }

    /// Keeps the index, which is whole, for the next time, and with it what `run` has found when it has come to the end;
    /// unless the source has changed since it was opened.
    func keepIndex(of table: OpenTable, _ run: AuditRun? = nil) {
        guard let (cache, key) = indexPlace(of: table), let samples = samples(of: table, length: key.identity.size)
        else { return }
        var entry = IndexEntry(state.withLock(wakes: false) { $0.index }, samples: samples)
        entry.repairs = table.repairs.all
        if let run {
            // A source of one part, or one that has grown in the middle of one, is audited again.
            guard let findings = run.settled,
                let start = entry.checkpoints.first(where: { $0.byte == run.start && $0.record == findings.records })
            else { return }
            let reading = KeptFindings.Reading(of: table, options.types.effectiveNullWords)
            entry.findings = KeptFindings(reading: reading, start: start, findings: findings).words
        }
        // What was read has been as the key says, if the source still is.
        if table.store.identity == key.identity { cache.keep(entry, for: key) }
    }

    private func indexPlace(of table: OpenTable) -> (IndexCache, IndexKey)? {
        guard let cache = tuning.cache, let identity = table.store.identity, identity.size >= cache.minimumSize,
            table.store.length == StoreLength(known: identity.size, isComplete: true)
        else { return nil }
        let special = SpecialBytes(table.dialect)
        return (cache, IndexKey(identity, special, start: table.start, interval: tuning.interval))
    }

    /// A hash of bytes from both ends of the source and from 14 places between; nil where it cannot be read.
    private func samples(of table: OpenTable, length: Int) -> UInt64? {
        let (count, buffer) = (16, ReadBuffer(count: min(4096, length)))
        var hash = WordHash()
        for number in 0..<count {
            let offset = (length - buffer.bytes.count) / (count - 1) * number
            let isLast = number == count - 1
            let place = isLast ? length - buffer.bytes.count : offset
            guard let read = try? table.store.readFully(into: buffer.bytes, at: place), read == buffer.bytes.count
            else { return nil }
            hash.combine(bytes: UnsafeRawBufferPointer(buffer.bytes))
        }
        return hash.value
    }
}

extension AuditRun {
    /// Begins with the last part, of which nothing was kept.
    fileprivate init(_ kept: KeptFindings, of table: OpenTable, _ typing: AuditTyping) {
        let part = AuditPart(start: kept.start, end: .max)
        self.init(AuditRun(part, of: table, behind: kept.findings, typing), behind: kept.findings)
    }
}
