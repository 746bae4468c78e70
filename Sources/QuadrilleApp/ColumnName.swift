import Tabular
import Translation

/// A column as a person names it: by its name, else by its number from 1, else by a spreadsheet's letters. A name may stand in
/// double quotes, in which two are one.
struct ColumnName: Sendable, Hashable, Codable {
    let text: String
    /// Where the column is, where that alone tells it, whatever names there are.
    private var place: Int?

    init(_ text: String) { self.text = text }

    /// The column at a 0-based place.
    init(at place: Int) { (text, self.place) = (String(place + 1), place) }

    /// The column that is meant: of several with the name, the first. Letters are capitals. O(columns).
    func index(in columns: [Column]) -> Int? {
        if let place { return columns.indices.contains(place) ? place : nil }
        if let named = columns.firstIndex(where: { $0.name == text }) { return named }
        if let name = Self.unquoted(text) { return ColumnName(name).index(in: columns) }
        return columns.index(written: text)
    }

    /// The name that stands in quotes; nil where `text` is not one name in quotes.
    static func unquoted(_ text: String) -> String? {
        var rest = text[...]
        guard rest.popFirst() == "\"", let name = takeQuoted(&rest), rest.isEmpty, !name.isEmpty else { return nil }
        return name
    }

    /// Takes what stands up to the quote that ends it, and that; nil where none does.
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

    /// Splits `text` at each `separator` that does not stand in a name in quotes.
    static func split(_ text: Substring, at separator: Character) -> [Substring] {
        var (parts, start, rest) = ([Substring](), text.startIndex, text)
        while true {
            if rest.first == "\"", rest.startIndex == start {
                rest.removeFirst()
                _ = takeQuoted(&rest)
            }
            guard let next = rest.firstIndex(of: separator) else { return parts + [text[start...]] }
            parts.append(text[start..<next])
            rest = text[text.index(after: next)...]
            start = rest.startIndex
        }
    }

    /// What to say when there is no such column: what is nearest, or what there is.
    func unknown(option: String, in columns: [Column]) -> String {
        if let name = Self.unquoted(text) { return ColumnName(name).unknown(option: option, in: columns) }
        let nearest = nearest(in: columns)
        if let first = nearest.first { return unknown(option: option, nearest: first, nearest.dropFirst()) }
        let places = columns.indices.prefix(5)
        let names = places.map { Self.quoted(columns[$0].title(at: $0)) }.joined(separator: ", ")
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

    /// Up to three names of columns that may have been meant, nearest first.
    func nearest(in columns: [Column]) -> [String] { NearName.nearest(to: text, in: columns.lazy.map(\.name)) }
}
