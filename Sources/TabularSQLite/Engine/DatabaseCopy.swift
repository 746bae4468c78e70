import CSQLite
import Glibc
import QuadrilleRuntime
import Tabular

/// A copy of a database in a temporary file, in a whole state: a change that was left in its middle is undone there.
struct DatabaseCopy {
    let file: TemporaryFile
    /// The bytes that were copied.
    let size: Int

    /// The wait for files that are written to.
    private static let patience: UInt64 = 5_000_000_000

    /// Copies the database at `path`, its log and its journal, which stay as they are.
    init(of path: String, name: String) throws(ReadError) {
        let (main, log, journal): (TemporaryFile, TemporaryFile, TemporaryFile)
        do throws(TemporaryFile.Failure) {
            (main, log, journal) = (try TemporaryFile(), try TemporaryFile(), try TemporaryFile())
            let needed = [path, path + "-wal", path + "-journal"].reduce(0) { $0 + Self.length($1) }
            if let room = main.room, !room.allows(needed) { throw .noRoom(limit: room.limit, folder: room.folder) }
        } catch {
            throw ReadError(error, of: .source(name), .source)
        }
        let copies = [main, log, journal].map(\.path)
        do throws(EngineError) {
            size = try Self.copy(path, to: copies)
            let result = Self.withPaths(copies) { quad_sqlite_complete($0) }
            if result != Int32(QUAD_SQLITE_OK) {
                throw EngineError(code: result, message: String(cString: quad_sqlite_words(result)))
            }
        } catch {
            throw ReadError(error.failure, of: .source(name))
        }
        file = main
    }

    private static func length(_ path: String) -> Int {
        var status = stat()
        return stat(path, &status) == 0 ? Int(status.st_size) : 0
    }

    private static func copy(_ path: String, to copies: [String]) throws(EngineError) -> Int {
        let end = monotonicNow() + patience
        while true {
            var size: Int64 = 0
            let result = withPaths(copies) { quad_sqlite_copy(path, $0, &size) }
            let number = errno
            if result == Int32(QUAD_SQLITE_OK) { return Int(size) }
            if result != Int32(QUAD_SQLITE_MOVED), result != Int32(QUAD_SQLITE_BUSY) {
                throw EngineError(code: result, message: SystemError(number: number).description)
            }
            if monotonicNow() > end { throw EngineError(code: result, message: "") }
            usleep(10_000)
        }
    }

    private static func withPaths<Result>(
        _ paths: [String], _ body: (UnsafePointer<UnsafePointer<CChar>?>?) -> Result
    ) -> Result {
        let copies = paths.map { strdup($0) }
        defer { for copy in copies { free(copy) } }
        return copies.map { UnsafePointer($0) }.withUnsafeBufferPointer { body($0.baseAddress) }
    }
}
