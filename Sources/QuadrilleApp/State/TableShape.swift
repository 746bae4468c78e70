import TableFormats
import Tabular

/// The properties that identify a table in another file: next month's export has the same columns.
struct TableShape: Sendable, Hashable {
    /// The names in the header, in their order.
    var names: [String]
    var format: FormatShape
    var headerRows: Int

    /// Nil where nothing identifies the table: no header, or one without names.
    ///
    /// - Complexity: O(columns).
    init?(_ columns: [Column], _ description: TableDescription) {
        guard let headerRows = description.headerRows, headerRows > 0, let format = FormatShape(description) else {
            return nil
        }
        // Records longer than the header add columns without names, in one file and not in another.
        let count = (columns.lastIndex { !$0.name.isEmpty } ?? -1) + 1
        guard count > 0 else { return nil }
        (names, self.format, self.headerRows) = (columns[..<count].map(\.name), format, headerRows)
    }

    /// The name of the file for the shape: of two shapes with one name, the one stored last is remembered.
    var fileName: String {
        var text: [UInt8] = []
        for part in [format.name, "\(headerRows)"] + names {
            text += part.utf8
            // A separator that never occurs in UTF-8.
            text.append(0xFF)
        }
        return StateFolder.hash(text) + ".json"
    }
}

// The part of the format is written flat, as it was before it was a type of its own.
extension TableShape: Codable {
    private enum CodingKeys: String, CodingKey { case names, headerRows }

    init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        names = try values.decode([String].self, forKey: .names)
        headerRows = try values.decode(Int.self, forKey: .headerRows)
        format = try FormatShape(from: decoder)
    }

    func encode(to encoder: any Encoder) throws {
        try format.encode(to: encoder)
        var values = encoder.container(keyedBy: CodingKeys.self)
        try values.encode(names, forKey: .names)
        try values.encode(headerRows, forKey: .headerRows)
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
