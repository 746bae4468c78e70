import ArgumentParser
import Glibc
import TableFormats

/// The program: opens files in windows, or reports on them on the command line.
public struct QuadrilleCommand: ParsableCommand {
    public static let configuration = CommandConfiguration(
        commandName: "quadrille",
        abstract: "Look at data files of any size, exactly as they are.",
        usage: """
            quadrille [FILE…] [options]
            quadrille info FILE [--json] [options]
            quadrille export FILE --to FORMAT [--rows A:B] [--output OUT] [options]
            quadrille find FILE TEXT [--regex] [--column NAME] [--count] [options]
            quadrille render FILE --output OUT.png|.svg|.pdf [options]
            quadrille print FILE --output OUT.pdf [--paper a4|letter] [options]
            quadrille layout FILE [--json] [options]
            """,
        discussion: """
            FILE is a CSV or TSV file, or - for standard input; --generate ROWSxCOLUMNS \
            makes a table instead. Rows and columns count from 1. `quadrille help open` \
            lists the options for windows.

            Exit status: 0 done, 1 a file could not be read or written, 64 wrong usage.
            """,
        version: Quadrille.version,
        subcommands: [
            OpenCommand.self, InfoCommand.self, ExportCommand.self, FindCommand.self, RenderCommand.self,
            PrintCommand.self, LayoutCommand.self,
        ],
        defaultSubcommand: OpenCommand.self)

    /// The names of all commands: words that are no file as the first word of a command line.
    static var commands: [String] { configuration.subcommands.compactMap { $0.configuration.commandName } + ["help"] }

    public init() {}

    public static func main() { main(reading: .standard) }

    /// Runs the program with the given formats.
    public static func main(reading formats: TableFormats) {
        TableFormats.ofProgram = formats
        Environment.occupyStandardDescriptors()
        // A closed pipe is an ordinary write error and must not kill the program.
        signal(SIGPIPE, SIG_IGN)
        let word = CommandLine.arguments.dropFirst().first
        if let word, let message = Misspelling.message(about: word, isFile: Misspelling.isFile) {
            exit(withError: ValidationError(message))
        }
        guard let request = OpenCommand.plainRequest(CommandLine.arguments.dropFirst()) else { return main(nil) }
        do { try OpenCommand.open(request) } catch { exit(withError: error) }
    }
}
