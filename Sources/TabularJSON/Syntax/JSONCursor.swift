/// The tokens of one JSON value, in the order of its text (RFC 8259).
///
///     {"a": [1, .5], }     objectStart  name "a"  arrayStart  number 1  number .5  arrayEnd  objectEnd
///                          notes: numberForm at .5, trailingComma at the comma
///
/// JSON5 and the oddities of common writers are read and reported (`SyntaxNote`); the first error ends the tokens
/// (`SyntaxFault`). Values may be nested as deeply as `depthLimit`: beyond that the rest of the text belongs to the value
/// without being read.
///
/// If you add a laxity, add it to `SyntaxNote.Kind`, to `SlowJSON` in the tests, and to the words in `JSONFault+Text.swift`.
/// `FieldReader` reads most records without this type: it must use it for everything that is reported here.
struct JSONCursor {
    static let depthLimit = 1_000_000

    /// The tokens that may come next.
    private enum State {
        case value
        /// After `[`, and after a comma in an array.
        case element
        case nextElement
        /// After `{`, and after a comma in an object.
        case member
        case nextMember
        /// After a value in an object or array.
        case separator
        case ended
    }

    let text: UnsafeBufferPointer<UInt8>
    /// The index after the last token.
    var index: Int
    var notes = SyntaxNotes()
    private var state = State.value
    private var brackets = BracketStack()
    private var comma = 0

    /// Starts at the byte `index` of `text`, before a value.
    init(_ text: UnsafeBufferPointer<UInt8>, at index: Int = 0) { (self.text, self.index) = (text, index) }

    /// The objects and arrays that are open.
    var depth: Int { brackets.depth }

    /// The byte at `index`; nil at the end.
    var peek: UInt8? { index < text.count ? text[index] : nil }

    /// Passes the next token and returns it; nil after the value.
    mutating func next() throws(SyntaxFault) -> JSONToken? {
        while state != .ended {
            try skipBlanks()
            guard let byte = peek else { throw cutOff }
            switch state {
            case .member, .nextMember:
                if byte == UInt8(ascii: "}") { return close(.objectEnd, isBehindComma: state == .nextMember) }
                let name = try name()
                state = .value
                return name
            case .element, .nextElement:
                if byte == UInt8(ascii: "]") { return close(.arrayEnd, isBehindComma: state == .nextElement) }
                return try value(byte)
            case .separator:
                let isObject = brackets.isObject
                if byte == UInt8(ascii: isObject ? "}" : "]") {
                    return close(isObject ? .objectEnd : .arrayEnd, isBehindComma: false)
                }
                guard byte == UInt8(ascii: ",") else { throw fault(isObject ? .commaOrBrace : .commaOrBracket) }
                comma = index
                index += 1
                state = isObject ? .nextMember : .nextElement
            case .value: return try value(byte)
            case .ended: break
            }
        }
        return nil
    }

    /// Like `next()`, with a nested value as one token of the kind that it begins with.
    mutating func nextValue() throws(SyntaxFault) -> JSONToken? {
        guard var token = try next() else { return nil }
        if token.kind.isStart {
            try skipContainer()
            token.range = token.range.lowerBound..<index
        }
        return token
    }

    /// Passes the rest of the innermost open object or array, including its closing bracket.
    mutating func skipContainer() throws(SyntaxFault) {
        let outside = depth - 1
        while depth > outside, try next() != nil {}
    }

    /// Passes a name and the colon after it.
    mutating func name() throws(SyntaxFault) -> JSONToken {
        try skipBlanks()
        let name: JSONToken
        switch peek {
        case nil: throw cutOff
        case UInt8(ascii: "\""), UInt8(ascii: "'"): name = try string(.name)
        default: name = try bareName()
        }
        try skipBlanks()
        guard let byte = peek else { throw cutOff }
        guard byte == UInt8(ascii: ":") else { throw fault(.colon) }
        index += 1
        return name
    }

    /// The first byte of the element that begins at `index`, or behind a comma there; the end of the text where there is none.
    func elementStart(from index: Int) -> Int {
        var cursor = self
        cursor.index = index
        try? cursor.skipBlanks()
        if cursor.peek == UInt8(ascii: ",") {
            cursor.index += 1
            try? cursor.skipBlanks()
        }
        return cursor.index
    }

    func fault(_ kind: SyntaxFault.Kind) -> SyntaxFault { SyntaxFault(kind: kind, byte: index) }

    var cutOff: SyntaxFault { SyntaxFault(kind: .cutOff, byte: text.count) }

    private mutating func close(_ kind: TokenKind, isBehindComma: Bool) -> JSONToken {
        if isBehindComma { notes.insert(.trailingComma, at: comma) }
        index += 1
        brackets.pop()
        state = brackets.isEmpty ? .ended : .separator
        return JSONToken(kind: kind, range: index - 1..<index)
    }

    private mutating func value(_ byte: UInt8) throws(SyntaxFault) -> JSONToken? {
        let token: JSONToken
        switch byte {
        case UInt8(ascii: "{"): return open(.objectStart)
        case UInt8(ascii: "["): return open(.arrayStart)
        case UInt8(ascii: "\""), UInt8(ascii: "'"): token = try string(.string)
        case UInt8(ascii: "t"): token = try word("true", .true)
        case UInt8(ascii: "f"): token = try word("false", .false)
        case UInt8(ascii: "n"): token = try word("null", .null)
        default: token = try number()
        }
        state = brackets.isEmpty ? .ended : .separator
        return token
    }

    /// Passes a bracket that opens; nil beyond the deepest level, where the text has been passed to its end.
    private mutating func open(_ kind: TokenKind) -> JSONToken? {
        guard depth < Self.depthLimit else {
            notes.insert(.tooDeep, at: index)
            index = text.count
            brackets.removeAll()
            state = .ended
            return nil
        }
        brackets.push(isObject: kind == .objectStart)
        state = kind == .objectStart ? .member : .element
        index += 1
        return JSONToken(kind: kind, range: index - 1..<index)
    }
}
