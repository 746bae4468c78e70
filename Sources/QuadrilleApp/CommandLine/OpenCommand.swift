import ArgumentParser
import TableFormats
import Tabular

/// `quadrille [FILE…]`: opens windows.
struct OpenCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "open", abstract: "Open files in windows, or in tabs as preferred (the default).",
        usage: "quadrille [FILE…] [options]",
        discussion: ViewOptions.discussion)

    @Argument(
        help: "CSV or TSV files, their file:// URLs, or - for standard input.", completion: .file(),
        transform: FileArgument.path)
    var files: [String] = []

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("Open a made-up table, up to 10^12 rows.", valueName: "rows>x<columns"),
        transform: TableExtent.init)
    var generate: TableExtent?

    @Flag(name: .customLong("follow"), help: "Keep the end in sight while rows are appended; Ctrl+Shift+L.")
    var follows = false

    @Flag(
        name: .customLong("reload"),
        help: "Read a file anew by itself when it is replaced or written over; F5 does it once.")
    var reloads = false

    @Option(
        parsing: .unconditional, help: ArgumentHelp("The row to begin at, counted from 1.", valueName: "number"),
        transform: NumberArgument.row)
    var row: Int?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("The column to begin at, by name, number from 1 or letters.", valueName: "name"),
        transform: ColumnName.init(argument:))
    var column: ColumnName?

    @Option(
        parsing: .unconditional, help: ArgumentHelp("Look for this text, and go to the first hit.", valueName: "text"))
    var find: String?

    @Flag(
        name: .customLong("new-window"),
        help: "Open a new window where the program runs already, and not the one used last.")
    var wantsWindow = false

    /// True where the session bus starts the program; the files to open then arrive over the bus.
    @Flag(name: .customLong("gapplication-service"), help: .hidden)
    var isService = false

    @OptionGroup var table: TableOptions
    @OptionGroup var dialect: DialectOptions
    @OptionGroup var order: RowOptions
    @OptionGroup var view: ViewOptions

    func validate() throws {
        // The default command gets unknown options as if they were files; after -- they are files.
        let behindDashes = CommandLine.arguments.drop { $0 != "--" }.dropFirst()
        if let option = files.first(where: { $0 != "-" && $0.hasPrefix("-") && !behindDashes.contains($0) }) {
            throw ValidationError("Unknown option '\(option)'")
        }
        if files.contains("") { throw ValidationError(InputOptions.emptyName) }
        if files.filter({ $0 == "-" }).count > 1 { throw ValidationError("Standard input can be read only once.") }
    }

    func run() throws { try Self.open(try request()) }

    /// The request for arguments that are only files, the usual way in which desktops start the program. It skips the parser,
    /// which takes up to a tenth of the time to the first rows. Nil for any other arguments.
    static func plainRequest(_ arguments: ArraySlice<String>) -> OpenRequest? {
        guard let first = arguments.first, !QuadrilleCommand.commands.contains(first),
            arguments.allSatisfy({ !$0.isEmpty && !$0.hasPrefix("-") && !Environment.isMalformed($0) }),
            // The parser reports what is wrong with a URL.
            let paths = try? arguments.map(FileArgument.path), !paths.contains(where: Environment.isMalformed)
        else { return nil }
        var request = OpenRequest(paths: paths, options: FormatOptions(), settings: ViewSettings())
        request.isAlone = Environment.asksForAProgramOfItsOwn
        return request
    }

    static func open(_ request: OpenRequest) throws {
        let status = try MainActor.assumeIsolated { try Application.run(request) }
        if status != 0 { throw ExitCode(status) }
    }

    func request() throws -> OpenRequest {
        var request = OpenRequest(
            paths: files, options: table.completed(dialect.options), table: table.table,
            settings: view.settings())
        (request.extent, request.isService, request.wantsWindow) = (generate, isService, wantsWindow)
        request.rows = order.asked
        let place = OpeningPlace(row: row.map { $0 - 1 }, column: column, text: find)
        request.place = place == OpeningPlace() ? nil : place
        request.liveness = Liveness(follows: follows, reloads: reloads)
        // An already running program does not accept these requests, so this one must run alone.
        request.isAlone =
            generate != nil || files.contains("-") || files.contains(where: Environment.isMalformed)
            || request.place != nil || !dialect.isStandard || !table.isStandard || !view.isStandard || !order.isStandard
            || request.liveness != Liveness() || Environment.asksForAProgramOfItsOwn && !isService
        return request
    }
}
