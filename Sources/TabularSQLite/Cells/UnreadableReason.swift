import Tabular

/// The reason why a value cannot be read.
///
/// If you add a case, add its text (`UnreadableReason+Text.swift`).
enum UnreadableReason: Sendable, Hashable {
    /// It is on a damaged page; nil where that is not known.
    case damaged(page: Int?)
    /// SQLite needs more memory for it than a database may take.
    case tooLong
    /// The expression that computes it fails, in SQLite's words.
    case refused(String)
}

/// A value that cannot be read, for a problem.
struct UnreadableValue: ProblemDetail {
    let reason: UnreadableReason
}
