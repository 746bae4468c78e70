/// Something a parser met that is not as RFC 4180 has it, and went past.
enum Oddity: Sendable, Hashable {
    /// A quote in a field that did not begin with one; the byte is the quote.
    case quoteInUnquoted
    /// A quote that begins a field and encloses none; the byte is the quote.
    case openingText
    /// A quote between the quotes of a field, and not doubled; the byte is the quote.
    case quoteInQuoted
    /// Text behind the closing quote of a field of several lines; the byte is the opening quote. The closing one is a
    /// character.
    case textAfterQuote
    /// The source ended inside quotes, lines behind the opening quote; the byte is the opening quote.
    case unclosedQuote
    /// Likewise, on its line: the opening quote, which is the byte, is a character.
    case unclosedText
    /// The source ended behind an escape; the byte is the escape.
    case escapeAtEnd
}

/// Takes what a `RecordParser` finds, in the order of the bytes.
///
/// For every record: `beginRecord`, then for every field either one `field` or any number of `append` and one `endField`,
/// then `endRecord`. Bytes are there until the parser returns, and those that stand in the chunk as long as it.
protocol FieldSink {
    /// Asked after every field and record: whether the parser shall stop there and give control back.
    var wantsPause: Bool { get }

    /// A Boolean value that indicates whether `takeMany` ever takes anything.
    static var takesMany: Bool { get }

    /// Takes whole fields in the bytes of `range`, with whose first a record or a field of one begins, as `state` says: as
    /// many as it likes, the same as each by itself.
    ///
    /// - Returns: How many bytes they were, with what ends them; `state` is the one behind those.
    mutating func takeMany(in range: Range<Int>, _ special: SpecialBytes, _ state: inout ParserState) -> Int

    /// A record begins with the byte at `offset`.
    mutating func beginRecord(at offset: Int)

    /// The next bytes of the current field's value; the first of them stands at `offset`. Where they may hold
    /// line ends, they are quoted.
    mutating func append(_ bytes: UnsafeBufferPointer<UInt8>, at offset: Int, mayHoldLineEnds: Bool)

    /// The parser went past something odd at `offset`. It comes before the `append` of the byte itself.
    mutating func note(_ oddity: Oddity, at offset: Int)

    mutating func endField()

    /// Ends the current field, whose value ends before the byte at `offset`: before the closing quote of one in quotes. That is
    /// where an empty value stands.
    mutating func endField(at offset: Int)

    /// A whole field whose value lies in one piece, and which has no oddity: the same as `append`, unless it is empty,
    /// and `endField`.
    mutating func field(_ bytes: UnsafeBufferPointer<UInt8>, at offset: Int, mayHoldLineEnds: Bool)

    mutating func endRecord()

    /// A line begins with the byte at `offset` that is a record or a comment; told only where there are comments.
    mutating func beginLine(at offset: Int)

    /// A line ended that is no record. Asked for a pause behind it too.
    mutating func skipLine()
}

extension FieldSink {
    var wantsPause: Bool { false }
    mutating func beginRecord(at offset: Int) {}
    mutating func note(_ oddity: Oddity, at offset: Int) {}
    mutating func beginLine(at offset: Int) {}
    mutating func skipLine() {}

    @inline(__always)
    mutating func endField(at offset: Int) { endField() }

    @inline(__always)
    mutating func field(_ bytes: UnsafeBufferPointer<UInt8>, at offset: Int, mayHoldLineEnds: Bool) {
        if !bytes.isEmpty { append(bytes, at: offset, mayHoldLineEnds: mayHoldLineEnds) }
        endField()
    }
}
