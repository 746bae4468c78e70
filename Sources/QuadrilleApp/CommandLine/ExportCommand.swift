import ArgumentParser
import Tabular
import TabularExport

/// `quadrille export`: what the reader understood, written strictly.
struct ExportCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "export", abstract: "Write rows as strict CSV, TSV, JSON or NDJSON, or a value whole.",
        usage: """
            quadrille export FILE --to FORMAT [--rows A:B] [--columns A,B] [-o OUT]
            quadrille export FILE --value ROW,COLUMN [-o OUT]
            """,
        discussion: """
            Values are written as they stand in the file. CSV and TSV are quoted where they must be and end \
            their lines with LF; in JSON every value is a string, and null where a record has none. All header \
            rows are written; in JSON, columns of one name are told apart by their groups. Rows A:B have the columns \
            of the header and their own, and are written as soon as they are there. bytes copies what the \
            file itself has: all before the first row, then the rows.
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
            "The columns to write, in that order, by name, number from 1 or letters; A:C for several. All when not given.",
            valueName: "columns"), transform: ColumnList.init)
    var columns: ColumnList?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("Write this one value, of any length, and nothing else.", valueName: "row>,<column"),
        transform: ValueArgument.init)
    var value: ValueArgument?

    @Option(
        name: .shortAndLong, parsing: .unconditional,
        help: ArgumentHelp(
            "The file to write, whole or not at all; standard output when there is none, or -.", valueName: "out"))
    var output: String?

    @OptionGroup var input: InputOptions

    func validate() throws {
        if let output, Environment.isMalformed(output) {
            throw ValidationError("The name of --output must be UTF-8.")
        }
        if output == "" {
            throw ValidationError("The name of --output is empty. Name a file, or - for standard output.")
        }
        if to == nil && value == nil { throw ValidationError("Name a format with --to, or a value with --value.") }
        if value != nil && (to != nil || rows != nil || columns != nil) {
            throw ValidationError("--value goes without --to, --rows and --columns: it writes one value as it stands.")
        }
        if to == .bytes && columns != nil {
            throw ValidationError("--to bytes has all columns as they stand. Leave --columns out.")
        }
    }

    func run() throws {
        let source = input.source()
        do throws(ExportError) {
            if let value { try write(value, of: source) } else { try write(source) }
        } catch {
            // Whoever read it has had enough, and needs no telling.
            if error.kind == .brokenPipe { throw ExitCode(1) }
            throw Failure.report(error.description)
        }
    }

    private func write(_ source: any RecordStreaming) throws(ExportError) {
        let progress = TerminalProgress()
        let (format, rows) = (to ?? .csv, rows ?? .all)
        // Up to here an interrupt just ends the program; from here on there may be a file to take away.
        let snapshot = source.wait { snapshot in
            progress.show("reading", snapshot.progress)
            if snapshot.phase == .complete { return true }
            // A name may be that of a column that a later record brings.
            if let columns, (try? columns.indices(in: snapshot.columns)) == nil { return false }
            return ExportPart(rows: rows, columns: columns.map { _ in [] }).isReady(format, in: snapshot)
        }
        progress.clear()
        if case .failed(let error) = snapshot.phase { throw ExportError(reading: error) }
        let total = try rows.rows(of: snapshot.rowCount.known).count
        let part = ExportPart(rows: rows, columns: try columns?.indices(in: snapshot.columns))
        Interrupt.watch()
        let control = ExportControl(
            progress: { progress.show("writing rows", ($0, total)) }, isCancelled: { Interrupt.wasSeen })
        let export = TableExport(source, format: format, part: part, control: control)
        defer { progress.clear() }
        if let output, output != "-" {
            try export.write(toFile: output, input: input.file)
        } else {
            try export.write(to: 1)
        }
    }

    private func write(_ value: ValueArgument, of source: any RecordStreaming) throws(ExportError) {
        let progress = TerminalProgress()
        let (row, column) = try place(of: value, in: source)
        Interrupt.watch()
        let control = ExportControl(
            progress: { progress.show("writing bytes", ($0, 0)) }, isCancelled: { Interrupt.wasSeen })
        let export = ValueExport(source, row: row, column: column, control: control)
        defer { progress.clear() }
        if let output, output != "-" {
            try export.write(toFile: output, input: input.file)
        } else {
            try export.write(to: 1)
        }
    }

    /// Waits only for what tells where the value is: a name may be that of a column that a later record brings.
    private func place(of value: ValueArgument, in source: any RecordStreaming) throws(ExportError) -> (Int, Int) {
        let snapshot = source.wait { snapshot in
            let isThere = snapshot.rowCount.known >= value.row && value.column.index(in: snapshot.columns) != nil
            return isThere || snapshot.phase == .complete
        }
        if case .failed(let error) = snapshot.phase { throw ExportError(reading: error) }
        guard let column = value.column.index(in: snapshot.columns) else {
            throw ExportError(.noValue, value.column.unknown(option: "--value", in: snapshot.columns))
        }
        return (value.row - 1, column)
    }
}

extension ExportFormat: ExpressibleByArgument {}
