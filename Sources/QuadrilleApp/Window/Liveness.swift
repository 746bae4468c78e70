import GridUI
import Tabular
import Translation

/// The automatic reactions of a window to changes of its file.
struct Liveness: Sendable, Hashable {
    /// Keeps the end visible while rows are appended.
    var follows = false
    /// Reloads a file that was replaced or overwritten.
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
    /// The number of times that the change has happened.
    var count = 0

    /// Creates the notice for a table; nil where its source has neither changed nor failed.
    init?(_ table: TableSnapshot) {
        if case .failed(let error) = table.phase {
            // Sizes in the error are those of that time, and the file keeps changing.
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

    /// Returns the words for a message with a Reload button.
    private static func words(_ error: ReadError) -> String {
        var error = error
        if case .source(let source) = error.subject { error.subject = .source(name(source)) }
        return error.description(remedy: .reload)
    }

    /// Returns the file's name without its folder. A long name is truncated in the middle, so that the message stays readable.
    private static func name(_ source: String) -> String {
        let name = source.split(separator: "/").last.map(String.init) ?? source
        return name.count <= 60 ? name : name.prefix(39) + "…" + name.suffix(20)
    }
}
