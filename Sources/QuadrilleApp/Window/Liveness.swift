import GridUI
import Tabular

/// What a window does by itself when its file changes.
struct Liveness: Sendable, Hashable {
    /// Keeps the end in sight while rows are appended.
    var follows = false
    /// Reads a file anew that was replaced or written over.
    var reloads = false
}

/// What a window says about a source that has changed or failed.
struct SourceNotice: Sendable, Hashable {
    var text: String
    /// Whether reading it anew may show more.
    var offersReload: Bool
    /// Whether that is done without being asked for where a window reloads by itself.
    var reloadsByItself: Bool
    /// Whether it is done in any case: nothing is shown that anyone could lose.
    var mustReload = false
    /// Grows with each time that it happens.
    var count = 0

    /// Nil where there is nothing to say.
    init?(_ table: TableSnapshot) {
        if case .failed(let error) = table.phase {
            text = "\(error.description) Rows that are in memory are still shown."
            offersReload = true
            reloadsByItself = error.kind == .changed
            return
        }
        guard let change = table.change else { return nil }
        text = change.description
        offersReload = change.kind != .deleted
        reloadsByItself = change.kind != .deleted
        mustReload = change.kind == .begun
        count = change.count
    }
}
