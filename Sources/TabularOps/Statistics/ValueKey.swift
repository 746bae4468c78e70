/// The key of a value in a table: values of up to seven bytes are their own key, longer ones have a hash.
///
///     "ab"           0x02_00000000006261        the length, then the bytes
///     "2019-03-07"   0xFF_.................    the hash
///
/// Values of a kind that the column does not read (`ReadKinds`) have keys of their own: lengths from 0x80 on, or 0xFE.
///
/// Equal keys of short values mean equal values; long values with equal keys must be compared.
enum ValueKey {
    /// The longest value that is its own key.
    static let longestShort = 7
    static let longMark: UInt64 = 0xFF << 56
    private static let longMisfitMark: UInt64 = 0xFE << 56

    /// The key of `value`, from whose beginning `readable` bytes can be read.
    @inline(__always)
    static func key(_ value: UnsafeBufferPointer<UInt8>, readable: Int) -> UInt64 {
        guard let base = value.baseAddress, value.count > 0 else { return 0 }
        if value.count > longestShort { return hash(base, value.count, seed: 0) | longMark }
        let word: UInt64
        if readable >= 8 {
            word = load(base) & (1 &<< UInt64(truncatingIfNeeded: value.count &* 8) &- 1)
        } else {
            word = value.reversed().reduce(0) { $0 << 8 | UInt64($1) }
        }
        return word | UInt64(truncatingIfNeeded: value.count) &<< 56
    }

    @inline(__always)
    static func isLong(_ key: UInt64) -> Bool { key >= longMisfitMark }

    /// Returns the key of a misfit that would have the key `key` otherwise.
    static func misfit(_ key: UInt64) -> UInt64 { isLong(key) ? key & ~(1 << 56) : key | 1 << 63 }

    /// Returns the key of a value that has the key `key` where it is no misfit.
    static func plain(_ key: UInt64) -> UInt64 {
        if !isMisfit(key) { return key }
        return isLong(key) ? key | 1 << 56 : key & ~(1 << 63)
    }

    /// Returns true for the key of a misfit.
    @inline(__always)
    static func isMisfit(_ key: UInt64) -> Bool { key >= 1 << 63 && key < longMark }

    /// Returns the length of a value that is not long.
    @inline(__always)
    static func shortLength(_ key: UInt64) -> Int { Int(key >> 56) & longestShort }

    /// A hash that is the same on every machine and in every run, so that estimates are reproducible.
    @inline(__always)
    static func hash(_ base: UnsafePointer<UInt8>, _ count: Int, seed: UInt64) -> UInt64 {
        if count <= 16 {
            // The two words overlap.
            return fold(
                load(base) ^ 0xA076_1D64_78BD_642F ^ seed,
                load(base + count - 8) ^ UInt64(count) ^ 0xE703_7ED1_A0B4_28DB)
        }
        var state = seed ^ UInt64(count)
        var index = 0
        while index + 16 < count {
            state = fold(load(base + index) ^ 0x8EBC_6AF0_9C88_C6E3, load(base + index + 8) ^ state)
            index += 16
        }
        return fold(load(base + count - 16) ^ 0x5899_65CC_7537_4CC3, load(base + count - 8) ^ state)
    }

    /// Both halves of a product, combined (as in wyhash: Wang Yi, 2019).
    @inline(__always)
    static func fold(_ a: UInt64, _ b: UInt64) -> UInt64 {
        let product = a.multipliedFullWidth(by: b)
        return product.high ^ product.low
    }

    @inline(__always)
    private static func load(_ base: UnsafePointer<UInt8>) -> UInt64 {
        UInt64(littleEndian: UnsafeRawPointer(base).loadUnaligned(as: UInt64.self))
    }
}

/// A value for counting: the whole value, or the beginning of a very long one.
struct CountableValue {
    /// Longer values are distinguished by their length and 120 bits of their hash, and stored up to `keptBytes`.
    static let longestWhole = 1 << 10
    static let keptBytes = 256

    let bytes: UnsafeBufferPointer<UInt8>
    private(set) var key: UInt64
    /// The number of bytes of the whole value.
    let length: Int
    /// The second hash of a very long value, else 0.
    let secondHash: UInt64

    init(bytes: UnsafeBufferPointer<UInt8>, key: UInt64, length: Int, secondHash: UInt64) {
        (self.bytes, self.key, self.length, self.secondHash) = (bytes, key, length, secondHash)
    }

    /// Creates a value from whose beginning `readable` bytes can be read.
    @inline(__always)
    init(_ value: UnsafeBufferPointer<UInt8>, readable: Int) {
        key = ValueKey.key(value, readable: readable)
        length = value.count
        if value.count > Self.longestWhole {
            bytes = UnsafeBufferPointer(rebasing: value[..<Self.keptBytes])
            secondHash = value.baseAddress.map { ValueKey.hash($0, value.count, seed: 0x9E37_79B9_7F4A_7C15) } ?? 0
        } else {
            (bytes, secondHash) = (value, 0)
        }
    }

    /// Creates the value of a row, with no bytes for a row without a value.
    @inline(__always)
    init(_ rows: ScannedRows, _ column: Int, of row: Int) {
        let value = rows.value(column, of: row)
        self.init(value, readable: rows.readableCount(from: value))
    }

    /// A Boolean value that indicates whether the value is of a kind that the column does not read.
    @inline(__always)
    var isMisfit: Bool { ValueKey.isMisfit(key) }

    /// The same value, of such a kind.
    var asMisfit: CountableValue {
        var value = self
        value.key = ValueKey.misfit(key)
        return value
    }

    /// The same value where it is no misfit, and such a misfit where it is none.
    var twin: CountableValue {
        var value = self
        value.key = isMisfit ? ValueKey.plain(key) : ValueKey.misfit(key)
        return value
    }

    var isWhole: Bool { length <= Self.longestWhole }
}
