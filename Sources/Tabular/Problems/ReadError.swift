import QuadrilleRuntime
import Translation

/// Why a source could not be read, or not to its end. Its text is one line: what, where, what to do.
public struct ReadError: Error, Sendable, Hashable, CustomStringConvertible {
    public enum Kind: String, Sendable, Hashable {
        case notFound
        case isDirectory
        case noPermission
        /// A kind of data that is recognised by its content and not read.
        case unsupportedFormat
        /// The operating system reported an error while reading.
        case readFailed
        /// What is compressed cannot be unpacked to its end.
        case damaged
        /// The source changed while it was being read (truncated, replaced).
        case changed
        /// There is more of it than can be held in memory for what was asked.
        case tooLarge
        /// What was asked of the rows makes no sense of them.
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

    public var kind: Kind
    /// The source's name as the user gave it.
    public var source: String
    /// What happened and what the user can do, in one or two sentences, without the source's name; in the language of the
    /// interface.
    public var message: String
    /// Where reading stopped, if it had begun.
    public var position: SourcePosition?

    public init(kind: Kind, source: String, message: String, position: SourcePosition? = nil) {
        self.kind = kind
        self.source = source
        self.message = message
        self.position = position
    }

    public var description: String {
        guard let position else { return tr("{source}: {message}", ["source": source, "message": message]) }
        return tr(
            "{source}: record {record} (line {line}, byte {byte}): {message}",
            [
                "source": source, "record": "\(position.record)", "line": "\(position.line)",
                "byte": "\(position.byte)", "message": message,
            ])
    }
}

extension ReadError {
    /// The system reported the error `number` at `byte` of `source`.
    package static func readFailed(_ source: String, byte: Int, number: Int32) -> ReadError {
        ReadError(
            kind: .readFailed, source: source,
            message: tr(
                """
                reading stopped at byte {byte}: {reason}. Check the disk or the connection, then open it again.
                """, ["byte": byte.grouped, "reason": systemMessage(number)]))
    }

    /// The system refuses a thread to read `source` with.
    package static func noThread(_ source: String) -> ReadError {
        ReadError(
            kind: .readFailed, source: source,
            message: tr(
                """
                was not read to its end, because the system allows no more threads. Other tables are not affected. Close \
                tabs or programs, then reload it.
                """))
    }

    /// The same for a task on a table that is open.
    package static var noThreadForTask: ReadError {
        ReadError(
            kind: .readFailed, source: tr("the table"),
            message: tr(
                """
                the task did not start, because the system allows no more threads. The table is as it was. Close tabs or \
                programs, then try again.
                """))
    }
}
