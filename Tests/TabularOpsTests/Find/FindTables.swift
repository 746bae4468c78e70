import Foundation
import SeededRandom
import Tabular
import TabularBytes

@testable import TabularOps
@testable import TabularText

/// Bytes in memory.
final class HeldStore: ByteStore {
    private let bytes: [UInt8]

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    var length: StoreLength { StoreLength(known: bytes.count, isComplete: true) }

    func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int) -> Int {
        let end = min(bytes.count, offset + buffer.count)
        guard end > offset else { return 0 }
        buffer.copyBytes(from: bytes[offset..<end])
        return end - offset
    }

    func wait(beyond offset: Int, deadline: UInt64) -> StoreLength { length }
    func cancel() {}
}

/// A text, and how it is read.
struct FindTable: Sendable, CustomStringConvertible {
    var dialect = Dialect()
    var encoding = "UTF-8"
    var text: [UInt8]

    var description: String { "\(dialect) \(encoding) \(String(decoding: text, as: UTF8.self).debugDescription)" }

    /// With an index of small cells, so that a small table has many parts; streamed in blocks of `block` bytes.
    func source(interval: Int, block: Int = 1 << 18) -> TextSource {
        var options = TextOptions(reading: dialect)
        options.isForced = true
        options.encoding = encoding
        var tuning = ReaderTuning()
        (tuning.interval, tuning.segment, tuning.textChunk) = (interval, interval, 16)
        (tuning.threads, tuning.publication, tuning.passBlock) = (1, 0, block)
        let bytes = encoding == "UTF-16LE" ? Self.utf16(text) : text
        return TextSource(name: "test.csv", options: options, tuning: tuning) { () throws(ReadError) in
            HeldStore(bytes)
        }
    }

    private static func utf16(_ text: [UInt8]) -> [UInt8] {
        String(decoding: text, as: UTF8.self).utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
    }

    private static let dialects: [Dialect] = {
        var escaped = Dialect(delimiter: ",", quote: 0x22, escape: 0x5C)
        escaped.headerRows = 0
        var commented = Dialect(delimiter: ";")
        commented.comment = "#"
        var plain = Dialect(delimiter: "\t", quote: nil)
        plain.headerRows = 2
        var skipping = Dialect(delimiter: ",")
        skipping.skippedLines = 1
        var bare = Dialect()
        bare.headerRows = 0
        return [Dialect(), bare, plain, Dialect(delimiter: "||"), escaped, commented, skipping]
    }()

    static func random(_ random: inout SplitMix64) -> FindTable {
        let dialect = random.pick(dialects)
        let delimiter = dialect.delimiter
        let quoted = [
            "\"a\"\"b\"", "\"b\(delimiter)a\"", "\"a\nb\"", "\"ab\"ab", "\"a\"b\"", "\"\"", "a\"b\"", "\"", "\"\"\"\"",
        ]
        let words = [
            "a", "ab", "b", "A", "aB", "é", "É", "e\u{301}", "ä", "ba", "", "", "#a", "\\a", "\\", "|", "東a", "abab",
        ]
        let ends = ["\n", "\r\n", "\r"]
        var text = ""
        let isOdd = random.oneIn(2)
        for _ in 0..<random.int(0...40) {
            for column in 0..<random.int(1...4) {
                if column > 0 { text += delimiter }
                text += random.oneIn(isOdd ? 3 : 12) ? random.pick(quoted) : random.pick(words) + random.pick(words)
            }
            text += random.oneIn(5) ? random.pick(ends) : "\n"
        }
        var table = FindTable(dialect: dialect, text: Array(text.utf8))
        if random.oneIn(4) {
            table.encoding = "UTF-16LE"
        } else if random.oneIn(4) && !table.text.isEmpty {
            for _ in 0..<3 { table.text[random.int(0...table.text.count - 1)] = 0xFF }
        }
        return table
    }
}

extension FindQuery {
    /// A query, often a piece of the text as it stands there.
    static func random(_ random: inout SplitMix64, in text: [UInt8]) -> FindQuery {
        let texts = [
            "a", "ab", "b", "ba", "é", "e", "E\u{301}", "A", "a\"b", "\"", "\"\"", ",", "a\nb", "\n", "\\", "#a", "|",
            "||",
            "東", "bab", "", "x", "aba", ";", "\u{301}",
        ]
        let patterns = ["a+b", "^a", "b$", "^$", ".", "[ab]{3}", "é|b", #"\bab"#, "(?i)A", ""]
        var query = FindQuery(random.pick(texts))
        let characters = Array(String(decoding: text, as: UTF8.self).unicodeScalars)
        if random.oneIn(2) && !characters.isEmpty {
            let start = random.int(0...characters.count - 1)
            let end = min(characters.count, start + random.int(1...4))
            query.text = String(String.UnicodeScalarView(characters[start..<end]))
        }
        if random.oneIn(4) {
            query.text = random.pick(patterns)
            query.isPattern = true
        }
        query.isWhole = random.oneIn(4)
        query.letterCase = random.pick(FindQuery.LetterRule.allCases)
        query.diacritics = random.pick(FindQuery.LetterRule.allCases)
        query.column = random.oneIn(3) ? random.int(0...3) : nil
        return query
    }
}

/// A query whose text may be written in several ways, put to the forms of values as Foundation makes them.
private struct CanonicalForm {
    let text: [[UInt8]]
    let query: FindQuery

    /// The folded characters of a form, and whether one is a mark.
    static func characters(of text: String, _ fold: TextFold) -> [(bytes: [UInt8], isMark: Bool)] {
        text.decomposedStringWithCanonicalMapping.unicodeScalars.map {
            (fold.folded(String($0)), $0.properties.canonicalCombiningClass != .notReordered)
        }
    }

    func isHit(_ value: [UInt8]) -> Bool {
        // What is no text is a character that no text has.
        let shown = value.flatMap { $0 == 0xFF ? Array("\u{F8FF}".utf8) : [$0] }
        let all = Self.characters(of: String(decoding: shown, as: UTF8.self), query.fold)
        func isBoundary(_ index: Int) -> Bool { index == all.count || !all[index].isMark || index == 0 }
        guard all.count >= text.count else { return false }
        return (0...all.count - text.count).contains { start in
            let end = start + text.count
            return (!query.isWhole || start == 0 && end == all.count) && isBoundary(start) && isBoundary(end)
                && all[start..<end].map(\.bytes) == text
        }
    }
}

private func canonicalForm(of query: FindQuery) -> CanonicalForm? {
    guard !query.isPattern, !query.fold.ignoresDiacritics, CanonicalText.hasOtherForms(query.text) else { return nil }
    let characters = CanonicalForm.characters(of: query.text, query.fold)
    return characters.first?.isMark == false ? CanonicalForm(text: characters.map(\.bytes), query: query) : nil
}

/// Rows of values in memory, taken one by one.
struct ValueLister: RecordSink {
    private(set) var rows: [[[UInt8]]] = []
    private var row: [[UInt8]] = []
    private var value: [UInt8] = []
    var isFinished: Bool { false }

    mutating func append(_ bytes: UnsafeBufferPointer<UInt8>) { value += bytes }

    mutating func endValue(_ state: CellState) {
        row.append(value)
        value = []
    }

    mutating func endRecord() {
        rows.append(row)
        row = []
    }
}

/// The cells that are hits, by looking at all values.
func obviousHits(_ query: FindQuery, in rows: [[[UInt8]]]) throws -> [[Int]] {
    let pattern =
        query.isPattern
        ? try Pattern(query.text, options: Pattern.Options(ignoresCase: query.fold.ignoresCase, isWhole: query.isWhole))
        : nil
    let fold = query.fold
    func folded(_ bytes: [UInt8]) -> [UInt8] {
        var folded: [UInt8] = []
        bytes.withUnsafeBufferPointer { fold.append($0, to: &folded) }
        return fold.isNone ? bytes : folded
    }
    let form = canonicalForm(of: query)
    func isHit(_ value: [UInt8]) throws -> Bool {
        if query.isEmpty { return false }
        if let form { return form.isHit(value) }
        if let pattern { return try value.withUnsafeBufferPointer { try PatternMatcher(pattern).matches($0) } }
        var (value, text) = (folded(value), folded(Array(query.text.utf8)))
        // A mark alone is looked for as it stands.
        if text.isEmpty && !query.text.isEmpty { return false }
        if query.isWhole { return value == text }
        while value.count >= text.count {
            if value.starts(with: text) { return true }
            value.removeFirst()
        }
        return false
    }
    var hits: [[Int]] = []
    for (row, values) in rows.enumerated() {
        for (column, value) in values.enumerated() where query.column ?? column == column {
            if try isHit(value) { hits.append([row, column]) }
        }
    }
    return hits
}
