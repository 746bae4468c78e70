import Tabular

/// The findings of the beginning of a text table, which apply to all of it: dialect, names, provisional types.
struct SampleTable {
    /// Bytes that a dialect is detected from.
    static let dialectBytes = 1 << 20
    /// A longer name is truncated: it is a header for display.
    static let nameLimit = 4096

    let dialect: Dialect
    /// Bytes of the sample before the first record, in `dialect.skippedLines` lines.
    let skippedBytes: Int
    /// One for every column seen so far.
    let columns: [Column]
    /// The readings of each.
    let types: [TypeSet]
    /// Records that end in the sample, the header among them.
    let recordCount: Int
    /// Bytes from the first of them on that hold these, or more where the sample ends inside of one.
    let recordBytes: Int
    /// Likewise without the empty lines at the sample's end: more of the source may make these records.
    let readableBytes: Int
    /// Fields of the first of them.
    let fieldCount: Int
    /// Quotes in them that are characters (`RepairedQuotes`); counted like `recordBytes`.
    let repairs: [Int]
    /// A Boolean value that indicates whether the last of them is one only if the source ends here, and may become a comment
    /// otherwise.
    private let mayBecomeComment: Bool
    /// Bytes that were parsed to find the dialect.
    let bytesSniffed: Int
    /// The readings that were compared, the cheapest first.
    let candidates: [Candidate]
    /// For detecting again with more of the same source.
    let comparison: Comparison?
    /// The columns that vote for a header less those against one.
    let headerBalance: Int

    /// Examines `sample`, the source's beginning after its byte order mark and the lines that `options` skip. The dialect is
    /// detected from its first `sniffed` bytes, and from earlier comments, which do not describe the records; it is read up to
    /// `rows` after the header, and hastily where these are not all. The `comparison` of an earlier detection is reused.
    /// `mayGoOn` indicates that a whole source may have more bytes later.
    init(
        _ sample: UnsafeBufferPointer<UInt8>, isWhole: Bool, name: String, options: TextOptions,
        sniffed length: Int = SampleTable.dialectBytes, rows: Int = .max, mayGoOn: Bool = false,
        comparison: Comparison? = nil
    ) {
        let whole = isWhole ? sample.withoutEndMark : sample
        let comments = whole.length(ofLinesWith: options.comment.mark)
        let sniffed = UnsafeBufferPointer(rebasing: whole.prefix(comments + length))
        var detector = DialectDetector(options: options, name: name, isWhole: isWhole && sniffed.count == whole.count)
        detector.work.comparison = comparison
        detector.isHasty = rows < .max
        var dialect = Dialect(separatedText: sniffed, options) ?? detector.dialect(of: sniffed)
        bytesSniffed = detector.work.bytesParsed
        candidates = detector.work.candidates
        self.comparison = detector.work.comparison
        skippedBytes = whole.length(ofLines: dialect.skippedLines)
        if let skipped = options.skippedLines { dialect.skippedLines = skipped }

        let sample = UnsafeBufferPointer(rebasing: whole[skippedBytes...])
        var parser = RecordParser(SpecialBytes(dialect))
        var sink = SampleSink(headerRows: options.clampedHeaderRows ?? 1, sampleEnd: sample.count)
        sink.nullWords = options.types.effectiveNullWords
        if rows < .max { sink.recordLimit = rows + TextOptions.headerRowLimit }
        let first = parser.parse(sample, at: 0, into: &sink)
        if !dialect.isSeparated {
            dialect.terminator = Self.terminator(sample, behind: first, state: parser.state)
        }
        var end = first
        fieldCount = sink.firstCount + (sink.recordCount == 0 && parser.state.isInsideRecord ? 1 : 0)
        var special = SpecialBytes(dialect)
        special.isDivided = fieldCount > 1
        repairs = sample.repairs(special, fieldCount: fieldCount, isWhole: isWhole, mayGoOn: mayGoOn)
        parser.repairs = repairs
        if sink.recordCount > 0 {
            sink.pausesBehindFirst = false
            let rest = UnsafeBufferPointer(rebasing: sample[first...])
            end += parser.parse(rest, at: first, into: &sink)
        }
        recordBytes = end
        var tail = BlankTail()
        if end == sample.count { tail.append(sample, special, behind: .recordStart) }
        let blankRecords = tail.records(parser.state)
        readableBytes = end - (blankRecords > 0 ? tail.rest : 0)
        mayBecomeComment = isWhole && parser.state.openCommentLength > 0
        let firstIsWhole = sink.recordCount > 0 || isWhole
        if (isWhole && !sink.isFull) || sink.recordCount == 0 {
            parser.finish(into: &sink, mayGoOn: mayGoOn)
        }

        let vote = sink.headerVote
        headerBalance = vote.balance
        dialect.headerRows = options.clampedHeaderRows ?? (firstIsWhole && vote.isHeader ? 1 : 0)
        types = sink.types(headerRows: dialect.headerRows)
        columns = sink.columns(of: types, headerRows: dialect.headerRows)
        recordCount = firstIsWhole ? max(0, sink.recordCount - blankRecords) : 0
        self.dialect = dialect
    }

    /// Returns the number of records in the sample that remain records when a followed source grows.
    func recordCount(isFollowed: Bool) -> Int {
        isFollowed && mayBecomeComment ? max(0, recordCount - 1) : recordCount
    }

    private static func terminator(
        _ sample: UnsafeBufferPointer<UInt8>, behind end: Int, state: ParserState
    ) -> Dialect.Terminator {
        switch state {
        case .carriageReturn: end < sample.count && sample[end] == SpecialBytes.lineFeed ? .crlf : .cr
        default: .lf
        }
    }
}

/// The values of the records that are or may be a header, and the types of the columns below.
struct SampleSink: FieldSink {
    /// Of each of the first records, its values: as many as there are header rows, and at least one.
    private var header: [PackedValues] = []
    private let headerLimit: Int
    private var types: [TypeSet] = []
    /// The first records below the header.
    private var body: [PackedValues] = []
    var recordCount = 0
    private var column = 0
    /// True in records whose values are kept for the vote on the header.
    private var keepsValues = false
    private var value: [UInt8] = []
    private let sampleEnd: Int
    var nullWords = NullWords.standard

    /// A Boolean value that indicates whether the parser stops after the first record, so that its terminator can be checked.
    /// It pauses again after every comment.
    var pausesBehindFirst = true
    var wantsPause: Bool { pausesBehindFirst && recordCount == 1 && column == 0 || isFull }
    /// Records that are enough.
    var recordLimit = Int.max
    var isFull: Bool { recordCount >= recordLimit }

    init(headerRows: Int, sampleEnd: Int) {
        headerLimit = max(1, headerRows)
        self.sampleEnd = sampleEnd
    }

    /// Reads a sample of which the first record may be a header.
    init(_ sample: UnsafeBufferPointer<UInt8>, _ dialect: Dialect, isWhole: Bool) {
        self.init(headerRows: 1, sampleEnd: sample.count)
        pausesBehindFirst = false
        var parser = RecordParser(SpecialBytes(dialect))
        _ = parser.parse(sample, at: 0, into: &self)
        if isWhole { parser.finish(into: &self) }
    }

    /// Fields of the first record.
    var firstCount: Int { first.count }

    private var first: PackedValues { header.first ?? PackedValues() }

    mutating func beginRecord(at offset: Int) {
        if recordCount < headerLimit {
            header.append(PackedValues())
        } else {
            keepsValues = recordCount < headerLimit + HeaderVote.bodyLimit
            if keepsValues { body.append(PackedValues(like: body.last ?? first)) }
        }
    }

    mutating func append(_ bytes: UnsafeBufferPointer<UInt8>, at offset: Int, mayHoldLineEnds: Bool) {
        if recordCount < headerLimit {
            if column < AuditSink.columnLimit { header[recordCount].append(bytes, limit: SampleTable.nameLimit) }
        } else {
            let room = SampleTable.nameLimit - value.count
            if room > 0 { value.append(contentsOf: bytes.prefix(room)) }
        }
    }

    mutating func endField() {
        if recordCount < headerLimit {
            if column < AuditSink.columnLimit { header[recordCount].endValue() }
        } else {
            if keepsValues && column < SampleEvidence.columnLimit {
                value.withUnsafeBufferPointer { body[body.count - 1].append($0, limit: HeaderVote.valueLimit) }
                body[body.count - 1].endValue()
            }
            while types.count <= column && column < AuditSink.columnLimit { types.append(.unseen) }
            if !value.isEmpty && column < types.count && types[column] != [] {
                types[column].narrow(to: value.withUnsafeBufferPointer { TypeSet($0, nullWords) })
            }
        }
        value.removeAll(keepingCapacity: true)
        column += 1
    }

    /// The fast path of most fields: in the data, and in a column seen before.
    @inline(__always)
    mutating func field(_ bytes: UnsafeBufferPointer<UInt8>, at offset: Int, mayHoldLineEnds: Bool) {
        guard column < types.count, recordCount >= headerLimit, !keepsValues else {
            if !bytes.isEmpty { append(bytes, at: offset, mayHoldLineEnds: mayHoldLineEnds) }
            return endField()
        }
        let known = types[column]
        if known != [] && !bytes.isEmpty {
            types[column].narrow(to: TypeSet(bytes, readable: sampleEnd &- offset, nullWords))
        }
        column &+= 1
    }

    mutating func endRecord() {
        recordCount += 1
        column = 0
    }

    /// The readings of the columns below so many header rows.
    func types(headerRows: Int) -> [TypeSet] {
        let count = max(header.map(\.count).max() ?? 0, types.count)
        return (0..<count).map { index in
            var type = index < types.count ? types[index] : .unseen
            if headerRows == 0, index < first.count, !first[index].isEmpty { type.narrow(to: firstTypes(index)) }
            return type
        }
    }

    func columns(of types: [TypeSet], headerRows: Int) -> [Column] {
        let columnTypes = types.map(\.columnType)
        return headerRows > 0
            ? HeaderTable(header).columns(of: columnTypes) : columnTypes.map { Column(name: "", type: $0) }
    }

    private func firstTypes(_ index: Int) -> TypeSet { first[index].withUnsafeBufferPointer { TypeSet($0, nullWords) } }

    /// The votes on whether the first record names the columns.
    var headerVote: HeaderVote { HeaderVote(first, over: types, body, recordCount: recordCount) }
}

extension UnsafeBufferPointer<UInt8> {
    /// The bytes without a U+001A after the last line end (`BlankTail`).
    fileprivate var withoutEndMark: UnsafeBufferPointer<UInt8> {
        guard count > 1, last == SpecialBytes.endMark else { return self }
        let before = self[count - 2]
        guard before == SpecialBytes.lineFeed || before == SpecialBytes.carriageReturn else { return self }
        return UnsafeBufferPointer(rebasing: dropLast())
    }
}
