import Tabular
import Translation

extension ProblemList {
    /// The first of the rows that are too long to be read whole, so that the rest of them is not searched; nil where there is none.
    var firstOverlongRow: Problem? { first.first { $0.kind.rawValue == "overlong-row" } }

    /// The first of the rows on damaged pages of a database; nil where there is none.
    var firstDamagedRow: Problem? { first.first { $0.kind.rawValue == "damaged-page" } }

    /// The first of the values of a database that are too long for its memory, or fail to be computed; nil where there is none.
    var firstUnreadableValue: Problem? { first.first { $0.kind.rawValue == "unreadable-value" } }

    /// A sentence for the user on the first row that a search of all rows did not search whole; nil where it searched all.
    var unsearchedRow: String? {
        if let row = firstDamagedRow?.position.record {
            return tr(
                "Row {row} lies on a damaged page. What is not read was not searched.",
                ["row": StatusText.grouped(row)])
        }
        if let row = firstUnreadableValue?.position.record {
            return tr(
                "Row {row} has a value that cannot be read. It was not searched.", ["row": StatusText.grouped(row)])
        }
        return firstOverlongRow.map {
            tr(
                "Record {row} is too long to be read whole. The rest of it was not searched.",
                ["row": StatusText.grouped($0.position.record)])
        }
    }
}
