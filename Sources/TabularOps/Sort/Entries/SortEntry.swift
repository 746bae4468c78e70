/// The sort entry of a row: 16 bytes, and fewer once the entries of a part are packed (`EntryPacking`).
///
///     high  the first 8 bytes of the row's key
///     low   3 more of them | whether the key continues (1 bit) | the row (39 bits)
///
/// Compared as numbers, entries are in the order of their bytes of the key, and then of their rows.
struct SortEntry: Sendable, Hashable {
    /// The number of bytes of the key.
    static let keyBytes = 11
    /// The maximum number of rows to sort.
    static let rowLimit = 1 << 39

    var high: UInt64
    var low: UInt64

    /// `row` must be less than `rowLimit`.
    @inline(__always)
    init(_ key: KeyBuffer, row: Int) {
        let (high, low) = key.prefix()
        self.high = high
        self.low = low | (key.count > Self.keyBytes ? 1 &<< 39 : 0) | UInt64(truncatingIfNeeded: row)
    }

    /// Creates an entry for a key of nine bytes: the first of them, and the other eight.
    @inline(__always)
    init(kind: UInt8, digits: UInt64, row: Int) {
        high = UInt64(kind) &<< 56 | digits &>> 8
        low = digits &<< 56 | UInt64(truncatingIfNeeded: row)
    }

    @inline(__always)
    init(high: UInt64, low: UInt64) { (self.high, self.low) = (high, low) }

    @inline(__always)
    var row: Int { Int(truncatingIfNeeded: low & (1 &<< 39 &- 1)) }

    /// A Boolean value that indicates whether the key continues after the entry: its rest must order equal entries.
    @inline(__always)
    var isOpen: Bool { low & (1 &<< 39) != 0 }

    /// The entry with only its bytes of the key: the row and the open bit are 0.
    @inline(__always)
    var withoutRow: SortEntry { SortEntry(high: high, low: low & ~(1 &<< 40 &- 1)) }

    @inline(__always)
    func hasSameKey(as other: SortEntry) -> Bool { high == other.high && low &>> 40 == other.low &>> 40 }

    /// Like `<` of 128-bit numbers, but without a branch, which would be unpredictable.
    @inline(__always)
    static func < (a: SortEntry, b: SortEntry) -> Bool {
        UInt128(_low: a.low, _high: a.high) < UInt128(_low: b.low, _high: b.high)
    }
}
