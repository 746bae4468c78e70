import CScan

/// Checksums of the bytes of each interval of the index, to detect that a growing file was changed before its end too.
///
/// A sum is 32 bits: of two different intervals one in 4 billion pairs has the same. Incomplete intervals, and those that were
/// not scanned from their first byte, have none.
///
/// The sum of an interval is that of its parts, however it is divided: every byte counts by its value and its offset alone.
///
///     cell       bytes 0 … 4,095        4,096 … 8,191        …
///     page       Σ word × key of place   likewise             of 32 bits each, in 64
///     sum        page × its own key    + page × its own key + …
package struct CellChecks: Sendable, Hashable {
    /// The most intervals with sums: 2 MiB of them, as many as an index distinguishes.
    package static let limit = RecordIndex.limit

    private static let pageLength = 4096
    private static let keys: [UInt32] = {
        var state: UInt64 = 0x5155_4144
        // Only odd keys: a change of a single word is never lost.
        return (0..<pageLength / 4).map { _ in UInt32(truncatingIfNeeded: mix(&state) >> 32) | 1 }
    }()

    /// By interval; 0 where there is none.
    package private(set) var sums: [UInt32] = []

    package init() {}

    /// Restores stored sums.
    package init(_ sums: [UInt32]) { self.sums = sums }

    /// Records the sum of the interval `number`, after those that have one.
    package mutating func note(_ sum: UInt32, of number: Int) {
        guard number >= sums.count, number < Self.limit else { return }
        sums += Array(repeating: 0, count: number - sums.count)
        if sums.count == sums.capacity { sums.reserveCapacity(sums.count + sums.count / 2 + 16) }
        sums.append(sum)
    }

    /// The sum of the interval `number`, if there is one.
    package func sum(of number: Int) -> UInt32? {
        guard sums.indices.contains(number), sums[number] != 0 else { return nil }
        return sums[number]
    }

    /// The share of `bytes`, the first of them the byte `place` of an interval, in the sum of that interval.
    package static func part(_ bytes: UnsafeBufferPointer<UInt8>, at place: Int) -> UInt64 {
        guard var base = bytes.baseAddress else { return 0 }
        var (place, left, sum) = (place, bytes.count, UInt64(0))
        while left > 0 {
            let (page, start) = (place / pageLength, place % pageLength)
            let count = min(left, pageLength - start)
            var state = UInt64(page)
            sum &+=
                keys.withUnsafeBufferPointer { keys in
                    keys.baseAddress.map { cscan_keyed_sum(base, count, $0, start) } ?? 0
                } &* (mix(&state) | 1)
            (base, place, left) = (base + count, place + count, left - count)
        }
        return sum
    }

    /// The sum of an interval, when all of it has been added.
    package static func sum(of parts: UInt64) -> UInt32 {
        let sum = UInt32(truncatingIfNeeded: parts ^ parts >> 32)
        return sum == 0 ? 1 : sum
    }

    /// Steele, Lea and Flood's generator of 2014.
    private static func mix(_ state: inout UInt64) -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var value = state
        value = (value ^ value >> 30) &* 0xBF58_476D_1CE4_E5B9
        value = (value ^ value >> 27) &* 0x94D0_49BB_1331_11EB
        return value ^ value >> 31
    }
}
