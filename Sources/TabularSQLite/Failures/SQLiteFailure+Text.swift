import Tabular
import Translation

extension SQLiteFailure {
    var message: String { message(remedy: .reopen) }

    func message(remedy: Remedy) -> String {
        switch self {
        case .noLibrary: tr("is an SQLite database. Install the package libsqlite3-0 to open it.")
        case .noDatabase: tr("is no SQLite database, or one that is damaged at its beginning.")
        case .halfChanged:
            tr(
                """
                was left in the middle of a change by a program that ended early. Open it with that program, which completes \
                or undoes the change, or look at a copy of it (--copy).
                """)
        case .locked:
            tr("is locked by a program that is changing it. Wait until that is done, or look at a copy of it (--copy).")
        case .busy:
            tr(
                """
                is being changed by a program that keeps others out. Wait until that program has saved the change or closed \
                it, and open it again.
                """)
        case .unreadableLog(let words):
            tr(
                """
                has its last changes in a file beside it, whose name ends in -wal, and that file cannot be read: {reason}. \
                Allow reading it, and open the database again.
                """, ["reason": words])
        case .restless:
            tr(
                """
                is being written to all the time by a program that keeps others out. Look at a copy of it (--copy), or end \
                that program.
                """)
        case .damaged(let words):
            tr("is damaged: {reason}. The command .recover of sqlite3 may save more.", ["reason": words])
        case .disordered:
            tr("is damaged: rows are not in the order of their ids. The command .recover of sqlite3 may save more.")
        case .damagedPage(let page):
            tr(
                "is damaged at page {page}: the rows after that cannot be read. The command .recover of sqlite3 may save more.",
                ["page": page.grouped])
        case .refused(let words): tr("SQLite cannot read it: {reason}.", ["reason": words])
        case .brokenOff(let words): tr("SQLite cannot read the rows after these: {reason}.", ["reason": words])
        case .writerWaits:
            tr(
                """
                reading its rows stopped, since another program waits to write. Look at a copy of it (--copy), or open it \
                again.
                """)
        case .needsMemory:
            tr("needs more memory than a database may take. Export the table with sqlite3 and open that.")
        case .needs(let need, let name): need.message(name)
        case .changed: Self.changedText(remedy)
        case .closed: tr("was closed before all of it was read. Open it again and retry.")
        case .noTables: tr("is a database without tables.")
        case .noTable: tr("this table is no longer there. Open the database again.")
        }
    }

    private static func changedText(_ remedy: Remedy) -> String {
        switch remedy {
        case .reopen: tr("was changed by another program. Open it again to see the new state.")
        case .reload: tr("was changed by another program. Reload it to see the new state.")
        }
    }
}

extension SQLiteFailure.Need {
    fileprivate func message(_ name: String) -> String {
        switch self {
        case .module: tr("needs the module {name}, which SQLite here does not have.", ["name": name])
        case .function: tr("needs the function {name}, which SQLite here does not have.", ["name": name])
        case .collation: tr("needs the collation {name}, which SQLite here does not have.", ["name": name])
        case .table: tr("needs the table {name}, which is not in the database.", ["name": name])
        case .column: tr("needs the column {name}, which is not in its tables.", ["name": name])
        }
    }
}
