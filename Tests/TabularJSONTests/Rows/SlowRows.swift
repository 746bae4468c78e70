@testable import TabularJSON

/// The rows of a whole text by the rules of `RowForm`, found token by token with the whole text in sight.
struct SlowRows: Equatable {
    /// The end of each row.
    var ends: [Int] = []
    /// The number of bytes after which each end is known: one more where the next value ends a row.
    var known: [Int] = []
    var isInsideRow = false
    /// Bytes up to the end of the container.
    var length: Int
    var isEnded = false

    init(_ text: [UInt8], _ form: RowForm, isRelaxed: Bool = false) {
        length = text.count
        switch form {
        case .lines: findLines(text, isRelaxed)
        case .values: findValues(SlowToken.all(of: text, isRelaxed))
        case .elements: findElements(SlowToken.all(of: text, isRelaxed), text, closing: "]")
        case .members: findElements(SlowToken.all(of: text, isRelaxed), text, closing: "}")
        }
    }

    /// Rows that ended in the first `count` bytes.
    func count(in count: Int) -> Int { known.count { $0 <= count } }

    private mutating func append(_ end: Int, known: Int) {
        ends.append(end)
        self.known.append(known)
        isInsideRow = false
    }

    private mutating func findLines(_ text: [UInt8], _ isRelaxed: Bool) {
        var start = 0
        while start < text.count {
            let end = text[start...].firstIndex(of: 0x0A) ?? text.count
            let tokens = SlowToken.all(of: Array(text[start..<end]), isRelaxed)
            isInsideRow = isInsideRow || tokens.contains { $0.kind != .blank && $0.kind != .comment }
            if end < text.count && isInsideRow { append(end + 1, known: end + 1) }
            start = end + 1
        }
    }

    private mutating func findValues(_ tokens: [SlowToken]) {
        var depth = 0
        for token in tokens {
            if depth > 0 {
                depth += token.kind == .opening ? 1 : token.kind == .closing ? -1 : 0
                if depth == 0 { append(token.end, known: token.end) }
                continue
            }
            if token.isSeparator {
                if isInsideRow && token.kind != .comment { append(token.end, known: token.end) }
                continue
            }
            let begins = token.kind == .opening || token.kind == .string
            if begins && isInsideRow { append(token.start, known: token.start + 1) }
            isInsideRow = true
            if token.kind == .opening { depth = 1 }
            if token.kind == .string && token.isClosed { append(token.end, known: token.end) }
        }
    }

    private mutating func findElements(_ tokens: [SlowToken], _ text: [UInt8], closing: Character) {
        var depth = 0
        for token in tokens {
            switch token.kind {
            case .comma where depth == 0:
                append(token.end, known: token.end)
                continue
            case .closing where depth == 0 && text[token.start] == closing.asciiValue:
                isEnded = true
                length = token.end
                if isInsideRow { append(token.end, known: token.end) }
                return
            case .opening: depth += 1
            case .closing: depth = max(0, depth - 1)
            case .blank, .comment: continue
            default: break
            }
            isInsideRow = true
        }
    }
}

/// A byte, a string or a comment.
struct SlowToken: Equatable {
    enum Kind { case blank, comma, separator, opening, closing, string, comment, other }

    var kind: Kind
    var start: Int
    var end: Int
    /// False of a string that lacks its closing quote.
    var isClosed = true

    var isSeparator: Bool { [.blank, .comma, .separator, .comment].contains(kind) }

    static func all(of text: [UInt8], _ isRelaxed: Bool) -> [SlowToken] {
        var tokens: [SlowToken] = []
        var place = 0
        while place < text.count {
            let token = at(place, of: text, isRelaxed)
            tokens.append(token)
            place = token.end
        }
        return tokens
    }

    private static func at(_ place: Int, of text: [UInt8], _ isRelaxed: Bool) -> SlowToken {
        let byte = text[place]
        if byte == 0x22 || (isRelaxed && byte == 0x27), isRelaxed || !isEscaped(place, in: text) {
            // Behind the next such quote that an even number of backslashes precedes.
            let close = (place + 1..<text.count).first {
                text[$0] == byte && !isEscaped($0, in: text, from: isRelaxed ? place : 0)
            }
            return SlowToken(kind: .string, start: place, end: (close ?? text.count - 1) + 1, isClosed: close != nil)
        }
        if isRelaxed, byte == 0x2F, place + 1 < text.count {
            if text[place + 1] == 0x2F {
                let end = text[place...].firstIndex { $0 == 0x0A || $0 == 0x0D } ?? text.count
                return SlowToken(kind: .comment, start: place, end: end)
            }
            if text[place + 1] == 0x2A {
                let end = text.indices.dropFirst(place + 3).first { text[$0] == 0x2F && text[$0 - 1] == 0x2A }
                return SlowToken(kind: .comment, start: place, end: end.map { $0 + 1 } ?? text.count)
            }
        }
        return SlowToken(kind: kind(of: byte), start: place, end: place + 1)
    }

    private static func kind(of byte: UInt8) -> Kind {
        switch byte {
        case 0x20, 0x09, 0x0A, 0x0D: .blank
        case 0x2C: .comma
        case 0x1E: .separator
        case 0x5B, 0x7B: .opening
        case 0x5D, 0x7D: .closing
        default: .other
        }
    }

    private static func isEscaped(_ place: Int, in text: [UInt8], from start: Int = 0) -> Bool {
        var before = place
        while before > start && text[before - 1] == 0x5C { before -= 1 }
        return (place - before) % 2 == 1
    }
}
