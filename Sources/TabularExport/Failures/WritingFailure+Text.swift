import QuadrilleRuntime
import Tabular
import Translation

extension WritingFailure {
    package var message: String {
        switch self {
        case .cancelled: tr("the export was cancelled. Nothing was kept of it.")
        case .unread, .notWritten, .otherReading, .closed, .ended: sourceText
        case .noRange, .reversedRange, .noRow, .noColumn, .noValue: partText
        case .unreadable(let row, let column):
            tr(
                """
                row {row}, column {column}: the value cannot be read, since the source is damaged there. Leave that row or \
                column out.
                """, ["row": "\(row + 1)", "column": "\(column + 1)"])
        case .faulty(let row, let column, let fault):
            tr(
                "row {row}, column {column}: the value cannot be read. {fault} Leave that row or column out.",
                ["row": "\(row + 1)", "column": "\(column + 1)", "fault": fault])
        case .faultyValue(let row, let column, let fault):
            tr(
                "row {row}, column {column}: the value cannot be read. {fault} Choose another cell.",
                ["row": "\(row + 1)", "column": "\(column + 1)", "fault": fault])
        case .recordTooLong(let row, let limit): Self.tooLongText(row, "\(limit)")
        case .noBytes: tr("this table has no bytes of its own. Choose another format.")
        case .columnsOfBytes: tr("bytes have all columns as they stand. Leave the columns out.")
        case .sameFile, .companionFile, .brokenPipe, .noSpace, .noMemory, .notWritable: outputText
        }
    }

    private var sourceText: String {
        switch self {
        case .unread(let error): error.description
        case .notWritten(let file, let error):
            tr("{file} was not written. {error}", ["file": file, "error": error.description])
        case .otherReading:
            tr(
                """
                more of the table has shown that it is to be read in another way. Nothing was written. Choose again from \
                what is shown now.
                """)
        case .closed: tr("the table was closed before it was written. Open it again and retry.")
        case .ended(let count, let rows):
            tr(
                "the table ended after row {row} of {rows}. Open it again and retry.",
                ["row": "\(count)", "rows": "\(rows)"])
        default: ""
        }
    }

    private var partText: String {
        switch self {
        case .noRange(let text):
            tr(
                "rows '{rows}': not a range of rows. Write A:B, counted from 1, such as 1:100, 100: or :100.",
                ["rows": text])
        case .reversedRange(let text, let first, let last):
            tr(
                "rows '{rows}': the last row comes before the first. Write {last}:{first}.",
                ["rows": text, "last": "\(last)", "first": "\(first)"])
        case .noRow(let first, count: 0):
            tr("rows from {first}: the table has no rows. Leave the rows out.", ["first": "\(first)"])
        case .noRow(let first, let count):
            tr(
                one: "rows from {first}: the table has {count} row. Ask for rows up to that.",
                many: "rows from {first}: the table has {count} rows. Ask for rows up to that.", count,
                ["first": "\(first)", "count": "\(count)"])
        case .noColumn(let column, let count):
            tr(
                one: "column {column}: the table has {count} column. Choose others.",
                many: "column {column}: the table has {count} columns. Choose others.", count,
                ["column": "\(column + 1)", "count": "\(count)"])
        case .noValue(let row, let column, isRowThere: true):
            tr(
                """
                row {row}, column {column}: there is no value, the row ends before that column. Choose another cell.
                """, ["row": "\(row + 1)", "column": "\(column + 1)"])
        case .noValue(let row, let column, isRowThere: false):
            tr(
                """
                row {row}, column {column}: there is no value, the table ends before that row. Choose another cell.
                """, ["row": "\(row + 1)", "column": "\(column + 1)"])
        default: ""
        }
    }

    private static func tooLongText(_ row: Int?, _ limit: String) -> String {
        guard let row else {
            return tr(
                """
                the header has more than {fields} fields, the most a row of this table can have. Split it, or \
                leave it out.
                """, ["fields": limit])
        }
        return tr(
            """
            row {row} has more than {fields} fields, the most a row of this table can have. Split it, or \
            leave it out.
            """, ["row": "\(row + 1)", "fields": limit])
    }

    private var outputText: String {
        switch self {
        case .sameFile(let path):
            tr("{path}: is the file that is being read. Choose another name for the output.", ["path": path])
        case .companionFile(let path, let database):
            tr(
                "{path}: belongs to {database}, which is being read. Choose another name for the output.",
                ["path": path, "database": database])
        case .brokenPipe(let path): tr("{path}: the program that read the output has ended.", ["path": path])
        case .noSpace(let path):
            tr("{path}: there is no room for the output. Make room, or choose another disk.", ["path": path])
        case .noMemory: tr("There is no memory for what is copied. Select less, or export it.")
        case .notWritable(let path, let number):
            tr(
                "{path}: cannot be written: {reason}. Choose another place for the output.",
                ["path": path, "reason": systemMessage(number)])
        default: ""
        }
    }
}
