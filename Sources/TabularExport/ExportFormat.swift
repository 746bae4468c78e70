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
}
