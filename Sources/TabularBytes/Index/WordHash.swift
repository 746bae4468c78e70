/// A hash of 64 bits, which detects damage and changes, but not deliberate forgery.
///
/// Every step maps values one to one, so that of two inputs that differ in one word the hashes differ too. Like FNV-1a, with
/// words in place of bytes, and with the high bits folded down, which a product alone never does.
package struct WordHash: Sendable {
    package private(set) var value: UInt64 = 0xCBF2_9CE4_8422_2325

    package init() {}

    package mutating func combine(_ word: UInt64) {
        value = (value ^ word) &* 0x9E37_79B9_7F4A_7C15
        value ^= value >> 32
    }

    package mutating func combine(_ words: some Sequence<UInt64>) {
        for word in words { combine(word) }
    }

    /// Combines the bytes and their count.
    package mutating func combine(bytes: UnsafeRawBufferPointer) {
        let words = bytes.count / 8
        for index in 0..<words { combine(bytes.loadUnaligned(fromByteOffset: 8 * index, as: UInt64.self)) }
        var last: UInt64 = 0
        for byte in bytes[(8 * words)...] { last = last << 8 | UInt64(byte) }
        combine(last)
        combine(UInt64(bytes.count))
    }
}
