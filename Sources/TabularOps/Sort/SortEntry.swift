/// The sort entry of a row: 16 bytes, and fewer once the entries of a part are packed (`EntryPacking`).
///
///     high  the first 8 bytes of the row's key
///     low   3 more of them | whether the key goes on behind them (1 bit) | the row (39 bits)
///
/// As numbers, entries compare as the keys do as far as they are in them, and then by row.
struct SortEntry: Sendable, Hashable {
    /// Bytes of the key.
    static let keyBytes = 11
    /// More rows cannot be sorted.
    static let rowLimit = 1 << 39

    var high: UInt64
    var low: UInt64

    /// `row` is less than `rowLimit`.
    @inline(__always)
    init(_ key: KeyBuffer, row: Int) {
        let (high, low) = key.prefix()
        self.high = high
        self.low = low | (key.count > Self.keyBytes ? 1 &<< 39 : 0) | UInt64(truncatingIfNeeded: row)
    }

    /// Of a key of nine bytes: the first of them, and the eight behind it.
    @inline(__always)
    init(kind: UInt8, digits: UInt64, row: Int) {
        high = UInt64(kind) &<< 56 | digits &>> 8
        low = digits &<< 56 | UInt64(truncatingIfNeeded: row)
    }

    @inline(__always)
    init(high: UInt64, low: UInt64) { (self.high, self.low) = (high, low) }

    @inline(__always)
    var row: Int { Int(truncatingIfNeeded: low & (1 &<< 39 &- 1)) }

    /// A Boolean value that indicates whether the key goes on after the entry: its rest has to order equal entries.
    @inline(__always)
    var isOpen: Bool { low & (1 &<< 39) != 0 }

    /// The entry with only its bytes of the key: the row and the open bit are 0.
    @inline(__always)
    var withoutRow: SortEntry { SortEntry(high: high, low: low & ~(1 &<< 40 &- 1)) }

    @inline(__always)
    func hasSameKey(as other: SortEntry) -> Bool { high == other.high && low &>> 40 == other.low &>> 40 }

    /// Like `<` of numbers of 128 bits, and without a branch, which could not be foretold.
    @inline(__always)
    static func < (a: SortEntry, b: SortEntry) -> Bool {
        UInt128(_low: a.low, _high: a.high) < UInt128(_low: b.low, _high: b.high)
    }
}
