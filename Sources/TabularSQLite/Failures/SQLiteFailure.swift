import Tabular

/// A failure to read a database, with the facts that its message gives.
///
/// If you add a case, add its text (`SQLiteFailure+Text.swift`).
enum SQLiteFailure: Sendable, Hashable {
    /// libsqlite3 is not installed.
    case noLibrary
    case noDatabase
    /// A program that ended early left a change half done.
    case halfChanged
    /// Another program keeps it locked, in the middle of a change.
    case locked
    /// Another program keeps it locked, and what that has saved is in no file.
    case busy
    /// The log beside it, with the last changes, cannot be opened; the system's words.
    case unreadableLog(String)
    /// Read without locks, it never rested for long enough.
    case restless
    /// SQLite's own words.
    case damaged(String)
    /// Rows are not where searches for them look.
    case disordered
    /// The page whose rows, and those after them, cannot be read.
    case damagedPage(Int)
    /// Other SQLite errors, in its own words.
    case refused(String)
    /// The rows of a view after those that were read cannot be, in SQLite's own words.
    case brokenOff(String)
    /// The rows of a view were read for long enough: another program waits to write.
    case writerWaits
    case needsMemory
    /// A view or virtual table needs a module or function that is not there; SQLite's own words.
    case needs(kind: Need, name: String)
    case changed
    case closed
    case noTable
    case noTables

    enum Need: Sendable, Hashable {
        case module, function, collation, table, column
    }
}

extension SQLiteFailure: ReadFailure {
    var kind: ReadError.Kind {
        switch self {
        case .noLibrary, .noDatabase, .needs: .unsupportedFormat
        case .closed, .brokenOff, .writerWaits: .readFailed
        case .halfChanged, .locked, .busy, .unreadableLog, .restless, .refused: .refused
        case .damaged, .damagedPage, .disordered: .damaged
        case .needsMemory: .tooLarge
        case .changed: .changed
        case .noTable, .noTables: .notFound
        }
    }
}

extension SQLiteFailure.Need {
    /// The beginnings of SQLite's messages about what a statement needs.
    private static let beginnings: [(String, SQLiteFailure.Need)] = [
        ("no such module: ", .module), ("no such function: ", .function), ("no such collation sequence: ", .collation),
        ("no such table: ", .table), ("no such column: ", .column),
    ]

    /// The need that `message` tells of, and its name.
    static func found(in message: String) -> (SQLiteFailure.Need, name: String)? {
        for (beginning, need) in beginnings {
            // An error of a view begins with its name: "error in view v: no such …".
            guard let range = message.firstRange(of: beginning) else { continue }
            return (need, String(message[range.upperBound...]))
        }
        return nil
    }
}
