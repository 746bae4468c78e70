import TabularOps

/// The request for the number of the shown hit, where the hit was found before all rows above it were counted. It is due once,
/// when the count is complete.
struct HitNumber: Sendable, Hashable {
    private var asked: FindHit?

    /// True when the request is due; false on the next call. After an error the count will never be complete.
    mutating func isDue(of hit: FindHit?, _ progress: FindSearch.Progress) -> Bool {
        guard progress.isComplete, progress.error == nil, let hit, hit.number == nil, hit != asked else { return false }
        asked = hit
        return true
    }
}
