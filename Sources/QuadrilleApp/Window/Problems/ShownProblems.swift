import GridUI
import Tabular
import Translation

extension Problem {
    /// The row of the file (0-based over the data) that it is in; nil for the header and what stands before it.
    func row(in table: TableSnapshot) -> Int? {
        let row = position.record - 1 - (table.description.dialect?.headerRows ?? 0)
        // What was found behind the last row, such as bytes after compressed data, is shown where that is.
        return row < 0 || table.sourceRowCount == 0 ? nil : min(row, table.sourceRowCount - 1)
    }
}

extension TableSnapshot {
    /// The rows (0-based over the data) that have problems, all that were found, as exactly as it is known: stretches of
    /// rows, in each of which there is one.
    var problemRows: [Range<Int>] {
        let (header, count) = (description.dialect?.headerRows ?? 0, sourceRowCount)
        guard count > 0 else { return [] }
        return problems.places.records().compactMap { records in
            let end = records.upperBound - 1 - header
            guard end > 0 else { return nil }
            // As `Problem.row` has it: what was found behind the last row is shown where that is.
            let first = min(max(0, records.lowerBound - 1 - header), count - 1)
            return first..<max(first + 1, min(end, count))
        }
    }
}

extension Problem {
    /// The line and the byte for people; of a problem at a place of its format's own kind that place, and nothing.
    var places: (line: String, byte: String) {
        location.map { ($0.visible, "") } ?? (StatusText.grouped(position.line), StatusText.grouped(position.byte))
    }
}

/// The problems of a table that are listed: those of a kind, or all, in the order in which they were found.
struct ShownProblems: Sendable, Hashable {
    let kind: Problem.Kind?
    let problems: [Problem]
    /// The number of problems of the kind, with those that are counted but not kept.
    let total: Int

    init(_ list: ProblemList = ProblemList(), kind: Problem.Kind? = nil) {
        self.kind = kind
        problems = kind.map { kind in list.first.filter { $0.kind == kind } } ?? list.first
        total = kind.map { list.counts[$0, default: 0] } ?? list.count
    }

    /// "and 12,345 more" where not all are kept, else nothing.
    var rest: String {
        let more = total - problems.count
        return more > 0 ? tr(one: "and {count} more, counted only", many: "and {count} more, counted only", more) : ""
    }

    /// A line for each with tabs between its parts, below a line that names them: what spreadsheets take.
    func text(in table: TableSnapshot) -> String {
        let lines = problems.map { problem in
            let position = problem.position
            let numbers = [position.record, position.line, position.byte].map { String($0) }
            return [
                problem.kind.rawValue, problem.row(in: table).map { String(table.rowLabel(ofSourceRow: $0)) } ?? "",
                problem.location == nil ? numbers.joined(separator: "\t") : "\t" + (problem.location ?? "") + "\t",
                problem.message,
            ].joined(separator: "\t")
        }
        let rest = rest.isEmpty ? [] : [rest]
        return (["kind\trow\trecord\tline\tbyte\tmessage"] + lines + rest).joined(separator: "\n") + "\n"
    }
}

/// The way from one problem to the next with a key.
struct ProblemWalk: Sendable {
    /// The last problem gone to, and the cell that this activated.
    private var last: (problem: Problem, cell: CellPosition?)?

    /// The index of the problem after (or before) the one that was gone to last, or, if the active cell has moved since,
    /// after that cell's row; behind the last one it begins anew. Nil where there is none.
    func next(isForward: Bool, in problems: [Problem], of table: TableSnapshot, from cell: CellPosition?) -> Int? {
        guard !problems.isEmpty else { return nil }
        if let last, last.cell == cell, let index = problems.firstIndex(of: last.problem) {
            return (index + (isForward ? 1 : problems.count - 1)) % problems.count
        }
        // What stands before the first row comes before it.
        // Problems are in the file's order.
        let row = cell.flatMap { table.sourceRow(at: $0.row) } ?? -1
        return isForward
            ? problems.firstIndex { ($0.row(in: table) ?? -1) > row } ?? 0
            : problems.lastIndex { ($0.row(in: table) ?? -1) < row } ?? problems.count - 1
    }

    /// Says that it went to `problem`, which made `cell` the active one.
    mutating func went(to problem: Problem, cell: CellPosition?) { last = (problem, cell) }
}
