/// The state of the catalog of a document.
public enum CatalogState: Sendable, Hashable {
    /// The document is being opened.
    case opening
    case ready(Catalog)
    /// The document cannot be opened.
    case failed(ReadError)

    /// Nil until it is ready.
    public var catalog: Catalog? { if case .ready(let catalog) = self { catalog } else { nil } }
}

/// A document that was opened: a file, an archive, a database. It has one table or several.
///
/// Like a source it never makes its caller wait, and all members may be called on any thread.
public protocol TableDocument: AnyObject, Sendable {
    /// The tables, as soon as they are known.
    var catalog: CatalogState { get }

    /// Calls `handler`, on a thread of the document's, after `catalog` changed. There is one handler; a new one replaces it,
    /// and nil stops the calls.
    func onChange(_ handler: (@Sendable () -> Void)?)

    /// Opens a table. Each call returns a source of its own, which fails where there is no such table.
    ///
    /// Nil means the catalog's default table, which may be opened before the catalog is known.
    func table(_ id: TableID?) -> any TableSource

    /// Looks for tables where opening did not look, which may read all of the document, and waits for it. `catalog` has them
    /// after those that it had.
    ///
    /// - Throws: Errors of reading.
    func findAllTables() throws(ReadError)

    /// Releases the shared resources of the tables. Open tables stay open.
    func close()
}

extension TableDocument {
    /// Does nothing: opening has found all tables.
    public func findAllTables() throws(ReadError) {}
}
