import ArgumentParser
import Tabular
import TabularOps

/// Columns to sort by on the command line: COLUMN[:asc|:desc][:natural][:empty-first] between commas.
///
/// The words after a name are never part of it. A name that ends like them, or contains a comma, must be in double quotes,
/// also within a path.
///
///     total                  total, ascending
///     city,total:desc        city, then total from the highest on
///     item:natural:desc      item, its digits by the number they make, from the last on
///     "a,b":desc             a,b
///     "x:desc"               x:desc, ascending; "" stands for one quote
///     b."x,y":desc           the column with the path b, x,y, from the highest on
struct SortArgument: Sendable, Hashable {
    /// One of the columns.
    struct Key: Sendable, Hashable {
        /// As it is written, with its quotes.
        var name: String
        var words: Set<Word> = []
    }

    enum Word: String, Sendable, Hashable {
        case ascending = "asc"
        case descending = "desc"
        case natural
        case emptyFirst = "empty-first"
    }

    private(set) var keys: [Key] = []

    init(argument: String) throws {
        var rest = argument[...]
        repeat {
            keys.append(try Self.key(&rest, number: keys.count + 1))
        } while rest.popFirst() != nil
    }

    /// Parses the part before the next comma, and removes it from `rest`.
    private static func key(_ rest: inout Substring, number: Int) throws -> Key {
        rest = rest.drop { $0 == " " }
        var key = Key(name: "")
        var end = rest
        let quoted = try takeQuoted(&end, number)
        // A quoted name before a point is the start of a path.
        if let quoted, end.first != "." {
            key.name = String(rest[..<end.startIndex])
            rest = end
            end = rest.prefix { $0 != "," }
            rest = rest[end.endIndex...]
            while end.last == " " { end.removeLast() }
            guard end.isEmpty || end.first == ":" else {
                throw ValidationError(
                    "column \(number): ':' or ',' must follow the name \"\(quoted)\", not '\(end)'.")
            }
            for text in end.split(separator: ":", omittingEmptySubsequences: false).dropFirst() {
                guard let word = Word(rawValue: String(text)) else {
                    throw ValidationError("column \(number): '\(text)' is none of asc, desc, natural and empty-first.")
                }
                key.words.insert(word)
            }
        } else {
            end = ColumnName.split(rest, at: ",").first ?? rest
            rest = rest[end.endIndex...]
            while end.last == " " { end.removeLast() }
            while let colon = end.lastIndex(of: ":"), let word = Word(rawValue: String(end[colon...].dropFirst())),
                key.words.insert(word).inserted
            {
                end = end[..<colon]
            }
            key.name = String(end)
        }
        guard !key.name.isEmpty else {
            throw ValidationError(
                "column \(number) has no name: write COLUMN[:desc] with commas between them, such as city,total:desc.")
        }
        if key.words.isSuperset(of: [.ascending, .descending]) {
            throw ValidationError("column \(number), '\(key.name)', is both asc and desc.")
        }
        return key
    }

    /// Removes a name in quotes from the start of `rest`; nil where it begins with none.
    private static func takeQuoted(_ rest: inout Substring, _ number: Int) throws -> String? {
        guard rest.first == "\"" else { return nil }
        rest.removeFirst()
        if let name = ColumnName.takeQuoted(&rest) { return name }
        let name = rest.replacing("\"\"", with: "\"")
        throw ValidationError("column \(number): the quote before '\(name)' is never closed.")
    }
}

extension SortArgument.Key {
    /// Returns the sort key in a table of `columns`.
    func sortKey(in columns: [Column]) throws(UnknownColumn) -> SortKey {
        guard let column = ColumnName(name).index(in: columns) else {
            throw UnknownColumn(description: ColumnName(name).unknown(option: "--sort", in: columns))
        }
        return SortKey(
            column: column, isDescending: words.contains(.descending),
            comparison: words.contains(.natural) ? .natural : .typed, isEmptyFirst: words.contains(.emptyFirst))
    }
}
