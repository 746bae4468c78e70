/// A failure to read a source, or to read it to its end. Its text is one line: what, where, what to do.
///
/// It contains facts: `message` and `description` are made from them each time, in the language of that moment.
public struct ReadError: Error, Sendable, Hashable, CustomStringConvertible {
    public enum Kind: String, Sendable, Hashable {
        case notFound
        case isDirectory
        case noPermission
        /// A kind of data that is recognized by its content and not supported.
        case unsupportedFormat
        /// The operating system reported an error while reading.
        case readFailed
        /// The compressed source cannot be unpacked to its end.
        case damaged
        /// The source changed while it was being read (truncated, replaced).
        case changed
        /// The task needs more memory than available.
        case tooLarge
        /// The condition makes no sense for the rows.
        case badCondition
        /// The location of the source, such as a server, cannot be reached.
        case unreachable
        /// The source requires a permission that the user does not have.
        case notAllowed
        /// The source did not answer in time.
        case timedOut
        /// The source's own engine refused the request.
        case refused

        /// True where the source ends early and is otherwise unchanged: the rows before the end can be read.
        package var leavesRows: Bool { self == .damaged || self == .readFailed }
    }

    /// The subject of an error.
    public enum Subject: Sendable, Hashable {
        /// A source, by its name as the user entered it.
        case source(String)
        /// The table that a task works on.
        case table
        /// All conditions of a filter.
        case filter
        /// One condition of a filter, as text.
        case condition(String)
        /// A value, by its beginning.
        case value(String)
    }

    public var kind: Kind
    public var subject: Subject
    /// The facts, in the terms of the module that detected them.
    public var reason: any ErrorReason
    /// The position at which reading stopped, if it had begun.
    public var position: SourcePosition?

    public init(kind: Kind, subject: Subject, reason: any ErrorReason, position: SourcePosition? = nil) {
        self.kind = kind
        self.subject = subject
        self.reason = reason
        self.position = position
    }

    /// An error of a source that has one sentence for it, without the source's name.
    public init(kind: Kind, source: String, message: String, position: SourcePosition? = nil) {
        self.init(
            kind: kind, subject: .source(source), reason: ReasonSentence(message: message), position: position)
    }

    package init(_ failure: some ReadFailure, of subject: Subject) {
        self.init(kind: failure.kind, subject: subject, reason: failure)
    }

    public static func == (one: ReadError, other: ReadError) -> Bool {
        one.kind == other.kind && one.subject == other.subject && one.position == other.position
            && AnyHashable(one.reason) == AnyHashable(other.reason)
    }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(kind)
        hasher.combine(subject)
        hasher.combine(position)
        hasher.combine(AnyHashable(reason))
    }
}

extension ReadError {
    /// The error for the system's error `number` at `byte` of `source`.
    package static func readFailed(_ source: String, byte: Int, number: Int32) -> ReadError {
        ReadError(TableFailure.system(byte: byte, number: number), of: .source(source))
    }

    /// The error where the system refuses a thread to read `source`.
    package static func noThread(_ source: String) -> ReadError {
        ReadError(TableFailure.noThread, of: .source(source))
    }

    /// The same for a task on a table that is open.
    package static var noThreadForTask: ReadError { ReadError(TableFailure.noThreadForTask, of: .table) }
}
