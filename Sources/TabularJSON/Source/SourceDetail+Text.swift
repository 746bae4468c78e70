import Tabular
import Translation

extension SourceDetail {
    /// The path to the rows.
    static func rows(at path: RowsPath) -> SourceDetail {
        SourceDetail("rowsAt", path.text) { tr("rows are {path}", ["path": $0]) }
    }

    /// The path to the object whose arrays are the columns.
    static func columns(at path: RowsPath) -> SourceDetail {
        SourceDetail("columnsAt", path.name) { tr("columns are the arrays of {path}", ["path": $0]) }
    }

    static let othersName = "others"

    /// Members in the column `(others)`, after `count` columns of their own.
    static func others(behind count: Int) -> SourceDetail {
        SourceDetail(othersName, "\(count)") { _ in
            tr(
                "more than {count} different members: the others are in the column (others)",
                ["count": count.grouped])
        }
    }

    static let moreRowsName = "moreRows"

    /// An array of more rows, after the first bytes of the text, by which the tables were found.
    static func moreRows(at path: RowsPath) -> SourceDetail {
        SourceDetail(moreRowsName, path.text, isOmission: true) {
            tr("more rows follow at {path}: choose these rows to see them (--rows-at)", ["path": $0])
        }
    }

    static let lateColumnsName = "lateColumns"

    /// Columns that first appeared in a row beyond the first ones, after all others; `row` counts from 1.
    static func lateColumns(_ count: Int, fromRow row: Int) -> SourceDetail {
        SourceDetail(lateColumnsName, "\(count) from row \(row)") { _ in
            tr(
                one: "{count} more column from row {row} on", many: "{count} more columns from row {row} on", count,
                ["row": row.grouped])
        }
    }
}
