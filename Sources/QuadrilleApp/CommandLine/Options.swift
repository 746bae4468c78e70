import ArgumentParser
import TableFormats
import Tabular

// Every option takes the next argument whatever it begins with, so that -1 is a wrong number and not a missing one,
// and - can be a delimiter. A value's name is printed between < and >: "rows>x<columns" makes <rows>x<columns>.

/// Options for reading a text table, each in place of the detected value.
struct DialectOptions: ParsableArguments {
    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "The text between fields, of any length up to 16 bytes, or comma, tab, semicolon, pipe, colon, space, spaces "
                + "(any run of them). Detected when not given.", valueName: "text"),
        completion: .list(TextOption.delimiterNames), transform: WrittenOption.delimiter)
    var delimiter: WrittenOption?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "The character around fields that hold delimiters, or none. Found out when not given, as a rule \".",
            valueName: "character"), completion: .list(["none"]), transform: WrittenOption.quote)
    var quote: WrittenOption?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "The character that makes the one behind it a part of the value, such as \\, or none. Found out when not "
                + "given.", valueName: "character"), completion: .list(["none"]), transform: WrittenOption.escape)
    var escape: WrittenOption?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "What lines begin with that are no records, such as #, or none. Found out when not given.",
            valueName: "text"), completion: .list(["none"]), transform: WrittenOption.comment)
    var comment: WrittenOption?

    @Option(
        name: .customLong("skip-rows"), parsing: .unconditional,
        help: ArgumentHelp(
            "How many lines stand before the header and are none of the table. Found out when not given.",
            valueName: "count"), transform: WrittenOption.skippedLines)
    var skippedLines: WrittenOption?

    @Option(
        name: .customLong("header-rows"), parsing: .unconditional,
        help: ArgumentHelp(
            "How many records stand before the data, 0 to 16; the last names the columns, those above it groups of "
                + "columns. Found out to be 0 or 1 when not given.", valueName: "count"),
        transform: WrittenOption.headerRows)
    var headerRows: WrittenOption?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "The encoding of the text, by a name that iconv -l lists, such as utf-8, utf-16le, latin1, windows-1252, "
                + "shift_jis. Found out when not given.", valueName: "name"),
        completion: .list(["utf-8", "utf-16le", "utf-16be", "latin1", "windows-1252", "gb18030", "shift_jis"]),
        transform: WrittenOption.encoding)
    var encoding: WrittenOption?

    @Option(
        name: .customLong("type"), parsing: .unconditionalSingleValue,
        help: ArgumentHelp(
            "The type of a column: automatic, text, code, boolean, number, number:point, number:comma, date, date:dmy, "
                + "date:mdy or date:ymd. May come again. Detected when not given.", valueName: "column>=<type"),
        transform: TypeArgument.init)
    var columnTypes: [TypeArgument] = []

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "The decimal mark of all numbers: automatic, point or comma. Detected when not given.", valueName: "mark"),
        completion: .list(["automatic", "point", "comma"]), transform: NumbersArgument.init)
    var numbers: NumbersArgument?

    @Option(
        name: .customLong("null"), parsing: .unconditional,
        help: ArgumentHelp(
            "The words for no value beside numbers, dates and booleans, between commas; '' for none. NA, NULL, - and the "
                + "like when not given.", valueName: "words"), transform: NullWordsArgument.init)
    var nullWords: NullWordsArgument?

    @Flag(help: "Read the file as text, whatever its content looks like.")
    var text = false

    func validate() throws {
        if let conflict = options.conflict {
            let (first, second) = (conflict.first.rawValue, conflict.second.rawValue)
            throw ValidationError("--\(first) and --\(second) cannot share a character.")
        }
    }

    /// The choices, which only the text format can interpret.
    var options: FormatOptions {
        var options = FormatOptions()
        for written in [delimiter, quote, escape, comment, skippedLines, headerRows, encoding].compactMap({ $0 }) {
            written.apply(to: &options)
        }
        options.isForcedText = text
        for type in columnTypes { options.types.columns[type.column] = type.choice }
        (options.types.numbers, options.types.nullWords) = (numbers?.mark, nullWords?.words)
        return options
    }

    /// Waits for all columns with requested types. The name may be that of a column that a later record adds.
    ///
    /// - Throws: The end of the command, after a message about the missing column.
    func check(_ source: any RecordStreaming) throws {
        let names = columnTypes.map(\.column)
        func missing(_ snapshot: TableSnapshot) -> String? {
            names.first { snapshot.columns.index(written: $0) == nil }
        }
        guard !names.isEmpty else { return }
        let snapshot = source.wait { $0.phase == .complete || $0.phase != .opening && missing($0) == nil }
        if case .failed = snapshot.phase { return }
        if let name = missing(snapshot) {
            throw Failure.report(ColumnName(name).unknown(option: "--type", in: snapshot.columns))
        }
    }

    /// True where every option is at its default: then an already running program can handle the request.
    var isStandard: Bool { options == FormatOptions() }
}

/// The input to read: a file, standard input, or a generated table.
struct InputOptions: ParsableArguments {
    @Argument(
        help: "A CSV or TSV file, its file:// URL, or - for standard input.", completion: .file(),
        transform: FileArgument.path)
    var file: String?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("Make a table instead of reading one, up to 10^12 rows.", valueName: "rows>x<columns"),
        transform: TableExtent.init)
    var generate: TableExtent?

    @OptionGroup var table: TableOptions
    @OptionGroup var dialect: DialectOptions

    func validate() throws {
        if generate != nil && !table.isStandard { throw ValidationError("--of and --as are for a FILE.") }
        if file == nil && generate == nil {
            throw ValidationError("Name a FILE, or - for standard input, or --generate ROWSxCOLUMNS.")
        }
        if file != nil && generate != nil {
            throw ValidationError("Name either a FILE or --generate, not both.")
        }
        if file == "" { throw ValidationError(Self.emptyName) }
    }

    /// The message about a FILE with an empty name, such as an unset variable of a script.
    static let emptyName = "The name of the FILE is empty. Name one, or - for standard input."

    /// The name of the input in messages.
    var name: String { generate.map { "generated \($0.rows)x\($0.columns)" } ?? file ?? "-" }

    /// The path of the file that is read, which outputs must not overwrite; - for standard input. Nil without a file.
    var path: String? { file.map { $0 == "-" ? $0 : Environment.openablePath($0) } }

    /// The source, after all columns with requested types are known. Where the file has several tables and the user named
    /// none, a line on standard error names the table that was opened.
    ///
    /// - Throws: The end of the command, after a message about the missing column.
    func checkedSource() throws -> any RecordStreaming { try checkedInput().source }

    /// The same, with the table that it is of.
    func checkedInput() throws -> OpenedInput {
        let opened = try open()
        if table.table == nil { opened.tellTable(name) }
        opened.tellSiblings(name)
        return opened
    }

    /// The same, without messages. To list the parts of a file (`isListed`), the table may be one that cannot be opened.
    func open(isListed: Bool = false) throws -> OpenedInput {
        if let generate {
            return OpenedInput(source: GeneratedSource(rows: generate.rows, columns: generate.columns))
        }
        let opened = try table.open(file ?? "-", dialect.options, isListed: isListed)
        try dialect.check(opened.source)
        return opened
    }
}
