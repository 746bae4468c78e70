import TabularOps

/// Whether the number of the hit that is shown is still to be found: of one that came before all rows in front of it were
/// counted. It is asked for once, when all are counted.
struct HitNumber: Sendable, Hashable {
    private var asked: FindHit?

    /// True where it is due now; the next time it is not. After an error nothing more will be known of the rows.
    mutating func isDue(of hit: FindHit?, _ progress: FindSearch.Progress) -> Bool {
        guard progress.isComplete, progress.error == nil, let hit, hit.number == nil, hit != asked else { return false }
        asked = hit
        return true
    }
}
