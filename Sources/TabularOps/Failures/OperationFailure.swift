import Tabular

/// A failure of a task on a table, with the facts for its message. Rows and columns count from 0.
///
/// If you add a case, add its text (`OperationFailure+Text.swift`).
package enum OperationFailure: Sendable, Hashable {
    /// A task on all rows of a table at once.
    package enum Work: Sendable, Hashable {
        case sort
        case group
        case findEqual
    }

    // Changes of the table.
    case closed
    case changedWhileSorted
    /// The table has fewer rows than were counted; `retries` adds the advice to repeat the task.
    case endsBefore(row: Int, retries: Bool)
    case fewerRowsThanSelected
    case otherReading
    case orderOfOtherReading
    // Sizes.
    case tooManyRows(Int, for: Work, limit: Int)
    case valueTooLong(row: Int, column: Int, limit: Int)
    case noMemoryForHits(rows: Int)
    // Conditions and values.
    case badCondition(ConditionFault)
    /// A pattern takes too many steps in a row.
    case patternGivenUp(row: Int)
    case valueGone
    case valueIsNoText
    // Bytes.
    case noBytes
    case bytesInOrder
}

extension OperationFailure: ReadFailure {
    package var kind: ReadError.Kind {
        switch self {
        case .closed: .readFailed
        case .changedWhileSorted, .endsBefore, .fewerRowsThanSelected, .otherReading, .orderOfOtherReading: .changed
        case .tooManyRows, .valueTooLong, .noMemoryForHits: .tooLarge
        case .badCondition, .patternGivenUp, .valueGone, .valueIsNoText: .badCondition
        case .noBytes, .bytesInOrder: .unsupportedFormat
        }
    }
}

extension ReadError {
    /// A failure of a task on the table.
    static func task(_ failure: OperationFailure) -> ReadError { ReadError(failure, of: .table) }
}
