import Tabular

@testable import TabularText

/// `RecordParser` a byte at a time, with no marks made ahead and no field handed over whole.
struct SlowRecordParser {
    let special: SpecialBytes
    var state = ParserState.recordStart
    private var openQuote = 0

    init(_ special: SpecialBytes) { self.special = special }

    private func isEnd(_ byte: UInt8) -> Bool { byte == special.delimiter || byte == 10 || byte == 13 }

    mutating func parse<Sink: FieldSink>(
        _ bytes: UnsafeBufferPointer<UInt8>, at offset: Int, into sink: inout Sink
    ) {
        var index = 0
        while index < bytes.count {
            let byte = bytes[index]
            switch state {
            case .carriageReturn:
                if byte == 10 { index += 1 }
                state = .recordStart
            case .recordStart:
                sink.beginRecord(at: offset + index)
                state = .fieldStart
            case .fieldStart:
                state = special.isQuoting && byte == special.quote ? .quoted : .unquoted
                if state == .quoted {
                    openQuote = offset + index
                    index += 1
                }
            case .unquoted:
                let start = index
                while index < bytes.count && !isEnd(bytes[index]) && bytes[index] != special.quote { index += 1 }
                append(bytes, start..<index, offset, &sink, isQuoted: false)
                if index < bytes.count { endUnquoted(bytes, &index, offset, &sink) }
            case .quoted:
                let start = index
                while index < bytes.count && bytes[index] != special.quote { index += 1 }
                append(bytes, start..<index, offset, &sink, isQuoted: true)
                if index < bytes.count {
                    index += 1
                    state = .quoteInQuoted
                }
            case .quoteInQuoted:
                if byte == special.quote {
                    append(bytes, index..<index + 1, offset, &sink, isQuoted: true)
                    index += 1
                    state = .quoted
                } else {
                    if !isEnd(byte) { sink.note(.textAfterQuote, at: offset + index) }
                    state = .unquoted
                }
            case .rare: preconditionFailure("only plain dialects are read slowly")
            }
        }
    }

    private mutating func endUnquoted<Sink: FieldSink>(
        _ bytes: UnsafeBufferPointer<UInt8>, _ index: inout Int, _ offset: Int, _ sink: inout Sink
    ) {
        let byte = bytes[index]
        index += 1
        guard isEnd(byte) else {
            sink.note(.quoteInUnquoted, at: offset + index - 1)
            return append(bytes, index - 1..<index, offset, &sink, isQuoted: false)
        }
        sink.endField()
        if byte == special.delimiter {
            state = .fieldStart
        } else {
            state = byte == 10 ? .recordStart : .carriageReturn
            sink.endRecord()
        }
    }

    private func append<Sink: FieldSink>(
        _ bytes: UnsafeBufferPointer<UInt8>, _ range: Range<Int>, _ offset: Int, _ sink: inout Sink, isQuoted: Bool
    ) {
        if range.isEmpty { return }
        let run = UnsafeBufferPointer(rebasing: bytes[range])
        sink.append(run, at: offset + range.lowerBound, mayHoldLineEnds: isQuoted)
    }

    mutating func finish<Sink: FieldSink>(into sink: inout Sink) {
        if state == .recordStart || state == .carriageReturn { return }
        if state == .quoted { sink.note(.unclosedQuote, at: openQuote) }
        sink.endField()
        sink.endRecord()
    }
}

/// The audit as the reader runs it.
func audited(_ text: [UInt8], chunk: Int, headerRecords: Int, _ special: SpecialBytes) -> AuditFindings {
    var parser = RecordParser(special)
    var sink = AuditSink(headerRecords: headerRecords)
    text.forEachChunk(of: chunk) { bytes, offset in
        sink.beginChunk(bytes, at: offset)
        _ = parser.parse(bytes, at: offset, into: &sink)
        sink.endChunk()
    }
    sink.end()
    parser.finish(into: &sink)
    return sink.findings
}

/// The audit in its long way alone: the sink is told of no chunk that it could look at in one go, and no field comes whole,
/// so that every byte is examined by itself and every value classified by `TypeSet(_:)`. How records end is seen by
/// looking at where the next begins.
func slowlyAudited(_ text: [UInt8], chunk: Int, headerRecords: Int, _ special: SpecialBytes) -> AuditFindings {
    var parser = SlowRecordParser(special)
    var sink = AuditSink(headerRecords: headerRecords)
    text.forEachChunk(of: chunk) { bytes, offset in
        parser.parse(bytes, at: offset, into: &sink)
        sink.endChunk()
    }
    parser.finish(into: &sink)
    var findings = sink.findings
    findings.terminators = slowTerminators(text, special)
    return findings
}

private func slowTerminators(_ text: [UInt8], _ special: SpecialBytes) -> TerminatorCounts {
    var counts = TerminatorCounts()
    var (record, line) = (0, 1)
    var scanner = SlowRecordParser(special)
    var sink = CollectingSink()
    text.withUnsafeBufferPointer { scanner.parse($0, at: 0, into: &sink) }
    let isWhole = scanner.state == .recordStart || scanner.state == .carriageReturn
    for (start, end) in zip(sink.starts, sink.starts.dropFirst() + (isWhole ? [text.count] : [])) {
        record += 1
        let crlf = end > 1 && text[end - 2] == 13 && text[end - 1] == 10
        counts.count(
            crlf ? .crlf : text[end - 1] == 10 ? .lf : .cr,
            at: SourcePosition(record: record, line: line, byte: start))
        // Every LF ends a line, and every CR that has none behind it.
        line += (start..<end).count { text[$0] == 10 || text[$0] == 13 && !(end > $0 + 1 && text[$0 + 1] == 10) }
    }
    return counts
}
