import ArgumentParser
import Tabular
import TabularExport

/// `quadrille export`: what the reader understood, written strictly.
struct ExportCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "export", abstract: "Write rows as strict CSV, TSV, JSON or NDJSON.",
        discussion: """
            Values are written as they stand in the file. CSV and TSV are quoted where they must be and end \
            their lines with LF; in JSON every value is a string, and null where a record has none.
            """)

    @OptionGroup var input: InputOptions

    @Option(help: "The format to write: csv, tsv, json (a list of objects) or ndjson (an object a line).")
    var to: ExportFormat

    @Option(help: ArgumentHelp("The rows to write, from 1, both ends included: 1:100, 100: or :100.", valueName: "a:b"))
    var rows: RowSelection?

    @Option(
        name: .shortAndLong,
        help: "The file to write, whole or not at all; standard output when there is none, or -.")
    var output: String?

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
            throw Failure.report(error.description)
        }
    }
}

extension ExportFormat: ExpressibleByArgument {}

extension RowSelection: ExpressibleByArgument {
    public init?(argument: String) {
        guard let rows = try? RowSelection(argument) else { return nil }
        self = rows
    }
}
