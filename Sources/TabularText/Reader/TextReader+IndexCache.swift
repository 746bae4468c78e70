import QuadrilleRuntime
import TabularBytes

/// A folder that stores the indexes of large files.
public typealias IndexCache = TabularBytes.IndexCache

/// The words of a text that are stored with its index:
///
///     count of repairs | byte … | findings …
struct KeptText: Sendable, Hashable {
    /// The byte offsets of the quotes in `RepairedQuotes`.
    var repairs: [Int]
    /// The words of an audit's findings; none where it was not complete.
    var findings: [UInt64] = []

    init(repairs: [Int]) { self.repairs = repairs }

    /// Reads the words of a text whose first record begins at `start`; nil where `words` are invalid.
    init?(_ words: [UInt64], start: Int) {
        var reader = WordReader(words[...])
        guard let found = reader.list(), found.count <= RepairedQuotes.limit else { return nil }
        repairs = found.compactMap { Int(exactly: $0) }
        guard repairs.count == found.count, repairs == repairs.sorted(), repairs.first ?? start >= start else {
            return nil
        }
        findings = reader.rest()
    }

    var words: [UInt64] {
        var writer = WordWriter()
        writer.write(list: repairs.map { UInt64($0) })
        writer.write(words: findings)
        return writer.words
    }
}

extension TextReader {
    /// Adopts the index that was stored when the source was last read, if it is unchanged: the pass that finds the records
    /// after the last checkpoint, and with them the source's end, and the audit of the last part, after the stored findings.
    /// Nil where there is none.
    ///
    /// Reads only the samples of the source.
    func keptPasses(of table: OpenTable) -> (pass: IndexPass, run: AuditRun?)? {
        guard let entry = indexSlot(of: table)?.entry, let text = KeptText(entry.content, start: table.start) else {
            return nil
        }
        table.repairs.insert(text.repairs)
        let index = entry.index
        let pass = IndexPass(
            table.bytes, behind: index, interval: tuning.interval,
            isChecking: table.store.isChecked, repairs: table.repairs.all)
        guard let pass else { return nil }
        state.withLock(wakes: false) { $0.index = index }
        let typing = auditTyping(of: table)
        // Every value of a column whose type the user chose is checked.
        guard typing.tallied.isEmpty else { return (pass, nil) }
        let kept = KeptFindings(text.findings[...], reading: KeptFindings.Reading(of: table, typing.nullWords))
        return (pass, kept.flatMap { entry.checkpoints.contains($0.start) ? AuditRun($0, of: table, typing) : nil })
    }

    /// Stores the whole index for the next time, and with it the findings of `run` when it is complete; unless the source has
    /// changed since it was opened.
    func keepIndex(of table: OpenTable, _ run: AuditRun? = nil) {
        guard let slot = indexSlot(of: table) else { return }
        let index = state.withLock(wakes: false) { $0.index }
        var text = KeptText(repairs: table.repairs.all)
        if let run {
            // A source of one part, or one that has grown in the middle of a part, is audited again.
            guard let findings = run.settled,
                let start = index.checkpoints.first(where: {
                    $0.byte == run.start && $0.record == findings.records && ($0.byte < index.end || $0.record == 0)
                })
            else { return }
            let reading = KeptFindings.Reading(of: table, options.types.effectiveNullWords)
            text.findings = KeptFindings(reading: reading, start: start, findings: findings).words
        }
        slot.keep(index, text.words)
    }

    private func indexSlot(of table: OpenTable) -> IndexSlot? {
        IndexSlot(
            in: tuning.cache, of: table.store, reading: "text " + table.bytes.signature,
            start: table.start,
            interval: tuning.interval)
    }
}

extension AuditRun {
    /// Begins with the last part, which has no stored findings.
    fileprivate init(_ kept: KeptFindings, of table: OpenTable, _ typing: AuditTyping) {
        let part = AuditPart(start: kept.start, end: .max)
        self.init(AuditRun(part, of: table, behind: kept.findings, typing), behind: kept.findings)
    }
}
