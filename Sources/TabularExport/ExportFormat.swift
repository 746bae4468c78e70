/// The formats that a table can be written in.
public enum ExportFormat: String, Sendable, Hashable, CaseIterable {
    /// RFC 4180 with LF, and quotes only where necessary.
    case csv
    /// The same with tabs.
    case tsv
    /// An array of objects, one for each row. For a source of text every value is an unmodified string, and missing ones are
    /// null. For a source with kinds, numbers, booleans, nulls and nested values stay as they are; with paths, columns become
    /// members of objects again, and missing ones are left out.
    case json
    /// The objects alone, one per line.
    case ndjson
    /// A table in GitHub Flavored Markdown.
    case markdown
    /// An HTML document that contains only the table.
    case html
    /// `INSERT` statements of standard SQL.
    case sql
    /// The source's own content: everything before the first row, then the rows, byte for byte. All columns.
    case bytes

    /// The format for the extension of a file name, in any case.
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

    /// The file name extension, without the point.
    public var fileNameEnding: String { self == .markdown ? "md" : rawValue }

    /// A Boolean value that indicates whether column names are optional in the format.
    public var hasOptionalHeader: Bool {
        switch self {
        case .csv, .tsv, .markdown, .html, .sql: true
        case .json, .ndjson, .bytes: false
        }
    }

    /// A Boolean value that indicates whether a spreadsheet that reads the format may interpret values as formulas.
    public var hasFormulas: Bool {
        switch self {
        case .csv, .tsv, .markdown, .html: true
        case .json, .ndjson, .sql, .bytes: false
        }
    }

    /// Returns true where the text written for a value depends on its column's type, which requires an audit of all rows.
    func dependsOnTypes(_ style: ExportStyle) -> Bool {
        switch self {
        case .sql: true
        case .json, .ndjson: style.isTyped
        case .csv, .tsv, .markdown, .html, .bytes: false
        }
    }
}
