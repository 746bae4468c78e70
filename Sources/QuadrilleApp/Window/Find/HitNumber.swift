import TabularOps

/// The request for the number of the shown hit, where it was found before all rows above it were counted. It is due once,
/// when all are counted.
struct HitNumber: Sendable, Hashable {
    private var asked: FindHit?

    /// True where it is due now; the next time it is not. After an error nothing more will be known of the rows.
    mutating func isDue(of hit: FindHit?, _ progress: FindSearch.Progress) -> Bool {
        guard progress.isComplete, progress.error == nil, let hit, hit.number == nil, hit != asked else { return false }
        asked = hit
        return true
    }
}
