import Tabular
import TabularBytes

@testable import TabularText

/// Collects what a parser finds.
struct CollectingSink: FieldSink {
    var records: [[[UInt8]]] = []
    var starts: [Int] = []
    var oddities: [String] = []
    private var record: [[UInt8]] = []
    private var field: [UInt8] = []

    mutating func beginRecord(at offset: Int) { starts.append(offset) }
    mutating func append(_ bytes: UnsafeBufferPointer<UInt8>, at offset: Int, mayHoldLineEnds: Bool) {
        field.append(contentsOf: bytes)
    }
    mutating func note(_ oddity: Oddity, at offset: Int) { oddities.append("\(oddity) \(offset)") }
    mutating func endField() {
        record.append(field)
        field = []
    }
    mutating func endRecord() {
        records.append(record)
        record = []
    }
}

extension [UInt8] {
    /// The array in pieces of `size` bytes, each in memory of its own, so that reading over its end is seen.
    func forEachChunk(of size: Int, _ body: (UnsafeBufferPointer<UInt8>, Int) -> Void) {
        for start in stride(from: 0, to: count, by: size) {
            Array(self[start..<Swift.min(start + size, count)]).withUnsafeBufferPointer { body($0, start) }
        }
    }
}

/// What the full parser makes of `text`, given in chunks.
func parsed(
    _ text: [UInt8], chunk: Int, _ special: SpecialBytes = SpecialBytes(delimiter: 0x2C, quote: 0x22),
    repairs: [Int] = []
) -> CollectingSink {
    var sink = CollectingSink()
    var parser = RecordParser(special, repairs: repairs)
    text.forEachChunk(of: chunk) { bytes, offset in _ = parser.parse(bytes, at: offset, into: &sink) }
    parser.finish(into: &sink)
    return sink
}

/// How many records the scanner finds in `text`, given in chunks, and whether it is in the parser's state after each.
func scanned(_ text: [UInt8], chunk: Int, _ special: SpecialBytes = SpecialBytes(delimiter: 0x2C, quote: 0x22))
    -> (records: Int, agrees: Bool)
{
    var scanner = RecordScanner(special)
    var parser = RecordParser(special)
    var sink = CollectingSink()
    var records = 0
    var agrees = true
    text.forEachChunk(of: chunk) { bytes, offset in
        records += scanner.scan(bytes).records
        _ = parser.parse(bytes, at: offset, into: &sink)
        agrees = agrees && scanner.state == parser.state && records == sink.records.count
    }
    return (records + (scanner.isInsideRecord ? 1 : 0), agrees)
}

/// The checkpoints of `text` with the given interval.
func checkpoints(_ text: [UInt8], chunk: Int, interval: Int) -> [Checkpoint] {
    var pass = IndexPass(SpecialBytes(delimiter: 0x2C, quote: 0x22), startingAt: 0, interval: interval)
    var found: [Checkpoint] = []
    text.forEachChunk(of: chunk) { bytes, _ in found += pass.scan(bytes) }
    return found
}

/// Counts the records from `starts` that a table of `text` has: no empty lines at its end, but a first record.
func tableRecordCount(
    _ text: [UInt8], _ starts: [Int], _ rules: ReferenceRules = ReferenceRules(), isDivided: Bool = false
) -> Int {
    func isSpace(_ byte: UInt8) -> Bool {
        (byte == 32 || byte == 9) && (rules.mergesSpaces || isDivided && byte != rules.delimiter.first)
    }
    let ends = starts.dropFirst() + [text.count]
    let blank = zip(starts, ends).reversed().prefix { start, end in
        text[start..<end].allSatisfy { $0 == 10 || $0 == 13 || isSpace($0) }
    }
    return max(min(1, starts.count), starts.count - blank.count)
}

/// Returns the index of the empty lines at the end of `text` that are no records of its table.
func tableEnd(_ text: [UInt8], _ rules: ReferenceRules = ReferenceRules()) -> Int {
    let rules = rules.isPlain ? repaired(text, rules) : rules
    let records = referenceParse(text, rules)
    let starts = records.map(\.start)
    let count = tableRecordCount(text, starts, rules, isDivided: records.first?.fields.count ?? 0 > 1)
    return count < starts.count ? starts[count] : text.count
}

/// What a parser makes of a table's text.
func parsedTable(_ text: [UInt8]) -> CollectingSink {
    parsed(text, chunk: 10_000, repairs: repaired(text, ReferenceRules()).repairs.sorted())
}

/// The records that a table of `text` has.
func tableRecords(_ text: [UInt8], _ rules: ReferenceRules = ReferenceRules()) -> [ReferenceRecord] {
    let rules = rules.isPlain ? repaired(text, rules) : rules
    let records = referenceParse(text, rules)
    let isDivided = records.first?.fields.count ?? 0 > 1
    return Array(records.prefix(tableRecordCount(text, records.map(\.start), rules, isDivided: isDivided)))
}

let chunkSizes = [1, 2, 3, 7, 15, 16, 17, 64, 1000]

/// Random bytes from a fixed seed.
struct SeededGenerator: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return (state ^ (state >> 33)) &* 0xFF51_AFD7_ED55_8CCD
    }
}

/// A text of mostly special bytes.
func hostileText(seed: UInt64, palette: String = "aaab,,,\"\"\"\n\n\r é\0") -> [UInt8] {
    var generator = SeededGenerator(state: seed)
    let palette = Array(palette.utf8)
    let count = Int.random(in: 0...200, using: &generator)
    return (0..<count).map { _ in palette[Int.random(in: 0..<palette.count, using: &generator)] }
}

/// A text of records that are mostly as long as the first and end as it does, with something odd here and there.
func regularText(seed: UInt64) -> [UInt8] {
    var generator = SeededGenerator(state: seed)
    func chance(_ count: Int) -> Bool { Int.random(in: 0..<count, using: &generator) == 0 }
    let values = [
        "12", "-7", "1.5", "-0.25", "true", "No", "2024-01-31", "31.1.2024", "2024-01-31 09:05:59", "text", "", "é漢",
        "some longer text, that is quoted", "two\nlines", "two\r\nmore", "says \"\"so\"\"", "1\"\"2", " 5 ", "1e5",
        String(repeating: "long ", count: 40), "123456789012345678",
    ]
    let odd = [
        "a\"b", "\"a\"b", "\"open", "\u{FEFF}", "\"\r\"", ",", "\n", "\r", "\r\n", "\"\"\"\"", "\"{\"a\":1,\"b\":2}\"",
        "\"[\"a\",\"b\"] c",
    ]
    let terminator = ["\n", "\r\n", "\r", "\n"][Int(seed % 4)]
    let columns = chance(6) ? 150 : Int.random(in: 1...8, using: &generator)
    let homes = (0..<columns).map { _ in values[Int.random(in: 0..<values.count, using: &generator)] }
    let rare = [30, 200, 2000, 100_000][Int(seed / 4 % 4)]
    var text: [UInt8] = []
    let longest = chance(6) ? 12_000 : 2_000
    while text.count < longest {
        for column in 0..<(chance(rare) ? columns / 2 + 1 : columns) {
            if column > 0 { text.append(0x2C) }
            if chance(rare) {
                text += Array(odd[Int.random(in: 0..<odd.count, using: &generator)].utf8)
                if chance(3) { text.append(0xC3) }
            } else {
                let value = chance(rare) ? values[Int.random(in: 0..<values.count, using: &generator)] : homes[column]
                let needsQuotes = value.utf8.contains { [0x2C, 0x22, 0x0A, 0x0D].contains($0) }
                text += Array((needsQuotes || chance(20) ? "\"\(value)\"" : value).utf8)
            }
        }
        text += Array((chance(rare) ? ["\n", "\r\n", "\r"][Int(seed % 3)] : terminator).utf8)
    }
    return text
}
