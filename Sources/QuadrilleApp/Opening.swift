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

/// The requested table of a document, and the format to read the document as.
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

    @Option(
        name: .customLong("rows-at"), parsing: .unconditional,
        help: ArgumentHelp(
            "Of JSON, the array or object whose members are the rows, such as '$.data.items[*]'. Found out when not given.",
            valueName: "path"))
    var rowsAt: String?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "Of JSON, how many levels of nested objects become columns of their own, 0 to 8.", valueName: "levels"))
    var depth: String?

    @Flag(
        help: ArgumentHelp(
            "Of a database, read a copy in a temporary file: where it was left in the middle of a change, which is undone in "
                + "the copy, or is written to all the time."))
    var copy = false

    @Option(
        name: .customLong("expand"), parsing: .unconditionalSingleValue,
        help: ArgumentHelp(
            "A column whose values are JSON objects: their members become columns behind the others, one level. May come "
                + "again, also for one of these.", valueName: "column"))
    var expanded: [String] = []

    @Option(
        name: .customLong("elements"), parsing: .unconditional,
        help: ArgumentHelp(
            "A column whose values are JSON arrays: the table is their elements, with the number of their row in front.",
            valueName: "column"))
    var elements: String?

    /// The choices for fields of formats' forms, by the names of the fields.
    private var fields: [String: String] {
        ["rows-at": rowsAt, "depth": depth, "copy": copy ? OptionsForm.on : nil].compactMapValues { $0 }
    }

    func validate() throws {
        if let form = fields.isEmpty ? nil : TableFormats.ofProgram.form(with: Set(fields.keys), of: format),
            let fault = form.form.fault(in: fields)
        {
            throw ValidationError(fault)
        }
        if rowsAt == "" {
            throw ValidationError("The path of --rows-at is empty. Write one such as '$.data.items[*]'.")
        }
        if depth == "" { throw ValidationError("The number of --depth is empty. Write one from 0 to 8.") }
        if table == "" { throw ValidationError("The name of --of is empty. Name a table, or give its number.") }
        let names = TableFormats.ofProgram.names
        if let format, !names.contains(format) {
            throw ValidationError("There is no format '\(format)'. --as takes: \(names.joined(separator: ", ")).")
        }
    }

    /// Adds the format to the options for reading the file.
    func completed(_ options: FormatOptions) -> FormatOptions {
        var options = options
        options.format = format
        if format == TableFormats.text { options.isForcedText = true }
        for column in expanded { options.setExpansion(of: column) }
        options.elements = elements
        if !fields.isEmpty, let form = TableFormats.ofProgram.form(with: Set(fields.keys), of: format) {
            options = form.options(options, with: fields)
        }
        return options
    }

    /// Fails where options are for another format than the table's.
    fileprivate func check(_ opened: FileDocument.OpenedTable, _ options: FormatOptions, of path: String) throws {
        let format = opened.source.snapshot.description.format
        if !Set(fields.keys).isSubset(of: opened.form?.fieldNames ?? []), let name = fields.keys.sorted().first {
            throw Failure.report("\(path): This file is read as \(format), which has no --\(name).")
        }
        guard let name = completed(options).textOption(refusedBy: opened.source) else { return }
        let table = elements.map { "These are the elements of '\($0)'" } ?? "This file is read as \(format)"
        throw Failure.report("\(path): \(table), which \(elements == nil ? "has" : "have") no --\(name).")
    }

    /// Waits for all columns to expand.
    ///
    /// - Throws: The end of the command, after a message about the missing column.
    fileprivate func checkExpanded(_ source: any RecordStreaming) throws {
        func missing(_ snapshot: TableSnapshot) -> String? {
            expanded.first { snapshot.columns.index(written: $0) == nil }
        }
        guard !expanded.isEmpty else { return }
        // Elements are of a column of the expanded table.
        let arrays = source.abilities[ArrayTable.self]?.source
        let known = { arrays?.snapshot ?? $0 }
        let snapshot = source.wait { $0.phase == .complete || $0.phase != .opening && missing(known($0)) == nil }
        if case .failed = snapshot.phase, elements == nil { return }
        if let name = missing(known(snapshot)) {
            throw Failure.report(ColumnName(name).unknown(option: "--expand", in: snapshot.columns))
        }
    }

    /// Waits for the column with the arrays.
    ///
    /// - Throws: The end of the command, after a message about the missing column.
    fileprivate func checkElements(_ source: any RecordStreaming) throws {
        guard let elements, let arrays = source.abilities[ArrayTable.self]?.source else { return }
        // The column may be one that a later record adds.
        let snapshot = source.wait { snapshot in
            switch snapshot.phase {
            case .opening: false
            case .complete, .failed: true
            default: arrays.snapshot.columns.index(written: elements) != nil
            }
        }
        let table = arrays.snapshot
        guard case .failed = snapshot.phase, table.failure == nil, table.columns.index(written: elements) == nil else {
            return
        }
        throw Failure.report(ColumnName(elements).unknown(option: "--elements", in: table.columns))
    }

    /// A Boolean value that indicates whether the program chose which of the file's rows are the table.
    var choosesNoRows: Bool { table == nil && rowsAt == nil }

    var isStandard: Bool { table == nil && format == nil && fields.isEmpty && expanded.isEmpty && elements == nil }
}

/// A table that a command has opened.
struct OpenedInput {
    let source: any RecordStreaming
    /// Nil for a generated table.
    var catalog: Catalog?
    var table: TableID?
    /// Likewise.
    var document: FileDocument?
    /// The names of other tables of its file in an archive, which the catalog does not have.
    var siblings: [String] = []
    /// The form of its format; nil for text.
    var form: TableForm?

    /// Lists the tables that opening did not look for, which may read all of the file.
    mutating func findAllTables() throws {
        do throws(ReadError) { try document?.findAllTables() } catch { throw Failure.report(error.description) }
        if let all = document?.catalog.catalog { catalog = all }
    }

    /// The table among several; nil for the only one.
    var entry: Catalog.Entry? { catalog?.member(table) }

    /// Reports on standard error which of several tables was opened, since the user named none.
    func tellTable(_ name: String) {
        guard let catalog, let entry else { return }
        let count = catalog.visibleTables.count
        let others = count > 1 ? ", one of \(count). Name another with --of." : "."
        Output.writeError("\(name): this is the table '\(entry.name)'\(others)")
    }

    /// Reports on standard error the other tables of a file in an archive, of which the catalog has one.
    func tellSiblings(_ name: String) {
        guard let entry, !siblings.isEmpty else { return }
        let shown = siblings.prefix(10).map { "'\($0)'" }
        let names = (shown + (siblings.count > 10 ? ["\(siblings.count - 10) more"] : [])).joined(separator: ", ")
        let advice =
            form?.fieldNames.contains("rows-at") == true
            ? "Choose their rows with --rows-at." : "Unpack it and open the result to see them."
        Output.writeError("\(name): '\(entry.name)' has other tables too: \(names). \(advice)")
    }

    /// Reports on standard error rows of the file that are in none of its listed tables, as far as they are known.
    func tellOmissions(_ name: String) {
        for fact in source.snapshot.description.details?.facts ?? [] where fact.isOmission {
            Output.writeError("\(name): \(fact.words)")
        }
    }
}

extension TablePlace {
    /// The file at `path`, or standard input where that is "-".
    static func path(_ path: String) -> TablePlace {
        path == "-" ? .standardInput : .file(Environment.openablePath(path), name: path)
    }
}

extension TableOptions {
    /// Opens the file at `path`, or standard input where that is "-", and waits until its tables are known. To list the parts of
    /// a file (`isListed`), it may have a table that cannot be opened: the source then fails with the reason.
    ///
    /// - Throws: The end of the command, where the document or the table cannot be opened.
    func open(_ path: String, _ options: FormatOptions, isListed: Bool = false) throws -> OpenedInput {
        let document = TableFormats.ofProgram.open(.path(path), completed(options), table: table)
        let opened: FileDocument.OpenedTable
        do throws(ReadError) {
            opened = try document.openTable()
        } catch {
            if isListed, let listed = Self.listed(document) { return listed }
            // The tables are known: none has the name.
            if let table, rowsAt != nil, error.kind == .notFound, document.catalog.catalog != nil {
                throw Failure.report(
                    "\(path): With --rows-at the file has one table, which --of '\(table)' does not name. Leave one of "
                        + "them out.")
            }
            throw Failure.report(error.description)
        }
        try check(opened, options, of: path)
        guard let scan = opened.source.abilities.scan else {
            throw Failure.report("\(path): the rows of this table cannot be read one after the other.")
        }
        try checkElements(scan)
        try checkExpanded(scan)
        return OpenedInput(
            source: scan, catalog: opened.catalog, table: opened.id, document: document, siblings: opened.siblings,
            form: opened.form)
    }

    /// The parts of a document, with a table that cannot be opened; nil where they are unknown, or it has no other part.
    private static func listed(_ document: FileDocument) -> OpenedInput? {
        guard let catalog = document.catalog.catalog else {
            guard !document.skipped.isEmpty, let scan = document.table(nil).abilities.scan else { return nil }
            var catalog = Catalog(entries: [])
            (catalog.skipped, catalog.isContainer) = (document.skipped, true)
            return OpenedInput(source: scan, catalog: catalog)
        }
        guard catalog.isContainer, let id = try? document.defaultTable(of: catalog),
            let scan = document.table(id).abilities.scan
        else { return nil }
        return OpenedInput(source: scan, catalog: catalog, table: id)
    }
}

extension FormatOptions {
    /// The first option on the command line for tables of text alone, where `source` is none; nil without such options.
    func textOption(refusedBy source: any TableSource) -> String? {
        guard source.abilities.types == nil else { return nil }
        // The elements may be of a column of a text.
        return types.firstOption ?? (elements == nil ? dialectOption?.rawValue : nil)
    }
}

extension TypeChoices {
    /// The name of an option on the command line that makes such choices; nil where there are none.
    fileprivate var firstOption: String? {
        if !columns.isEmpty { return "type" }
        if numbers != nil { return "numbers" }
        return nullWords == nil ? nil : "null"
    }
}
