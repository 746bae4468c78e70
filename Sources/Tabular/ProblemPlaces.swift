/// Which kinds of problems stand where in a source, however many there are: for marks along a scrollbar.
///
/// Records are counted in buckets of one length, a power of two, which doubles whenever more than 4,096 would be needed:
///
///     records   1  2  3  4  5  6  7  8 …            1–2   3–4   5–6   7–8 …
///     kinds     –  r  –  –  r  –  –  n       →        r     –     r     n
///
/// So it is known of every bucket whether it has a problem of a kind, and no more. It is the same in whatever order, and
/// from whatever parts of a source, the problems come. 8 KiB at most.
public struct ProblemPlaces: Sendable, Hashable {
    static let limit = 4096

    /// How often buckets have doubled.
    package private(set) var doublings = 0
    /// A bit for each kind by its ordinal, up to the last bucket that has any.
    package private(set) var kinds: [UInt16] = []

    public init() {}

    /// Takes up what was kept; nil where it cannot be that of any problems.
    package init?(doublings: Int, kinds: [UInt16]) {
        let isShortest = doublings == 0 || kinds.count > Self.limit / 2
        guard (0..<48).contains(doublings), kinds.count <= Self.limit, kinds.last != 0, isShortest,
            kinds.allSatisfy({ $0 >> Problem.Kind.allCases.count == 0 })
        else { return nil }
        (self.doublings, self.kinds) = (doublings, kinds)
    }

    /// Records of a bucket.
    public var bucketLength: Int { 1 << doublings }

    /// A problem of `kind` stands in `record` (1-based). O(1), amortized.
    package mutating func insert(_ kind: Problem.Kind, record: Int) {
        let place = max(0, record - 1)
        while place >> doublings >= Self.limit { double() }
        let bucket = place >> doublings
        if bucket >= kinds.count { kinds += Array(repeating: 0, count: bucket + 1 - kinds.count) }
        kinds[bucket] |= 1 << UInt16(kind.ordinal)
    }

    /// Takes over the problems of another part of the source. O(buckets).
    package mutating func formUnion(_ other: ProblemPlaces) {
        guard !other.kinds.isEmpty else { return }
        var other = other
        while other.doublings < doublings { other.double() }
        while doublings < other.doublings { double() }
        if kinds.count < other.kinds.count { swap(&kinds, &other.kinds) }
        for (bucket, bits) in other.kinds.enumerated() { kinds[bucket] |= bits }
    }

    private mutating func double() {
        doublings += 1
        for bucket in 0..<(kinds.count + 1) / 2 {
            let (first, second) = (kinds[2 * bucket], 2 * bucket + 1 < kinds.count ? kinds[2 * bucket + 1] : 0)
            kinds[bucket] = first | second
        }
        kinds.removeLast(kinds.count / 2)
    }

    /// The records (1-based) of each bucket that has a problem of `kind`, or of any; ascending and disjoint.
    ///
    /// - Complexity: O(buckets).
    public func records(of kind: Problem.Kind? = nil) -> [Range<Int>] {
        let mask = kind.map { 1 << UInt16($0.ordinal) } ?? UInt16.max
        return kinds.indices.filter { kinds[$0] & mask != 0 }.map { $0 << doublings + 1..<($0 + 1) << doublings + 1 }
    }
}
