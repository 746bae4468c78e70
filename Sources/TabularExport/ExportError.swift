import Tabular
import Translation

/// Why an export was not made, or not whole. Its text is one line: what, where, what to do.
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
        /// Whoever read the output has gone (EPIPE). As a rule nothing to complain of.
        case brokenPipe
        /// There is no room for the output (ENOSPC, EDQUOT).
        case noSpace
        /// The output could not be made or written to.
        case writeFailed
        case cancelled
    }

    public var kind: Kind
    public var description: String

    public init(_ kind: Kind, _ description: String) {
        self.kind = kind
        self.description = description
    }

    package static var cancelled: ExportError {
        ExportError(.cancelled, tr("the export was cancelled. Nothing was kept of it."))
    }

    /// For what is made in memory.
    package static var noMemory: ExportError {
        ExportError(.noSpace, tr("There is no memory for what is copied. Select less, or export it."))
    }

    package static var otherReading: ExportError {
        ExportError(
            .otherReading,
            tr(
                """
                more of the table has shown that it is to be read in another way. Nothing was written. Choose again from \
                what is shown now.
                """))
    }

    public init(reading error: ReadError) { self.init(.readFailed(error), error.description) }
}

extension ExportError {
    /// The value at `row` and `column` (0-based) is unreadable.
    static func unreadable(row: Int, column: Int) -> ExportError {
        ExportError(
            .unreadable,
            tr(
                """
                row {row}, column {column}: the value cannot be read, since the source is damaged there. Leave that row or \
                column out.
                """, ["row": "\(row + 1)", "column": "\(column + 1)"]))
    }
}
