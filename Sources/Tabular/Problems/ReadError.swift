/// The failure of a source to be read, or to be read to its end. Its text is one line: what, where, what to do.
///
/// It carries facts: `message` and `description` are made from them each time, in the language that is in force then.
public struct ReadError: Error, Sendable, Hashable, CustomStringConvertible {
    public enum Kind: String, Sendable, Hashable {
        case notFound
        case isDirectory
        case noPermission
        /// A kind of data that is recognised by its content and not read.
        case unsupportedFormat
        /// The operating system reported an error while reading.
        case readFailed
        /// The compressed source cannot be unpacked to its end.
        case damaged
        /// The source changed while it was being read (truncated, replaced).
        case changed
        /// There is more of it than can be held in memory for what was asked.
        case tooLarge
        /// The condition makes no sense for the rows.
        case badCondition
        /// The place of the source, such as a server, cannot be reached.
        case unreachable
        /// The source asks for a permission that the user does not have.
        case notAllowed
        /// The source did not answer in time.
        case timedOut
        /// The source's own engine refused what it was asked.
        case refused

        /// True where the source ends early and is otherwise as it was: the rows before the end can be read.
        package var leavesRows: Bool { self == .damaged || self == .readFailed }
    }

    /// The thing that an error is about.
    public enum Subject: Sendable, Hashable {
        /// A source, by its name as the user gave it.
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
    /// The facts, in the terms of the module that met them.
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
    /// The system reported the error `number` at `byte` of `source`.
    package static func readFailed(_ source: String, byte: Int, number: Int32) -> ReadError {
        ReadError(TableFailure.system(byte: byte, number: number), of: .source(source))
    }

    /// The system refuses a thread to read `source` with.
    package static func noThread(_ source: String) -> ReadError {
        ReadError(TableFailure.noThread, of: .source(source))
    }

    /// The same for a task on a table that is open.
    package static var noThreadForTask: ReadError { ReadError(TableFailure.noThreadForTask, of: .table) }
}
