import Glibc
import Tabular

@testable import TabularExport
@testable import TabularText

/// An export in any format is what the format promises, with all values of the table.
@Sendable func checkExport(_ choices: inout Choices) {
    let format = choices.pick(ExportFormat.allCases)
    var style = ExportStyle(hasHeader: choices.flag(), tableName: choices.text(choices.number(below: 4)))
    style.escapesFormulas = choices.number(below: 4) == 0
    style.isTyped = choices.flag()
    style.isPadded = choices.flag()
    style.delimiter = choices.pick([0x2C, 0x3B, 0x7C, 0x09])
    var options = TextOptions(isForced: true)
    options.delimiter = choices.pick([nil, ",", ";"])
    options.encoding = choices.pick(["UTF-8", nil, "UTF-8", "windows-1252", "UTF-16LE"])
    options.headerRows = choices.pick([nil, 0, 1, 2])
    let chunk = choices.number(below: 64) + 1
    withSource(choices.rest, options: options, chunk: chunk) { source, snapshot in
        guard let output = MemoryFile() else { return }
        do {
            try TableExport(source, format: format, style: style).write(to: output.descriptor)
        } catch {
            preconditionFailure("\(format): \(error)")
        }
        let written = contents(of: output)
        let rows = streamedRows(of: source, snapshot.rowCount.known)
        switch format {
        case .csv, .tsv:
            // What was no text in another encoding is U+FFFD there, and a byte of its own in a stream.
            guard !style.escapesFormulas, !style.isPadded, !snapshot.columns.isEmpty,
                !snapshot.description.isConverted
            else { return }
            let delimiter = format == .csv ? style.delimiter : 0x09
            let records = referenceParse(written, ReferenceRules(delimiter: [delimiter])).map(\.fields)
            let header =
                style.hasHeader && snapshot.description.headerRows ?? 0 > 0 ? records.count - rows.count : 0
            precondition(header >= 0 && Array(records.dropFirst(header)) == rows, "\(format): \(records), not \(rows)")
        case .json, .ndjson:
            checkJSON(written, isLines: format == .ndjson, isTyped: style.isTyped, rows)
        case .markdown, .html, .sql:
            precondition(isUTF8(written), "\(format) is not UTF-8")
            if format == .html { checkTags(of: written) }
        case .bytes: break
        }
    }
}

private func isUTF8(_ bytes: [UInt8]) -> Bool { Array(String(decoding: bytes, as: UTF8.self).utf8) == bytes }

func contents(of file: MemoryFile) -> [UInt8] {
    let count = file.size
    return [UInt8](unsafeUninitializedCapacity: count) { buffer, used in
        used = count == 0 ? 0 : max(0, pread(file.descriptor, buffer.baseAddress, count, 0))
    }
}

/// All rows are objects, and their values those of the table.
private func checkJSON(_ bytes: [UInt8], isLines: Bool, isTyped: Bool, _ rows: [[[UInt8]]]) {
    precondition(isUTF8(bytes), "JSON is not UTF-8")
    var values: [JSON] = []
    if isLines {
        for line in bytes.split(separator: 0x0A) {
            guard let value = JSON(Array(line)) else { preconditionFailure("a line is no JSON") }
            values.append(value)
        }
    } else {
        guard case .array(let all) = JSON(bytes) else { preconditionFailure("the whole is no array of JSON") }
        values = all
    }
    precondition(values.count == rows.count, "\(values.count) objects, not \(rows.count)")
    if isTyped { return }
    for (value, row) in zip(values, rows) {
        guard case .object(let members) = value else { preconditionFailure("a row is no object") }
        for (index, member) in members.enumerated() {
            switch member {
            case .text(let text):
                precondition(index < row.count && isSame(text, row[index]), "\(text), not \(row)")
            default: precondition(index >= row.count, "a value of \(row) is missing")
            }
        }
    }
}

/// Returns true where a text is that of the bytes, with any number of U+FFFD for a run of bytes that are no UTF-8.
private func isSame(_ text: String, _ bytes: [UInt8]) -> Bool {
    func withoutRuns(_ text: String) -> [Unicode.Scalar] {
        var scalars: [Unicode.Scalar] = []
        for scalar in text.unicodeScalars where scalar != "\u{FFFD}" || scalars.last != "\u{FFFD}" {
            scalars.append(scalar)
        }
        return scalars
    }
    return withoutRuns(text) == withoutRuns(String(decoding: bytes, as: UTF8.self))
}

/// HTML has the tags of a table, and no others: what stands in values is text.
private func checkTags(of bytes: [UInt8]) {
    let names = ["!DOCTYPE", "meta", "title", "style", "table", "thead", "tbody", "tr", "th", "td", "br"]
    for part in String(decoding: bytes, as: UTF8.self).utf8.split(separator: 0x3C, omittingEmptySubsequences: false)
        .dropFirst()
    {
        let name = String(decoding: part.drop { $0 == 0x2F }.prefix { ![0x20, 0x3E].contains($0) }, as: UTF8.self)
        precondition(names.contains(name), "a tag of another name: \(name)")
    }
}

/// JSON as RFC 8259 has it, and nothing besides, read in the most obvious way.
enum JSON {
    case null, other
    case text(String)
    case array([JSON])
    /// The members' values.
    case object([JSON])

    /// Nil where `bytes` are no JSON.
    init?(_ bytes: [UInt8]) {
        var reader = JSONReader(rest: bytes[...])
        guard let value = reader.value() else { return nil }
        reader.skipSpaces()
        guard reader.rest.isEmpty else { return nil }
        self = value
    }
}

private struct JSONReader {
    var rest: ArraySlice<UInt8>

    mutating func skipSpaces() { rest = rest.drop { [0x20, 0x09, 0x0A, 0x0D].contains($0) } }

    /// Skips spaces and takes `byte`, if it comes next.
    private mutating func take(_ byte: Character) -> Bool {
        skipSpaces()
        guard rest.first == byte.asciiValue else { return false }
        rest.removeFirst()
        return true
    }

    private mutating func take(word: String) -> Bool {
        guard rest.starts(with: word.utf8) else { return false }
        rest = rest.dropFirst(word.utf8.count)
        return true
    }

    mutating func value() -> JSON? {
        if take("[") { return list(until: "]") { $0.value() }.map { .array($0) } }
        if take("{") {
            return list(until: "}") { reader in
                guard reader.string() != nil, reader.take(":") else { return nil }
                return reader.value()
            }.map { .object($0) }
        }
        skipSpaces()
        if rest.first == 0x22 { return string().map { .text($0) } }
        if take(word: "null") { return .null }
        if take(word: "true") || take(word: "false") { return .other }
        return number() ? .other : nil
    }

    private mutating func list(until end: Character, _ element: (inout JSONReader) -> JSON?) -> [JSON]? {
        if take(end) { return [] }
        var elements: [JSON] = []
        repeat {
            guard let next = element(&self) else { return nil }
            elements.append(next)
        } while take(",")
        return take(end) ? elements : nil
    }

    private mutating func string() -> String? {
        guard take("\"") else { return nil }
        var units: [UInt16] = []
        while let byte = rest.first, byte != 0x22 {
            if byte < 0x20 { return nil }
            if byte != 0x5C {
                let plain = rest.prefix { $0 != 0x22 && $0 != 0x5C && $0 >= 0x20 }
                units += String(decoding: plain, as: UTF8.self).utf16
                rest = rest.dropFirst(plain.count)
                continue
            }
            let escape = rest.dropFirst().first
            rest = rest.dropFirst(2)
            if escape == 0x75 {
                let digits = String(decoding: rest.prefix(4), as: UTF8.self)
                guard digits.utf8.count == 4, let unit = UInt16(digits, radix: 16) else { return nil }
                units.append(unit)
                rest = rest.dropFirst(4)
            } else {
                let escapes: [Character: UInt16] = [
                    "\"": 0x22, "\\": 0x5C, "/": 0x2F, "b": 8, "f": 12, "n": 10, "r": 13, "t": 9,
                ]
                guard let escape, let unit = escapes[Character(Unicode.Scalar(escape))] else { return nil }
                units.append(unit)
            }
        }
        return take("\"") ? String(decoding: units, as: UTF16.self) : nil
    }

    private mutating func number() -> Bool {
        func digits(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> { bytes.prefix { (0x30...0x39).contains($0) } }
        if rest.first == 0x2D { rest.removeFirst() }
        let whole = digits(rest)
        guard !whole.isEmpty, whole.count == 1 || whole.first != 0x30 else { return false }
        rest = rest.dropFirst(whole.count)
        if rest.first == 0x2E {
            let fraction = digits(rest.dropFirst())
            guard !fraction.isEmpty else { return false }
            rest = rest.dropFirst(1 + fraction.count)
        }
        if let sign = rest.first, sign | 0x20 == 0x65 {
            rest.removeFirst()
            if rest.first == 0x2B || rest.first == 0x2D { rest.removeFirst() }
            let power = digits(rest)
            guard !power.isEmpty else { return false }
            rest = rest.dropFirst(power.count)
        }
        return true
    }
}
