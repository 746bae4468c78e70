import Tabular

/// The failure of an export to start or to finish. Its text is one line: what happened, where, and what to do.
///
/// It stores facts: `description` builds the text each time, in the current language.
public struct ExportError: Error, Sendable, Hashable, CustomStringConvertible {
    public enum Kind: Sendable, Hashable {
        /// The requested rows are malformed, or do not exist.
        case badRows
        /// The requested value does not exist.
        case noValue
        /// A value cannot be read, and the style does not replace it.
        case unreadable
        /// The format does not support the request.
        case badFormat
        /// The source could not be read.
        case readFailed(ReadError)
        /// A record has more fields than a row can have.
        case recordTooLong
        /// The table has another reading by now: the request referred to other columns and rows.
        case otherReading
        /// The output is the source's own file.
        case sameFile
        /// The reader of the output has exited (EPIPE). Usually not worth a message.
        case brokenPipe
        /// There is no room for the output (ENOSPC, EDQUOT).
        case noSpace
        /// The output could not be made or written to.
        case writeFailed
        case cancelled
    }

    public var kind: Kind
    /// The facts, in the terms of the module that detected them.
    public var reason: any ErrorReason
    /// One line in the language of the interface.
    public var description: String { reason.message }

    public init(_ kind: Kind, _ reason: any ErrorReason) {
        self.kind = kind
        self.reason = reason
    }

    package init(_ failure: WritingFailure) { self.init(failure.kind, failure) }

    public init(reading error: ReadError) { self.init(.unread(error)) }

    package static var cancelled: ExportError { ExportError(.cancelled) }

    /// The error for output in memory.
    package static var noMemory: ExportError { ExportError(.noMemory) }

    package static var otherReading: ExportError { ExportError(.otherReading) }

    public static func == (one: ExportError, other: ExportError) -> Bool {
        one.kind == other.kind && AnyHashable(one.reason) == AnyHashable(other.reason)
    }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(kind)
        hasher.combine(AnyHashable(reason))
    }
}
