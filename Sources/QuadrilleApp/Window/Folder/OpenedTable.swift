import TableFormats
import Tabular

/// A shown table, and its document.
@MainActor
struct OpenedTable {
    enum Origin {
        case document(FileDocument)
        /// A built-in sample: the first opened file replaces it.
        case sample((FormatOptions) -> any TableSource)
        case made(any TableSource)
    }

    let origin: Origin
    /// The table of the document; nil for the one that opens by default.
    var id: TableID?
    /// The user's choices, on the command line or in the window.
    var options: FormatOptions
    /// The options from the command line, which are for this time only.
    let asked: FormatOptions

    init(_ origin: Origin, _ options: FormatOptions = FormatOptions()) {
        self.origin = origin
        (self.options, asked) = (options, options)
    }

    /// Opens the document at a place. `table` names the table that is opened first.
    init(opening place: TablePlace, _ options: FormatOptions, table: String? = nil) {
        self.init(.document(TableFormats.ofProgram.open(place, options, isLive: true, table: table)), options)
    }

    /// Opens the table with the current options.
    func source() -> any TableSource {
        switch origin {
        case .document(let document): document.table(id, options)
        case .sample(let source): source(options)
        case .made(let source): source
        }
    }

    var document: FileDocument? { if case .document(let document) = origin { document } else { nil } }

    /// The tables of the document, once they are known.
    var catalog: Catalog? { document?.catalog.catalog }

    /// The shown table, once the tables are known.
    var table: TableID? {
        if let id { return id }
        guard let document, let catalog else { return nil }
        return try? document.defaultTable(of: catalog)
    }

    /// The table among several; nil for the only one.
    var entry: Catalog.Entry? { catalog?.member(table) }

    var tableName: String? { entry?.name }

    var isSample: Bool { if case .sample = origin { true } else { false } }

    /// True for standard input: an export must not overwrite the file that standard input may be.
    var isStandardInput: Bool { document.map { !$0.place.canReopen } ?? false }

    /// A Boolean value that indicates whether the command line has no options for reading the file.
    var isAsAsked: Bool { asked == FormatOptions() }

    /// A Boolean value that indicates whether the table can be read with other options.
    var canReread: Bool { if case .made = origin { false } else { true } }

    /// A Boolean value that indicates whether the document can be opened again, unlike data from a pipe.
    var canReload: Bool { document?.place.canReopen ?? isSample }

    /// The document opened again, with the same table of it; nil where it cannot be.
    var reopened: OpenedTable? {
        guard canReload else { return nil }
        guard let document else { return self }
        let name = tableName.map { "name:\($0)" }
        var opened = OpenedTable(.document(document.reopened(options, table: name)), asked)
        opened.options = options
        return opened
    }

    /// Another source of the same table; nil where the table is unknown or cannot be opened.
    var anotherReading: (any TableSource)? {
        guard let catalog, let table, catalog[table]?.obstacle == nil else { return nil }
        return source()
    }
}
