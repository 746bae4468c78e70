import Tabular

/// The damage of a page of a database, with the facts that its message gives.
///
/// If you add a case, add its text (`PageDamage+Text.swift`).
enum PageDamage: ProblemDetail {
    /// Rows that cannot be read, for which one stands.
    case rows(Hole)
    case value(page: Int?)

    /// The location in the file.
    var location: String {
        switch self {
        case .rows(let hole): hole.page.map(Self.location) ?? "rowid \(hole.first)"
        case .value(let page): page.map(Self.location) ?? "unknown page"
        }
    }

    private static func location(_ page: Int) -> String { "page \(page)" }
}

extension Problem {
    /// A damage in the row `row` (0-based).
    init(_ damage: PageDamage, row: Int, column: Int? = nil) {
        self.init(kind: .damagedPage, row: row, column: column, location: damage.location, detail: damage)
    }

    /// A value that cannot be read, in the row `row` (0-based).
    init(_ reason: UnreadableReason, row: Int, column: Int) {
        if case .damaged(let page) = reason {
            self.init(.value(page: page), row: row, column: column)
        } else {
            self.init(
                kind: .unreadableValue, row: row, column: column, location: "row \(row + 1)",
                detail: UnreadableValue(reason: reason))
        }
    }
}
