import Tabular
import Translation

extension Problem.Kind {
    /// A value of a database that cannot be read.
    static let unreadableValue = Problem.Kind("unreadable-value", ordinal: 1, severity: .error) {
        tr("Unreadable value")
    }
}

extension UnreadableValue {
    var message: String {
        switch reason {
        case .refused(let words): tr("SQLite cannot compute a value in this row: {reason}.", ["reason": words])
        case .damaged, .tooLong:
            tr(
                "A value in this row needs more memory than a database may take. Get it with sqlite3, by its function writefile."
            )
        }
    }
}
