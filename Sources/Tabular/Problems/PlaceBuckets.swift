/// The places of up to 32 kinds of things among rows or records, however many: for marks on a scroll bar.
///
/// Places are counted in buckets of one length, a power of two, which doubles whenever more than 4,096 would be needed:
///
///     places    0  1  2  3  4  5  6  7 …            0–1   2–3   4–5   6–7 …
///     bits      –  r  –  –  r  –  –  n       →        r     –     r     n
///
/// So every bucket records whether it has a thing, and no more. The result does not depend on the order or the parts in which
/// things are inserted. 16 KiB at most.
public struct PlaceBuckets: Sendable, Hashable {
    static let limit = 4096

    /// The number of times that buckets have doubled.
    package private(set) var doublings = 0
    /// Up to the last bucket that has any.
    package private(set) var bits: [UInt32] = []

    public init() {}

    /// Restores stored buckets; nil where they are invalid.
    package init?(doublings: Int, bits: [UInt32]) {
        let isShortest = doublings == 0 || bits.count > Self.limit / 2
        guard (0..<48).contains(doublings), bits.count <= Self.limit, bits.last != 0, isShortest else { return nil }
        (self.doublings, self.bits) = (doublings, bits)
    }

    /// Places of a bucket.
    public var bucketLength: Int { 1 << doublings }

    /// `things` are at `place` (0-based). O(1), amortized.
    package mutating func insert(_ things: UInt32, at place: Int) {
        while place >> doublings >= Self.limit { double() }
        let bucket = place >> doublings
        if bucket >= bits.count { bits += Array(repeating: 0, count: bucket + 1 - bits.count) }
        bits[bucket] |= things
    }

    /// Adds the things of another part. O(buckets).
    package mutating func formUnion(_ other: PlaceBuckets) {
        guard !other.bits.isEmpty else { return }
        var other = other
        while other.doublings < doublings { other.double() }
        while doublings < other.doublings { double() }
        if bits.count < other.bits.count { swap(&bits, &other.bits) }
        for (bucket, things) in other.bits.enumerated() { bits[bucket] |= things }
    }

    private mutating func double() {
        doublings += 1
        for bucket in 0..<(bits.count + 1) / 2 {
            let (first, second) = (bits[2 * bucket], 2 * bucket + 1 < bits.count ? bits[2 * bucket + 1] : 0)
            bits[bucket] = first | second
        }
        bits.removeLast(bits.count / 2)
    }

    /// The places of each bucket that has one of `things`; ascending and disjoint.
    ///
    /// - Complexity: O(buckets).
    package func ranges(of things: UInt32 = .max) -> [Range<Int>] {
        bits.indices.filter { bits[$0] & things != 0 }.map { $0 << doublings..<($0 + 1) << doublings }
    }
}
