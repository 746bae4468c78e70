/// The facts of a failure or a change. Each module has an enumeration of its own for them, which says them in words where
/// they are shown, in the language in force there: an error in memory depends on no language.
///
/// If you add a case, add its words to the file beside the enumeration whose name ends with `+Text`.
public protocol ErrorReason: Sendable, Hashable {
    /// One or two sentences without the name of the source: the failure, and the next step for the user; in the language of
    /// the interface.
    var message: String { get }

    /// The same for people who have `remedy` at hand. It is `message` unless a type says otherwise.
    func message(remedy: Remedy) -> String
}

/// The way to read a source again, in the words of the place where an error is shown.
public enum Remedy: Sendable, Hashable, CaseIterable {
    /// Open the source again, as on a command line.
    case reopen
    /// Reload it, as by a button beside the message.
    case reload
}

extension ErrorReason {
    public func message(remedy: Remedy) -> String { message }
}

/// A reason that says by itself what kind of error it is.
package protocol ReadFailure: ErrorReason {
    var kind: ReadError.Kind { get }
}

/// The reason of a source that has one sentence for it.
struct ReasonSentence: ErrorReason {
    let message: String
}
