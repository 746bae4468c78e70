import GridUI
import Tabular
import Translation

extension Problem {
    /// The row of the file (0-based over the data) with the problem; nil for the header and the lines before it.
    func row(in table: TableSnapshot) -> Int? {
        let row = position.record - 1 - (table.description.headerRows ?? 0)
        // A problem after the last row, such as bytes after compressed data, is assigned to the last row.
        return row < 0 || table.sourceRowCount == 0 ? nil : min(row, table.sourceRowCount - 1)
    }
}

extension TableSnapshot {
    /// The rows (0-based over the data) with problems that were found, as precisely as known: each range contains at least
    /// one problem.
    var problemRows: [Range<Int>] {
        let (header, count) = (description.headerRows ?? 0, sourceRowCount)
        guard count > 0 else { return [] }
        return problems.places.records().compactMap { records in
            let end = records.upperBound - 1 - header
            guard end > 0 else { return nil }
            // As in `Problem.row`, a problem after the last row is assigned to the last row.
            let first = min(max(0, records.lowerBound - 1 - header), count - 1)
            return first..<max(first + 1, min(end, count))
        }
    }
}

extension Problem {
    /// The line and the byte for the user; for a problem with a location of its format's own kind, that location and "".
    var places: (line: String, byte: String) {
        location.map { ($0.visible, "") } ?? (StatusText.grouped(position.line), StatusText.grouped(position.byte))
    }
}

/// The problems of a table that are listed: those of a kind, or all, in the order in which they were found.
struct ShownProblems: Sendable, Hashable {
    let kind: Problem.Kind?
    let problems: [Problem]
    /// The number of problems of the kind, including those that are counted but not stored.
    let total: Int

    init(_ list: ProblemList = ProblemList(), kind: Problem.Kind? = nil) {
        self.kind = kind
        problems = kind.map { kind in list.first.filter { $0.kind == kind } } ?? list.first
        total = kind.map { list.counts[$0, default: 0] } ?? list.count
    }

    /// "and 12,345 more" where not all are stored, else empty.
    var rest: String {
        let more = total - problems.count
        return more > 0 ? tr(one: "and {count} more, counted only", many: "and {count} more, counted only", more) : ""
    }

    /// A line for each problem with tabs between its fields, below a header line: a format that spreadsheets accept.
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

/// Steps from one problem to the next with a key.
struct ProblemWalk: Sendable {
    /// The problem visited last, and the cell that this activated.
    private var last: (problem: Problem, cell: CellPosition?)?

    /// The index of the problem after (or before) the one visited last, or, if the active cell has moved since, after that
    /// cell's row; wraps around at the ends. Nil where there is none.
    func next(isForward: Bool, in problems: [Problem], of table: TableSnapshot, from cell: CellPosition?) -> Int? {
        guard !problems.isEmpty else { return nil }
        if let last, last.cell == cell, let index = problems.firstIndex(of: last.problem) {
            return (index + (isForward ? 1 : problems.count - 1)) % problems.count
        }
        // Problems before the first row sort before it.
        // Problems are in the file's order.
        let row = cell.flatMap { table.sourceRow(at: $0.row) } ?? -1
        return isForward
            ? problems.firstIndex { ($0.row(in: table) ?? -1) > row } ?? 0
            : problems.lastIndex { ($0.row(in: table) ?? -1) < row } ?? problems.count - 1
    }

    /// Records that the user reached `problem`, which made `cell` the active one.
    mutating func went(to problem: Problem, cell: CellPosition?) { last = (problem, cell) }
}
