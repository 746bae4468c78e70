import Tabular

/// A dialect, and the measure of the sample as it is read in it.
struct Candidate: Sendable, Hashable {
    /// With the skipped lines of `cost`.
    var dialect: Dialect
    let evidence: SampleEvidence
    var cost: ReadingCost

    /// Byte offset of the first record of the table.
    var start: Int {
        cost.skippedLines < evidence.leads.count ? evidence.leads[cost.skippedLines].start : 0
    }

    /// True where the delimiter occurs in all records from the byte offset `start` on, blank lines aside.
    func dividesAll(from start: Int) -> Bool {
        guard cost.width > 1, let first = evidence.leads.firstIndex(where: { $0.start >= start })
        else { return false }
        return evidence.isDivided(from: first)
    }
}
