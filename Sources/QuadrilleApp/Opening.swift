import ArgumentParser
import Synchronization
import TableFormats
import Tabular

extension TableFormats {
    private static let program = Mutex(TableFormats.standard)

    /// The formats that this program reads. Set them before it starts.
    static var ofProgram: TableFormats {
        get { program.withLock { $0 } }
        set { program.withLock { $0 = newValue } }
    }
}

/// The table of a document that is meant, and the format to read the document as.
struct TableOptions: ParsableArguments {
    @Option(
        name: .customLong("of"), parsing: .unconditional,
        help: ArgumentHelp(
            "The table of a file that holds several, such as an archive: its name, or its number from 1. name:7 is the "
                + "table called 7.", valueName: "table"))
    var table: String?

    @Option(
        name: .customLong("as"), parsing: .unconditional,
        help: ArgumentHelp(
            "The format to read the file as: \(TableFormats.ofProgram.names.joined(separator: ", ")). Detected when not given.",
            valueName: "format"), completion: .list(TableFormats.ofProgram.names))
    var format: String?

    func validate() throws {
        if table == "" { throw ValidationError("The name of --of is empty. Name a table, or give its number.") }
        let names = TableFormats.ofProgram.names
        if let format, !names.contains(format) {
            throw ValidationError("There is no format '\(format)'. --as takes: \(names.joined(separator: ", ")).")
        }
    }

    /// Adds the format to the choices about how the file is read.
    func completed(_ options: FormatOptions) -> FormatOptions {
        var options = options
        options.format = format
        if format == TableFormats.text { options.isForcedText = true }
        return options
    }

    var isStandard: Bool { table == nil && format == nil }
}

/// A table that a command has opened.
struct OpenedInput {
    let source: any RecordStreaming
    /// Nil for a made-up table.
    var catalog: Catalog?
    var table: TableID?

    /// Tells on standard error which table of several was taken, since none was named.
    func tellTable(_ name: String) {
        guard let catalog, catalog.isContainer, let table, let entry = catalog[table] else { return }
        let count = catalog.visibleTables.count
        Output.writeError("\(name): this is the table '\(entry.name)', one of \(count). Name another with --of.")
    }
}

extension TablePlace {
    /// The file at `path`, or standard input where that is "-".
    static func path(_ path: String) -> TablePlace {
        path == "-" ? .standardInput : .file(Environment.openablePath(path), name: path)
    }
}

extension TableOptions {
    /// Opens the file at `path`, or standard input where that is "-", and waits until its tables are known.
    ///
    /// - Throws: The end of the command, where the document or the table cannot be opened.
    func open(_ path: String, _ options: FormatOptions) throws -> OpenedInput {
        let document = TableFormats.ofProgram.open(.path(path), completed(options), table: table)
        let opened: (source: any TableSource, catalog: Catalog, id: TableID)
        do throws(ReadError) { opened = try document.openTable() } catch { throw Failure.report(error.description) }
        guard let scan = opened.source.abilities.scan else {
            throw Failure.report("\(path): the rows of this table cannot be read one after the other.")
        }
        return OpenedInput(source: scan, catalog: opened.catalog, table: opened.id)
    }
}
