import Tabular

/// A failure of an export, with the facts for its message. Rows and columns count from 0, except in the user's own text.
///
/// If you add a case, add its text (`WritingFailure+Text.swift`).
package enum WritingFailure: Sendable, Hashable {
    case cancelled
    // The source.
    case unread(ReadError)
    /// The source could not be read completely, so no file was written.
    case notWritten(file: String, ReadError)
    case otherReading
    case closed
    /// The table ended early, after this many of its rows.
    case ended(after: Int, of: Int)
    // The requested part.
    /// A text that is not a range of rows.
    case noRange(String)
    /// A range whose last row, counted from 1, comes before its first.
    case reversedRange(String, first: Int, last: Int)
    /// The table has no row `first`, counted from 1.
    case noRow(first: Int, count: Int)
    case noColumn(Int, count: Int)
    /// There is no value, since the row, or the table, ends before it.
    case noValue(row: Int, column: Int, isRowThere: Bool)
    // Values.
    case unreadable(row: Int, column: Int)
    /// The same, with a sentence about the fault of the row.
    case faulty(row: Int, column: Int, fault: String)
    /// The same of the only value that was requested.
    case faultyValue(row: Int, column: Int, fault: String)
    /// A record, or the header where `row` is nil, has more fields than a row can have.
    case recordTooLong(row: Int?, limit: Int)
    // The format.
    case noBytes
    case columnsOfBytes
    // The output.
    case sameFile(String)
    /// The output would be the log or the journal of a database that is read.
    case companionFile(String, of: String)
    case brokenPipe(String)
    case noSpace(String)
    /// There is no memory for output in memory.
    case noMemory
    case notWritable(String, number: Int32)
}

extension WritingFailure: ErrorReason {
    var kind: ExportError.Kind {
        switch self {
        case .cancelled: .cancelled
        case .unread(let error), .notWritten(_, let error): .readFailed(error)
        case .otherReading: .otherReading
        case .noRange, .reversedRange, .noRow: .badRows
        case .noColumn, .noValue: .noValue
        case .unreadable, .faulty, .faultyValue: .unreadable
        case .recordTooLong: .recordTooLong
        case .noBytes, .columnsOfBytes: .badFormat
        case .sameFile, .companionFile: .sameFile
        case .brokenPipe: .brokenPipe
        case .noSpace, .noMemory: .noSpace
        case .closed, .ended, .notWritable: .writeFailed
        }
    }
}
