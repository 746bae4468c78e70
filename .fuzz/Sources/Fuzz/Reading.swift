import Tabular
import TestStores

@testable import TabularOps
@testable import TabularText

/// Whatever the bytes, the fast engines read what the obvious parser reads, in any chunks.
@Sendable func checkEngines(_ choices: inout Choices) {
    let (rules, chunk) = (rules(&choices), choices.number(below: 64) + 1)
    let text = choices.rest
    let found = parsed(text, chunk: chunk, rules.special)
    let expected = referenceParse(text, rules)
    precondition(found.records == expected.map(\.fields), "records differ: \(rules), chunk \(chunk)")
    precondition(found.starts == expected.map(\.start), "starts differ: \(rules), chunk \(chunk)")
    let scanned = scanned(text, chunk: chunk, rules.special)
    precondition(scanned.agrees && scanned.records == expected.count, "scans differ: \(rules), chunk \(chunk)")
}

/// A dialect for each number.
private func rules(_ choices: inout Choices) -> ReferenceRules {
    let number = choices.byte()
    var rules = ReferenceRules()
    rules.delimiter = [[0x2C], [0x09], Array("||".utf8), Array("aab".utf8)][Int(number & 3)]
    rules.quote = [0x22, nil, 0x27, 0x22][Int(number >> 2 & 3)]
    rules.escape = number & 0x10 == 0 ? nil : 0x5C
    rules.comment = [[], [], Array("#".utf8), Array("--".utf8)][Int(number >> 5 & 3)]
    return rules
}

/// A source that is told how to read has the records that the obvious parser finds, with their values.
@Sendable func checkReading(_ choices: inout Choices) {
    let (rules, chunk) = (rules(&choices), choices.number(below: 64) + 1)
    let text = choices.rest
    let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    let expected = tableRecords(text.starts(with: mark) ? Array(text[mark.count...]) : text, rules)
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

/// With any options a source comes to an end, and shows the values that it streams.
@Sendable func checkOptions(_ choices: inout Choices) {
    let (options, chunk) = (textOptions(&choices), choices.number(below: 64) + 1)
    guard options.conflict == nil else { return }
    withSource(choices.rest, options: options, chunk: chunk, checkRows)
}

/// A source that detects all comes to an end, and shows the values that it streams.
@Sendable func checkOpening(_ choices: inout Choices) {
    let chunk = choices.number(below: 64) + 1
    withSource(choices.rest, options: TextOptions(isForced: choices.flag()), chunk: chunk, checkRows)
}

/// Options of all kinds, some of which are left to be detected.
func textOptions(_ choices: inout Choices) -> TextOptions {
    var options = TextOptions(isForced: choices.number(below: 4) > 0)
    options.delimiter = choices.pick([nil, nil, ",", ";", "\t", " ", "||", "ab", "é", "\u{1F}", "\"", "#", "\\"])
    options.mergesSpaces = choices.flag()
    options.quote = choices.pick([.automatic, .automatic, .none, .chosen(0x22), .chosen(0x27), .chosen(0x2C)])
    options.escape = choices.pick([.automatic, .automatic, .none, .chosen(0x5C), .chosen(0x22), .chosen(0x61)])
    options.comment = choices.pick([.automatic, .automatic, .none, .chosen("#"), .chosen("//"), .chosen("a")])
    options.skippedLines = choices.pick([nil, nil, 0, 1, 2, 1000, .max])
    options.headerRows = choices.pick([nil, nil, 0, 1, 2, 16, -1, .max])
    options.encoding = choices.pick([
        nil, nil, "UTF-8", "UTF-16LE", "UTF-16BE", "UTF-16", "UTF-32", "UTF-7", "windows-1252", "ISO-8859-15",
        "Shift_JIS", "GB18030", "EUC-KR", "ISO-2022-JP", "Big5-HKSCS", "IBM1047", "none such",
    ])
    for _ in 0..<choices.number(below: 3) {
        let column = choices.pick(["1", "2", "A", "ZZZZ", "id", "day"])
        let type = choices.pick(["text", "code", "boolean", "number:comma", "number", "date", "date:mdy"])
        options.types.columns[column] = TypeChoice(type)
    }
    options.types.numbers = choices.pick([nil, .point, .comma])
    options.types.nullWords = choices.pick([nil, [], ["", "a", "NA"]])
    return options
}

/// The rows that a source shows are those that it streams, as many as it says.
func checkRows(of source: TextSource, _ snapshot: TableSnapshot) {
    let count = snapshot.rowCount.known
    let values = streamedRows(of: source, count)
    precondition(values.count == count, "\(values.count) rows of \(count)")
    let (rows, columns) = (max(0, count - 3)..<count, min(3, snapshot.columns.count))
    for (row, line) in zip(rows, source.lines(rows, columns: columns)) {
        let fields = values[row].prefix(columns).map { String(decoding: $0, as: UTF8.self) }
        let missing = Array(repeating: "·", count: columns - fields.count)
        precondition(line == (fields + missing).joined(separator: "|"), "row \(row) is shown as \(line): \(fields)")
    }
}

/// The values of the first rows; of a source that breaks off, those before.
func streamedRows(of source: TextSource, _ count: Int) -> [[[UInt8]]] {
    var lister = ValueLister()
    try? source.streamRecords(0..<count, into: &lister)
    return lister.rows
}

/// Opens `text` with blocks so small that a short one crosses all borders, and closes it when `body` is done.
func withSource(
    _ text: [UInt8], options: TextOptions, chunk: Int,
    _ body: (TextSource, TableSnapshot) -> Void
) {
    let store = MemoryStore(text, piece: chunk)
    let source = TextSource(name: "fuzz.csv", options: options, tuning: smallBlocks) { () throws(ReadError) in store }
    let snapshot = source.waitUntilComplete()
    if case .failed = snapshot.phase {} else { body(source, snapshot) }
    source.close()
}

let smallBlocks = ReaderTuning(
    passBlock: 64, tileBlock: 32, segment: 200, auditPart: 100, interval: 50, textChunk: 48)
