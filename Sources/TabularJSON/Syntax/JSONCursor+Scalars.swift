extension JSONCursor {
    /// Passes one of the words of JSON.
    mutating func word(_ word: StaticString, _ kind: TokenKind) throws(SyntaxFault) -> JSONToken {
        let start = index
        let wanted = UnsafeBufferPointer(start: word.utf8Start, count: word.utf8CodeUnitCount)
        let found = text[index...].prefix(wanted.count)
        guard wanted.starts(with: found) else { throw fault(.value) }
        guard found.count == wanted.count else { throw cutOff }
        index += wanted.count
        return JSONToken(kind: kind, range: start..<index)
    }

    /// Passes a number, including the forms of JSON5.
    mutating func number() throws(SyntaxFault) -> JSONToken {
        let start = index
        let hasPlus = peek == UInt8(ascii: "+")
        if hasPlus || peek == UInt8(ascii: "-") { index += 1 }
        switch peek {
        case nil: throw cutOff
        case UInt8(ascii: "I"): try specialNumber("Infinity", from: start)
        case UInt8(ascii: "N"): try specialNumber("NaN", from: start)
        case let byte? where byte &- 0x30 < 10 || byte == UInt8(ascii: "."):
            let isHexadecimal = index + 1 < text.count && text[index] == 0x30 && text[index + 1] | 0x20 == 0x78
            if isHexadecimal { try hexadecimal(from: start) } else { try decimal(from: start) }
        default: throw index == start ? fault(.value) : SyntaxFault(kind: .number, byte: start)
        }
        if hasPlus { notes.insert(.numberForm, at: start) }
        return JSONToken(kind: .number, range: start..<index)
    }

    private mutating func specialNumber(_ name: StaticString, from start: Int) throws(SyntaxFault) {
        _ = try word(name, .number)
        notes.insert(.specialNumber, at: start)
    }

    private mutating func hexadecimal(from start: Int) throws(SyntaxFault) {
        index += 2
        let first = index
        while let byte = peek, byte.hexadecimalValue != nil { index += 1 }
        if index == first { throw peek == nil ? cutOff : SyntaxFault(kind: .number, byte: start) }
        notes.insert(.numberForm, at: start)
    }

    /// Digits without a 0 before others, a fraction, an exponent.
    private mutating func decimal(from start: Int) throws(SyntaxFault) {
        let isZero = peek == UInt8(ascii: "0")
        var isOdd = false
        let whole = skipDigits()
        if isZero && whole > 1 { throw SyntaxFault(kind: .number, byte: start) }
        if peek == UInt8(ascii: ".") {
            index += 1
            let fraction = skipDigits()
            if whole == 0 && fraction == 0 { throw peek == nil ? cutOff : SyntaxFault(kind: .number, byte: start) }
            isOdd = whole == 0 || fraction == 0
        }
        if let byte = peek, byte | 0x20 == UInt8(ascii: "e") {
            index += 1
            if peek == UInt8(ascii: "+") || peek == UInt8(ascii: "-") { index += 1 }
            if skipDigits() == 0 { throw peek == nil ? cutOff : SyntaxFault(kind: .number, byte: start) }
        }
        if isOdd { notes.insert(.numberForm, at: start) }
    }

    private mutating func skipDigits() -> Int {
        let start = index
        while let byte = peek, byte &- 0x30 < 10 { index += 1 }
        return index - start
    }

    /// Passes a name without quotes: letters, digits, `$`, `_`, and whatever is beyond ASCII (ECMAScript, IdentifierName).
    mutating func bareName() throws(SyntaxFault) -> JSONToken {
        let start = index
        var hasEscapes = false
        while let byte = peek {
            if byte == UInt8(ascii: "\\") {
                guard index + 1 < text.count else { throw cutOff }
                guard text[index + 1] == UInt8(ascii: "u") else { throw fault(.escape) }
                try escape()
                hasEscapes = true
            } else if byte.isNamePart && (index > start || byte &- 0x30 >= 10) && blankLength == 0 {
                index += 1
            } else {
                break
            }
        }
        if index == start { throw fault(.name) }
        notes.insert(.bareName, at: start)
        return JSONToken(kind: .name, range: start..<index, hasEscapes: hasEscapes)
    }
}

extension UInt8 {
    /// The value of a hexadecimal digit; nil for other bytes.
    var hexadecimalValue: Int? {
        if self &- 0x30 < 10 { return Int(self & 15) }
        let letter = self | 0x20
        return letter &- UInt8(ascii: "a") < 6 ? Int(letter) - 0x57 : nil
    }

    /// True for bytes of names without quotes.
    fileprivate var isNamePart: Bool {
        self >= 0x80 || self &- 0x30 < 10 || (self | 0x20) &- UInt8(ascii: "a") < 26
            || self == UInt8(ascii: "$") || self == UInt8(ascii: "_")
    }
}
