import ArgumentParser
import Glibc
import QuadrilleRuntime
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
            end(with: ValidationError(message))
        }
        do {
            if let request = OpenCommand.plainRequest(CommandLine.arguments.dropFirst()) {
                try OpenCommand.open(request)
            } else {
                var command = try namedCommand(CommandLine.arguments.dropFirst()) ?? parseAsRoot()
                try command.run()
            }
        } catch {
            end(with: error)
        }
    }

    /// The command that the first of `words` names, with the options in the others. Nil where they need the whole parser, such as
    /// for help and for errors: it reads the options of all commands before those of one.
    private static func namedCommand(_ words: ArraySlice<String>) -> (any ParsableCommand)? {
        let type = configuration.subcommands.first { $0.configuration.commandName == words.first }
        guard let type, let command = try? type.parseAsRoot(Array(words.dropFirst())) else { return nil }
        return Swift.type(of: command) == type ? command : nil
    }

    /// Ends the program with the message about `error`. It may repeat an argument, whose control characters are signs then.
    private static func end(with error: any Error) -> Never {
        let lines = fullMessage(for: error).split(separator: "\n", omittingEmptySubsequences: false)
        let shown = lines.map { String($0).visible }
        if exitCode(for: error) != .success, !zip(lines, shown).allSatisfy({ $0 == $1 }) {
            Output.writeMessage(shown.joined(separator: "\n"))
            Glibc.exit(exitCode(for: error).rawValue)
        }
        exit(withError: error)
    }
}
