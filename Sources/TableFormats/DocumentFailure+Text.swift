import Tabular
import Translation

extension DocumentFailure {
    var message: String {
        switch self {
        case .closed: tr("was closed. Open it again.")
        case .nestedArchive: tr("is an archive inside an archive. Unpack it and open the result.")
        case .noTable(let name, let names, let others):
            tr(
                "there is no table {name}. The tables are: {names}.",
                ["name": name, "names": Self.text(of: names.joined(separator: ", "), others)])
        case .noTableOfNumber(let name):
            tr("there is no table number {number}. The table called {number} is name:{number}.", ["number": name])
        case .notStreamed: tr("its rows cannot be read in any order. Export the table and open that.")
        }
    }

    private static func text(of names: String, _ others: Int) -> String {
        others > 0 ? tr("{names} and {count} more", ["names": names, "count": "\(others)"]) : names
    }
}
