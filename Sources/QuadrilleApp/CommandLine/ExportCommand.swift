import ArgumentParser
import Tabular
import TabularExport

/// `quadrille export`: what the reader understood, written strictly.
struct ExportCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "export", abstract: "Write rows as strict CSV, TSV, JSON or NDJSON.",
        usage: "quadrille export FILE --to FORMAT [--rows A:B] [--output OUT] [options]",
        discussion: """
            Values are written as they stand in the file. CSV and TSV are quoted where they must be and end \
            their lines with LF; in JSON every value is a string, and null where a record has none. All header \
            rows are written; in JSON, columns of one name are told apart by their groups.
            """)

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "The format to write; json is a list of objects, ndjson an object a line.", valueName: "format"))
    var to: ExportFormat

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "The rows to write, from 1, both ends included: 1:100, 100: or :100.", valueName: "first>:<last"),
        transform: NumberArgument.rows)
    var rows: RowSelection?

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
    }

    func run() throws {
        let source = input.source()
        // Up to here an interrupt just ends the program; from here on there may be a file to take away.
        source.waitUntilComplete()
        Interrupt.watch()
        let export = TableExport(source, format: to, rows: rows ?? .all) { Interrupt.wasSeen }
        do throws(ExportError) {
            if let output, output != "-" {
                try export.write(toFile: output, input: input.file)
            } else {
                try export.write(to: 1)
            }
        } catch {
            // Whoever read it has had enough, and needs no telling.
            if error.kind == .brokenPipe { throw ExitCode(1) }
            throw Failure.report(error.description)
        }
    }
}

extension ExportFormat: ExpressibleByArgument {}
