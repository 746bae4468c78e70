extension JSONCursor {
    /// Passes a string in quotes of either kind.
    mutating func string(_ kind: TokenKind) throws(SyntaxFault) -> JSONToken {
        let (start, quote) = (index, text[index])
        if quote != UInt8(ascii: "\"") { notes.insert(.singleQuotes, at: start) }
        var hasEscapes = false
        index += 1
        while let byte = peek, byte != quote {
            if byte == UInt8(ascii: "\\") {
                hasEscapes = true
                try escape()
            } else {
                if byte < 0x20 { noteControlCharacter(byte) }
                index += 1
            }
        }
        guard index < text.count else { throw cutOff }
        index += 1
        return JSONToken(kind: kind, range: start..<index, hasEscapes: hasEscapes)
    }

    private mutating func noteControlCharacter(_ byte: UInt8) {
        notes.insert(.controlCharacter, at: index)
        if byte == 0 { notes.insert(.nul, at: index) }
    }

    /// Passes a backslash and the escaped characters.
    mutating func escape() throws(SyntaxFault) {
        let start = index
        guard index + 1 < text.count else { throw cutOff }
        let byte = text[index + 1]
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"), UInt8(ascii: "b"), UInt8(ascii: "f"),
            UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t"):
            index += 2
        case UInt8(ascii: "u"): try unicodeEscape()
        case UInt8(ascii: "x"):
            if try hexadecimalDigits(2) == 0 { notes.insert(.nul, at: start) }
            notes.insert(.escape, at: start)
        case UInt8(ascii: "1")...UInt8(ascii: "9"): throw fault(.escape)
        default:
            notes.insert(.escape, at: start)
            index += 1
            if byte == UInt8(ascii: "0") { notes.insert(.nul, at: start) }
            if byte < 0x20 && byte != 0x0A && byte != 0x0D { noteControlCharacter(byte) }
            // A line end is one, whatever it consists of.
            let isReturn = byte == 0x0D && index + 1 < text.count && text[index + 1] == 0x0A
            index += isReturn ? 2 : 1
        }
    }

    private mutating func unicodeEscape() throws(SyntaxFault) {
        let start = index
        let unit = try hexadecimalDigits(4)
        if unit == 0 { notes.insert(.nul, at: start) }
        guard unit & 0xF800 == 0xD800 else { return }
        let isHigh = unit < 0xDC00
        let next = index
        if isHigh, next + 1 < text.count, text[next] == UInt8(ascii: "\\"), text[next + 1] == UInt8(ascii: "u") {
            if try hexadecimalDigits(4) & 0xFC00 == 0xDC00 { return }
            index = next
        }
        notes.insert(.loneSurrogate, at: start)
    }

    /// Passes a backslash, a letter and `count` digits; the number that these are.
    private mutating func hexadecimalDigits(_ count: Int) throws(SyntaxFault) -> Int {
        var value = 0
        for place in index + 2..<index + 2 + count {
            guard place < text.count else { throw cutOff }
            guard let digit = text[place].hexadecimalValue else { throw fault(.escape) }
            value = value << 4 | digit
        }
        index += 2 + count
        return value
    }
}
