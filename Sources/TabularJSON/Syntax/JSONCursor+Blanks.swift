extension JSONCursor {
    /// Passes blanks and comments.
    @inline(__always)
    mutating func skipBlanks() throws(SyntaxFault) {
        guard let byte = peek, byte <= 0x2F || byte >= 0x80 else { return }
        while let byte = peek, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 { index += 1 }
        guard let byte = peek, byte < 0x20 || byte == 0x2F || byte >= 0x80 else { return }
        try skipOddBlanks()
    }

    /// The same where one of them is no blank of RFC 8259.
    @inline(never)
    private mutating func skipOddBlanks() throws(SyntaxFault) {
        while let byte = peek {
            if byte == UInt8(ascii: "/") {
                guard try skipComment() else { return }
                continue
            }
            let length = blankLength
            guard length > 0 else { return }
            if byte != 0x20 && byte != 0x0A && byte != 0x0D && byte != 0x09 { notes.insert(.blank, at: index) }
            index += length
        }
    }

    /// The bytes of the blank at `index`: one of RFC 8259 or of JSON5, which has those of ECMAScript; 0 where there is none.
    var blankLength: Int {
        guard let byte = peek else { return 0 }
        switch byte {
        case 0x20, 0x09...0x0D: return 1
        case 0xC2: return index + 1 < text.count && text[index + 1] == 0xA0 ? 2 : 0
        case 0xE1, 0xE2, 0xE3, 0xEF:
            guard index + 2 < text.count else { return 0 }
            let last = text[index + 2]
            switch (byte, text[index + 1]) {
            case (0xE1, 0x9A), (0xE3, 0x80): return last == 0x80 ? 3 : 0
            case (0xE2, 0x80): return last <= 0x8A || last == 0xA8 || last == 0xA9 || last == 0xAF ? 3 : 0
            case (0xE2, 0x81): return last == 0x9F ? 3 : 0
            case (0xEF, 0xBB): return last == 0xBF ? 3 : 0
            default: return 0
            }
        default: return 0
        }
    }

    /// Passes a comment; false where the slash begins none.
    private mutating func skipComment() throws(SyntaxFault) -> Bool {
        let start = index
        guard index + 1 < text.count else { throw cutOff }
        switch text[index + 1] {
        case UInt8(ascii: "/"):
            while let byte = peek, byte != 0x0A && byte != 0x0D { index += 1 }
        case UInt8(ascii: "*"):
            index += 2
            while index + 1 < text.count, text[index] != UInt8(ascii: "*") || text[index + 1] != UInt8(ascii: "/") {
                index += 1
            }
            guard index + 1 < text.count else {
                index = start
                throw cutOff
            }
            index += 2
        default: return false
        }
        notes.insert(.comment, at: start)
        return true
    }
}
