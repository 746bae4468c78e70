import Tabular

/// By what a table is known again that stands in another file: next month's export has the same columns.
struct TableShape: Sendable, Hashable, Codable {
    /// As the header has them, in their order.
    var names: [String]
    var delimiter: String
    /// True where runs of spaces are delimiters.
    var mergesSpaces: Bool?
    var headerRows: Int

    /// Nil where there is nothing to know it by: no header, or one without names.
    ///
    /// - Complexity: O(columns).
    init?(_ columns: [Column], _ dialect: Dialect) {
        guard dialect.headerRows > 0 else { return nil }
        // Records that are longer than the header add columns that have no name, in one file and not in the other.
        let count = (columns.lastIndex { !$0.name.isEmpty } ?? -1) + 1
        guard count > 0 else { return nil }
        (names, delimiter, headerRows) = (columns[..<count].map(\.name), dialect.delimiter, dialect.headerRows)
        mergesSpaces = dialect.mergesSpaces ? true : nil
    }

    /// The name of the file that remembers it: of two that share one the last that was kept is remembered.
    var fileName: String {
        var text: [UInt8] = []
        for part in [delimiter + (mergesSpaces == true ? "+" : ""), "\(headerRows)"] + names {
            text += part.utf8
            // No name has a byte that is no text.
            text.append(0xFF)
        }
        return StateFolder.hash(text) + ".json"
    }
}

/// The last view that the user changed in any way, among tables of a shape. Plain text on disk.
struct KeptShape: Codable, Hashable, Sendable {
    var shape: TableShape
    /// All of it, of the file that it was.
    var view: KeptView

    /// The name of that file, without its folder.
    var name: String { view.path.split(separator: "/").last.map(String.init) ?? view.path }
}
