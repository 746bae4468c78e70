import TableFormats
import Tabular

/// The properties that identify a table in another file: next month's export has the same columns.
struct TableShape: Sendable, Hashable {
    /// The names of the columns in their order, with those of their groups where the format nests columns.
    var names: [String]
    /// The types of the columns, where the format is no text; nil for text, whose types are found in the values.
    var types: [String]?
    var format: FormatShape
    var headerRows: Int

    /// Nil where nothing identifies the table: no names, or a text table without a header.
    ///
    /// - Complexity: O(columns).
    init?(_ columns: [Column], _ description: TableDescription) {
        let headerRows = description.headerRows ?? 0
        guard let format = FormatShape(description), headerRows > 0 || !format.isText else { return nil }
        // Records longer than the header add columns without names, in one file and not in another.
        let count = (columns.lastIndex { !$0.name.isEmpty } ?? -1) + 1
        guard count > 0 else { return nil }
        (self.format, self.headerRows) = (format, headerRows)
        if format.isText {
            names = columns[..<count].map(\.name)
        } else {
            // No name has this separator.
            names = columns.map { $0.path.isEmpty ? $0.name : $0.path.joined(separator: "\u{0}") }
            types = columns.map(\.type.rawValue)
        }
    }

    /// The name of the file for the shape: of two shapes with one name, the one stored last is remembered.
    var fileName: String {
        var text: [UInt8] = []
        for part in [format.name, "\(headerRows)"] + names + (types ?? []) {
            text += part.utf8
            // A separator that never occurs in UTF-8.
            text.append(0xFF)
        }
        return StateFolder.hash(text) + ".json"
    }
}

// The part of the format is written flat, as it was before it was a type of its own.
extension TableShape: Codable {
    private enum CodingKeys: String, CodingKey { case names, types, headerRows }

    init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        names = try values.decode([String].self, forKey: .names)
        types = try values.decodeIfPresent([String].self, forKey: .types)
        headerRows = try values.decode(Int.self, forKey: .headerRows)
        format = try FormatShape(from: decoder)
    }

    func encode(to encoder: any Encoder) throws {
        try format.encode(to: encoder)
        var values = encoder.container(keyedBy: CodingKeys.self)
        try values.encode(names, forKey: .names)
        try values.encodeIfPresent(types, forKey: .types)
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
