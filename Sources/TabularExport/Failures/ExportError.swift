import Tabular

/// The failure of an export to be made, or to be made whole. Its text is one line: what, where, what to do.
///
/// It carries facts: `description` is made from them each time, in the language that is in force then.
public struct ExportError: Error, Sendable, Hashable, CustomStringConvertible {
    public enum Kind: Sendable, Hashable {
        /// The rows asked for are written wrongly, or are not there.
        case badRows
        /// There is no value where one was asked for.
        case noValue
        /// A value cannot be read, and nobody asked to leave it out.
        case unreadable
        /// The format cannot have what was asked for.
        case badFormat
        /// The source could not be read.
        case readFailed(ReadError)
        /// A record has more fields than a row can have.
        case recordTooLong
        /// The table is read in another way by now: what was asked for was of other columns and rows.
        case otherReading
        /// The output is the source's own file.
        case sameFile
        /// The reader of the output has gone (EPIPE). As a rule nothing to complain of.
        case brokenPipe
        /// There is no room for the output (ENOSPC, EDQUOT).
        case noSpace
        /// The output could not be made or written to.
        case writeFailed
        case cancelled
    }

    public var kind: Kind
    /// The facts, in the terms of the module that met them.
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

    /// For what is made in memory.
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
