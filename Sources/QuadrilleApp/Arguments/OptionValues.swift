import ArgumentParser
import GridUI
import TableFormats
import Tabular
import TabularExport

// The values of options. Each initializer's error states the accepted values; the parser adds the value and the
// option before it.

/// A choice for tables of text on the command line, as written; only the text format can interpret it.
struct WrittenOption: Sendable, Hashable {
    private let option: TextOption
    private let text: String

    /// - Throws: `sentence`, where the text is invalid.
    private init(_ option: TextOption, _ text: String, else sentence: String) throws {
        (self.option, self.text) = (option, text)
        var options = FormatOptions()
        if !options.set(option, written: text) { throw ValidationError(sentence) }
    }

    func apply(to options: inout FormatOptions) { _ = options.set(option, written: text) }

    static func delimiter(_ argument: String) throws -> WrittenOption {
        try WrittenOption(
            .delimiter, argument,
            else:
                "a delimiter is 1 to 16 bytes of text without line ends, or comma, tab, semicolon, pipe, colon, space, "
                + "spaces (any run of them); \\t is a tab, \\u0001 a character by its number.")
    }

    static func quote(_ argument: String) throws -> WrittenOption {
        try WrittenOption(.quote, argument, else: "a quote is one ASCII character other than line ends, or none.")
    }

    static func escape(_ argument: String) throws -> WrittenOption {
        try WrittenOption(.escape, argument, else: "an escape is one ASCII character other than line ends, or none.")
    }

    static func comment(_ argument: String) throws -> WrittenOption {
        try WrittenOption(
            .comment, argument, else: "a comment begins with 1 to 16 bytes of text without line ends; or none.")
    }

    static func encoding(_ argument: String) throws -> WrittenOption {
        try WrittenOption(
            .encoding, argument, else: "there is no encoding of that name; iconv -l lists those that there are.")
    }

    static func skippedLines(_ argument: String) throws -> WrittenOption {
        try WrittenOption(.skippedLines, argument, else: "write a whole number from 0.")
    }

    static func headerRows(_ argument: String) throws -> WrittenOption {
        try WrittenOption(.headerRows, argument, else: "a table has 0 to \(TextOption.headerRowLimit) header rows.")
    }
}

/// The type of a column on the command line: COLUMN=TYPE. A name may contain =, since the last one counts, and may be in
/// double quotes.
struct TypeArgument: Sendable, Hashable {
    let column: String
    /// Nil for the detected type.
    let choice: TypeChoice?

    init(argument: String) throws {
        let parts = argument.lastIndex(of: "=").map { (argument[..<$0], argument[argument.index(after: $0)...]) }
        guard let (name, type) = parts, !name.isEmpty else {
            throw ValidationError("write COLUMN=TYPE, such as price=number:comma.")
        }
        let choice = TypeChoice(String(type))
        guard choice != nil || type == "automatic" else {
            throw ValidationError(
                "a type is automatic, text, code, boolean, number, number:point, number:comma, date, date:dmy, date:mdy or "
                    + "date:ymd.")
        }
        (column, self.choice) = (ColumnName.unquoted(String(name)) ?? String(name), choice)
    }
}

/// The decimal mark of a table on the command line.
struct NumbersArgument: Sendable, Hashable {
    /// Nil for the detected one.
    let mark: DecimalMark?

    init(argument: String) throws {
        mark = DecimalMark(rawValue: argument)
        guard mark != nil || argument == "automatic" else {
            throw ValidationError("the decimal mark is automatic, point or comma.")
        }
    }
}

/// Null words on the command line, between commas; a word in double quotes may contain commas.
struct NullWordsArgument: Sendable, Hashable {
    let words: [String]

    init(argument: String) { words = FilterArgument.list(argument).filter { !$0.isEmpty } }
}

/// The size of a generated table: ROWSxCOLUMNS.
struct TableExtent: Sendable, Hashable {
    static let rowLimit = 1_000_000_000_000
    static let columnLimit = 100_000

    let rows: Int
    let columns: Int

    init(argument: String) throws {
        guard let (rows, columns) = pair(argument.lowercased(), separator: "x"), (0...Self.rowLimit).contains(rows),
            (0...Self.columnLimit).contains(columns)
        else {
            throw ValidationError(
                "write ROWSxCOLUMNS, such as 1000x20, up to \(Self.rowLimit) rows and \(Self.columnLimit) columns.")
        }
        (self.rows, self.columns) = (rows, columns)
    }
}

/// One cell of a table on the command line: ROW,COLUMN, counted from 1.
struct PlaceArgument {
    let cell: CellPosition

    init(argument: String) throws {
        guard let (row, column) = pair(argument, separator: ","), row >= 1, column >= 1 else {
            throw ValidationError("write ROW,COLUMN, such as 1000,5, both counted from 1.")
        }
        cell = CellPosition(row: row - 1, column: column - 1)
    }
}

/// The size of a picture: WIDTHxHEIGHT.
struct PictureSize {
    /// The largest side that Cairo can draw, in device pixels.
    static let limit = Int(PictureWork.sideLimit)

    let width: Int
    let height: Int

    init(width: Int, height: Int) {
        self.width = width
        self.height = height
    }

    init(argument: String) throws {
        guard let (width, height) = pair(argument.lowercased(), separator: "x"), (1...Self.limit).contains(width),
            (1...Self.limit).contains(height)
        else { throw ValidationError("write WIDTHxHEIGHT, such as 1280x800, each from 1 to \(Self.limit).") }
        self.init(width: width, height: height)
    }
}

/// Numbers on the command line.
enum NumberArgument {
    /// Parses a number of frozen rows or columns; a number above the table's size freezes all of them.
    static func frozenCount(_ argument: String) throws -> Int {
        guard let count = Int(argument), count >= 0 else { throw ValidationError("write a whole number from 0.") }
        return count
    }

    /// A row, counted from 1.
    static func row(_ argument: String) throws -> Int {
        guard let row = Int(argument), row >= 1 else { throw ValidationError("write a row's number from 1.") }
        return row
    }

    static func zoom(_ argument: String) throws -> Double {
        guard let zoom = Double(argument), Viewport.zoomRange.contains(zoom) else {
            throw ValidationError("write a number from 0.25 to 4.")
        }
        return zoom
    }

    static func scale(_ argument: String) throws -> Double {
        guard let scale = Double(argument), scale > 0, scale <= 8 else {
            throw ValidationError("write a number above 0 and up to 8.")
        }
        return scale
    }

    static func rows(_ argument: String) throws -> RowSelection {
        do throws(ExportError) {
            return try RowSelection(argument)
        } catch {
            // The parser has already named the option and the value.
            let prefix = "rows '\(argument)': "
            let text = error.description
            throw ValidationError(text.hasPrefix(prefix) ? String(text.dropFirst(prefix.count)) : text)
        }
    }
}

private func pair(_ text: String, separator: Character) -> (Int, Int)? {
    let parts = text.split(separator: separator, omittingEmptySubsequences: false)
    guard parts.count == 2, let first = Int(parts[0]), let second = Int(parts[1]) else { return nil }
    return (first, second)
}
