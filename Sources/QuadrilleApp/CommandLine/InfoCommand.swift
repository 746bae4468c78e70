import ArgumentParser
import Tabular

/// `quadrille info`: what a file is and what is in it.
struct InfoCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "info", abstract: "Tell format, encoding, dialect, rows, columns and problems of a file.",
        usage: "quadrille info FILE [--json] [--quick] [options]")

    @Flag(help: "Print JSON instead of text; it lists up to 100 problems.")
    var json = false

    @Flag(help: "Tell what is known once all rows are found: no problems, and types from a sample.")
    var quick = false

    @OptionGroup var input: InputOptions

    func run() throws {
        let source = input.source()
        let snapshot = quick ? source.waitUntilIndexed() : source.waitUntilComplete()
        if case .failed(let error) = snapshot.phase { throw Failure.report(error.description) }
        let info = TableInfo(path: input.name, snapshot, isQuick: quick)
        try Output.write(json ? info.json() : info.text())
    }
}
