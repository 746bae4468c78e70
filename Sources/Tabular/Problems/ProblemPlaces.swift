/// The records of a source with problems of each kind, however many there are: 16 KiB at most.
public struct ProblemPlaces: Sendable, Hashable {
    /// A bit for each kind by its ordinal.
    private var buckets = PlaceBuckets()

    public init() {}

    /// Restores stored places; nil where they are invalid.
    package init?(doublings: Int, kinds: [UInt32]) {
        guard let buckets = PlaceBuckets(doublings: doublings, bits: kinds) else { return nil }
        self.buckets = buckets
    }

    package var doublings: Int { buckets.doublings }
    package var kinds: [UInt32] { buckets.bits }

    /// Records of a bucket.
    public var bucketLength: Int { buckets.bucketLength }

    /// Inserts a problem of `kind` in `record` (1-based). O(1), amortized.
    package mutating func insert(_ kind: Problem.Kind, record: Int) {
        buckets.insert(1 << UInt32(kind.index), at: max(0, record - 1))
    }

    /// Adds the problems of another part of the source. O(buckets).
    package mutating func formUnion(_ other: ProblemPlaces) { buckets.formUnion(other.buckets) }

    /// The records (1-based) of each bucket that has a problem of `kind`, or of any; ascending and disjoint.
    ///
    /// - Complexity: O(buckets).
    public func records(of kind: Problem.Kind? = nil) -> [Range<Int>] {
        buckets.ranges(of: kind.map { 1 << UInt32($0.index) } ?? .max).map { $0.lowerBound + 1..<$0.upperBound + 1 }
    }
}
