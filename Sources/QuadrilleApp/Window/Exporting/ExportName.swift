import GridUI
import Tabular
import TabularExport

/// Names for exported files.
enum ExportName {
    /// The endings of all formats that are read or written; any other ending is part of a name.
    private static let tables: Set<Substring> = [
        "csv", "tsv", "tab", "txt", "json", "ndjson", "jsonl", "md", "html", "htm", "sql",
    ]
    private static let packed: Set<Substring> = ["gz", "zst", "xz", "bz2", "zip"]

    /// "orders.2024 export.csv" for the file orders.2024.csv.gz.
    static func proposed(for input: String?) -> String {
        var name = input?.split(separator: "/").last ?? "table"
        for endings in [packed, tables] {
            guard let dot = name.lastIndex(of: "."), endings.contains(name[name.index(after: dot)...]) else { continue }
            name = name[..<dot]
        }
        return (name.isEmpty ? "table" : name) + " export.csv"
    }

    /// "orders.2024" for the file orders.2024.csv.gz.
    static func stem(of input: String) -> String {
        let proposed = proposed(for: input)
        return String(proposed.dropLast(" export.csv".count))
    }

    /// The ending for the value of a cell: of a binary one by its first bytes, as far as it is in memory.
    static func ending(ofValueIn cell: CellPosition, _ table: TableSnapshot) -> String {
        guard let block = table.cells.block(row: cell.row, column: cell.column),
            block.info(row: cell.row, column: cell.column).kind == .binary
        else { return "txt" }
        let digits = block.text(row: cell.row, column: cell.column).utf8.dropFirst("x'".utf8.count)
        return ByteSignature(hexadecimalDigits: digits)?.ending ?? "bin"
    }

    /// A path without its ending, where it has one that is not part of a name.
    static func stem(ofPath path: String, _ hasEnding: Bool) -> String {
        guard hasEnding, let dot = path.lastIndex(of: ".") else { return path }
        return String(path[..<dot])
    }

    /// The name after the choice of a format: with its ending, which replaces that of another format.
    static func renamed(_ name: String, for format: ExportFormat) -> String {
        guard format != .bytes, ExportFormat(fileName: name) != format else { return name }
        return stem(ofPath: name, ExportFormat(fileName: name) != nil) + "." + format.fileNameEnding
    }

    /// The path to write to: a name with the ending of another format than the chosen one gets the chosen one's ending. Nil is
    /// no choice: the name determines the format. The file's own bytes may have any name.
    ///
    /// Worked example: the user types over the stem of "orders export.csv", and the dialog preserves its ending, so that
    /// "berlin.json" becomes "berlin.json.csv".
    static func path(_ path: String, for chosen: ExportFormat?) -> String {
        guard let chosen else {
            let typed = path.hasSuffix(".csv") ? String(path.dropLast(".csv".count)) : path
            return ExportFormat(fileName: typed).map { $0 != .csv } == true ? typed : path
        }
        guard chosen != .bytes, let named = ExportFormat(fileName: path), named != chosen,
            let dot = path.lastIndex(of: ".")
        else { return path }
        return path[..<dot] + "." + chosen.fileNameEnding
    }
}
