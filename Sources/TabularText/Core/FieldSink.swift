/// A deviation from RFC 4180 that a parser met and tolerated.
enum Oddity: Sendable, Hashable {
    /// A quote in a field that did not begin with one; the byte is the quote.
    case quoteInUnquoted
    /// A quote that begins a field and does not enclose it; the byte is the quote.
    case openingText
    /// A quote between the quotes of a field, and not doubled; the byte is the quote.
    case quoteInQuoted
    /// A quote in a field of JSON that is enclosed by quotes, and not doubled; the byte is the quote.
    case quoteInJSON
    /// Text after the closing quote of a field of several lines; the byte is the opening quote. The closing one is a character.
    case textAfterQuote
    /// The source ended inside quotes, lines after the opening quote; the byte is the opening quote.
    case unclosedQuote
    /// The source ended inside quotes, on the line of the opening quote, which is the byte and is read as a character.
    case unclosedText
    /// The source ended after an escape; the byte is the escape.
    case escapeAtEnd
}

/// A receiver of the records and fields of a `RecordParser`, in the order of the bytes.
///
/// For every record: `beginRecord`, then for every field either one `field` or any number of `append` and one `endField`, then
/// `endRecord`. Bytes are valid until the parser returns, and those in the chunk as long as it.
protocol FieldSink {
    /// A Boolean value that indicates whether the parser should stop; read after every field and record.
    var wantsPause: Bool { get }

    /// A Boolean value that indicates whether `takeMany` ever accepts fields.
    static var takesMany: Bool { get }

    /// Accepts any number of whole fields in the bytes of `range`, with the same effect as single calls. A record begins with
    /// the first field, or a field of one, as `state` indicates.
    ///
    /// - Returns: The length of their bytes, terminators included; `state` becomes the one after those.
    mutating func takeMany(in range: Range<Int>, _ special: SpecialBytes, _ state: inout ParserState) -> Int

    /// Begins a record with the byte at `offset`.
    mutating func beginRecord(at offset: Int)

    /// Appends bytes, the first of them at `offset`, to the current field's value. Bytes that may hold line ends are quoted.
    mutating func append(_ bytes: UnsafeBufferPointer<UInt8>, at offset: Int, mayHoldLineEnds: Bool)

    /// Reports an oddity at `offset`, before the `append` of the byte itself.
    mutating func note(_ oddity: Oddity, at offset: Int)

    mutating func endField()

    /// Ends the current field, whose value ends before the byte at `offset`: before the closing quote of a quoted one. An empty
    /// value is located there.
    mutating func endField(at offset: Int)

    /// Adds a whole field whose value lies in one piece, and which has no oddity: the same as `append`, unless it is empty, and
    /// `endField`.
    mutating func field(_ bytes: UnsafeBufferPointer<UInt8>, at offset: Int, mayHoldLineEnds: Bool)

    mutating func endRecord()

    /// Begins a line, at the byte at `offset`, that is a record or a comment; called only where comments are possible.
    mutating func beginLine(at offset: Int)

    /// Ends a line that is no record. The parser reads `wantsPause` afterwards too.
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
