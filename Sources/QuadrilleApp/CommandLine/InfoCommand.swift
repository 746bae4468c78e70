import ArgumentParser
import Tabular

/// `quadrille info`: what a file is and what is in it.
struct InfoCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "info", abstract: "Tell format, encoding, dialect, rows, columns and problems of a file.")

    @OptionGroup var input: InputOptions

    @Flag(help: "Print JSON instead of text.")
    var json = false

    func run() throws {
        let source = input.source()
        let snapshot = source.waitUntilComplete()
        if case .failed(let error) = snapshot.phase { throw Failure.report(error.description) }
        let info = TableInfo(path: input.name, snapshot)
        _ = Output.write(json ? try info.json() : info.text(), to: 1)
    }
}
