import FoundationEssentials
import Tabular

/// What `info` tells of a table. The properties are the keys of its JSON.
struct TableInfo: Encodable {
    /// How many problems are listed; all of them are counted.
    static let listedProblems = 100

    struct DialectInfo: Encodable {
        var delimiter: String
        /// Null where nothing is quoted.
        var quote: String?
        var terminator: String
        var header: Bool

        enum CodingKeys: CodingKey {
            case delimiter, quote, terminator, header
        }

        /// As synthesised, but a missing quote is a null, not a missing key.
        func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: CodingKeys.self)
            try container.encode(delimiter, forKey: .delimiter)
            try container.encode(quote, forKey: .quote)
            try container.encode(terminator, forKey: .terminator)
            try container.encode(header, forKey: .header)
        }
    }

    struct ColumnInfo: Encodable {
        var name: String
        var type: String
    }

    struct ProblemInfo: Encodable {
        var kind: String
        var record: Int
        var line: Int
        var byte: Int
        var message: String
    }

    struct Problems: Encodable {
        var count: Int
        var first: [ProblemInfo]
    }

    var path: String
    var format: String
    var encoding: String?
    var dialect: DialectInfo?
    var rows: Int
    var columns: [ColumnInfo]
    var problems: Problems

    init(path: String, _ table: TableSnapshot) {
        self.path = path
        format = table.description.format
        encoding = table.description.encoding
        dialect = table.description.dialect.map {
            DialectInfo(
                delimiter: Self.character($0.delimiter), quote: $0.quote.map(Self.character),
                terminator: $0.terminator.rawValue, header: $0.hasHeader)
        }
        rows = table.rowCount.known
        columns = table.columns.map { ColumnInfo(name: $0.name, type: $0.type.rawValue) }
        problems = Problems(
            count: table.problems.count,
            first: table.problems.first.prefix(Self.listedProblems).map {
                ProblemInfo(
                    kind: $0.kind.rawValue, record: $0.position.record, line: $0.position.line,
                    byte: $0.position.byte, message: $0.message)
            })
    }

    func json() throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .withoutEscapingSlashes]
        return String(decoding: try encoder.encode(self), as: UTF8.self) + "\n"
    }

    /// For people: a few lines, then the columns, then the first problems.
    func text() -> String {
        var lines = [path, "  format    \(format)"]
        if let encoding { lines.append("  encoding  \(encoding)") }
        if let dialect { lines.append("  dialect   \(words(dialect))") }
        lines.append("  rows      \(StatusText.grouped(rows))")
        lines.append("  columns   \(StatusText.grouped(columns.count))")
        let numberWidth = String(columns.count).count
        for (index, column) in columns.enumerated() {
            let number = String(index + 1)
            let padding = String(repeating: " ", count: numberWidth - number.count)
            let type = column.type + String(repeating: " ", count: max(0, 9 - column.type.count))
            lines.append("    \(padding)\(number)  \(type) \(Self.visible(column.name))")
        }
        lines.append("  problems  \(StatusText.grouped(problems.count))")
        for problem in problems.first.prefix(10) {
            let place = "record \(StatusText.grouped(problem.record)) (line \(StatusText.grouped(problem.line)))"
            lines.append("    \(place): \(problem.message)")
        }
        if problems.count > 10 { lines.append("    … info --json lists up to \(Self.listedProblems)") }
        return lines.joined(separator: "\n") + "\n"
    }

    private func words(_ dialect: DialectInfo) -> String {
        let delimiter = dialect.delimiter.utf8.first.map(StatusText.delimiterName) ?? ""
        let quote = dialect.quote.map { "quote \($0)" } ?? "no quote"
        let terminator = Dialect.Terminator(rawValue: dialect.terminator)?.name ?? ""
        return [delimiter, quote, terminator, dialect.header ? "header" : "no header"].joined(separator: ", ")
    }

    private static func character(_ byte: UInt8) -> String { String(Character(Unicode.Scalar(byte))) }

    /// A name on one line, so that it cannot disturb a terminal.
    private static func visible(_ name: String) -> String {
        String(
            String.UnicodeScalarView(
                name.unicodeScalars.map { $0.properties.generalCategory == .control ? "\u{FFFD}" : $0 }))
    }
}
