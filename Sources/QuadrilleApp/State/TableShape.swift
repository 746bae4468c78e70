import Tabular

/// The properties that identify a table in another file: next month's export has the same columns.
struct TableShape: Sendable, Hashable, Codable {
    /// The names in the header, in their order.
    var names: [String]
    var delimiter: String
    /// True where runs of spaces are delimiters.
    var mergesSpaces: Bool?
    var headerRows: Int

    /// Nil where nothing identifies the table: no header, or one without names.
    ///
    /// - Complexity: O(columns).
    init?(_ columns: [Column], _ dialect: Dialect) {
        guard dialect.headerRows > 0 else { return nil }
        // Records longer than the header add columns without names, in one file and not in another.
        let count = (columns.lastIndex { !$0.name.isEmpty } ?? -1) + 1
        guard count > 0 else { return nil }
        (names, delimiter, headerRows) = (columns[..<count].map(\.name), dialect.delimiter, dialect.headerRows)
        mergesSpaces = dialect.mergesSpaces ? true : nil
    }

    /// The name of the file for the shape: of two shapes with one name, the one stored last is remembered.
    var fileName: String {
        var text: [UInt8] = []
        for part in [delimiter + (mergesSpaces == true ? "+" : ""), "\(headerRows)"] + names {
            text += part.utf8
            // A separator that never occurs in UTF-8.
            text.append(0xFF)
        }
        return StateFolder.hash(text) + ".json"
    }
}

/// The last view that the user changed in any way, among tables of a shape. Plain text on disk.
struct KeptShape: Codable, Hashable, Sendable {
    var shape: TableShape
    /// The whole view of the original file.
    var view: KeptView

    /// The name of that file, without its folder.
    var name: String { view.path.split(separator: "/").last.map(String.init) ?? view.path }
}
