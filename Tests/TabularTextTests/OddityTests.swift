import Foundation
import Tabular
import TestStores
import Testing

@testable import TabularText

/// A row of the table in the documentation.
private struct OddityRow: CustomStringConvertible, Sendable {
    let description: String
    let dialect: String
    let example: [UInt8]
    let reading: String
    let kinds: [String]
    let python: String

    init?(_ line: Substring) {
        // A bar in a cell stands behind a backslash.
        let line = line.replacing("\\|", with: "\u{1F}")
        let cells = line.split(separator: "|", omittingEmptySubsequences: false).dropFirst().dropLast().map { cell in
            cell.trimmingCharacters(in: .whitespaces).replacing("\u{1F}", with: "|")
        }
        guard cells.count == 7, cells[2].hasPrefix("`") else { return nil }
        description = cells[0]
        dialect = cells[1]
        example = Self.bytes(Self.code(cells[2]))
        reading = Self.code(cells[3])
        kinds = cells[4] == "–" ? [] : cells[4].components(separatedBy: ", ")
        python = cells[5]
    }

    static func code(_ cell: String) -> String { cell.hasPrefix("`") ? String(cell.dropFirst().dropLast()) : cell }

    private static func bytes(_ text: String) -> [UInt8] {
        var bytes: [UInt8] = []
        var rest = text[...]
        while let character = rest.popFirst() {
            guard character == "\\", let next = rest.popFirst() else {
                bytes += Array(String(character).utf8)
                continue
            }
            switch next {
            case "n": bytes.append(10)
            case "r": bytes.append(13)
            case "0": bytes.append(0)
            case "\\": bytes.append(0x5C)
            case "x":
                bytes.append(UInt8(rest.prefix(2), radix: 16) ?? 0)
                rest = rest.dropFirst(2)
            case "u":
                bytes += Array("\u{FEFF}".utf8)
                rest = rest.dropFirst(4)
            default: Issue.record("\\\(next) in \(text)")
            }
        }
        return bytes
    }

    var options: TextOptions {
        var options = TextOptions.plain(headerRows: 0)
        if dialect.hasPrefix("escape ") { options.escape = .chosen(0x5C) }
        if dialect.hasPrefix("comment ") { options.comment = .chosen("#") }
        if dialect.hasPrefix("delimiter ") { options.delimiter = String(dialect.dropFirst("delimiter ".count)) }
        if dialect == "found" { options = TextOptions(headerRows: 0) }
        return options
    }

    static let all: [OddityRow] = {
        let root = #filePath.components(separatedBy: "/").dropLast(3).joined(separator: "/")
        let path = "\(root)/Sources/TabularText/TabularText.docc/Oddities.md"
        let text = (try? String(contentsOfFile: path, encoding: .utf8)) ?? ""
        return text.split(separator: "\n").filter { $0.hasPrefix("|") }.compactMap { OddityRow($0) }
    }()
}

/// A field as the table writes it.
private func written(_ field: String) -> String {
    var text = ""
    for scalar in field.unicodeScalars {
        switch scalar {
        case "\n": text += "\\n"
        case "\r": text += "\\r"
        case "\0": text += "\\0"
        case "\\": text += "\\\\"
        case "\u{FEFF}", "\u{FFFD}": text += "\\u" + String(scalar.value, radix: 16, uppercase: true)
        default: text.unicodeScalars.append(scalar)
        }
    }
    return "[\(text)]"
}

@Test func theTableOfOdditiesIsThere() { #expect(OddityRow.all.count >= 30) }

@Test(arguments: OddityRow.all)
private func anOddityIsReadAndListedAsDocumented(_ row: OddityRow) {
    let table = source(MemoryStore(row.example), options: row.options)
    let snapshot = table.waitUntilComplete()
    let columns = 0..<snapshot.columns.count
    let rows = 0..<snapshot.rowCount.known
    _ = table.lines(rows)
    let shown = rows.map { index in
        columns.map { column in
            let text = table.snapshot.text(index, column)
            return text == "·" ? "" : written(text)
        }.joined()
    }
    #expect(shown.joined(separator: " ") == row.reading)
    #expect(snapshot.problems.first.map(\.kind.rawValue) == row.kinds)
}

// MARK: - Python

private let fixtures = #filePath.components(separatedBy: "/").dropLast().joined(separator: "/") + "/Fixtures"

/// What Python reads from the cases, each its records or an error; nil where there is no Python 3.11 or later.
private func pythonReadings(of cases: [[String?]]) throws -> [Any]? {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = ["python3", "-c", "import sys; sys.exit(sys.version_info < (3, 11))"]
    process.standardError = FileHandle.nullDevice
    try process.run()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else { return nil }
    let reader = Process()
    reader.executableURL = process.executableURL
    reader.arguments = ["python3", fixtures + "/python_csv.py", "read"]
    let (input, output) = (Pipe(), Pipe())
    (reader.standardInput, reader.standardOutput) = (input, output)
    try reader.run()
    for example in cases {
        input.fileHandleForWriting.write(
            try JSONSerialization.data(withJSONObject: example.map { $0 ?? NSNull() as Any }) + Data([10]))
    }
    try input.fileHandleForWriting.close()
    let lines = output.fileHandleForReading.readDataToEndOfFile().split(separator: 10)
    reader.waitUntilExit()
    return try lines.map { try JSONSerialization.jsonObject(with: $0, options: .fragmentsAllowed) }
}

@Test func pythonReadsWhatTheTableOfOdditiesSays() throws {
    let rows = OddityRow.all.filter { $0.python == "same" || $0.python.hasPrefix("`") }
    #expect(rows.count >= 25)
    let cases = rows.map { row in
        [String(decoding: row.example, as: UTF8.self), row.dialect.hasPrefix("escape ") ? "\\" : nil]
    }
    guard let readings = try pythonReadings(of: cases) else { return }
    for (row, reading) in zip(rows, readings) {
        let records = try #require(reading as? [[String]])
        let shown = records.map { $0.isEmpty ? "()" : $0.map(written).joined() }.joined(separator: " ")
        #expect(shown == (row.python == "same" ? row.reading : OddityRow.code(row.python)), "\(row)")
    }
}

/// Texts of mostly special bytes, with the counts that Python's `csv` gave; `python_csv.py` made them. Its records are as
/// many everywhere; its fields where quotes stand as they should.
@Test func recordsAndFieldsAreAsManyAsPythonCounts() throws {
    let text = try String(contentsOfFile: fixtures + "/python_csv.jsonl", encoding: .utf8)
    let lines = text.split(separator: "\n")
    #expect(lines.count == 400)
    var regular = 0
    for line in lines {
        let example = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [Any]
        let bytes = Array(try #require(example?[0] as? String).utf8)
        for chunk in [1, 7, 1000] {
            let found = parsed(bytes, chunk: chunk)
            #expect(found.records.count == example?[1] as? Int, "\(line)")
            guard found.oddities.allSatisfy({ $0.hasPrefix("quoteInUnquoted") }) else { continue }
            regular += 1
            #expect(found.records.map(\.count).reduce(0, +) == example?[2] as? Int, "\(line)")
        }
    }
    #expect(regular > 100)
}
