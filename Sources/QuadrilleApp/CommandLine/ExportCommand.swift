import ArgumentParser
import Glibc
import QuadrilleRuntime
import Tabular
import TabularExport

/// `quadrille export`: writes the parsed table in strict syntax.
struct ExportCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "export",
        abstract: "Write rows as CSV, TSV, JSON, NDJSON, Markdown, HTML or SQL, or a value.",
        usage: """
            quadrille export FILE --to FORMAT [--rows A:B] [--columns A,B] [-o OUT]
            quadrille export FILE --value ROW,COLUMN [-o OUT]
            """,
        discussion: """
            Values are written as they stand in the file. CSV and TSV are quoted where they must be and end \
            their lines with LF; the trailing fields that a record does not have are left off, unless --pad or other \
            --columns than all in their order are given. In JSON every value of a file of text is a string, and null \
            where a record has none. Of a file that tells numbers, booleans, nulls and nested values apart they are \
            written as they stand, nested columns are members of objects again, and what a record lacks is left out. \
            All header rows are written; in JSON, columns of one name are told apart by their groups. A nested column \
            has its path for a name, such as address.city. Rows A:B have the columns of the header and their own, and \
            are written as soon as they are there. markdown and html are a \
            table each, with <br> for line breaks. sql is INSERT statements of many rows: in columns of numbers, \
            plain numbers of up to 18 digits have no quotes; what a row lacks is NULL, and so is an empty value of \
            any column but text. A backslash is a backslash there, as the standard has it (MySQL needs \
            NO_BACKSLASH_ESCAPES); numbers with groups, a decimal comma or a unit are written plain, as 1234.50, codes \
            such as 007 in quotes, words for no value as NULL. With --typed, numbers, booleans and nulls of json and \
            ndjson are such. A value that cannot be read, since the source is damaged there, ends the export, unless \
            --allow-unreadable has it written as none. What is no UTF-8 is written as U+FFFD in all of these. bytes copies what the file \
            itself has: all before the first row, then the rows. On a terminal, control characters are signs, \
            and escapes in JSON.
            """)

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "The format to write; json is a list of objects, ndjson an object a line.", valueName: "format"))
    var to: ExportFormat?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "The rows to write, from 1, both ends included: 1:100, 100: or :100.", valueName: "first>:<last"),
        transform: NumberArgument.rows)
    var rows: RowSelection?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "The columns to write, in that order, by name, number from 1 or letters; A:C for several. A name with a comma "
                + "or colon stands in double quotes. All when not given.",
            valueName: "columns"), transform: ColumnList.init)
    var columns: ColumnList?

    @Flag(help: "Write the rows without the columns' names.")
    var noHeader = false

    @Flag(help: "Write as many fields in each record as there are columns, the trailing ones empty.")
    var pad = false

    @Flag(help: "Write numbers, booleans and nulls of json and ndjson as such, and not as strings.")
    var typed = false

    @Flag(help: "Write a value that cannot be read as none; without this it ends the export.")
    var allowUnreadable = false

    @Flag(help: "Put ' before names and values that a spreadsheet would run as formulas.")
    var escapeFormulas = false

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "The table that sql inserts into, and the title of html; the file's name when not given.",
            valueName: "name"))
    var table: String?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("Write this one value, of any length, and nothing else.", valueName: "row>,<column"),
        transform: ValueArgument.init)
    var value: ValueArgument?

    @Option(
        name: .shortAndLong, parsing: .unconditional,
        help: ArgumentHelp(
            "The file to write, whole or not at all; standard output when there is none, or -.", valueName: "out"),
        completion: .file())
    var output: String?

    @OptionGroup var order: RowOptions
    @OptionGroup var input: InputOptions

    func validate() throws {
        if let output, Environment.isMalformed(output) {
            throw ValidationError("The name of --output must be UTF-8.")
        }
        if output == "" {
            throw ValidationError("The name of --output is empty. Name a file, or - for standard output.")
        }
        if to == nil && value == nil { throw ValidationError("Name a format with --to, or a value with --value.") }
        if value != nil && (to != nil || rows != nil || columns != nil || !order.isStandard) {
            throw ValidationError(
                "--value goes without --to, --rows, --columns, --filter and --sort: it writes one value as it stands.")
        }
        if to == .bytes && !order.isStandard {
            throw ValidationError("--to bytes has all rows as they stand. Leave --filter and --sort out.")
        }
        if value != nil && (noHeader || table != nil) {
            throw ValidationError("--value goes without --no-header and --table: it writes one value as it stands.")
        }
        if escapeFormulas && (value != nil || to.map { !$0.hasFormulas } == true) {
            throw ValidationError("--escape-formulas is for --to csv, tsv, markdown and html.")
        }
        if typed && to != .json && to != .ndjson {
            throw ValidationError("--typed is for --to json and ndjson.")
        }
        if allowUnreadable && (value != nil || to == .bytes) {
            throw ValidationError("--allow-unreadable is for --to csv and the formats that write values one by one.")
        }
        if pad && to != .csv && to != .tsv {
            throw ValidationError("--pad is for --to csv and tsv.")
        }
        if let to, noHeader && !to.hasOptionalHeader {
            throw ValidationError("--no-header is not for --to \(to.rawValue), which has its names in any case.")
        }
        if let to, table != nil && to != .sql && to != .html {
            throw ValidationError("--table is for --to sql and html: \(to.rawValue) names no table.")
        }
        if table == "" { throw ValidationError("The name of --table is empty. Name a table.") }
        if to == .bytes && columns != nil {
            throw ValidationError("--to bytes has all columns as they stand. Leave --columns out.")
        }
    }

    func run() throws {
        // The blocks of a wide record would stay. Other commands would only wait for new pages.
        MemoryRelease.boundHeaps()
        let opened = try input.checkedInput()
        let isUnaudited = skipAudit(of: opened.source)
        let source = try order.apply(to: opened.source)
        let name = table ?? ExportStyle.tableName(for: input.file, table: opened.entry)
        do throws(ExportError) {
            if let value {
                try write(value, of: source)
            } else {
                try write(source, named: name, isUnaudited: isUnaudited)
            }
        } catch {
            // The reader of the pipe has closed it and needs no message.
            if error.kind == .brokenPipe { throw ExitCode(1) }
            let hint =
                error.kind == .unreadable && to != nil ? " Or write such values as none, with --allow-unreadable." : ""
            throw Failure.report(error.description + hint)
        }
        if input.table.choosesNoRows { opened.tellOmissions(input.name) }
        try order.checkUnreadRows(of: opened.source, allowingDamage: allowUnreadable)
    }

    /// Skips the audit of a source that finds the types of the columns in conditions and sort keys without it, where the format
    /// needs no others; true where it does. The source is never complete then.
    private func skipAudit(of source: any RecordStreaming) -> Bool {
        guard let to, let skip = source.abilities.skipAudit, source.abilities.settleTypes != nil else { return false }
        var style = ExportStyle(hasHeader: !noHeader, tableName: "", escapesFormulas: escapeFormulas)
        style.isTyped = typed
        var snapshot = source.snapshot
        snapshot.phase = .auditing
        snapshot.rowCount = .atLeast(0)
        let part = ExportPart(rows: rows ?? .all, columns: columns.map { _ in [] })
        guard part.isReady(to, style, in: snapshot) else { return false }
        skip()
        return true
    }

    private func write(
        _ source: any RecordStreaming, named name: String, isUnaudited: Bool
    ) throws(ExportError) {
        let progress = TerminalProgress()
        let (format, rows) = (to ?? .csv, rows ?? .all)
        var style = ExportStyle(hasHeader: !noHeader, tableName: name, escapesFormulas: escapeFormulas)
        (style.isPadded, style.isTyped, style.writesUnreadable) = (pad, typed, allowUnreadable)
        // Until here an interrupt just ends the program; from here on there may be a partial file to remove.
        let snapshot = try settled(source) { snapshot in
            progress.show("reading", snapshot.progress)
            if snapshot.phase == .complete { return true }
            // The name may be that of a column that a later record adds.
            if let columns, (try? columns.indices(in: snapshot.columns)) == nil {
                return isUnaudited && snapshot.phase != .opening && !snapshot.description.hasLateColumns
            }
            return ExportPart(rows: rows, columns: columns.map { _ in [] }).isReady(format, style, in: snapshot)
        }
        progress.clear()
        let total = (try? rows.rows(of: snapshot.rowCount.known).count) ?? 0
        var part = ExportPart(
            rows: rows, columns: try columns?.indices(in: snapshot.columns), reading: snapshot.reading)
        part.mayHoldAnyRow = !order.sorts.isEmpty
        Interrupt.watch()
        let control = ExportControl(
            progress: { progress.show("writing rows", ($0, total)) }, cancellation: Cancellation { Interrupt.wasSeen })
        let export = TableExport(source, format: format, part: part, style: style, control: control)
        defer { progress.clear() }
        if let output, output != "-" {
            try export.write(toFile: output, input: input.path)
        } else {
            try export.write(
                to: STDOUT_FILENO, input: input.path,
                through: TerminalText.filter(isJSON: format == .json || format == .ndjson))
        }
    }

    private func write(_ value: ValueArgument, of source: any RecordStreaming) throws(ExportError) {
        let progress = TerminalProgress()
        let (row, column, reading) = try place(of: value, in: source)
        Interrupt.watch()
        let control = ExportControl(
            progress: { progress.show("writing bytes", ($0, 0)) }, cancellation: Cancellation { Interrupt.wasSeen })
        var export = ValueExport(source, row: row, column: column, reading: reading, control: control)
        export.writesBytes = true
        defer { progress.clear() }
        if let output, output != "-" {
            try export.write(toFile: output, input: input.path)
        } else {
            try export.write(to: STDOUT_FILENO, input: input.path, through: TerminalText.filter(isJSON: false))
        }
    }

    /// Waits only for what locates the value: the name may be that of a column that a later record adds.
    private func place(
        of value: ValueArgument, in source: any RecordStreaming
    ) throws(ExportError) -> (row: Int, column: Int, reading: Int) {
        let snapshot = try settled(source) { snapshot in
            let isThere = snapshot.rowCount.known >= value.row && value.column.index(in: snapshot.columns) != nil
            return isThere || snapshot.phase == .complete
        }
        if let interruption = snapshot.interruption, snapshot.rowCount.known < value.row {
            throw ExportError(reading: interruption)
        }
        guard let column = value.column.index(in: snapshot.columns) else {
            throw ExportError(.noValue, ColumnFailure.unknown(value.column, option: "--value", snapshot.columns))
        }
        return (value.row - 1, column, snapshot.reading)
    }

    /// Waits until `isReady` is true for the final schema: a name found after the first bytes may belong to another column,
    /// or to none, after more of the file is read.
    private func settled(
        _ source: any RecordStreaming, until isReady: (TableSnapshot) -> Bool
    ) throws(ExportError) -> TableSnapshot {
        while true {
            let snapshot = source.wait(until: isReady)
            if let failure = snapshot.failure, snapshot.interruption == nil { throw ExportError(reading: failure) }
            do throws(ReadError) {
                if try source.settleReading() == snapshot.reading { return snapshot }
            } catch {
                throw ExportError(reading: error)
            }
        }
    }
}

extension ExportFormat: ExpressibleByArgument {}
