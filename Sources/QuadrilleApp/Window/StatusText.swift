import GridGTK
import GridUI
import Tabular
import TabularOps

/// The words of the status bar: pure functions of what is shown.
enum StatusText {
    /// "1,234 rows × 7 columns"; "at least" while rows are still being found.
    static func extent(of table: TableSnapshot) -> String {
        let rows = table.order == nil ? counted(table.rowCount.known, "row") : shownRows(of: table)
        let columns = counted(table.columns.count, "column")
        return (table.rowCount.isExact ? rows : "at least " + rows) + " × " + columns
    }

    /// "Row 5 · name", rows counted from 1; "Row 5 · Column B" where the column has no name.
    static func place(of cell: CellPosition?, in table: TableSnapshot) -> String {
        guard let cell, table.columns.indices.contains(cell.column) else { return "" }
        let name = table.columns[cell.column].name
        let column = name.isEmpty ? "Column \(Column.letters(for: cell.column))" : oneLine(name)
        // The number that it has in the file, as its header says.
        let row = table.sourceRow(at: cell.row).map { grouped($0 + 1) } ?? "…"
        return "Row \(row) · \(column)"
    }

    /// "3 rows × 2 columns selected", "2 rows selected" of whole rows, "6 cells selected" of several ranges; nothing where
    /// the active cell alone is.
    static func selection(of model: GridModel) -> String {
        guard !model.selection.isEmpty else { return "" }
        let cells = model.tableSelection
        guard let columns = cells.columns?.count else { return counted(cells.cellCount, "cell") + " selected" }
        let rows = counted(cells.rowCount, "row")
        guard model.selection.ranges.count == 1, let kind = model.selection.ranges.first?.kind else {
            return "\(rows) × \(counted(columns, "column")) selected"
        }
        switch kind {
        case .cells: return "\(rows) × \(counted(columns, "column")) selected"
        case .rows: return rows + " selected"
        case .columns: return counted(columns, "column") + " selected"
        case .all: return "All selected"
        }
    }

    /// One thing that selected cells add up to.
    struct Figure: Equatable {
        var name: String
        /// As the bar has it: texts are cut.
        var shown: String
        /// As it is copied.
        var value: String
    }

    /// "count 18", "sum 12.4", "mean ≈ 3.1", "min 0", "max 9", "distinct 12": what selected cells add up to. Numbers have
    /// all their digits.
    static func figures(of summary: SelectionSummary) -> [Figure] {
        func number(_ name: String, _ count: Int, isRounded: Bool = false) -> Figure {
            Figure(name: name, shown: (isRounded ? "≈ " : "") + grouped(count), value: "\(count)")
        }
        var figures = [number("count", summary.valueCount)]
        guard summary.valueCount > 0 else { return figures }
        if let sum = summary.sum?.description { figures.append(Figure(name: "sum", shown: sum, value: sum)) }
        if let mean = summary.mean {
            let words = (mean.isRounded ? "≈ " : "") + mean.description
            figures.append(Figure(name: "mean", shown: words, value: mean.description))
        }
        for (name, value) in [("min", summary.least), ("max", summary.greatest)] {
            if let value { figures.append(Figure(name: name, shown: oneLine(value), value: value)) }
        }
        figures.append(number("distinct", summary.distinct, isRounded: summary.distinctError > 0))
        return figures
    }

    /// The same of the active cell, and how long its value is where only the beginning of it is shown: "Row 5 · name ·
    /// first 4,096 of 524,288,000 bytes".
    static func place(of model: GridModel) -> String {
        let place = place(of: model.activeCell, in: model.table)
        guard let cell = model.activeCell, let cut = model.cut(of: cell) else { return place }
        return place + " · first \(grouped(cut.shown)) of \(grouped(cut.whole)) bytes"
    }

    /// What more there is to say of the active cell: how to have all of a value that is cut.
    static func placeHint(of model: GridModel) -> String? {
        guard let cell = model.activeCell, let cut = model.cut(of: cell) else { return nil }
        return "The first \(grouped(cut.shown)) of \(grouped(cut.whole)) bytes are shown. "
            + "Save Value… in the cell's menu writes it whole."
    }

    /// "CSV · gzip · comma · UTF-8 · LF · header": what the reader decided. The quote is told where it is not the usual
    /// one, everything else where it is there.
    static func dialect(of description: TableDescription) -> String {
        var parts = [format(of: description)]
        if let dialect = description.dialect {
            parts.append(delimiterName(dialect.delimiter))
            if dialect.quote != UInt8(ascii: "\"") { parts.append(quoteName(dialect)) }
            parts += rareParts(dialect)
        }
        if let encoding = encoding(of: description) { parts.append(encoding) }
        if let dialect = description.dialect {
            parts.append(dialect.terminator.name)
            parts.append(dialect.headerName)
        }
        if let suggestion = suggestion(of: description) { parts.append(suggestion) }
        return parts.joined(separator: " · ")
    }

    /// "most records fit semicolon, quote '": how another dialect that reads most records differs from the one in force.
    static func suggestion(of description: TableDescription) -> String? {
        guard let now = description.dialect, let better = description.suggestedDialect else { return nil }
        var parts: [String] = []
        if better.delimiter != now.delimiter { parts.append(delimiterName(better.delimiter)) }
        if better.quote != now.quote { parts.append(quoteName(better)) }
        if better.escape != now.escape {
            parts.append(better.escape.map { "escape \(character($0))" } ?? "no escape")
        }
        return parts.isEmpty ? nil : "most records fit " + parts.joined(separator: ", ")
    }

    /// "UTF-8", "UTF-16LE with BOM", "Windows-1252 (guessed)", "UTF-8 (Windows-1252 fits)".
    static func encoding(of description: TableDescription) -> String? {
        guard let encoding = description.encoding else { return nil }
        let mark = description.hasByteOrderMark ? " with BOM" : ""
        let guess = description.isEncodingGuessed ? " (guessed)" : ""
        let suggestion = description.suggestedEncoding.map { " (\($0) fits)" } ?? ""
        return encoding + mark + guess + suggestion
    }

    /// "CSV", "CSV · gzip".
    static func format(of description: TableDescription) -> String {
        [description.format, description.compression].compactMap { $0 }.joined(separator: " · ")
    }

    /// "comma, quote \", escape \, comments #, 2 lines skipped, LF, header": all of a dialect.
    static func words(_ dialect: Dialect) -> String {
        ([delimiterName(dialect.delimiter), quoteName(dialect)] + rareParts(dialect) + [
            dialect.terminator.name, dialect.headerName,
        ]).joined(separator: ", ")
    }

    private static func quoteName(_ dialect: Dialect) -> String {
        dialect.quote.map { "quote \(character($0))" } ?? "no quote"
    }

    private static func rareParts(_ dialect: Dialect) -> [String] {
        var parts: [String] = []
        if let escape = dialect.escape { parts.append("escape \(character(escape))") }
        if let comment = dialect.comment { parts.append("comments \(comment.visible)") }
        if dialect.skippedLines > 0 { parts.append(counted(dialect.skippedLines, "line") + " skipped") }
        return parts
    }

    /// A byte of ASCII for people, also where it has no look.
    static func character(_ byte: UInt8) -> String { visible(Unicode.Scalar(byte)) }

    static func delimiterName(_ delimiter: String) -> String {
        switch delimiter {
        case ",": "comma"
        case "\t": "tab"
        case ";": "semicolon"
        case "|": "pipe"
        case ":": "colon"
        case " ": "space"
        default: "“" + delimiter.unicodeScalars.map(visible).joined() + "”"
        }
    }

    /// A control character by its number.
    private static func visible(_ scalar: Unicode.Scalar) -> String {
        guard scalar.properties.generalCategory == .control else { return String(Character(scalar)) }
        let digits = String(scalar.value, radix: 16, uppercase: true)
        return "U+" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits
    }

    /// What is going on, or nothing: "Finding rows 45 %".
    static func progress(of table: TableSnapshot) -> String {
        let share = table.progress.total > 0 ? " \(min(100, table.progress.done * 100 / table.progress.total)) %" : ""
        switch table.phase {
        case .opening: return "Opening"
        case .indexing: return "Finding rows" + share
        case .auditing: return "Checking values" + share
        case .complete: return ""
        case .failed: return "Stopped early"
        }
    }

    /// "37 problems", or nothing.
    static func problems(of table: TableSnapshot) -> String {
        switch table.problems.count {
        case 0: ""
        case 1: "1 problem"
        default: grouped(table.problems.count) + " problems"
        }
    }

    /// How far work on the whole table has come: "Grouping rows 45 %".
    static func progress(_ task: TaskProgress) -> String {
        task.total > 0 ? "\(task.title) \(min(100, task.done * 100 / task.total)) %" : task.title
    }

    /// What is not as one would expect: parts that the window is too small to freeze, hidden rows and columns, weights
    /// that could not be used.
    static func notes(on model: GridModel) -> String {
        var notes: [String] = []
        switch model.following {
        case .off: break
        case .held: notes.append("Following the end")
        case .released: notes.append("Following paused")
        }
        if model.isSheet {
            if !model.sheet.reducedFreezes.isEmpty { notes.append("Window too small for all frozen parts") }
            let hidden = model.hiddenCounts
            if hidden.rows > 0 { notes.append(counted(hidden.rows, "row") + " hidden") }
            if hidden.columns > 0 { notes.append(counted(hidden.columns, "column") + " hidden") }
        }
        let marked = model.groups?.content.markedCount ?? 0
        if marked > 0 { notes.append(counted(marked, "width") + " not usable") }
        return notes.joined(separator: " · ")
    }

    /// "1 row", "1,234 rows".
    static func counted(_ count: Int, _ noun: String) -> String {
        grouped(count) + " " + noun + (count == 1 ? "" : "s")
    }

    /// A number with its thousands apart: 1234567 is "1,234,567".
    static func grouped(_ number: Int) -> String { number.grouped }

    /// A name as one line of at most 40 characters.
    private static func oneLine(_ name: String) -> String {
        let line = String(name.prefix(40).map { $0.isNewline ? " " : $0 })
        return line.count < name.count ? line + "…" : line
    }
}
