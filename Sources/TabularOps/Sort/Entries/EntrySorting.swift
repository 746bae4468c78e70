import QuadrilleRuntime

/// Sorts entries as numbers, with as much scratch memory: by key, and by row where keys are equal.
///
/// Sorts by the four highest bytes in which entries differ (LSD radix sort), then recursively within each group of equal
/// entries, of which few remain if the bytes differ much. So it never reads most bytes of a key. O(entries · bytes that
/// differ); sorted input is only checked.
struct EntrySorter {
    /// The number of bytes that a turn sorts by.
    private static let turnBytes = 4
    /// The count up to which entries are sorted by comparison.
    private static let few = 24

    private var counts = [UInt32](repeating: 0, count: 256 * Self.turnBytes)
    /// The bits of an entry's lower half that are compared.
    private let lowBits: UInt64

    /// `rowsAscend` tells that the input's rows ascend: then entries with equal keys stay in place.
    init(rowsAscend: Bool = false) { lowBits = rowsAscend ? ~(1 << 40 - 1) : .max }

    /// Sorts `entries`; `scratch` has room for as many. Stops between two turns after the cancellation, with the entries in no order.
    mutating func sort(
        _ entries: UnsafeMutableBufferPointer<SortEntry>, _ scratch: UnsafeMutableBufferPointer<SortEntry>,
        unless cancellation: Cancellation = .never
    ) {
        guard let start = entries.baseAddress else { return }
        precondition(scratch.count >= entries.count, "\(scratch.count) for \(entries.count)")
        if entries.count <= Self.few { return Self.sortFew(start, entries.count) }
        guard let other = scratch.baseAddress, let (high, low) = differences(entries) else { return }
        if cancellation.isRequested { return }
        let (digits, mask) = Self.digits(high, low)
        passes(start, other, entries.count, by: digits)
        // The entries differ in no other bits.
        if high & ~mask.high == 0 && low & ~mask.low == 0 { return }
        var first = 0
        for index in 1...entries.count {
            if index < entries.count, Self.areEqual(start[index], start[first], mask) { continue }
            if index - first > 1 {
                let group = UnsafeMutableBufferPointer(rebasing: entries[first..<index])
                sort(group, scratch, unless: cancellation)
            }
            first = index
        }
    }

    /// The bits in which entries differ; nil when they are in order.
    private func differences(_ entries: UnsafeMutableBufferPointer<SortEntry>) -> (UInt64, UInt64)? {
        var (high, low): (UInt64, UInt64) = (0, 0)
        var isSorted = true
        var last = entries[0]
        for next in entries {
            high |= next.high ^ last.high
            low |= next.low ^ last.low
            isSorted = isSorted && !(next < last)
            last = next
        }
        low &= lowBits
        return isSorted || high | low == 0 ? nil : (high, low)
    }

    /// The position of a byte in an entry.
    private struct Digit {
        var isHigh: Bool
        var shift: UInt64
    }

    /// The highest bytes with bits of a mask, the lowest of them first; and a mask of all bits from there up.
    private static func digits(_ high: UInt64, _ low: UInt64) -> (digits: [Digit], mask: SortEntry) {
        var digits: [Digit] = []
        for (isHigh, word) in [(true, high), (false, low)] {
            for shift in stride(from: UInt64(56), through: 0, by: -8) where word &>> shift & 0xFF != 0 {
                if digits.count < turnBytes { digits.append(Digit(isHigh: isHigh, shift: shift)) }
            }
        }
        let last = digits[digits.count - 1]
        let upwards = UInt64.max &<< last.shift
        let mask = SortEntry(high: last.isHigh ? upwards : .max, low: last.isHigh ? 0 : upwards)
        return (digits.reversed(), mask)
    }

    @inline(__always)
    private static func areEqual(_ a: SortEntry, _ b: SortEntry, _ mask: SortEntry) -> Bool {
        (a.high ^ b.high) & mask.high | (a.low ^ b.low) & mask.low == 0
    }

    /// Sorts by `digits`, the lowest of them first.
    private mutating func passes(
        _ start: UnsafeMutablePointer<SortEntry>, _ other: UnsafeMutablePointer<SortEntry>, _ count: Int,
        by digits: [Digit]
    ) {
        counts.withUnsafeMutableBufferPointer { counts in
            guard let counts = counts.baseAddress else { return }
            counts.update(repeating: 0, count: 256 * digits.count)
            for (number, digit) in digits.enumerated() { Self.count(start, count, digit, counts + 256 * number) }
            var (from, to) = (start, other)
            for (number, digit) in digits.enumerated() {
                Self.pass(from, to, count, digit, counts + 256 * number)
                swap(&from, &to)
            }
            if from != start { start.update(from: from, count: count) }
        }
    }

    /// Counts the values of a byte.
    @inline(__always)
    private static func count(
        _ entries: UnsafeMutablePointer<SortEntry>, _ count: Int, _ digit: Digit,
        _ counts: UnsafeMutablePointer<UInt32>
    ) {
        // A separate loop for each word of the entries.
        let shift = digit.shift
        if digit.isHigh {
            for index in 0..<count { counts[Int(truncatingIfNeeded: entries[index].high &>> shift & 0xFF)] &+= 1 }
        } else {
            for index in 0..<count { counts[Int(truncatingIfNeeded: entries[index].low &>> shift & 0xFF)] &+= 1 }
        }
    }

    /// Sorts entries by one of their bytes, whose values have been counted.
    private static func pass(
        _ from: UnsafeMutablePointer<SortEntry>, _ to: UnsafeMutablePointer<SortEntry>, _ count: Int, _ digit: Digit,
        _ counts: UnsafeMutablePointer<UInt32>
    ) {
        var place: UInt32 = 0
        for value in 0..<256 {
            let size = counts[value]
            counts[value] = place
            place &+= size
        }
        let shift = digit.shift
        if digit.isHigh {
            for index in 0..<count {
                let entry = from[index]
                let value = Int(truncatingIfNeeded: entry.high &>> shift & 0xFF)
                to[Int(counts[value])] = entry
                counts[value] &+= 1
            }
        } else {
            for index in 0..<count {
                let entry = from[index]
                let value = Int(truncatingIfNeeded: entry.low &>> shift & 0xFF)
                to[Int(counts[value])] = entry
                counts[value] &+= 1
            }
        }
    }

    /// Sorts a few entries by insertion.
    private static func sortFew(_ entries: UnsafeMutablePointer<SortEntry>, _ count: Int) {
        var next = 1
        while next < count {
            let entry = entries[next]
            var place = next
            while place > 0 && entry < entries[place - 1] {
                entries[place] = entries[place - 1]
                place -= 1
            }
            entries[place] = entry
            next += 1
        }
    }
}
