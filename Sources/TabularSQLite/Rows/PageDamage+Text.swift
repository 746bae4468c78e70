import Tabular
import Translation

extension Problem.Kind {
    /// A page of a database that cannot be read.
    static let damagedPage = Problem.Kind("damaged-page", ordinal: 0, severity: .error) { tr("Damaged page") }
}

extension PageDamage {
    var message: String {
        switch self {
        case .rows(let hole): "\(Self.beginning(hole.page)) \(Self.words(hole)) \(Self.advice)"
        case .value(let page): "\(Self.beginning(page)) \(tr("A value in this row cannot be read.")) \(Self.advice)"
        }
    }

    private static func beginning(_ page: Int?) -> String {
        guard let page else { return tr("A page is damaged.") }
        return tr("Page {page} is damaged.", ["page": page.grouped])
    }

    private static func words(_ hole: Hole) -> String {
        guard let next = hole.next else {
            return tr(
                "Rows with ids from {first} on cannot be read; this row stands for them.", ["first": "\(hole.first)"])
        }
        guard hole.first > .min else {
            return tr("Rows with ids below {next} cannot be read; this row stands for them.", ["next": "\(next)"])
        }
        return tr(
            "Rows with ids from {first} to {last} cannot be read; this row stands for them.",
            ["first": "\(hole.first)", "last": "\(next - 1)"])
    }

    private static var advice: String { tr("The command .recover of sqlite3 may save more.") }
}
