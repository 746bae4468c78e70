import QuadrilleRuntime
import Tabular
import TabularBytes

/// The rows and columns of a table that were found when its text was last read.
struct KeptTable: Sendable {
    let index: RecordIndex
    /// The pass after the last checkpoint.
    let pass: RowIndexing
    /// Nil where not all values were audited.
    let audit: JSONAudit?

    /// The findings, where they end with the rows that `pass` found; else nil.
    func audit(endingWith pass: RowIndexing) -> JSONAudit? {
        guard let audit, audit.end.record == pass.rowCount, audit.end.byte <= pass.offset,
            audit.end.byte >= index.checkpoints.last?.byte ?? 0
        else { return nil }
        return audit
    }
}

extension JSONTable {
    /// The cache slot of the table, whose rows are at `path`, and whose columns have `layout`. Nil where nothing is stored.
    func indexSlot(at path: RowsPath, _ layout: ColumnLayout, _ tuning: JSONTuning) -> IndexSlot? {
        // Most texts are too small to be stored.
        guard tuning.cache != nil, store.identity != nil else { return nil }
        let limits = ([tuning.sample, tuning.longestRow, isRelaxed ? 1 : 0] + omitted.positions)
            .map(String.init).joined(separator: " ")
        return IndexSlot(
            in: tuning.cache, of: store, reading: "json 2 " + limits + " " + path.text + "\n" + layout.text,
            start: start,
            interval: tuning.interval)
    }

    /// The stored rows and columns, if the text is unchanged. Reads only samples of it.
    func kept(at path: RowsPath, _ layout: ColumnLayout, _ tuning: JSONTuning) -> KeptTable? {
        guard let entry = indexSlot(at: path, layout, tuning)?.entry else { return nil }
        let index = entry.index
        let pass = RowIndexing(scanner, after: index, interval: tuning.interval, isChecking: store.isChecked)
        return pass.map { KeptTable(index: index, pass: $0, audit: JSONAudit(entry.content, of: self, layout)) }
    }
}

extension ColumnLayout {
    /// All of the layout as text, to distinguish it from others.
    fileprivate var text: String {
        let kind =
            switch kind {
            case .automatic: "automatic"
            case .features: "features"
            case .pairs: "pairs"
            }
        // Names may contain anything.
        let columns = declared.flatMap { [$0.name, $0.type ?? ""] }.map { "\n\($0.utf8.count) \($0)" }
        return "\(form.rawValue) \(kind) \(depth)" + columns.joined()
    }
}

extension JSONState {
    /// Shows the stored rows and columns.
    mutating func take(_ kept: KeptTable, omitting omitted: OmittedMembers) {
        self.kept = kept
        index = kept.index
        snapshot.rowCount = .atLeast(max(omitted.row(ofMember: kept.pass.rowCount), snapshot.rowCount.known))
        if let audit = kept.audit { take(audit) }
    }
}

extension JSONReader {
    /// The stored rows and columns; once.
    func takeKept() -> KeptTable? {
        state.withLock(wakes: false) { state in
            defer { state.kept = nil }
            return state.kept
        }
    }

    /// Stores the rows, all of which were found, for the next time, and with them the findings of `audit` when it is complete;
    /// unless the text has changed since it was opened.
    func keepIndex(_ audit: JSONAudit? = nil) {
        let (index, layout, breaks) = state.withLock(wakes: false) { ($0.index, $0.tree.layout, $0.breaks) }
        // Rows after broken ones are found again each time.
        guard !isClosed, breaks.isEmpty, let slot = table.indexSlot(at: containers.rowsAt, layout, tuning) else {
            return
        }
        slot.keep(index, audit?.words ?? [])
    }
}
