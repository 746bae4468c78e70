import Tabular

extension ProblemList {
    /// The first of the rows that are too long to be read whole, so that the rest of them is not searched; nil where there is none.
    var firstOverlongRow: Problem? { first.first { $0.kind.rawValue == "overlong-row" } }

    /// The first of the rows on damaged pages of a database; nil where there is none.
    var firstDamagedRow: Problem? { first.first { $0.kind.rawValue == "damaged-page" } }

    /// The first of the values of a database that are too long for its memory, or fail to be computed; nil where there is none.
    var firstUnreadableValue: Problem? { first.first { $0.kind.rawValue == "unreadable-value" } }
}
