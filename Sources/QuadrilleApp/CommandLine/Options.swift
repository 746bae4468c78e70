import ArgumentParser
import GridUI
import Tabular
import TabularText

/// How a text table is to be read, where the reader's own finding is not wanted.
struct DialectOptions: ParsableArguments {
    @Option(help: "The character between fields: one character, or comma, tab, semicolon, pipe, space.")
    var delimiter: Delimiter?

    @Option(help: "The character around fields that hold delimiters, or none.")
    var quote: Quote?

    @Option(name: .customLong("header-rows"), help: "How many records name the columns: 0 or 1.")
    var headerRows: HeaderRows?

    @Flag(help: "Read the file as text, whatever its content looks like.")
    var text = false

    var textOptions: TextOptions {
        var options = TextOptions()
        options.delimiter = delimiter?.byte
        if let quote { options.quote = quote.byte }
        options.hasHeader = headerRows.map { $0.count > 0 }
        options.isForced = text
        return options
    }

    /// Whether anything was asked for that an already running program would not know of.
    var isStandard: Bool { delimiter == nil && quote == nil && headerRows == nil && !text }
}

/// A delimiter on the command line.
struct Delimiter: ExpressibleByArgument {
    let byte: UInt8

    private static let names: [String: UInt8] = [
        "comma": UInt8(ascii: ","), "tab": UInt8(ascii: "\t"), "\\t": UInt8(ascii: "\t"),
        "semicolon": UInt8(ascii: ";"), "pipe": UInt8(ascii: "|"), "space": UInt8(ascii: " "),
    ]

    init?(argument: String) {
        if let named = Self.names[argument.lowercased()] {
            byte = named
        } else if argument.utf8.count == 1, let only = argument.utf8.first, !Self.forbidden.contains(only) {
            byte = only
        } else {
            return nil
        }
    }

    private static let forbidden: Set<UInt8> = [0x0A, 0x0D, UInt8(ascii: "\"")]

    static var allValueStrings: [String] { [] }
}

/// A quote character on the command line, or none.
struct Quote: ExpressibleByArgument {
    let byte: UInt8?

    init?(argument: String) {
        if argument.lowercased() == "none" {
            byte = nil
        } else if argument.utf8.count == 1, let only = argument.utf8.first, only != 0x0A, only != 0x0D {
            byte = only
        } else {
            return nil
        }
    }
}

/// A number of header rows on the command line.
struct HeaderRows: ExpressibleByArgument {
    let count: Int

    init?(argument: String) {
        guard let count = Int(argument), (0...1).contains(count) else { return nil }
        self.count = count
    }
}

/// The size of a generated table: ROWSxCOLUMNS.
struct TableExtent: ExpressibleByArgument {
    static let rowLimit = 1_000_000_000_000
    static let columnLimit = 100_000

    let rows: Int
    let columns: Int

    init?(argument: String) {
        let parts = argument.lowercased().split(separator: "x", omittingEmptySubsequences: false)
        guard parts.count == 2, let rows = Int(parts[0]), let columns = Int(parts[1]),
            (0...Self.rowLimit).contains(rows), (0...Self.columnLimit).contains(columns)
        else { return nil }
        (self.rows, self.columns) = (rows, columns)
    }
}

/// One place in a table on the command line: ROW,COLUMN, counted from 1.
struct PlaceArgument: ExpressibleByArgument {
    let cell: CellPosition

    init?(argument: String) {
        let parts = argument.split(separator: ",", omittingEmptySubsequences: false)
        guard parts.count == 2, let row = Int(parts[0]), let column = Int(parts[1]), row >= 1, column >= 1 else {
            return nil
        }
        cell = CellPosition(row: row - 1, column: column - 1)
    }
}

/// How a grid is to stand, in a window or in a picture.
struct ViewOptions: ParsableArguments {
    @Option(name: .customLong("frozen-rows"), help: "How many rows stay in sight at the top.")
    var frozenRows = 0

    @Option(name: .customLong("frozen-columns"), help: "How many columns stay in sight at the leading edge.")
    var frozenColumns = 0

    @Option(help: ArgumentHelp("The cell to begin at, counted from 1.", valueName: "row,column"))
    var at: PlaceArgument?

    @Option(help: "Zoom, 0.25 to 4.")
    var zoom = 1.0

    func validate() throws {
        if frozenRows < 0 || frozenColumns < 0 {
            throw ValidationError("The number of frozen rows and columns cannot be negative.")
        }
        if !Viewport.zoomRange.contains(zoom) { throw ValidationError("--zoom takes a number from 0.25 to 4.") }
    }

    var settings: ViewSettings {
        ViewSettings(frozenRows: frozenRows, frozenColumns: frozenColumns, place: at?.cell, zoom: zoom)
    }

    var isStandard: Bool { frozenRows == 0 && frozenColumns == 0 && at == nil && zoom == 1 }
}

/// What is to be read: a file, standard input, or a generated table.
struct InputOptions: ParsableArguments {
    @Argument(help: "A CSV or TSV file, or - for standard input.")
    var file: String?

    @Option(help: ArgumentHelp("Make a table instead of reading one, up to 10^12 rows.", valueName: "rowsxcolumns"))
    var generate: TableExtent?

    @OptionGroup var dialect: DialectOptions

    func validate() throws {
        if file == nil && generate == nil {
            throw ValidationError("Name a FILE, or - for standard input, or --generate ROWSxCOLUMNS.")
        }
        if file != nil && generate != nil {
            throw ValidationError("Name either a FILE or --generate, not both.")
        }
    }

    /// How messages name the input.
    var name: String { generate.map { "generated \($0.rows)x\($0.columns)" } ?? file ?? "-" }

    func source() -> any RecordStreaming {
        if let generate { return GeneratedSource(rows: generate.rows, columns: generate.columns) }
        return TextSource.open(file ?? "-", options: dialect.textOptions)
    }
}
