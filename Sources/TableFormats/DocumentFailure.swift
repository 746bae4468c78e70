import Tabular

/// A failure of a document to provide a table, with the facts that its message gives.
///
/// If you add a case, add its text (`DocumentFailure+Text.swift`).
enum DocumentFailure: Sendable, Hashable {
    case closed
    case nestedArchive
    /// The document has no table of the name; the first names that it has, and the number of the others.
    case noTable(String, names: [String], others: Int)
    /// A number that no table has, which is the name of one.
    case noTableOfNumber(String)
    /// The table can be shown alone.
    case notStreamed
}

extension DocumentFailure: ReadFailure {
    var kind: ReadError.Kind {
        switch self {
        case .closed: .changed
        case .nestedArchive: .unsupportedFormat
        case .noTable, .noTableOfNumber: .notFound
        case .notStreamed: .badCondition
        }
    }
}
