import Tabular

@testable import TabularText

/// Plain dialects read by the reference: all of the text first, and every byte by itself.
struct SlowRecordParser {
    private let rules: ReferenceRules
    private var text: [UInt8] = []

    init(_ special: SpecialBytes, _ repairs: Set<Int> = []) {
        rules = ReferenceRules(
            delimiter: [special.delimiter], quote: special.isQuoting ? special.quote : nil, repairs: repairs)
    }

    mutating func parse(_ bytes: UnsafeBufferPointer<UInt8>) { text += bytes }

    func finish<Sink: FieldSink>(into sink: inout Sink) {
        text.withUnsafeBufferPointer { bytes in
            for event in ReferenceReader(text, rules).events {
                switch event {
                case .beginRecord(let offset): sink.beginRecord(at: offset)
                case .note(let oddity, let offset): sink.note(oddity, at: offset)
                case .byte(let offset, let isQuoted):
                    let byte = UnsafeBufferPointer(rebasing: bytes[offset...offset])
                    sink.append(byte, at: offset, mayHoldLineEnds: isQuoted)
                case .endField: sink.endField()
                case .endRecord: sink.endRecord()
                }
            }
        }
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
func slowlyAudited(
    _ text: [UInt8], chunk: Int, headerRecords: Int, _ special: SpecialBytes, _ repairs: Set<Int> = []
) -> AuditFindings {
    var parser = SlowRecordParser(special, repairs)
    var sink = AuditSink(headerRecords: headerRecords)
    text.forEachChunk(of: chunk) { bytes, _ in
        parser.parse(bytes)
        sink.endChunk()
    }
    parser.finish(into: &sink)
    var findings = sink.findings
    findings.terminators = slowTerminators(text, special, repairs)
    return findings
}

private func slowTerminators(
    _ text: [UInt8], _ special: SpecialBytes, _ repairs: Set<Int>
) -> TerminatorCounts {
    var counts = TerminatorCounts()
    var (record, line) = (0, 1)
    var parser = SlowRecordParser(special, repairs)
    var sink = CollectingSink()
    text.withUnsafeBufferPointer { parser.parse($0) }
    parser.finish(into: &sink)
    var scanner = RecordScanner(special, repairs: repairs.sorted())
    _ = text.withUnsafeBufferPointer { scanner.scan($0) }
    let isWhole = !scanner.isInsideRecord
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
