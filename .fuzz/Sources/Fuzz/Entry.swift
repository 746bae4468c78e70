import Tabular

@testable import TabularText

/// The entry that libFuzzer calls with one input after the other: two bytes that choose how the rest is read.
///
/// Whatever the bytes, the fast engines read what the obvious parser reads, in any chunks; and a source that is opened on
/// them with everything left to be found, the encoding too, comes to an end and shows as many rows as it counted.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzOneInput(_ data: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let bytes = Array(UnsafeBufferPointer(start: data, count: count))
    guard bytes.count > 2 else { return 0 }
    let text = Array(bytes[2...])
    let chunk = Int(bytes[0] & 63) + 1
    checkEngines(text, rules(bytes[1]), chunk: chunk)
    switch bytes[0] >> 6 {
    case 2: checkReading(text, rules(bytes[1]), chunk: chunk)
    case 3: checkOpening(text, chunk: chunk)
    default: break
    }
    return 0
}

/// A dialect for each number.
private func rules(_ number: UInt8) -> ReferenceRules {
    var rules = ReferenceRules()
    rules.delimiter = [[0x2C], [0x09], Array("||".utf8), Array("aab".utf8)][Int(number & 3)]
    rules.quote = [0x22, nil, 0x27, 0x22][Int(number >> 2 & 3)]
    rules.escape = number & 0x10 == 0 ? nil : 0x5C
    rules.comment = [[], [], Array("#".utf8), Array("--".utf8)][Int(number >> 5 & 3)]
    return rules
}

private func checkEngines(_ text: [UInt8], _ rules: ReferenceRules, chunk: Int) {
    let found = parsed(text, chunk: chunk, rules.special)
    let expected = referenceParse(text, rules)
    precondition(found.records == expected.map(\.fields), "records differ: \(rules), chunk \(chunk)")
    precondition(found.starts == expected.map(\.start), "starts differ: \(rules), chunk \(chunk)")
    let scanned = scanned(text, chunk: chunk, rules.special)
    precondition(scanned.agrees && scanned.records == expected.count, "scans differ: \(rules), chunk \(chunk)")
}

/// A source that is told how to read has the records that the obvious parser finds, with their values.
private func checkReading(_ text: [UInt8], _ rules: ReferenceRules, chunk: Int) {
    let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    let expected = referenceParse(text.starts(with: mark) ? Array(text[mark.count...]) : text, rules)
    var dialect = Dialect(
        delimiter: String(decoding: rules.delimiter, as: UTF8.self), quote: rules.quote, escape: rules.escape)
    if !rules.comment.isEmpty { dialect.comment = String(decoding: rules.comment, as: UTF8.self) }
    var options = TextOptions(reading: dialect)
    options.isForced = true
    options.encoding = "UTF-8"
    options.headerRows = 0
    withSource(text, options: options, chunk: chunk) { source, snapshot in
        precondition(
            snapshot.rowCount.known == expected.count,
            "\(snapshot.rowCount) rows, not \(expected.count): \(rules), chunk \(chunk)")
        let rows = max(0, expected.count - 3)..<expected.count
        let columns = min(3, snapshot.columns.count)
        for (row, line) in zip(rows, source.lines(rows, columns: columns)) {
            let fields = expected[row].fields.prefix(columns).map { String(decoding: $0, as: UTF8.self) }
            let missing = Array(repeating: "·", count: columns - fields.count)
            precondition(
                line == (fields + missing).joined(separator: "|"), "row \(row) is \(line): \(rules), chunk \(chunk)")
        }
    }
}

/// A source that finds out all by itself comes to an end, and can show its last rows.
private func checkOpening(_ text: [UInt8], chunk: Int) {
    withSource(text, options: TextOptions(isForced: true), chunk: chunk) { source, snapshot in
        let rows = snapshot.rowCount.known
        _ = source.lines(max(0, rows - 3)..<rows, columns: min(3, snapshot.columns.count))
    }
}

/// Opens `text` with blocks so small that a short one crosses all borders, and closes it when `body` is done.
private func withSource(
    _ text: [UInt8], options: TextOptions, chunk: Int, _ body: (TextSource, TableSnapshot) -> Void
) {
    let store = MemoryStore(text, piece: chunk)
    let tuning = ReaderTuning(passBlock: 64, tileBlock: 32, segment: 200, auditPart: 100, interval: 50, textChunk: 48)
    let source = TextSource(name: "fuzz.csv", options: options, tuning: tuning) { () throws(ReadError) in store }
    let snapshot = source.waitUntilComplete()
    if case .failed = snapshot.phase {} else { body(source, snapshot) }
    source.close()
}
