import CSQLite
import Glibc
import QuadrilleRuntime
import Tabular
import TabularBytes

/// A database whose tables are read by few connections, each of which has one task at a time.
final class Database: Sendable {
    private struct State: Sendable {
        var idle: [Connection] = []
        var busyCount = 0
        /// True after an index was found not to fit its log.
        var makesIndex = false
    }

    /// The most connections at once.
    private static let mostConnections = 3
    /// The wait for a program that writes.
    private static let patience: Int32 = 2000
    /// Reads that are repeated since the files changed meanwhile.
    private static let mostTries = 5

    /// The name in messages.
    let name: String
    private let path: String
    /// The copy that is read, where the bytes are in no file of their own.
    private let copy: TemporaryFile?
    /// The bytes of a copy that the user asked for.
    let copySize: Int?
    private let state = Monitor(State())

    /// Opens a database in a file of its own.
    ///
    /// With `makesIndex` the index that another program has for the log is not used.
    init(path: String, name: String, makesIndex: Bool = false) {
        (self.path, self.name, copy, copySize) = (path, name, nil, nil)
        if makesIndex { state.withLock { $0.makesIndex = true } }
        register()
    }

    /// Opens a database in a temporary file.
    init(copy: TemporaryFile, name: String) {
        (path, self.name, self.copy, copySize) = (copy.path, name, copy, nil)
        register()
    }

    /// Opens a copy that the user asked for.
    init(copy: DatabaseCopy, name: String) {
        (path, self.name, self.copy, copySize) = (copy.file.path, name, copy.file, copy.size)
        register()
    }

    deinit { Self.open.withLock { $0[ObjectIdentifier(self)] = nil } }

    private func register() { Self.open.withLock { $0[ObjectIdentifier(self)] = WeakDatabase(database: self) } }

    /// The paths of the files whose changes are changes of the database; none for a copy. The log is beside the file that a link
    /// leads to.
    var watchedPaths: [String] {
        if copy != nil { return [] }
        guard let real = realpath(path, nil) else { return [path] }
        defer { free(real) }
        let target = String(cString: real)
        return (path == target ? [path] : [path, target]) + [target + "-wal"]
    }

    /// The number of connections in use, for tests.
    var busyCount: Int { state.withLock(wakes: false) { $0.busyCount } }

    /// Calls `body` with a connection that reads one state of the database, `expected` where it is given. `body` may be called
    /// several times: the results of all but the last are wrong. The wait for a connection ends after the cancellation.
    ///
    /// - Throws: `.changed` where the state is another one.
    func read<Result>(
        expecting expected: DatabaseState? = nil, unless cancellation: Cancellation = .never,
        _ body: (Connection) throws(EngineError) -> Result
    ) throws(ReadError) -> (Result, DatabaseState) {
        do throws(EngineError) {
            return try readState(expected, cancellation, body)
        } catch {
            throw readError(error)
        }
    }

    func readError(_ error: EngineError) -> ReadError { ReadError(error.failure, of: .source(name)) }

    private func readState<Result>(
        _ expected: DatabaseState?, _ cancellation: Cancellation, _ body: (Connection) throws(EngineError) -> Result
    ) throws(EngineError) -> (Result, DatabaseState) {
        var turn = MemoryTurn()
        defer { turn.end() }
        for attempt in 1...Self.mostTries {
            let connection = try begin(cancellation, expecting: expected)
            let found = connection.state
            if let expected, found != expected {
                try? connection.end()
                giveBack(connection)
                throw EngineError(code: Int32(QUAD_SQLITE_STALE), message: "")
            }
            let result: Swift.Result<Result, EngineError>
            do throws(EngineError) { result = .success(try body(connection)) } catch { result = .failure(error) }
            do throws(EngineError) { try connection.end() } catch {
                giveBack(connection)
                continue
            }
            let hasRunOut = connection.hasRunOut
            giveBack(connection, keepsPages: expected != nil && (try? result.get()) != nil)
            if hasRunOut, attempt < Self.mostTries, Self.makeRoom(&turn, unless: cancellation) { continue }
            return (try result.get(), found)
        }
        throw EngineError(code: Int32(QUAD_SQLITE_MOVED), message: "")
    }

    /// A connection that has begun.
    private func begin(
        _ cancellation: Cancellation, expecting expected: DatabaseState?
    ) throws(EngineError) -> Connection {
        for attempt in 0... {
            let connection = try connection(unless: cancellation)
            // They may be of any earlier state.
            if expected == nil { connection.forgetPages() }
            do throws(EngineError) {
                try connection.begin(milliseconds: Self.patience)
                return connection
            } catch {
                state.withLock { $0.busyCount -= 1 }
                switch error.code {
                case Int32(QUAD_SQLITE_STALE) where attempt < 10: continue
                case Int32(QUAD_SQLITE_NOMEM) where attempt < 1 && Self.closeIdle(): continue
                case Int32(QUAD_SQLITE_NO_INDEX) where attempt < 3:
                    state.withLock(wakes: false) { $0.makesIndex = true }
                // A new connection may do without the lock.
                case Int32(QUAD_SQLITE_LOCKED) where attempt < 1: continue
                default: throw error
                }
            }
        }
        throw EngineError(code: Int32(QUAD_SQLITE_LOCKED), message: "")
    }

    // MARK: - Memory

    private struct WeakDatabase: Sendable {
        weak var database: Database?
    }

    /// The open databases.
    private static let open = Monitor<[ObjectIdentifier: WeakDatabase]>([:])

    /// Bytes that connections need which read no long values.
    private static let usualMemory: Int64 = 4 << 20
    /// While connections hold more bytes, those that do nothing keep no pages.
    private static let keptMemory: Int64 = 3 << 20

    /// Makes room for a read that had no memory, and gives it the turn; false where there is no more to make.
    private static func makeRoom(_ turn: inout MemoryTurn, unless cancellation: Cancellation) -> Bool {
        turn.take(unless: cancellation)
        let isClosed = closeIdle()
        guard quad_sqlite_memory_used() > usualMemory else { return isClosed }
        turn.waitForMemory(above: usualMemory, unless: cancellation)
        return true
    }

    /// Closes the connections of all databases that do nothing; false where there are none.
    private static func closeIdle() -> Bool {
        let databases = open.withLock(wakes: false) { $0.values.compactMap(\.database) }
        var closed = false
        for database in databases {
            let idle = database.state.withLock(wakes: false) { state in
                defer { state.idle = [] }
                return state.idle
            }
            if !idle.isEmpty { closed = true }
        }
        return closed
    }

    // MARK: - Connections

    private static let closed = EngineError(code: Int32(QUAD_SQLITE_INTERRUPT), message: "")

    /// Nanoseconds between two looks at whether the work is cancelled.
    private static let lookInterval: UInt64 = 50_000_000

    private func connection(unless cancellation: Cancellation) throws(EngineError) -> Connection {
        while true {
            let (isFree, kept, makesIndex) = state.wait(
                until: { $0.busyCount < Self.mostConnections }, deadline: monotonicNow() + Self.lookInterval,
                then: { state -> (Bool, Connection?, Bool) in
                    guard state.busyCount < Self.mostConnections else { return (false, nil, false) }
                    state.busyCount += 1
                    return (true, state.idle.popLast(), state.makesIndex)
                })
            if !isFree {
                if cancellation.isRequested { throw Self.closed }
                continue
            }
            do throws(EngineError) {
                return if let kept { kept } else { try Connection(path, makesIndex: makesIndex) }
            } catch {
                state.withLock { $0.busyCount -= 1 }
                throw error
            }
        }
    }

    /// With `keepsPages` the next read of the same state finds pages of this one in memory: freeing them after every few rows
    /// takes as long as comparing these.
    private func giveBack(_ connection: Connection, keepsPages: Bool = false) {
        // All databases share the memory that SQLite may take. Pages that may turn out to be of another state are read again.
        if !keepsPages || !connection.isExact || quad_sqlite_memory_used() > Self.keptMemory {
            connection.forgetPages()
        }
        state.withLock { state in
            state.busyCount -= 1
            if !connection.isCancelled { state.idle.append(connection) }
        }
    }
}
