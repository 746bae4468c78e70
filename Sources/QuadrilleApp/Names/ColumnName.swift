import Tabular
import Translation

/// A column as the user names it: by its path where it has one (`ColumnPath`), else by its name, its number from 1, or a
/// spreadsheet's letters. A name may be in double quotes, in which two stand for one.
struct ColumnName: Sendable, Hashable, Codable {
    let text: String
    /// The 0-based index of the column where it was given as an index; names are then ignored.
    private var place: Int?

    init(_ text: String) { self.text = text }

    /// The column at a 0-based index.
    init(at place: Int) { (text, self.place) = (String(place + 1), place) }

    /// The index of the column: of several with the name, the first; nil where it is the last name of several nested ones. Letters
    /// are uppercase. O(columns).
    func index(in columns: [Column]) -> Int? {
        if let place { return columns.indices.contains(place) ? place : nil }
        if let named = columns.index(named: text) { return named }
        if let name = Self.unquoted(text) { return ColumnName(name).index(in: columns) }
        return columns.index(written: text)
    }

    /// A Boolean value that indicates whether a column has it as its path or name.
    func isName(in columns: [Column]) -> Bool { place == nil && columns.index(named: text) != nil }

    /// The name inside the quotes; nil where `text` is not exactly one quoted name.
    static func unquoted(_ text: String) -> String? {
        var rest = text[...]
        guard rest.popFirst() == "\"", let name = takeQuoted(&rest), rest.isEmpty, !name.isEmpty else { return nil }
        return name
    }

    /// Removes the text up to the closing quote, and the quote; nil without a closing quote.
    static func takeQuoted(_ rest: inout Substring) -> String? {
        var (name, text) = ("", rest)
        while let character = text.popFirst() {
            if character == "\"" {
                guard text.first == "\"" else {
                    rest = text
                    return name
                }
                text.removeFirst()
            }
            name.append(character)
        }
        return nil
    }

    /// Splits `text` at each `separator` outside of quoted names, whether the whole name is quoted or one in a path.
    static func split(_ text: Substring, at separator: Character) -> [Substring] {
        var (parts, start, rest) = ([Substring](), text.startIndex, text)
        while true {
            skipQuoted(&rest)
            guard let next = rest.firstIndex(where: { $0 == separator || $0 == "." }) else {
                return parts + [text[start...]]
            }
            rest = rest[next...].dropFirst()
            if text[next] == separator {
                parts.append(text[start..<next])
                start = rest.startIndex
            }
        }
    }

    /// Removes a name in quotes from the start of `rest`, if one is there.
    private static func skipQuoted(_ rest: inout Substring) {
        var name = rest
        guard name.popFirst() == "\"", takeQuoted(&name) != nil else { return }
        rest = name
    }

    /// Returns the message for a column that does not exist, with the nearest names, or else the first columns of the table.
    func unknown(option: String, in columns: [Column]) -> String {
        if let name = Self.unquoted(text) { return ColumnName(name).unknown(option: option, in: columns) }
        if let question = question(in: columns) {
            return tr(
                "{option} '{column}': more than one column has that name. {question}",
                ["option": option, "column": text, "question": question])
        }
        let nearest = nearest(in: columns)
        if let first = nearest.first { return unknown(option: option, nearest: first, nearest.dropFirst()) }
        let places = columns.indices.prefix(5)
        let titles = columns.fullTitles
        let names = places.map { Self.quoted(titles[$0]) }.joined(separator: ", ")
        let rest = columns.count - places.count
        switch columns.count {
        case 0:
            return tr(
                "{option} '{column}': there is no such column. The table has none.",
                ["option": option, "column": text])
        case 1:
            return tr(
                "{option} '{column}': there is no such column. There is {columns}.",
                ["option": option, "column": text, "columns": names])
        case 2...5:
            return tr(
                "{option} '{column}': there is no such column. There are {columns}.",
                ["option": option, "column": text, "columns": names])
        default:
            return tr(
                one: "{option} '{column}': there is no such column. There are {columns}, and {count} more.",
                many: "{option} '{column}': there is no such column. There are {columns}, and {count} more.", rest,
                ["option": option, "column": text, "columns": names])
        }
    }

    /// The most names that a question lists.
    private static let listedNames = 4

    /// A sentence that asks which of several nested columns with this last name is meant; nil where there are not several.
    func question(in columns: [Column]) -> String? {
        let names = columns.fullNames(sharing: text).prefix(Self.listedNames)
        guard let last = names.last else { return nil }
        let others = names.dropLast().map(Self.quoted).joined(separator: ", ")
        return tr("Did you mean {names} or '{last}'?", ["names": others, "last": last])
    }

    private func unknown(option: String, nearest first: String, _ others: ArraySlice<String>) -> String {
        guard let last = others.last else {
            return tr(
                "{option} '{column}': there is no such column. Did you mean '{nearest}'?",
                ["option": option, "column": text, "nearest": first])
        }
        let names = ([first] + others.dropLast()).map(Self.quoted).joined(separator: ", ")
        return tr(
            "{option} '{column}': there is no such column. Did you mean {names} or '{last}'?",
            ["option": option, "column": text, "names": names, "last": last])
    }

    private static func quoted(_ name: String) -> String { tr("'{column}'", ["column": name]) }

    /// Up to three names of columns similar to this one, nearest first.
    func nearest(in columns: [Column]) -> [String] { NearName.nearest(to: text, in: columns.fullNames) }
}
