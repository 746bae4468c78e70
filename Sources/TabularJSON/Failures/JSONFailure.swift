import Tabular

/// A failure to read a text as JSON, with the facts that its message gives.
///
/// If you add a case, add its text (`JSONFailure+Text.swift`).
enum JSONFailure: Sendable, Hashable {
    /// No array or object exists at the path that the user wrote. `found` are the first of those there are, and `others` is the
    /// number of the rest.
    case noRows(String, found: [String], others: Int)
    case closed
    /// The text ends before a row, counted from 1, that existed when the rows were counted.
    case endsBefore(row: Int)
    /// A table has no column of that name to read the arrays of.
    case noColumn(String)
    /// The values of the table with the arrays cannot be read in full.
    case notStreamed
}

extension JSONFailure: ReadFailure {
    var kind: ReadError.Kind {
        switch self {
        case .noRows: .unsupportedFormat
        case .closed: .readFailed
        case .endsBefore: .changed
        case .noColumn: .unsupportedFormat
        case .notStreamed: .badCondition
        }
    }
}
