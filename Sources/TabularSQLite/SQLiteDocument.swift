import CSQLite
import QuadrilleRuntime
import Tabular
import TabularBytes

/// An SQLite database.
package final class SQLiteDocument: TableDocument {
    /// The beginning of every database that has any table.
    private static let signature = Array("SQLite format 3\0".utf8)

    private let database: Database
    private let schema: SchemaCatalog
    /// True where the user is to be told of changes by other programs.
    private let isLive: Bool
    private let background: Background

    /// Returns true where `bytes` are the beginning of a database.
    package static func recognizes(_ bytes: [UInt8]) -> Bool { bytes.starts(with: signature) }

    /// Opens the database in the file at `path`, or else a copy of the bytes of `content` in a temporary file, which waits for
    /// them. With `asCopy` the database in the file is copied too, and the copy brought to a whole state.
    /// Rows of its tables are counted after the head start of `background`.
    ///
    /// - Throws: The reason why it cannot be read.
    package init(
        path: String?, _ content: SourceContent, name: String, asCopy: Bool = false,
        in background: Background = Background()
    ) throws(ReadError) {
        guard quad_sqlite_is_available() else { throw ReadError(SQLiteFailure.noLibrary, of: .source(name)) }
        let database: Database
        if asCopy, let path {
            database = Database(copy: try DatabaseCopy(of: path, name: name), name: name)
        } else if let path {
            database = Database(path: path, name: name)
        } else {
            database = Database(copy: try content.store.temporaryCopy(name), name: name)
        }
        (self.database, self.background) = (database, background)
        isLive = content.store.isFollowed && path != nil && !asCopy
        schema = try database.read { connection throws(EngineError) in try SchemaCatalog(connection, name: name) }.0
        if schema.catalog.entries.isEmpty { throw ReadError(SQLiteFailure.noTables, of: .source(name)) }
    }

    package var catalog: CatalogState { .ready(schema.catalog) }
    package func onChange(_ handler: (@Sendable () -> Void)?) {}

    package func table(_ id: TableID?) -> any TableSource {
        guard let id = id ?? schema.catalog.defaultTable, schema.tables.indices.contains(id.index) else {
            return MemorySource(
                TableDescription(format: "SQLite"), columns: [], rows: [],
                failure: ReadError(SQLiteFailure.noTable, of: .source(database.name)))
        }
        let reader = SQLiteReader(database, schema.tables[id.index], schema, in: background)
        reader.start()
        if isLive { reader.watch() }
        return SQLiteSource(reader)
    }

    package func close() {}
}

extension ByteStore {
    /// A copy of all bytes, in a temporary file.
    fileprivate func temporaryCopy(_ name: String) throws(ReadError) -> TemporaryFile {
        let copy: TemporaryFile
        let spill: SpillFile
        do throws(TemporaryFile.Failure) { copy = try TemporaryFile() } catch {
            throw ReadError(error, of: .source(name), .source)
        }
        spill = SpillFile(copy, for: .source(name))
        let room = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 20, alignment: 16)
        defer { room.deallocate() }
        var offset = 0
        while true {
            let count = try read(into: room, at: offset)
            if count == 0 {
                let length = try wait(beyond: offset, deadline: .max)
                if length.known > offset { continue }
                return copy
            }
            let (_, failure) = spill.write(UnsafeRawBufferPointer(rebasing: room[..<count]), at: offset)
            if let failure { throw failure }
            offset += count
        }
    }
}
