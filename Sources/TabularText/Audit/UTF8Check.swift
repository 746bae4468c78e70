import CScan

/// Looks for bytes that are no UTF-8 (RFC 3629 §4) in a value that comes in pieces.
struct UTF8Check: Sendable {
    /// Continuation bytes still to come, and what the next one may be.
    private var needed = 0
    private var next: ClosedRange<UInt8> = 0x80...0xBF
    /// The byte offset at which the character began.
    private var start = 0

    /// A Boolean value that indicates whether the pieces so far end inside a character.
    var isInsideCharacter: Bool { needed > 0 }

    /// The byte offset at which the unfinished character began.
    var characterStart: Int { start }

    /// Checks the next piece, which begins at `offset`. Returns the offset of the first invalid character that is in it or
    /// began before it.
    mutating func firstBad(in bytes: UnsafeBufferPointer<UInt8>, at offset: Int) -> Int? {
        guard let base = bytes.baseAddress else { return nil }
        if needed == 0 && cscan_is_plain(base, bytes.count) { return nil }
        for index in 0..<bytes.count {
            let byte = base[index]
            if needed > 0 {
                guard next.contains(byte) else { return start }
                needed -= 1
                next = 0x80...0xBF
            } else if byte >= 0x80 {
                start = offset + index
                guard begin(byte) else { return start }
            }
        }
        return nil
    }

    private mutating func begin(_ byte: UInt8) -> Bool {
        switch byte {
        case 0xC2...0xDF: needed = 1
        case 0xE0...0xEF: needed = 2
        case 0xF0...0xF4: needed = 3
        default: return false
        }
        // No overlong forms, no surrogates, nothing above U+10FFFF.
        switch byte {
        case 0xE0: next = 0xA0...0xBF
        case 0xED: next = 0x80...0x9F
        case 0xF0: next = 0x90...0xBF
        case 0xF4: next = 0x80...0x8F
        default: next = 0x80...0xBF
        }
        return true
    }
}
