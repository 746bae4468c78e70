/// The facts of a failure or a change. Each module has an enumeration of its own for them, which makes their text when they are
/// shown, in the current language: an error in memory depends on no language.
///
/// If you add a case, add its text to the file next to the enumeration whose name ends with `+Text`.
public protocol ErrorReason: Sendable, Hashable {
    /// One or two sentences without the name of the source: the failure, and the next step for the user; in the language of
    /// the interface.
    var message: String { get }

    /// The same for users who can apply `remedy`. It is `message` unless a type overrides it.
    func message(remedy: Remedy) -> String
}

/// The way to reload a source, in the terms of the interface that shows an error.
public enum Remedy: Sendable, Hashable, CaseIterable {
    /// Open the source again, as on a command line.
    case reopen
    /// Reload it, as with a button next to the message.
    case reload
}

extension ErrorReason {
    public func message(remedy: Remedy) -> String { message }
}

/// A reason that determines its own kind of error.
package protocol ReadFailure: ErrorReason {
    var kind: ReadError.Kind { get }
}

/// The reason of a source that has one sentence for it.
struct ReasonSentence: ErrorReason {
    let message: String
}
