import Tabular
import Translation

extension TextReader {
    /// Goes on where the passes stopped whenever the source has grown, and tells what else has become of it, until it is
    /// closed or nothing more can happen. Blocked while nothing happens.
    func follow(_ table: OpenTable, _ pass: inout IndexPass, _ run: inout AuditRun) throws(ReadError) {
        var seen = StoreNews(
            length: table.store.length.known, change: state.withLock(wakes: false) { $0.snapshot.change },
            surplus: table.store.surplus)
        var clock = PublicationClock(interval: tuning.publication)
        var turn = 0
        while !isClosed, let news = try table.store.waitForNews(after: seen, notBefore: clock.due) {
            if news.change != seen.change { publish { $0.snapshot.change = news.change } }
            if news.length > seen.length || news.surplus != seen.surplus {
                // Columns by a header that was not whole would be wrong for good.
                guard table.isKnown && pass.recordCount >= max(1, table.headerRecords) else { return begin() }
                if news.length > seen.length { try checkCells(of: table, behind: pass, turn: &turn) }
                try grow(table, &pass, &run)
                clock.restart()
            }
            seen = news
        }
    }

    /// Shows what was appended: at once with its types and problems, or in steps where it is much.
    private func grow(_ table: OpenTable, _ pass: inout IndexPass, _ run: inout AuditRun) throws(ReadError) {
        let isMuch = table.store.length.known - pass.offset > tuning.auditPart
        let repairs = table.repairs.all
        pass = try isMuch ? index(table, from: pass) : find(table, from: pass)
        // What was taken for a value of the last record is records.
        let first = table.repairs.all.first { !repairs.contains($0) }
        if let first, first < run.offset { run = AuditRun(table, auditTyping(of: table)) }
        if first != nil { run.take(table.repairs.all) }
        try audit(table, &run) { [pass] in $0.showAll(pass, of: table) }
    }

    private func begin() {
        let change = SourceChange(
            kind: .begun, source: name,
            message: tr("has more in it now than the little by which it was opened. Open it again to see it."))
        publish { $0.snapshot.change = change }
    }
}
