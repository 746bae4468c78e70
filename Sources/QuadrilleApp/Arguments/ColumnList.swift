import ArgumentParser
import Tabular
import TabularExport
import Translation

/// Columns on the command line: names, numbers or letters between commas, and ranges of them with a colon. A name that
/// contains one of these must be in double quotes.
struct ColumnList: Sendable, Hashable {
    private let names: [String]

    init(argument: String) throws {
        names = ColumnName.split(argument[...], at: ",").map(String.init)
        if names.contains("") { throw ValidationError("write columns with commas between them, such as Name,3,A:C.") }
    }

    /// The selected columns. Text that is a whole column name selects that column; other text with a colon is a range.
    func indices(in columns: [Column]) throws(ExportError) -> [Int] {
        var indices: [Int] = []
        for name in names {
            if let index = ColumnName(name).index(in: columns) {
                indices.append(index)
                continue
            }
            let ends = ColumnName.split(name[...], at: ":")
            guard ends.count == 2 else { throw unknown(name, in: columns) }
            let first = try index(of: ends[0], in: columns)
            let last = try index(of: ends[1], in: columns)
            guard first <= last else {
                let failure = ColumnFailure.reversed(name, first: String(ends[0]), last: String(ends[1]))
                throw ExportError(.noValue, failure)
            }
            indices.append(contentsOf: first...last)
        }
        return indices
    }

    private func index(of name: Substring, in columns: [Column]) throws(ExportError) -> Int {
        guard let index = ColumnName(String(name)).index(in: columns) else { throw unknown(String(name), in: columns) }
        return index
    }

    private func unknown(_ name: String, in columns: [Column]) -> ExportError {
        ExportError(.noValue, ColumnFailure.unknown(ColumnName(name), option: "--columns", columns))
    }
}

/// A failure of columns of an export, with the facts in its message.
enum ColumnFailure: ErrorReason {
    /// A range whose last column comes before its first.
    case reversed(String, first: String, last: String)
    case unknown(ColumnName, option: String, [Column])

    var message: String {
        switch self {
        case .reversed(let range, let first, let last):
            tr(
                "{option} '{columns}': the last column comes before the first. Write {last}:{first}.",
                ["option": "--columns", "columns": range, "last": last, "first": first])
        case .unknown(let name, let option, let columns): name.unknown(option: option, in: columns)
        }
    }
}
