import QuadrilleRuntime
import Tabular
import TabularBytes
import TabularText

/// A file, an archive of files, or data from a pipe, opened in the background.
///
///     bytes → unpack streams → archive? → its files are the tables; the only one is opened like the file alone
///                            → a format recognizes it → its document
///                            → text
///
/// The bytes are opened, unpacked and examined once: the first table reuses the bytes read for that.
///
/// The catalog of an archive of several files has one table for each of them, since no file is unpacked to list it, and tables
/// keep their numbers: of a file that itself has several, as JSON may, it has the first one, or that of the format's options
/// (`--rows-at`).
public final class FileDocument: TableDocument {
    private struct State: Sendable {
        var catalog = CatalogState.opening
        var handler: (@Sendable () -> Void)?
        /// Tables that were requested before the catalog was known.
        var waiting: [PendingSource] = []
        /// The default table, opened before it is requested.
        var prepared: PendingSource?
        var content: SourceContent?
        var archive: Archive?
        var inner: (any TableDocument)?
        /// The format of the document itself; an archive has none.
        var format: TableFormat?
        var isClosed = false
    }

    public let place: TablePlace
    public let options: FormatOptions
    let formats: TableFormats
    private let isLive: Bool
    /// The table to open by default, as the user writes it.
    private let wanted: String?
    private let state = Monitor(State())

    init(_ place: TablePlace, _ options: FormatOptions, formats: TableFormats, isLive: Bool, wanted: String?) {
        (self.place, self.options, self.formats, self.isLive, self.wanted) = (place, options, formats, isLive, wanted)
    }

    // Not before: whoever opens a table of it in the background keeps this object.
    deinit { state.current.inner?.close() }

    func start() {
        WorkerPool.shared.submit(.opening, refused: .call({ [self] in fail(.noThread(place.name)) })) { [self] in
            do throws(ReadError) { try open() } catch { fail(error) }
        }
    }

    // MARK: - TableDocument

    public var catalog: CatalogState { state.current.catalog }

    public func onChange(_ handler: (@Sendable () -> Void)?) { state.withLock(wakes: false) { $0.handler = handler } }

    public func table(_ id: TableID?) -> any TableSource { table(id, options) }

    /// Opens a table with other options than those of the document.
    public func table(_ id: TableID?, _ options: FormatOptions) -> any TableSource {
        let prepared = state.withLock(wakes: false) { state in
            defer { state.prepared = nil }
            return state.prepared
        }
        if let prepared, prepared.id == id, prepared.options == options { return prepared }
        defer { prepared?.close() }
        return pendingTable(id, options)
    }

    /// Begins to open the default table before it is requested: the next request for it takes it over, any other closes it.
    @discardableResult
    public func prepareTable() -> any TableSource {
        let source = pendingTable(nil, options)
        state.withLock(wakes: false) { $0.prepared = source }
        return source
    }

    private func pendingTable(_ id: TableID?, _ options: FormatOptions) -> PendingSource {
        let source = PendingSource(id, options) { [weak self] in self?.cancelOpening() }
        let isKnown = state.withLock(wakes: false) { state in
            source.offer(state.format)
            if case .opening = state.catalog {
                state.waiting.append(source)
                return false
            }
            return true
        }
        if isKnown { openInBackground(source) }
        return source
    }

    public func findAllTables() throws(ReadError) {
        _ = try waitForCatalog()
        try state.current.inner?.findAllTables()
    }

    public func close() {
        let prepared = state.withLock { state in
            state.isClosed = true
            defer { state.prepared = nil }
            return state.prepared
        }
        prepared?.close()
        cancelOpening()
    }

    /// A Boolean value that indicates whether the user named the default table.
    public var isTableNamed: Bool { wanted != nil }

    /// The files of an archive that are no tables, once it is listed: also where it has no others, so that there is no catalog.
    public var skipped: [Catalog.Skipped] { state.current.archive?.skipped ?? [] }

    /// Waits until the tables are known.
    ///
    /// - Throws: The reason why the document cannot be opened.
    public func waitForCatalog() throws(ReadError) -> Catalog {
        let state = state.wait(until: { $0.catalog != .opening }, then: { $0.catalog })
        switch state {
        case .ready(let catalog): return catalog
        case .failed(let error): throw error
        case .opening: throw .closed(place.name)
        }
    }

    /// The same location opened again. `table` names the table to open by default.
    public func reopened(_ options: FormatOptions, table: String?) -> FileDocument {
        formats.open(place, options, isLive: isLive, table: table ?? wanted)
    }

    /// Opens the default table, and waits until it is there: `abilities` of the source are those of the table.
    public func openTable() throws(ReadError) -> OpenedTable {
        let source = pendingTable(nil, options)
        let opened = try source.waitForSource()
        let catalog = try waitForCatalog()
        return OpenedTable(
            source: opened, catalog: catalog, id: try defaultTable(of: catalog), form: source.abilities[TableForm.self],
            siblings: source.siblings)
    }

    /// A table that was waited for.
    public struct OpenedTable {
        public let source: any TableSource
        public let catalog: Catalog
        public let id: TableID
        /// The form of the format that reads it; nil for text.
        public let form: TableForm?
        /// The names of the other tables of its file in an archive, which the catalog does not have.
        public let siblings: [String]
    }

    /// The table to open by default.
    public func defaultTable(of catalog: Catalog) throws(ReadError) -> TableID {
        if let wanted {
            if let id = catalog.table(written: wanted) { return id }
            throw .noTable(wanted, in: catalog, of: place.name)
        }
        guard let id = catalog.defaultTable else { throw .noTable("1", in: catalog, of: place.name) }
        return id
    }

    /// The same, also where opening did not look for it.
    private func findDefaultTable(of catalog: Catalog) throws(ReadError) -> TableID {
        do throws(ReadError) { return try defaultTable(of: catalog) } catch {
            guard error.kind == .notFound, state.current.inner != nil else { throw error }
            try findAllTables()
            return try defaultTable(of: waitForCatalog())
        }
    }

    // MARK: - Opening

    /// Ends the opening once nothing waits for it.
    private func cancelOpening() {
        let store = state.withLock { state -> (any ByteStore)? in
            guard case .opening = state.catalog, state.waiting.allSatisfy(\.isClosed) else { return nil }
            state.isClosed = true
            return state.content?.store
        }
        store?.cancel()
    }

    private var isClosed: Bool { state.withLock(wakes: false) { $0.isClosed } }

    /// Keeps the open content, so that closing reaches it; false where the document is closed.
    private func keep(_ content: SourceContent) -> Bool {
        let isClosed = state.withLock { state in
            state.content = content
            return state.isClosed
        }
        if isClosed { content.store.cancel() }
        return !isClosed
    }

    /// Keeps the format, whose form tables offer from now on.
    private func keep(_ format: TableFormat) {
        state.withLock(wakes: false) { state in
            state.format = format
            for source in state.waiting { source.offer(format) }
        }
    }

    private func open() throws(ReadError) {
        let content = SourceContent(opening: try place.open(isLive: isLive), name: place.name, path: place.filePath)
        guard keep(content), let opened = try unpack(content, name: place.name, levels: 1), keep(opened.content) else {
            return
        }
        guard let kind = archiveKind(opened) else {
            if let format = format(of: opened, options) {
                keep(format)
                return adopt(try format.open(FileBytes(opened), options.reduced(to: format)))
            }
            if let error = opened.beginning.obstacle { throw error }
            let entry = Catalog.Entry(name: place.shortName)
            let waiting = publish(Catalog(entries: [entry]))
            for (number, source) in waiting.enumerated() {
                // Every other source of the same table opens its bytes again.
                if number == 0 { try readText(opened, as: source) } else { openInBackground(source) }
            }
            return
        }
        guard let archive = try Archive(kind, in: opened.content.store, name: place.name) else { return }
        if let document = try ForeignFormat(archive: archive) { throw document.error(for: place.name) }
        state.withLock { $0.archive = archive }
        if archive.members.isEmpty { throw archive.emptyError }
        // A file with an error is opened again by its table, which fails.
        var file = try? onlyFile(of: archive, in: opened.content)
        if let only = file, let format = format(of: only, options) {
            guard keep(only.content) else { return }
            keep(format)
            return adopt(try format.open(FileBytes(only), options.reduced(to: format)))
        }
        var catalog = catalog(of: archive)
        if archive.members.count > 1 { file = openDefault(of: archive, in: opened.content, &catalog) }
        // The table that the user waits for opens on this thread, which has no other work to do.
        for source in publish(catalog) {
            let isOfDefault = (source.id ?? catalog.defaultTable) == catalog.defaultTable
            open(source, opened: isOfDefault ? file : nil)
            if isOfDefault { file = nil }
        }
        file?.content.store.cancel()
    }

    /// More files than this are not tried before one of them is opened.
    private static let longestTry = 32

    /// Opens the first file of an archive that can be opened, where the user named none, and makes it the active one of
    /// `catalog`. Files before it that cannot be opened get the reason as their obstacle.
    private func openDefault(of archive: Archive, in content: SourceContent, _ catalog: inout Catalog) -> Opened? {
        guard wanted == nil else { return nil }
        for _ in 0..<Self.longestTry {
            guard let id = catalog.defaultTable, catalog[id]?.obstacle == nil else { return nil }
            do throws(ReadError) {
                let opened = try openTable(archive.members[id.index], of: archive, in: content)
                if let opened, let error = opened.beginning.obstacle, format(of: opened, options) == nil { throw error }
                return opened
            } catch {
                guard [.damaged, .unsupportedFormat].contains(error.kind) else { return nil }
                catalog.entries[id.index].obstacle = error
                catalog.activeTable = activeTable(of: catalog, in: archive)
            }
        }
        return nil
    }

    /// Opens a file of an archive that may be a table; nil where the document was closed meanwhile.
    private func openTable(
        _ member: ArchiveMember, of archive: Archive, in content: SourceContent
    ) throws(ReadError) -> Opened? {
        guard let opened = try open(member, of: archive, in: content) else { return nil }
        if archiveKind(opened) != nil {
            throw ForeignFormat(ofFileNamed: member.name)?.error(for: opened.name) ?? .nestedArchive(opened.name)
        }
        return opened
    }

    /// Opens the file of an archive that has one; nil for other archives, and where it is an archive itself.
    private func onlyFile(of archive: Archive, in content: SourceContent) throws(ReadError) -> Opened? {
        guard archive.members.count == 1, let member = archive.members.first,
            let file = try open(member, of: archive, in: content)
        else { return nil }
        return archiveKind(file) == nil ? file : nil
    }

    /// Opens and unpacks a file of an archive; nil where the document was closed meanwhile.
    private func open(
        _ member: ArchiveMember, of archive: Archive, in content: SourceContent
    ) throws(ReadError) -> Opened? {
        let name = self.name(of: member, in: archive)
        return try unpack(try content.member(member, of: archive, name: name), name: name, levels: 1)
    }

    /// Shows the tables of `inner` as those of this document.
    private func adopt(_ inner: any TableDocument) {
        state.withLock { $0.inner = inner }
        inner.onChange { [weak self] in self?.innerChanged() }
        innerChanged()
    }

    private func innerChanged() {
        switch state.current.inner?.catalog {
        case .ready(let catalog):
            for source in publish(self.catalog(of: catalog)) { open(source) }
        case .failed(let error): fail(error)
        case .opening, nil: break
        }
    }

    /// The catalog of the document's format, with what the archive around it has besides.
    private func catalog(of inner: Catalog) -> Catalog {
        guard let archive = state.current.archive else { return inner }
        if !inner.isContainer { return catalog(of: archive) }
        var catalog = inner
        catalog.skipped = archive.skipped
        return catalog
    }

    private func catalog(of archive: Archive) -> Catalog {
        var catalog = Catalog(
            entries: archive.members.map { member in
                var entry = Catalog.Entry(name: member.name, kind: .file)
                entry.obstacle = member.obstacle ?? ForeignFormat(ofFileNamed: member.name)?.error(for: "")
                if member.isEmpty { entry.rowCount = 0 }
                return entry
            })
        (catalog.skipped, catalog.isContainer) = (archive.skipped, archive.members.count > 1)
        // A database or a license may come first, and the table that can be read after it.
        catalog.activeTable = activeTable(of: catalog, in: archive)
        return catalog
    }

    /// The first file that can be read by all that is known of it, or else in spite of an obstacle.
    private func activeTable(of catalog: Catalog, in archive: Archive) -> TableID? {
        let tables = archive.members.indices.filter { !archive.members[$0].isUnread && !archive.members[$0].isEmpty }
        let first =
            tables.first { catalog.entries[$0].obstacle == nil } ?? tables.first { archive.members[$0].isReadable }
        return first.map { TableID($0) }
    }

    /// Publishes the catalog; returns the tables that wait for it.
    private func publish(_ catalog: Catalog) -> [PendingSource] {
        var catalog = catalog
        catalog.numberNames()
        let (waiting, handler) = state.withLock { state in
            state.catalog = .ready(catalog)
            defer { state.waiting = [] }
            return (state.waiting, state.handler)
        }
        handler?()
        return waiting
    }

    private func fail(_ error: ReadError) {
        let (waiting, handler) = state.withLock { state in
            if case .opening = state.catalog { state.catalog = .failed(error) }
            defer { state.waiting = [] }
            return (state.waiting, state.handler)
        }
        for source in waiting { source.fail(error) }
        handler?()
    }

    // MARK: - Tables

    private func openInBackground(_ source: PendingSource) {
        let name = place.name
        WorkerPool.shared.submit(.opening, refused: .call({ source.fail(.noThread(name)) })) { [self] in open(source) }
    }

    /// Opens the table that `source` becomes, on this thread up to its first rows. `file` is the only file of the archive, where
    /// it is open already.
    private func open(_ source: PendingSource, opened file: Opened? = nil) {
        if source.isClosed { return }
        do throws(ReadError) {
            // With other options than those of the document, which may have failed with them.
            if state.current.format != nil, source.options != options { return try readAgain(as: source) }
            let catalog = try waitForCatalog()
            let id = if let id = source.id { id } else { try findDefaultTable(of: catalog) }
            let state = state.current
            if let inner = state.inner {
                _ = source.attach(inner.table(id))
            } else if let archive = state.archive, let content = state.content {
                guard archive.members.indices.contains(id.index) else { throw .closed(place.name) }
                let member = archive.members[id.index]
                let opened = if let file { file } else { try openTable(member, of: archive, in: content) }
                guard let opened else { return }
                try read(opened, as: source)
            } else {
                try readAgain(as: source)
            }
        } catch {
            source.fail(error)
        }
    }

    /// The name of a file in the archive in messages.
    private func name(of member: ArchiveMember, in archive: Archive) -> String {
        archive.members.count == 1 ? place.name : "\(place.name): \(member.name)"
    }

    /// One more table of the same bytes.
    private func readAgain(as source: PendingSource) throws(ReadError) {
        if let shared = state.current.content?.store as? SharedStore, var content = state.current.content {
            guard let share = shared.another() else { throw .closed(place.name) }
            content.store = share
            guard let opened = try unpack(content, name: place.name, levels: 0) else { return }
            return try read(opened, as: source)
        }
        let content = SourceContent(opening: try place.open(isLive: isLive), name: place.name, path: place.filePath)
        guard var opened = try unpack(content, name: place.name, levels: 1) else { return }
        if let kind = archiveKind(opened) {
            guard let archive = try Archive(kind, in: opened.content.store, name: place.name) else { return }
            guard let file = try onlyFile(of: archive, in: opened.content) else { throw .nestedArchive(place.name) }
            opened = file
        }
        try read(opened, as: source)
    }

    /// Unpacks up to `levels` layers of streams; nil where the document was closed meanwhile.
    private func unpack(_ content: SourceContent, name: String, levels: Int) throws(ReadError) -> Opened? {
        let beginning = try OpeningSample(opening: content.store, options.text)
        if isClosed { return nil }
        if levels > 0, let compression = Compression(beginning.bytes), compression != .zip {
            let unpacked = try content.unpacked(compression, name: name)
            return try unpack(unpacked, name: name, levels: levels - 1)
        }
        return Opened(content: content, beginning: beginning, name: name)
    }

    private func archiveKind(_ opened: Opened) -> Archive.Kind? {
        if Compression(opened.beginning.bytes) == .zip { return .zip }
        return ForeignFormat.isTar(opened.beginning.bytes) ? .tar : nil
    }

    private func format(of opened: Opened, _ options: FormatOptions) -> TableFormat? {
        formats.format(
            of: {
                FileBeginning(
                    bytes: Array(opened.beginning.bytes.prefix(1 << 16)), name: opened.content.innerName,
                    isWhole: opened.beginning.isWhole)
            }, options)
    }

    /// Reads a file by its format. A document of several tables has its default one in an archive.
    private func read(_ opened: Opened, as source: PendingSource) throws(ReadError) {
        guard let format = format(of: opened, source.options) else {
            source.offer(nil)
            if let error = opened.beginning.obstacle { throw error }
            return try readText(opened, as: source)
        }
        source.offer(format)
        let document = try format.open(FileBytes(opened), source.options.reduced(to: format))
        defer { document.close() }
        let id = try table(of: source)
        // It may be one that was not found by opening.
        if let id, document.catalog.catalog?[id] == nil { try document.findAllTables() }
        if state.current.archive != nil, id == nil, let catalog = document.catalog.catalog, catalog.entries.count > 1 {
            source.siblings = catalog.entries.indices.filter { TableID($0) != catalog.defaultTable }.map {
                catalog.entries[$0].name
            }
        }
        _ = source.attach(document.table(id))
    }

    /// The table that `source` becomes, from a document of several that is opened again; nil for its default one.
    private func table(of source: PendingSource) throws(ReadError) -> TableID? {
        let state = state.current
        guard state.format != nil, case .ready(let catalog) = state.catalog else { return nil }
        if let id = source.id { return id }
        return try defaultTable(of: catalog)
    }

    /// The caller's thread continues up to the first rows.
    private func readText(_ opened: Opened, as source: PendingSource) throws(ReadError) {
        let text = TextSource(unopened: opened.name, options: source.options.text, cache: .ofUser)
        if source.attach(text) { text.read(opened.content, beginning: opened.beginning) }
    }
}

/// Bytes that are unpacked, and the beginning of them.
private struct Opened {
    var content: SourceContent
    var beginning: OpeningSample
    let name: String
}

extension FileBytes {
    fileprivate convenience init(_ opened: Opened) { self.init(opened.content, name: opened.name) }
}

extension ReadError {
    static func closed(_ name: String) -> ReadError {
        ReadError(DocumentFailure.closed, of: .source(name))
    }

    static func nestedArchive(_ name: String) -> ReadError {
        ReadError(DocumentFailure.nestedArchive, of: .source(name))
    }

    /// The error where the document has no table that the user writes as `name`.
    static func noTable(_ name: String, in catalog: Catalog, of source: String) -> ReadError {
        if Int(name) != nil, catalog.table(named: name) != nil {
            return ReadError(DocumentFailure.noTableOfNumber(name), of: .source(source))
        }
        let names = catalog.visibleTables.prefix(10).compactMap { catalog[$0]?.name }
        let others = max(0, catalog.visibleTables.count - 10)
        return ReadError(DocumentFailure.noTable(name, names: names, others: others), of: .source(source))
    }
}
