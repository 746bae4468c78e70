import Tabular
import Translation

extension OperationFailure {
    package var message: String {
        switch self {
        case .closed: tr("was closed before all of it was read. Open it again and retry.")
        case .changedWhileSorted:
            tr("changed while it was being sorted. It stands as it was before. Reload it and sort again.")
        case .endsBefore(let row, retries: true):
            tr("ended before row {row}, which was counted. Open it again and retry.", ["row": (row + 1).grouped])
        case .endsBefore(let row, retries: false):
            tr("ended before row {row}, which was counted. Open it again.", ["row": (row + 1).grouped])
        case .fewerRowsThanSelected: tr("has fewer rows than when they were selected. Select them again.")
        case .otherReading: tr("is read in another way by now. Begin again.")
        case .orderOfOtherReading:
            tr("is read in another way than when its rows were put in order. Sort or filter it again.")
        case .tooManyRows(let rows, let work, let limit): work.tooManyText("\(rows)", limit: "\(limit)")
        case .valueTooLong(let row, let column, let limit):
            tr(
                """
                row {row} has a value of more than {bytes} bytes in column {column}, which is not held in memory. Leave \
                that column out, or split the value.
                """, ["row": (row + 1).grouped, "bytes": limit.grouped, "column": (column + 1).grouped])
        case .noMemoryForHits(let rows):
            tr(
                "there is no memory for the hits of {rows} rows. Look for it in the order of the file.",
                ["rows": rows.grouped])
        case .badCondition(let fault): fault.message
        case .patternGivenUp(let row):
            tr(
                """
                the pattern takes too many steps in row {row}, so that it is not known whether that matches. Make the \
                pattern simpler.
                """, ["row": (row + 1).grouped])
        case .valueGone: tr("is not there any more.")
        case .valueIsNoText: tr("is no text, and cannot be compared with.")
        case .noBytes: tr("has no bytes of its own. Choose another format.")
        case .bytesInOrder:
            tr(
                """
                is sorted or filtered, and its bytes are those of the file's order. Choose another format, or show \
                all rows as they stand in the file.
                """)
        }
    }
}

extension OperationFailure.Work {
    fileprivate func tooManyText(_ rows: String, limit: String) -> String {
        switch self {
        case .sort:
            tr(
                "has {rows} rows; up to {limit} can be sorted. Use a smaller table.", ["rows": rows, "limit": limit])
        case .group:
            tr(
                "has {rows} rows; up to {limit} can be grouped. Use a smaller table.", ["rows": rows, "limit": limit])
        case .findEqual:
            tr(
                "has {rows} rows; up to {limit} can be searched for equal values. Use a smaller table.",
                ["rows": rows, "limit": limit])
        }
    }
}
