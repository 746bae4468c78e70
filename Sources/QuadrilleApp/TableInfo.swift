import GridUI
import TableFormats
import Tabular
import TabularOps

/// The facts about a table that `info` prints.
struct TableInfo {
    /// The most problems that JSON lists; all of them are counted.
    static let listedProblems = 100
    /// The most problems that the text lists.
    static let shownProblems = 10

    /// The path as the user gave it.
    let path: String
    let table: TableSnapshot
    /// Nil without an audit.
    private let problems: ProblemList?

    /// The statistics of each column; nil where they were not computed.
    private let statistics: [ColumnStatistics]?

    /// The readings that were compared; nil where they were not requested, or the table is not text.
    var detection: Detection?

    /// The tables of the file; nil for a generated table.
    var catalog: Catalog?
    /// The table that the other facts are about.
    var shownTable: TableID?

    /// `isQuick` leaves out facts that require an audit of all fields.
    init(
        path: String, _ table: TableSnapshot, isQuick: Bool = false, statistics: [ColumnStatistics]? = nil
    ) {
        self.path = path
        self.table = table
        self.statistics = statistics
        // The audit for problems runs after all rows are known.
        problems = isQuick || table.interruption != nil && table.problems.count == 0 ? nil : table.problems
    }

    /// Every key but `details` is present for every table, with null for unknown facts; columns have `groups` only where there
    /// are several header rows or nested columns, and a `path` only where the source has one. Positions count in the unpacked
    /// data of a compressed file.
    func json() -> String {
        let hasGroups = table.hasColumnGroups
        let columns = table.columns.enumerated().map { index, column in
            let groups = hasGroups ? column.groups : nil
            let path = column.path.isEmpty ? [] : [("path", JSONValue.list(column.path.map { .string($0) }))]
            return JSONValue.object(
                [("name", .string(column.name))] + path + [("type", .string(column.type.rawValue))] + column.form.json
                    + fitJSON(of: index) + (groups.map { [("groups", .list($0.map { .string($0) }))] } ?? [])
                    + (statistics?[index].json ?? []))
        }
        var details = DetailMembers(table.description.details)
        let encoding = (table.description.details?.encodingName).map { JSONValue.string($0) } ?? .null
        var members: [(key: String, value: JSONValue)] = [
            ("path", .string(path)),
            ("format", .string(table.description.format)),
            details.take("encoding", else: encoding), details.take("byteOrderMark", else: .boolean(false)),
            details.take("encodingGuessed", else: .boolean(false)), details.take("suggestedEncoding"),
            ("nullWords", .list(table.description.nullWords.map { .string($0) })),
            ("compression", table.description.compression.map { .string($0) } ?? .null),
            details.take("dialect"), details.take("suggestedDialect"),
            ("rows", .integer(table.rowCount.known)),
            ("error", table.failure.map { .string($0.message) } ?? .null),
            ("columns", .list(columns)),
            ("problems", problems.map(Self.json) ?? .null),
        ]
        if !details.rest.isEmpty { members.append(("details", .object(details.rest))) }
        members += catalogJSON
        if let detection { members.append(("detection", detection.json)) }
        return JSONValue.object(members).text + "\n"
    }

    /// The tables and the skipped parts of the file; a generated table lists only itself.
    private var catalogJSON: [(key: String, value: JSONValue)] {
        let catalog = catalog ?? Catalog(entries: [Catalog.Entry(name: path)])
        let tables = catalog.entries.indices.map { index in
            let entry = entry(index, of: catalog)
            return JSONValue.object([
                ("name", .string(entry.name)), ("kind", .string(entry.kind.rawValue)),
                ("rows", entry.rowCount.map { .integer($0) } ?? .null),
                ("columns", entry.columnCount.map { .integer($0) } ?? .null), ("hidden", .boolean(entry.isHidden)),
                ("obstacle", entry.obstacle.map { .string($0.message) } ?? .null),
            ])
        }
        let skipped = catalog.skipped.map { part in
            JSONValue.object([("name", .string(part.name)), ("reason", .string(part.reason.rawValue))])
        }
        return [
            ("tables", .list(tables)), ("table", .string(catalog[shownTable ?? .first]?.name ?? "")),
            ("skipped", .list(skipped)),
        ]
    }

    /// The entry of a table, with the facts known by now if it is the opened one.
    private func entry(_ index: Int, of catalog: Catalog) -> Catalog.Entry {
        var entry = catalog.entries[index]
        guard TableID(index) == shownTable ?? .first else { return entry }
        if table.failure == nil {
            (entry.rowCount, entry.columnCount) = (table.rowCount.known, table.columns.count)
        } else if table.interruption == nil {
            entry.obstacle = entry.obstacle ?? table.failure
        }
        return entry
    }

    /// The most tables that the text lists.
    private static let shownTables = 40

    /// The lines about the tables of a file that has several, and about its parts that are no tables.
    private var catalogLines: [String] {
        guard let catalog else { return [] }
        return (catalog.isContainer ? lines(ofTablesIn: catalog) : []) + Self.lines(about: catalog.skipped)
    }

    private static func lines(about skipped: [Catalog.Skipped]) -> [String] {
        if skipped.isEmpty { return [] }
        let names = skipped.prefix(3).map(\.name.visible).joined(separator: ", ")
        let more = skipped.count > 3 ? ", …" : ""
        return ["  skipped   \(StatusText.grouped(skipped.count)) (\(names)\(more))"]
    }

    private func lines(ofTablesIn catalog: Catalog) -> [String] {
        var lines = ["  tables    \(StatusText.grouped(catalog.entries.count))"]
        // The numbers that --of takes: hidden tables have none.
        let numbers = Dictionary(
            uniqueKeysWithValues: catalog.visibleTables.enumerated().map { ($1, String($0 + 1)) })
        let width = String(numbers.count).count
        for index in catalog.entries.indices.prefix(Self.shownTables) {
            let entry = entry(index, of: catalog)
            let number = numbers[TableID(index)] ?? ""
            let padding = String(repeating: " ", count: width - number.count)
            let mark = TableID(index) == shownTable ? "*" : " "
            var notes: [String] = []
            if let rows = entry.rowCount { notes.append("\(StatusText.grouped(rows)) \(rows == 1 ? "row" : "rows")") }
            if entry.isHidden { notes.append("hidden") }
            if let obstacle = entry.obstacle { notes.append(obstacle.message) }
            let tail = notes.isEmpty ? "" : "  (\(notes.joined(separator: "; ")))"
            lines.append("   \(mark)\(padding)\(number)  \(entry.name.visible)\(tail)")
        }
        let rest = catalog.entries.count - Self.shownTables
        if rest > 0 { lines.append("    and \(StatusText.grouped(rest)) more") }
        return lines
    }

    /// The numbers of misfits and null words of a column, where they were counted.
    private func fitJSON(of column: Int) -> [(key: String, value: JSONValue)] {
        let isKnown = problems != nil
        return [
            ("misfits", isKnown ? .integer(table.fit.misfits[column] ?? 0) : .null),
            ("nullValues", isKnown ? .integer(table.fit.nulls[column] ?? 0) : .null),
        ]
    }

    private static func json(_ problems: ProblemList) -> JSONValue {
        let first = problems.first.prefix(listedProblems).map { problem in
            let (position, isOfText) = (problem.position, problem.location == nil)
            return JSONValue.object([
                ("kind", .string(problem.kind.rawValue)), ("severity", .string(problem.kind.severity.rawValue)),
                ("record", .integer(position.record)), ("line", isOfText ? .integer(position.line) : .null),
                ("byte", isOfText ? .integer(position.byte) : .null),
                ("location", problem.location.map { .string($0) } ?? .null), ("message", .string(problem.message)),
            ])
        }
        let counts = problems.counts
        let kinds = problems.kinds.map { ($0.rawValue, JSONValue.integer(counts[$0, default: 0])) }
        return .object([
            ("count", .integer(problems.count)), ("counts", .object(kinds)),
            ("unlisted", .integer(problems.count - first.count)), ("first", .list(first)),
        ])
    }

    /// The text for the user: a few lines, then the columns, then the first problems.
    func text() -> String {
        if table.failure != nil && table.interruption == nil {
            return ([path.visible] + catalogLines).joined(separator: "\n") + "\n"
        }
        // Line 4,190 cannot be found in the bytes of a compressed file.
        let unpacked = table.description.compression == nil ? "" : " (lines and bytes count in what is unpacked)"
        var lines = [path.visible] + catalogLines
        if let catalog, catalog.isContainer, let id = shownTable, let entry = catalog[id] {
            lines.append("  table     \(entry.name.visible)")
        }
        lines.append("  format    \(StatusText.format(of: table.description))\(unpacked)")
        lines += detailLines
        let end = table.interruption == nil ? "" : " (those before the error)"
        lines.append("  rows      \(StatusText.grouped(table.rowCount.known))\(end)")
        lines.append("  columns   \(StatusText.grouped(table.columns.count))")
        let numberWidth = String(table.columns.count).count
        for (index, (column, title)) in zip(table.columns, table.columns.fullNames).enumerated() {
            let number = String(index + 1)
            let padding = String(repeating: " ", count: numberWidth - number.count)
            let type = column.type.rawValue
            let gap = String(repeating: " ", count: max(1, 10 - type.count))
            // A column without a name gets no trailing spaces.
            let name = title.isEmpty ? "" : gap + title.visible
            lines.append("    \(padding)\(number)  \(type)\(name)")
            let indent = String(repeating: " ", count: numberWidth + 6)
            let notes = FormText(column.form).notes + fitNotes(of: index)
            if !notes.isEmpty { lines.append(indent + notes.joined(separator: ", ")) }
            if let statistics {
                lines += StatisticsText(statistics: statistics[index]).lines.map { indent + $0 }
            }
        }
        if let detection {
            lines.append("  detection")
            lines += detection.lines.map { "    \($0.visible)" }
        }
        return (lines + Self.lines(problems)).joined(separator: "\n") + "\n"
    }

    /// The lines about the facts of the format.
    private var detailLines: [String] {
        guard let details = table.description.details else { return [] }
        var lines = details.facts.map { (label: "", words: $0.words) } + details.infoLines
        if let suggestion = details.suggestion { lines.append(("", suggestion)) }
        return lines.map { line in
            let label = line.label.visible
            return "  " + label + String(repeating: " ", count: max(2, 10 - label.count)) + line.words.visible
        }
    }

    private func fitNotes(of column: Int) -> [String] {
        guard problems != nil else { return [] }
        let (misfits, nulls) = (table.fit.misfits[column] ?? 0, table.fit.nulls[column] ?? 0)
        return [
            misfits > 0 ? "\(StatusText.grouped(misfits)) \(misfits == 1 ? "value does" : "values do") not fit" : nil,
            nulls > 0 ? "\(StatusText.grouped(nulls)) \(nulls == 1 ? "word" : "words") for no value" : nil,
        ].compactMap { $0 }
    }

    private static func lines(_ problems: ProblemList?) -> [String] {
        guard let problems else { return ["  problems  not looked for"] }
        let counts = problems.counts
        let kinds = problems.kinds.map { "\(StatusText.grouped(counts[$0, default: 0])) \($0.rawValue)" }
        let words = kinds.isEmpty ? "" : " (\(kinds.joined(separator: ", ")))"
        var lines = ["  problems  \(StatusText.grouped(problems.count))\(words)"]
        for problem in problems.first.prefix(shownProblems) {
            let (record, line) = (problem.position.record, problem.position.line)
            let place =
                problem.location?.visible ?? "record \(StatusText.grouped(record)) (line \(StatusText.grouped(line)))"
            lines.append("    \(place): \(problem.message.visible)")
        }
        let rest = problems.count - shownProblems
        if rest > 0 { lines.append("    and \(StatusText.grouped(rest)) more; --json lists the first 100") }
        return lines
    }
}

/// The members of a format's details that are not printed yet.
private struct DetailMembers {
    private(set) var rest: [(key: String, value: JSONValue)]

    init(_ details: (any FormatDetails)?) {
        rest = (details?.facts ?? []).map { ($0.name, .string($0.value)) } + (details?.infoMembers ?? [])
    }

    /// Removes and returns the member `key`, or returns one with the value `other` where there is none.
    mutating func take(_ key: String, else other: JSONValue = .null) -> (key: String, value: JSONValue) {
        rest.firstIndex { $0.key == key }.map { rest.remove(at: $0) } ?? (key, other)
    }
}
