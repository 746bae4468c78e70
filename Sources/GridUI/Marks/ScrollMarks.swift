/// Marked positions along a scrollbar: problems, and other findings in a table.
///
/// A position is a fraction of the scroll height, 0 at its beginning, 1 at its end. However many there are, memory is 1 KiB
/// and drawing is linear in the scrollbar's length: positions are put into buckets, more than a screen has pixels.
///
///     share      0   0.1      0.5 0.5001                1
///     bucket     0   819      4096                      8191
///     in 8 px    |█|·|·|·|█|·|·|█|
public struct ScrollMarks: Sendable, Hashable {
    static let bucketCount = 8192

    private var words = [UInt64](repeating: 0, count: bucketCount / 64)

    public init() {}

    public init(_ shares: some Sequence<Double>) {
        for share in shares { insert(share) }
    }

    public var isEmpty: Bool { words.allSatisfy { $0 == 0 } }

    /// Marks the position `share`, clamped to 0 … 1; NaN counts as 0. O(1).
    public mutating func insert(_ share: Double) {
        let place = share >= 1 ? 1 : share > 0 ? share : 0
        let bucket = min(Self.bucketCount - 1, Int(place * Double(Self.bucketCount)))
        words[bucket / 64] |= 1 << UInt64(bucket % 64)
    }

    /// Marks all positions of a range.
    ///
    /// - Complexity: O(buckets between).
    public mutating func insert(_ shares: ClosedRange<Double>) {
        insert(shares.lowerBound)
        insert(shares.upperBound)
        let buckets = shares.clamped(to: 0...1)
        let (first, last) = (
            buckets.lowerBound * Double(Self.bucketCount), buckets.upperBound * Double(Self.bucketCount)
        )
        for bucket in Int(first)..<max(Int(first), min(Int(last), Self.bucketCount)) {
            words[bucket / 64] |= 1 << UInt64(bucket % 64)
        }
    }

    /// The marked device pixels in a scrollbar of `length`, each mark `thickness` thick around its position and entirely
    /// inside; ascending, disjoint and not adjacent.
    ///
    /// - Complexity: O(buckets), however many positions are marked.
    public func runs(length: Int, thickness: Int) -> [Range<Int>] {
        guard length > 0 else { return [] }
        let thickness = min(max(thickness, 1), length)
        var runs: [Range<Int>] = []
        for (index, word) in words.enumerated() {
            var rest = word
            while rest != 0 {
                let bucket = index * 64 + rest.trailingZeroBitCount
                rest &= rest - 1
                let pixel = (2 * bucket + 1) * length / (2 * Self.bucketCount)
                let start = min(max(0, pixel - (thickness - 1) / 2), length - thickness)
                if let last = runs.last, start <= last.upperBound {
                    runs[runs.count - 1] = last.lowerBound..<max(last.upperBound, start + thickness)
                } else {
                    runs.append(start..<start + thickness)
                }
            }
        }
        return runs
    }
}
