import ArgumentParser
import QuadrilleRuntime
import Tabular
import TabularOps

/// `quadrille find`: lists the cells that contain a text.
struct FindCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "find", abstract: "List the cells that hold a text or match a regular expression.",
        usage: "quadrille find FILE TEXT [--regex] [--column NAME] [--count] [--json]",
        discussion: """
            Each cell is a line with tabs between: row and column, from 1, the byte of \
            the file where the match begins, from 0, and the column's name. What is \
            searched are values: quotes, escapes and separators are none of them, and \
            the header is not searched. A regular expression is Perl's, and sees one \
            value at a time.

            Exit status: 0 when all was searched, whatever was found; 1 when the file, or \
            a row of it, could not be read whole, or a value took the expression too \
            long; 64 for an expression that makes no sense.
            """)

    @Argument(
        help: ArgumentHelp(
            "A CSV or TSV file, its file:// URL, or - for standard input, and what is looked for.",
            valueName: "file> <text"),
        completion: .file())
    var operands: [String] = []

    @OptionGroup var options: FindOptions

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("Search this column alone, by name, number from 1 or letters.", valueName: "name"),
        transform: ColumnName.init(argument:))
    var column: ColumnName?

    @Flag(help: "Print how many cells there are, and nothing else.")
    var count = false

    @Flag(help: "Print an object for each cell; its row and column count from 0.")
    var json = false

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("Make a table instead of reading one, up to 10^12 rows.", valueName: "rows>x<columns"),
        transform: TableExtent.init)
    var generate: TableExtent?

    @OptionGroup var table: TableOptions
    @OptionGroup var dialect: DialectOptions

    func validate() throws {
        if operands.count != (generate == nil ? 2 : 1) {
            throw ValidationError(
                generate == nil
                    ? "Name a FILE, or - for standard input, and the TEXT to look for."
                    : "Give the TEXT to look for, and no FILE beside --generate.")
        }
        if generate != nil && !table.isStandard { throw ValidationError("--of and --as are for a FILE.") }
        if generate == nil, let file = operands.first { _ = try FileArgument.path(file) }
        if generate == nil && operands.first == "" { throw ValidationError(InputOptions.emptyName) }
        if query.isEmpty {
            throw ValidationError("The TEXT is empty, and no value is without it. Give --whole to find empty values.")
        }
        do throws(PatternError) { try Self.check(query) } catch { throw ValidationError(error.description) }
    }

    private static func check(_ query: FindQuery) throws(PatternError) { _ = try FindPlan(query) }

    private var query: FindQuery { options.query(operands.last ?? "") }

    func run() throws {
        let source = try source()
        let progress = TerminalProgress()
        defer { progress.clear() }
        let query = try located(in: source, progress)
        source.abilities.skipAudit?()
        let search = FindSearch(source: source, plan: try FindPlan(query), counting: count)
        if count {
            try tellCount(search, of: source, progress)
        } else {
            try list(search, of: source, progress)
        }
        let found = search.progress
        progress.clear()
        try checkUndecided(found)
        if let damaged = source.snapshot.problems.firstDamagedRow {
            throw Failure.report(
                "row \(StatusText.grouped(damaged.position.record)) lies on a damaged page. What is not read was not searched."
            )
        }
        if let unreadable = source.snapshot.problems.firstUnreadableValue {
            throw Failure.report(
                "row \(StatusText.grouped(unreadable.position.record)) has a value that cannot be read. It was not searched."
            )
        }
        guard let cut = source.snapshot.problems.firstOverlongRow else { return }
        throw Failure.report(
            """
            row \(StatusText.grouped(cut.position.record)), line \(StatusText.grouped(cut.position.line)): \
            \(cut.message) Split it to search all of it.
            """)
    }

    private func checkUndecided(_ found: FindSearch.Progress) throws {
        guard found.undecided > 0, let row = found.firstUndecided else { return }
        let (values, they) = found.undecided == 1 ? ("value", "it matches") : ("values", "they match")
        throw Failure.report(
            """
            \(StatusText.grouped(found.undecided)) \(values) took the expression too long, the first in row \
            \(StatusText.grouped(row + 1)): whether \(they) is not known. Make it simpler, or name a column.
            """)
    }

    private func source() throws -> any RecordStreaming {
        if let generate { return GeneratedSource(rows: generate.rows, columns: generate.columns) }
        let path = try FileArgument.path(operands.first ?? "-")
        let opened = try table.open(path, dialect.options)
        try dialect.check(opened.source)
        if table.table == nil { opened.tellTable(path) }
        return opened.source
    }

    /// The query with its column. The name may be that of a column that a later record adds.
    private func located(in source: any RecordStreaming, _ progress: TerminalProgress) throws -> FindQuery {
        let snapshot = source.wait { snapshot in
            progress.show("reading", snapshot.progress)
            if snapshot.phase == .opening { return false }
            if snapshot.phase == .complete { return true }
            // Rows are streamed with the known columns alone, and the audit may add some, unless it can be skipped.
            guard source.abilities.skipAudit != nil else { return false }
            return column.map { $0.index(in: snapshot.columns) != nil } ?? true
        }
        progress.clear()
        if let failure = snapshot.failure, snapshot.interruption == nil { throw Failure.report(failure.description) }
        var query = query
        if let column {
            query.column = column.index(in: snapshot.columns)
            if query.column == nil {
                throw Failure.report(column.unknown(option: "--column", in: snapshot.columns))
            }
        }
        return query
    }

    private func tellCount(
        _ search: FindSearch, of source: any RecordStreaming, _ progress: TerminalProgress
    ) throws {
        let found = search.wait { progress.show("searching rows", ($0.rows, source.snapshot.rowCount.known)) }
        progress.clear()
        let table = source.snapshot
        if let error = found.error ?? (table.interruption == nil ? table.failure : nil) {
            throw Failure.report(error.description)
        }
        try Output.write(json ? JSONValue.object([("count", .integer(found.count))]).text + "\n" : "\(found.count)\n")
        if let interruption = table.interruption { throw Failure.report(interruption.description) }
    }

    private func list(_ search: FindSearch, of source: any RecordStreaming, _ progress: TerminalProgress) throws {
        var lines = FoundLines(source: source, isJSON: json)
        var failure: (any Error)?
        do throws(ReadError) {
            try search.forEachHit { hit in
                do {
                    try lines.add(hit)
                    return true
                } catch {
                    failure = error
                    return false
                }
            }
        } catch {
            failure = Failure.report(error.description)
        }
        if let failure { throw failure }
        try lines.flush()
        if let error = source.snapshot.failure { throw Failure.report(error.description) }
    }
}

/// Lines for hits, written in batches, each no later than the user would notice a delay.
private struct FoundLines {
    private static let enough = 1 << 15
    private static let patience: UInt64 = 50_000_000

    private let source: any RecordStreaming
    private var titles: [String] = []
    private let isJSON: Bool
    private var text = ""
    private var due = monotonicNow()

    init(source: any RecordStreaming, isJSON: Bool) { (self.source, self.isJSON) = (source, isJSON) }

    /// Returns the title of a column, which may be one that was added after the search began.
    private mutating func title(of column: Int) -> String {
        if column >= titles.count {
            let columns = source.snapshot.columns
            if columns.count > titles.count { titles = columns.fullTitles }
        }
        return column < titles.count ? titles[column] : Column.letters(for: column)
    }

    mutating func add(_ hit: FindHit) throws {
        let title = title(of: hit.column)
        if isJSON {
            let byte = hit.byte.map { JSONValue.integer($0) } ?? .null
            text +=
                JSONValue.object([
                    ("row", .integer(hit.row)), ("column", .integer(hit.column)), ("name", .string(title)),
                    ("byte", byte),
                ]).text
        } else {
            // A tab or a line end in a name would split the output into other fields or lines.
            text += "\(hit.row + 1)\t\(hit.column + 1)\t\(hit.byte.map(String.init) ?? "")\t\(title.visible)"
        }
        text += "\n"
        if text.utf8.count >= Self.enough || monotonicNow() >= due { try flush() }
    }

    mutating func flush() throws {
        if !text.isEmpty { try Output.write(text) }
        text.removeAll(keepingCapacity: true)
        due = monotonicNow() + Self.patience
    }
}
