import ArgumentParser
import Tabular

/// `quadrille info`: what a file is and what is in it.
struct InfoCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "info", abstract: "Tell format, encoding, dialect, rows, columns and problems of a file.",
        usage: "quadrille info FILE [--json] [options]")

    @Flag(help: "Print JSON instead of text; it lists up to 100 problems.")
    var json = false

    @OptionGroup var input: InputOptions

    func run() throws {
        let source = input.source()
        let snapshot = source.waitUntilComplete()
        if case .failed(let error) = snapshot.phase { throw Failure.report(error.description) }
        let info = TableInfo(path: input.name, snapshot)
        try Output.write(json ? info.json() : info.text())
    }
}
