@testable import TabularJSON

/// A JSON text as a tree, read without hurry: the referee of the fast readers, and written apart from them.
///
/// It follows the grammars of RFC 8259 and JSON5 production by production, with a list of nodes in place of recursion.
struct SlowJSON {
    enum Kind: Hashable {
        case object, array, string, number
        case literal(String)
    }

    struct Node: Hashable {
        var kind: Kind
        var text: Range<Int>
        /// With its quotes, if it has any.
        var name: Range<Int>?
        var children: [Int] = []
    }

    private(set) var nodes: [Node] = []
    private(set) var notes: Set<SyntaxNote.Kind> = []
    private(set) var fault: SyntaxFault?
    /// The byte behind the value.
    private(set) var end = 0
    let bytes: [UInt8]
    private var position = 0

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
        do throws(SyntaxFault) { try readAll() } catch { fault = error }
        end = position
    }

    /// A Boolean value that indicates whether the text is one value of RFC 8259 with blanks around it.
    var isStrict: Bool {
        fault == nil && !notes.contains { $0.isLaxity }
            && bytes[end...].allSatisfy { [0x20, 0x09, 0x0A, 0x0D].contains($0) }
    }

    // MARK: - Structure

    private mutating func readAll() throws(SyntaxFault) {
        var open: [Int] = []
        try blanks()
        try value(name: nil, into: &open)
        while let parent = open.last {
            let isObject = nodes[parent].kind == .object
            let closer = isObject ? "}" : "]"
            try blanks()
            var isBehindComma = false
            if !nodes[parent].children.isEmpty && !at(closer) {
                guard at(",") else { throw wrong(isObject ? .commaOrBrace : .commaOrBracket) }
                position += 1
                isBehindComma = true
                try blanks()
            }
            if at(closer) {
                if isBehindComma { notes.insert(.trailingComma) }
                position += 1
                nodes[parent].text = nodes[parent].text.lowerBound..<position
                open.removeLast()
                continue
            }
            var name: Range<Int>?
            if isObject {
                name = try memberName()
                try blanks()
                guard at(":") else { throw wrong(.colon) }
                position += 1
                try blanks()
            }
            let child = nodes.count
            try value(name: name, into: &open)
            nodes[parent].children.append(child)
        }
    }

    private mutating func value(name: Range<Int>?, into open: inout [Int]) throws(SyntaxFault) {
        let start = position
        if at("{") || at("[") {
            open.append(nodes.count)
            nodes.append(Node(kind: at("{") ? .object : .array, text: start..<start + 1, name: name))
            position += 1
            return
        }
        if at("\"") || at("'") {
            try string()
            nodes.append(Node(kind: .string, text: start..<position, name: name))
            return
        }
        for word in ["true", "false", "null"] where at(String(word.prefix(1))) {
            try literal(word)
            nodes.append(Node(kind: .literal(word), text: start..<position, name: name))
            return
        }
        try number()
        nodes.append(Node(kind: .number, text: start..<position, name: name))
    }

    private mutating func literal(_ word: String) throws(SyntaxFault) {
        if at(word) {
            position += word.utf8.count
            return
        }
        let rest = bytes[position...]
        throw word.utf8.starts(with: rest) ? cutOff : wrong(.value)
    }

    // MARK: - Scalars

    private mutating func number() throws(SyntaxFault) {
        let start = position
        let all = String(decoding: bytes[start...].prefix { $0 > 0x20 && $0 < 0x7F }, as: UTF8.self)
        let isLast = start + all.utf8.count == bytes.count
        let sign = /[+-]?/
        if let match = all.prefixMatch(of: /[+-]?(Infinity|NaN)/) {
            notes.insert(.specialNumber)
            if match.output.0.hasPrefix("+") { notes.insert(.numberForm) }
            position += match.output.0.utf8.count
            return
        }
        if let match = all.prefixMatch(of: /[+-]?0[xX][0-9A-Fa-f]+/) {
            notes.insert(.numberForm)
            position += match.output.utf8.count
            return
        }
        let isHex = (try? /[+-]?0[xX]/.prefixMatch(in: all)) != nil
        let pattern = /[+-]?((0|[1-9][0-9]*)(\.[0-9]*)?|\.[0-9]+)([eE][+-]?[0-9]+)?/
        if !isHex, let match = all.prefixMatch(of: pattern) {
            let text = match.output.0
            let rest = all[text.endIndex...]
            if isLast && match.output.4 == nil && rest.wholeMatch(of: /[eE][+-]?/) != nil { throw cutOff }
            guard rest.prefixMatch(of: /[0-9]|[eE]/) == nil || isDigitBehindZero(text, rest) == false else {
                throw wrong(.number)
            }
            if text.wholeMatch(of: /-?(0|[1-9][0-9]*)(\.[0-9]+)?([eE][+-]?[0-9]+)?/) == nil {
                notes.insert(.numberForm)
            }
            position += text.utf8.count
            return
        }
        guard let first = all.first else { throw start == bytes.count ? cutOff : wrong(.value) }
        let behindSign = all[((try? sign.prefixMatch(in: all))??.output.endIndex ?? all.startIndex)...]
        for word in ["Infinity", "NaN"] where behindSign.hasPrefix(word.prefix(1)) {
            if isLast && word.hasPrefix(behindSign) { throw cutOff }
            position += all.utf8.count - behindSign.utf8.count
            throw wrong(.value)
        }
        if isLast && all.wholeMatch(of: /[+-]|[+-]?\.|[+-]?0[xX]/) != nil { throw cutOff }
        throw "+-.0123456789".contains(first) ? wrong(.number) : wrong(.value)
    }

    /// A number is wrong where a digit follows a leading 0, or an exponent that has no digits.
    private func isDigitBehindZero(_ text: Substring, _ rest: Substring) -> Bool {
        if rest.prefixMatch(of: /[eE]/) != nil { return !text.contains("e") && !text.contains("E") }
        return true
    }

    private mutating func memberName() throws(SyntaxFault) -> Range<Int> {
        let start = position
        if start == bytes.count { throw cutOff }
        if at("\"") || at("'") {
            try string()
            return start..<position
        }
        while position < bytes.count {
            let byte = bytes[position]
            if byte == 0x5C {
                if position + 1 == bytes.count { throw cutOff }
                guard bytes[position + 1] == 0x75 else { throw wrong(.escape) }
                try stringCharacter()
                continue
            }
            let scalar = Unicode.Scalar(byte)
            let isLetter = byte >= 0x80 || "$_".unicodeScalars.contains(scalar) || scalar.properties.isAlphabetic
            let isDigit = ("0"..."9").contains(scalar)
            guard isLetter || isDigit && position > start, wideBlank() == nil else { break }
            position += 1
        }
        if position == start { throw wrong(.name) }
        notes.insert(.bareName)
        return start..<position
    }

    private mutating func string() throws(SyntaxFault) {
        let quote = bytes[position]
        if quote == 0x27 { notes.insert(.singleQuotes) }
        position += 1
        while true {
            if position >= bytes.count {
                position = bytes.count
                throw cutOff
            }
            if bytes[position] == quote { break }
            try stringCharacter()
        }
        position += 1
    }

    private mutating func stringCharacter() throws(SyntaxFault) {
        let byte = bytes[position]
        guard byte == 0x5C else {
            control(byte)
            position += 1
            return
        }
        if position + 1 >= bytes.count { throw cutOff }
        let escaped = bytes[position + 1]
        switch Unicode.Scalar(escaped) {
        case "\"", "\\", "/", "b", "f", "n", "r", "t": position += 2
        case "u":
            let unit = try hex(at: position, 4)
            if unit == 0 { notes.insert(.nul) }
            if (0xD800...0xDBFF).contains(unit), bytes[(position + 6)...].starts(with: [0x5C, 0x75]) {
                let second: Int
                do throws(SyntaxFault) { second = try hex(at: position + 6, 4) } catch {
                    position += 6
                    throw error
                }
                if (0xDC00...0xDFFF).contains(second) {
                    position += 12
                    return
                }
            }
            if (0xD800...0xDFFF).contains(unit) { notes.insert(.loneSurrogate) }
            position += 6
        case "x":
            if try hex(at: position, 2) == 0 { notes.insert(.nul) }
            notes.insert(.escape)
            position += 4
        case "1"..."9": throw wrong(.escape)
        default:
            notes.insert(.escape)
            if escaped == 0x30 { notes.insert(.nul) }
            if escaped != 0x0A && escaped != 0x0D { control(escaped) }
            position += escaped == 0x0D && bytes[(position + 2)...].first == 0x0A ? 3 : 2
        }
    }

    private mutating func control(_ byte: UInt8) {
        if byte < 0x20 { notes.insert(.controlCharacter) }
        if byte == 0 { notes.insert(.nul) }
    }

    private func hex(at position: Int, _ count: Int) throws(SyntaxFault) -> Int {
        let digits = bytes[(position + 2)...].prefix(count)
        if let bad = digits.first(where: { !Character(Unicode.Scalar($0)).isHexDigit || $0 >= 0x80 }) {
            _ = bad
            throw SyntaxFault(kind: .escape, byte: position)
        }
        if digits.count < count { throw cutOff }
        return Int(String(decoding: digits, as: UTF8.self), radix: 16) ?? 0
    }

    // MARK: - Blanks

    private mutating func blanks() throws(SyntaxFault) {
        while position < bytes.count {
            if at(" ") || at("\t") || at("\n") || at("\r") {
                position += 1
            } else if at("//") {
                notes.insert(.comment)
                while position < bytes.count, !at("\n"), !at("\r") { position += 1 }
            } else if at("/*") {
                guard
                    let end = (position + 2..<max(position + 2, bytes.count - 1))
                        .first(where: { bytes[$0...].starts(with: "*/".utf8) })
                else { throw cutOff }
                notes.insert(.comment)
                position = end + 2
            } else if at("/") && position + 1 == bytes.count {
                throw cutOff
            } else if let length = wideBlank() {
                notes.insert(.blank)
                position += length
            } else {
                return
            }
        }
    }

    /// The bytes of a blank that JSON5 alone has.
    private func wideBlank() -> Int? {
        if bytes[position] == 0x0B || bytes[position] == 0x0C { return 1 }
        if bytes[position] < 0x80 { return nil }
        let wide = [0xA0, 0xFEFF, 0x2028, 0x2029, 0x1680, 0x202F, 0x205F, 0x3000] + Array(0x2000...0x200A)
        for value in wide {
            let utf8 = Array(String(Unicode.Scalar(UInt32(value)).map(Character.init) ?? " ").utf8)
            if bytes[position...].starts(with: utf8) { return utf8.count }
        }
        return nil
    }

    private func at(_ text: String) -> Bool { bytes[position...].starts(with: text.utf8) }

    private func wrong(_ kind: SyntaxFault.Kind) -> SyntaxFault {
        position >= bytes.count ? cutOff : SyntaxFault(kind: kind, byte: position)
    }

    private var cutOff: SyntaxFault { SyntaxFault(kind: .cutOff, byte: bytes.count) }
}

extension SlowJSON {
    /// The decoded text of a name or string, with `half` in the place of half of a surrogate pair.
    func text(_ range: Range<Int>, half: (UInt16) -> [UInt8] = { _ in [0xEF, 0xBF, 0xBD] }) -> [UInt8] {
        var raw = bytes[range]
        if let first = raw.first, first == 0x22 || first == 0x27 { raw = raw.dropFirst().dropLast() }
        var (text, units): ([UInt8], [UInt16]) = ([], [])
        func flush() {
            while let unit = units.first {
                let isPair = unit & 0xFC00 == 0xD800 && units.count > 1 && units[1] & 0xFC00 == 0xDC00
                let count = isPair ? 2 : 1
                let isHalf = !isPair && unit & 0xF800 == 0xD800
                text += isHalf ? half(unit) : Array(String(decoding: units.prefix(count), as: UTF16.self).utf8)
                units.removeFirst(count)
            }
        }
        while let byte = raw.popFirst() {
            guard byte == 0x5C, let escaped = raw.popFirst() else {
                flush()
                text.append(byte)
                continue
            }
            let digits = escaped == 0x75 ? 4 : escaped == 0x78 ? 2 : 0
            if digits > 0 {
                units.append(UInt16(String(decoding: raw.prefix(digits), as: UTF8.self), radix: 16) ?? 0)
                raw = raw.dropFirst(digits)
                continue
            }
            flush()
            let single: [UInt8: UInt8] = [0x62: 8, 0x66: 12, 0x6E: 10, 0x72: 13, 0x74: 9, 0x76: 11, 0x30: 0]
            if escaped == 0x0D && raw.first == 0x0A { raw = raw.dropFirst() }
            if escaped == 0x0A || escaped == 0x0D { continue }
            if escaped == 0xE2, raw.starts(with: [0x80, 0xA8]) || raw.starts(with: [0x80, 0xA9]) {
                raw = raw.dropFirst(2)
                continue
            }
            text.append(single[escaped] ?? escaped)
        }
        flush()
        return text
    }
}
