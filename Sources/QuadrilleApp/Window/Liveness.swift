import GridUI
import Tabular
import Translation

/// The automatic reactions of a window to changes of its file.
struct Liveness: Sendable, Hashable {
    /// Keeps the end in sight while rows are appended.
    var follows = false
    /// Reads a file anew that was replaced or written over.
    var reloads = false
}

/// The notice of a window about a source that has changed or failed.
struct SourceNotice: Sendable, Hashable {
    var text: String
    /// True where a reload may show more.
    var offersReload: Bool
    /// True where a window that reloads automatically does so for this change.
    var reloadsByItself: Bool
    /// True where every window reloads: it shows nothing that the user could lose.
    var mustReload = false
    /// Grows with each time that it happens.
    var count = 0

    /// Nil where there is nothing to say.
    init?(_ table: TableSnapshot) {
        if case .failed(let error) = table.phase {
            // What a message says of sizes was so when it happened, and the file goes on changing.
            let words = table.change.map(Self.words) ?? Self.words(error)
            text = tr("{error} Rows that are in memory are still shown.", ["error": words])
            offersReload = true
            reloadsByItself = error.kind == .changed
            return
        }
        guard let change = table.change else { return nil }
        text = Self.words(change)
        offersReload = change.kind != .deleted
        reloadsByItself = change.kind != .deleted
        mustReload = change.kind == .begun
        count = change.count
    }

    private static func words(_ change: SourceChange) -> String {
        let name = Self.name(change.source)
        return switch change.kind {
        case .cut: tr("{file} was cut short while it was open. Reload it to see it as it is now.", ["file": name])
        case .overwritten:
            tr("{file} was written over while it was open. Reload it to see it as it is now.", ["file": name])
        case .replaced: tr("{file} was replaced by another file. Shown is the one that was opened.", ["file": name])
        case .deleted:
            tr(
                "{file} was deleted or moved away. Shown is the file that was opened, as long as it is open.",
                ["file": name])
        case .grown, .begun:
            tr("{file} has more in it now than when it was opened. Reload it to see that.", ["file": name])
        }
    }

    /// Beside a button for it.
    private static func words(_ error: ReadError) -> String {
        var error = error
        if case .source(let source) = error.subject { error.subject = .source(name(source)) }
        return error.description(remedy: .reload)
    }

    /// The file's name without its folder. Of a long one the middle is left out: what happened is to be read as well.
    private static func name(_ source: String) -> String {
        let name = source.split(separator: "/").last.map(String.init) ?? source
        return name.count <= 60 ? name : name.prefix(39) + "…" + name.suffix(20)
    }
}
