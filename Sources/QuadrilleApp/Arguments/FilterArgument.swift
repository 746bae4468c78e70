import ArgumentParser
import Tabular
import TabularOps

/// A condition on the command line: COLUMN OP VALUE.
///
/// A name may contain an operator: the first operator counts whose left side names an existing column and whose right
/// side completes a condition. A name in double quotes is always a name.
///
///     price >= 10            price           >=        10
///     a = b contains x       a = b           contains  x       where there is no column 'a'
///     "a = b" contains x     a = b           contains  x
///     note empty             note            empty        and so blank, null, missing, unreadable, misfit
///     country in Peru,Chile  country         in        Peru, Chile
struct FilterArgument: Sendable, Hashable {
    /// One way of reading it.
    private struct Reading: Sendable, Hashable {
        var name: String
        var comparison: Condition.Comparison
        var values: [String] = []
        var blanks = Condition.Blanks.all
    }

    /// Operators that are words and have no value after them.
    private static let bareWords: [(word: String, comparison: Condition.Comparison, blanks: Condition.Blanks)] = [
        ("blank", .empty, .all), ("empty", .empty, .empty), ("null", .empty, .null), ("missing", .empty, .missing),
        ("unreadable", .empty, .unreadable), ("misfit", .misfit, .all),
    ]

    let text: String
    /// From the left.
    private let readings: [Reading]

    /// Longer operators come before their own prefixes.
    private static let symbols: [Condition.Comparison] = [
        .notEquals, .lessOrEqual, .greaterOrEqual, .equals, .less, .greater,
    ]
    private static let words: [Condition.Comparison] = [.contains, .matches, .isIn]

    init(argument: String) throws {
        text = argument
        readings = Self.readings(of: argument)
        if readings.isEmpty {
            throw ValidationError(
                "write COLUMN OP VALUE, such as 'price >= 10'; OP is =, !=, <, <=, >, >=, contains, matches, in, blank, "
                    + "empty, null, missing, unreadable or misfit."
            )
        }
    }

    private static func readings(of text: String) -> [Reading] {
        var readings: [Reading] = []
        var index = text.startIndex
        while index < text.endIndex {
            let rest = text[index...]
            let name = trimmed(text[..<index])
            if let symbol = symbols.first(where: { rest.hasPrefix($0.rawValue) }) {
                let end = text.index(index, offsetBy: symbol.rawValue.count)
                if !name.isEmpty {
                    readings.append(Reading(name: name, comparison: symbol, values: [unquoted(text[end...])]))
                }
                index = end
                continue
            }
            if text[index] == " ", !name.isEmpty, let reading = reading(of: rest.dropFirst(), name) {
                readings.append(reading)
            }
            index = text.index(after: index)
        }
        return readings
    }

    /// The reading where `rest` begins with an operator that is a word.
    private static func reading(of rest: Substring, _ name: String) -> Reading? {
        for bare in bareWords where trimmed(rest) == bare.word {
            return Reading(name: name, comparison: bare.comparison, blanks: bare.blanks)
        }
        for word in words where rest.hasPrefix(word.rawValue) {
            let value = rest.dropFirst(word.rawValue.count)
            guard value.isEmpty || value.first == " " else { continue }
            switch word {
            case .isIn: return Reading(name: name, comparison: .isIn, values: list(trimmed(value)))
            default: return Reading(name: name, comparison: word, values: [unquoted(value)])
            }
        }
        return nil
    }

    private static func trimmed(_ text: Substring) -> String {
        var text = text
        while text.first == " " { text.removeFirst() }
        while text.last == " " { text.removeLast() }
        return String(text)
    }

    /// The value without surrounding spaces; a quoted value exactly as between its quotes.
    private static func unquoted(_ text: Substring) -> String {
        let text = trimmed(text)
        guard text.count >= 2, let quote = text.first, quote == "\"" || quote == "'", text.last == quote else {
            return text
        }
        return String(text.dropFirst().dropLast())
    }

    /// Values between commas; a value in double quotes may contain commas, and a doubled quote stands for one.
    static func list(_ text: String) -> [String] {
        var values: [String] = []
        var value = ""
        var (isQuoted, wasQuoted) = (false, false)
        var characters = text[...]
        func end() {
            values.append(wasQuoted ? value : trimmed(value[...]))
            (value, wasQuoted) = ("", false)
        }
        while let character = characters.popFirst() {
            if character == "\"", isQuoted, characters.first == "\"" {
                value.append(character)
                characters.removeFirst()
            } else if character == "\"", isQuoted || trimmed(value[...]).isEmpty {
                if !isQuoted { value = "" }
                isQuoted.toggle()
                wasQuoted = true
            } else if character == ",", !isQuoted {
                end()
            } else if !wasQuoted || isQuoted || character != " " {
                value.append(character)
            }
        }
        end()
        return values
    }

    /// The condition for a table with `columns`.
    ///
    /// - Throws: A sentence for the user where there is no such column.
    func condition(in columns: [Column]) throws(UnknownColumn) -> Condition {
        for reading in readings {
            guard let column = ColumnName(reading.name).index(in: columns) else { continue }
            var condition = Condition(column: column, reading.comparison, reading.values)
            condition.blanks = reading.blanks
            return condition
        }
        let quoted = readings.first { ColumnName.unquoted($0.name) != nil }
        let name = (quoted ?? readings.first)?.name ?? text
        throw UnknownColumn(description: ColumnName(name).unknown(option: "--filter", in: columns))
    }
}

/// A column that was named and is not there.
struct UnknownColumn: Error, CustomStringConvertible {
    let description: String
}
