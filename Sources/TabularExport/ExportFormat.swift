/// The formats that a table can be written in.
public enum ExportFormat: String, Sendable, Hashable, CaseIterable {
    /// RFC 4180 with LF, quotes only where they are needed.
    case csv
    /// The same with tabs.
    case tsv
    /// An array of objects, one for each row; every value a string as it stands, missing ones null.
    case json
    /// The objects alone, one a line.
    case ndjson
    /// What the source itself has: everything before the first row, then the rows, byte for byte. All columns.
    case bytes

    /// The format that files of such a name have: the part behind its last point, in capitals or not.
    public init?(fileName: String) {
        guard let point = fileName.lastIndex(of: ".") else { return nil }
        switch fileName[point...].dropFirst().lowercased() {
        case "csv": self = .csv
        case "tsv", "tab": self = .tsv
        case "json": self = .json
        case "ndjson", "jsonl": self = .ndjson
        default: return nil
        }
    }
}
