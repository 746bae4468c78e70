/// The formats that a table can be written in.
public enum ExportFormat: String, Sendable, Hashable, CaseIterable {
    /// RFC 4180 with LF, quotes only where they are needed.
    case csv
    /// The same with tabs.
    case tsv
    /// An array of objects, one for each row. Of a source of text every value is a string as it stands, missing ones null. Of a
    /// source with kinds, numbers, booleans, nulls and nested values are written as they stand; with paths, columns are members
    /// of objects again, and missing ones are left out.
    case json
    /// The objects alone, one a line.
    case ndjson
    /// A table of GitHub Flavored Markdown.
    case markdown
    /// A document of HTML that holds the table alone.
    case html
    /// `INSERT` statements of standard SQL.
    case sql
    /// The source's own content: everything before the first row, then the rows, byte for byte. All columns.
    case bytes

    /// The format that files of such a name have: the part behind its last point, in capitals or not.
    public init?(fileName: String) {
        guard let point = fileName.lastIndex(of: ".") else { return nil }
        switch fileName[point...].dropFirst().lowercased() {
        case "csv": self = .csv
        case "tsv", "tab": self = .tsv
        case "json": self = .json
        case "ndjson", "jsonl": self = .ndjson
        case "md", "markdown": self = .markdown
        case "html", "htm": self = .html
        case "sql": self = .sql
        default: return nil
        }
    }

    /// The ending of such a file's name, behind the point.
    public var fileNameEnding: String { self == .markdown ? "md" : rawValue }

    /// A Boolean value that indicates whether it can be written with the columns' names and without them.
    public var hasOptionalHeader: Bool {
        switch self {
        case .csv, .tsv, .markdown, .html, .sql: true
        case .json, .ndjson, .bytes: false
        }
    }

    /// A Boolean value that indicates whether a spreadsheet that reads it may take values for formulas.
    public var hasFormulas: Bool {
        switch self {
        case .csv, .tsv, .markdown, .html: true
        case .json, .ndjson, .sql, .bytes: false
        }
    }

    /// Returns true where the text written for a value depends on its column's type, which only an audit of all rows tells.
    func dependsOnTypes(_ style: ExportStyle) -> Bool {
        switch self {
        case .sql: true
        case .json, .ndjson: style.isTyped
        case .csv, .tsv, .markdown, .html, .bytes: false
        }
    }
}
