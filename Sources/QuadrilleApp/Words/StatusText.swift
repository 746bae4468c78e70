import GridGTK
import GridUI
import Tabular
import TabularOps
import Translation

/// The texts of the status bar: pure functions of the table and the grid's model.
enum StatusText {
    /// "1,234 rows × 7 columns"; "at least" while rows are still being found.
    static func extent(of table: TableSnapshot) -> String {
        let rows = table.order == nil ? TableWords.rows(table.rowCount.known) : shownRows(of: table)
        return TableWords.extent(rows, TableWords.columns(table.columns.count), isExact: table.rowCount.isExact)
    }

    /// "Row 5 · name", rows counted from 1; "Row 5 · Column B" where the column has no name.
    static func place(of cell: CellPosition?, in table: TableSnapshot) -> String {
        guard let cell, table.columns.indices.contains(cell.column) else { return "" }
        let name = table.columns[cell.column].name
        let column =
            name.isEmpty ? tr("Column {letters}", ["letters": Column.letters(for: cell.column)]) : oneLine(name)
        // The row's label in the file, as in its header.
        let row = table.rowLabel(at: cell.row).map(grouped) ?? "…"
        return tr("Row {row} · {column}", ["row": row, "column": column])
    }

    /// "3 rows × 2 columns selected", "2 rows selected" of whole rows, "6 cells selected" of several ranges; empty where only
    /// the active cell is.
    static func selection(of model: GridModel) -> String {
        guard !model.selection.isEmpty else { return "" }
        let cells = model.tableSelection
        guard let columns = cells.columns?.count else {
            return tr(one: "{count} cell selected", many: "{count} cells selected", cells.cellCount)
        }
        let kind = model.selection.ranges.count == 1 ? model.selection.ranges.first?.kind : nil
        switch kind {
        case .cells, nil: return tr("{extent} selected", ["extent": extent(of: cells, columns)])
        case .rows: return tr(one: "{count} row selected", many: "{count} rows selected", cells.rowCount)
        case .columns: return tr(one: "{count} column selected", many: "{count} columns selected", columns)
        case .all: return tr("All selected")
        }
    }

    /// "3 rows × 2 columns".
    static func extent(of cells: TableSelection, _ columns: Int) -> String {
        TableWords.extent(rows: cells.rowCount, columns: columns)
    }

    /// A figure of the selected cells.
    struct Figure: Equatable {
        enum Kind { case count, sum, mean, least, greatest, distinct }

        var kind: Kind
        /// The value in the bar: texts are truncated.
        var shown: String
        /// The value for the clipboard.
        var value: String

        var name: String {
            switch kind {
            case .count: tr("count", in: "figure of a selection")
            case .sum: tr("sum", in: "figure of a selection")
            case .mean: tr("mean", in: "figure of a selection")
            case .least: tr("min", in: "figure of a selection")
            case .greatest: tr("max", in: "figure of a selection")
            case .distinct: tr("distinct", in: "figure of a selection")
            }
        }
    }

    /// "count 18", "sum 12.4", "mean ≈ 3.1", "min 0", "max 9", "distinct 12": the figures of selected cells. Numbers have all
    /// their digits, in `style`. `isOfOneKind` says whether the cells are of one column, or all of them of one kind of date or
    /// time.
    static func figures(
        of summary: SelectionSummary, isOfOneKind: Bool = true, in style: NumberStyle = NumberStyle()
    ) -> [Figure] {
        func count(_ kind: Figure.Kind, _ count: Int, isRounded: Bool = false) -> Figure {
            Figure(kind: kind, shown: (isRounded ? "≈ " : "") + grouped(count), value: "\(count)")
        }
        var figures = [count(.count, summary.valueCount)]
        guard summary.valueCount > 0 else { return figures }
        if let sum = summary.sum?.description {
            figures.append(Figure(kind: .sum, shown: style.quantity(sum), value: style.number(sum)))
        }
        if let mean = summary.mean {
            let words = (mean.isRounded ? "≈ " : "") + style.quantity(mean.description)
            figures.append(Figure(kind: .mean, shown: words, value: style.number(mean.description)))
        }
        // The order of texts in several columns means nothing.
        let areOrdered = summary.numberCount > 0 || isOfOneKind
        for (kind, value) in [(Figure.Kind.least, summary.least), (.greatest, summary.greatest)] where areOrdered {
            if let value { figures.append(Figure(kind: kind, shown: oneLine(value), value: value)) }
        }
        figures.append(count(.distinct, summary.distinct, isRounded: summary.distinctError > 0))
        return figures
    }

    /// Returns the extent of the selection and its figures in one line; then shorter lines, each without the least important of
    /// what was left, down to the sum, or the count where there is none.
    static func forms(_ extent: String, _ figures: [Figure]) -> [String] {
        var parts: [(kind: Figure.Kind?, words: String)] = [(nil, extent)]
        parts += figures.map { ($0.kind, tr("{name} {value}", ["name": $0.name, "value": $0.shown])) }
        var forms = [parts.map(\.words).joined(separator: " · ")]
        for gone in [[.distinct], [.least, .greatest], [.mean], [nil], [.count]] as [[Figure.Kind?]] {
            let left = parts.filter { !gone.contains($0.kind) }
            guard !left.isEmpty, left.count < parts.count else { continue }
            parts = left
            forms.append(parts.map(\.words).joined(separator: " · "))
        }
        return forms
    }

    /// Returns the words for the active cell, with the length of its value where only the beginning is in memory: "Row 5 · name
    /// · first 4,096 of 524,288,000 bytes".
    static func place(of model: GridModel) -> String {
        let place = place(of: model.activeCell, in: model.table)
        guard let cell = model.activeCell, let cut = model.cut(of: cell) else { return place }
        return tr(
            "{place} · first {shown} of {whole} bytes",
            ["place": place, "shown": grouped(cut.shown), "whole": grouped(cut.whole)])
    }

    /// Returns how to get the whole value of the active cell where it is truncated; nil where it is not.
    static func placeHint(of model: GridModel) -> String? {
        guard let cell = model.activeCell, let cut = model.cut(of: cell) else { return nil }
        return tr(
            "The first {shown} of {whole} bytes are shown. Save Value… in the cell's menu writes it whole.",
            ["shown": grouped(cut.shown), "whole": grouped(cut.whole)])
    }

    /// "CSV · gzip · comma · UTF-8 · LF · header": the format and its details, with number and null formats where `types` sets
    /// them for the whole file.
    static func dialect(of description: TableDescription, _ types: TypeChoices = TypeChoices()) -> String {
        let details = description.details
        var parts = [format(of: description)] + (details?.facts.map(\.words.visible) ?? [])
        parts += details?.statusWords.map(\.visible) ?? []
        if let numbers = types.numbers { parts.append(TypingWords.name(of: numbers)) }
        if let words = types.nullWords {
            parts.append(
                words.isEmpty
                    ? tr("no empty values")
                    : tr("empty: {words}", ["words": TypingWords.list(words).visible]))
        }
        if let suggestion = details?.suggestion { parts.append(suggestion.visible) }
        return parts.joined(separator: " · ")
    }

    /// "CSV", "CSV · gzip".
    static func format(of description: TableDescription) -> String {
        [description.format, description.compression].compactMap { $0 }.joined(separator: " · ")
    }

    /// Explains that an option of the command line has no effect.
    static func refusal(ofOption name: String, _ format: String) -> String {
        tr(
            "{option}: this file is read as {format}, which has no such option.",
            ["option": "--\(name)", "format": format])
    }

    /// Returns the progress of reading, or an empty text: "Finding rows 45 %".
    static func progress(of table: TableSnapshot) -> String {
        let words = reading(table.phase)
        return table.phase.isReading ? progress(words, table.progress.done, of: table.progress.total) : words
    }

    /// Returns the name of the work in a phase; empty once it is complete.
    static func reading(_ phase: ReadingPhase) -> String {
        switch phase {
        case .opening: tr("Opening")
        case .indexing: tr("Finding rows")
        case .auditing: tr("Checking values")
        case .complete: ""
        case .failed: tr("Stopped early")
        }
    }

    /// Returns the task on the table, and the number of others: "Sorting rows 45 % · 1 more". Empty for a single task that has
    /// a bar or a panel of its own.
    static func going(_ words: String, others: Int) -> String {
        if words.isEmpty { return others > 1 ? tr(one: "{count} task", many: "{count} tasks", others) : "" }
        return others > 0 ? words + " · " + tr(one: "{count} more", many: "{count} more", others) : words
    }

    /// "Zoom 150 %"; empty at 100 %.
    static func zoom(of model: GridModel) -> String {
        let percent = Int((model.viewport.zoom * 100).rounded())
        return percent == 100 ? "" : tr("Zoom {percent} %", ["percent": "\(percent)"])
    }

    /// "37 problems"; empty without problems.
    static func problems(of table: TableSnapshot) -> String {
        switch table.problems.count {
        case 0: ""
        default: tr(one: "{count} problem", many: "{count} problems", table.problems.count)
        }
    }

    /// Returns the progress of a task on the whole table: "Grouping rows 45 %".
    static func progress(_ task: TaskProgress) -> String {
        progress(task.title, task.done, of: task.total)
    }

    /// "Finding rows 45 %"; without a total, the task alone.
    static func progress(_ task: String, _ done: Int, of total: Int) -> String {
        guard total > 0 else { return task }
        return tr("{task} {percent} %", ["task": task, "percent": "\(min(100, done * 100 / total))"])
    }

    /// Returns notes on unusual states: following the end, parts that the window is too small to freeze, hidden rows and
    /// columns, weights that cannot be used.
    static func notes(on model: GridModel) -> String {
        var notes: [String] = []
        switch model.scrolling.following {
        case .off: break
        case .held: notes.append(tr("Following the end"))
        case .released: notes.append(tr("Following paused"))
        }
        if model.isSheet {
            if !model.sheet.reducedFreezes.isEmpty { notes.append(tr("Window too small for all frozen parts")) }
            let hidden = model.hiddenCounts
            if hidden.rows > 0 { notes.append(tr(one: "{count} row hidden", many: "{count} rows hidden", hidden.rows)) }
            if hidden.columns > 0 {
                notes.append(tr(one: "{count} column hidden", many: "{count} columns hidden", hidden.columns))
            }
        }
        let marked = model.groups?.content.markedCount ?? 0
        if marked > 0 { notes.append(tr(one: "{count} width not usable", many: "{count} widths not usable", marked)) }
        return notes.joined(separator: " · ")
    }

    /// Returns a number with separated thousands: 1234567 is "1,234,567".
    static func grouped(_ number: Int) -> String { number.grouped }

    /// A name as one line of at most 40 characters.
    private static func oneLine(_ name: String) -> String {
        let line = String(name.prefix(40).map { $0.isNewline ? " " : $0 })
        return line.count < name.count ? line + "…" : line
    }
}
