import Dispatch
import GridGTK
import GridUI
import Tabular
import TabularOps

/// Which rows a window shows and in which order, and which it is to show once that can be found out.
struct ArrangementState {
    var shown = RowArrangement()
    /// What is being looked for.
    var wanted: RowArrangement?
    /// Of the columns that it names, what they are called: after a reload they may stand elsewhere.
    var columns: [Int: ColumnName] = [:]
    /// What is to be brought into force when the table is known.
    var pending = PendingArrangement()
    /// From the command line.
    var asked = AskedRows()
    /// What the marks beside the scrollbar were made of.
    var marks: (stamp: Int?, rows: [Range<Int>])?

    /// All of it, by the names of columns.
    var named: PendingArrangement {
        var named = pending
        for condition in shown.conditions {
            if let name = columns[condition.column] { named.conditions.append((name, condition)) }
        }
        for key in shown.keys {
            if let name = columns[key.column] { named.keys.append((name, key)) }
        }
        return named
    }
}

/// An arrangement whose columns are yet to be found by their names.
struct PendingArrangement {
    var conditions: [(name: ColumnName, condition: Condition)] = []
    var keys: [(name: ColumnName, key: SortKey)] = []

    var isEmpty: Bool { conditions.isEmpty && keys.isEmpty }

    /// Adds it to what is there, of a table of `columns`; says what of it there are no columns for any more.
    func add(to arrangement: inout RowArrangement, of columns: [Column]) -> [String] {
        var notes: [String] = []
        for (name, condition) in conditions {
            guard let column = name.index(in: columns) else {
                notes.append(
                    "The condition '\(condition.label(column: name.text))' was taken away: there is no such column any more."
                )
                continue
            }
            var condition = condition
            condition.column = column
            arrangement.conditions.append(condition)
        }
        for (name, key) in keys {
            guard let column = name.index(in: columns) else {
                notes.append("Rows are not sorted by '\(name.text)' any more: there is no such column.")
                continue
            }
            var key = key
            key.column = column
            arrangement.sort(thenBy: key)
        }
        return notes
    }
}

// Rows that meet conditions, and rows that are sorted: the chips below the grid, the menu of a cell, and what becomes of it.
extension MainWindow {
    /// Shows the rows as `arrangement` has them; the view stays as it is until they are found, and if they are not.
    func show(_ arrangement: RowArrangement) {
        guard let grid, grid.canOrder, arranging.wanted != arrangement else { return }
        let columns = grid.model.table.columns
        arranging.wanted = arrangement
        grid.order(
            arrangement.work, keepsPlace: arrangement.keys != arranging.shown.keys,
            by: { (source, control) throws(ReadError) in try arrangement.order(of: source, control: control) },
            whenShown: { [weak self] in
                guard let self else { return }
                (arranging.shown, arranging.wanted, arranging.columns) = (arrangement, nil, [:])
                let named = arrangement.conditions.map(\.column) + arrangement.keys.map(\.column)
                for column in named where columns.indices.contains(column) {
                    arranging.columns[column] = ColumnName(columns[column].title(at: column))
                }
                showChips()
            },
            whenKept: { [weak self] in
                self?.arranging.wanted = nil
                self?.showChips()
            })
    }

    /// Narrows the rows to those that have the value of a cell in its column, or that do not.
    func filter(by cell: CellPosition, isExcluding: Bool) {
        guard let grid, let block = grid.model.table.cells.block(row: cell.row, column: cell.column) else { return }
        let info = block.info(row: cell.row, column: cell.column)
        guard !info.isCut, !info.isMalformed else {
            let reason = info.isCut ? "only its beginning is shown" : "it is not valid text"
            return infoBar.show("This value cannot be filtered by: \(reason).", isNew: true)
        }
        let value = block.text(row: cell.row, column: cell.column)
        let condition =
            value.isEmpty && !isExcluding
            ? Condition(column: cell.column, .empty)
            : Condition(column: cell.column, isExcluding ? .notEquals : .equals, [value])
        narrow(by: [condition])
    }

    /// Narrows the rows to those that meet `conditions` as well.
    func narrow(by conditions: [Condition]) {
        var arrangement = arranging.shown
        arrangement.conditions = arrangement.conditions.filter { !conditions.contains($0) } + conditions
        show(arrangement)
    }

    /// Sorts the rows that are shown by columns; by none, they stand as in the file.
    func sort(by columns: [SortedColumn]) {
        var arrangement = arranging.shown
        arrangement.keys = columns.map(SortKey.init)
        show(arrangement)
    }

    /// Sorts by the active column alone.
    func sortByActiveColumn(isDescending: Bool) {
        guard let column = grid?.model.activeCell?.column else { return }
        var key = arranging.shown.keys.first { $0.column == column } ?? SortKey(column: column)
        key.isDescending = isDescending
        var arrangement = arranging.shown
        arrangement.keys = [key]
        show(arrangement)
    }

    /// Has the columns that rows are sorted by compare their values otherwise; only texts can be natural.
    func setSort(isNatural: Bool? = nil, isEmptyFirst: Bool? = nil) {
        let columns = grid?.model.table.columns ?? []
        var arrangement = arranging.shown
        for index in arrangement.keys.indices {
            let column = arrangement.keys[index].column
            let isText = columns.indices.contains(column) && columns[column].type == .text
            if let isNatural { arrangement.keys[index].comparison = isNatural && isText ? .natural : .typed }
            if let isEmptyFirst { arrangement.keys[index].isEmptyFirst = isEmptyFirst }
        }
        show(arrangement)
    }

    /// Shows all rows as they stand in the file.
    func showPlainRows() {
        if !arranging.shown.isPlain || arranging.wanted != nil { show(RowArrangement()) }
    }

    func arrangeAgain() {
        if !arranging.shown.isPlain { show(arranging.shown) }
    }

    /// Takes away a condition, or behind those a column that rows are sorted by.
    func removeChip(_ number: Int) {
        var arrangement = arranging.shown
        let key = number - arrangement.conditions.count
        if arrangement.conditions.indices.contains(number) {
            arrangement.conditions.remove(at: number)
        } else if arrangement.keys.indices.contains(key) {
            arrangement.keys.remove(at: key)
        } else {
            return
        }
        show(arrangement)
        focus()
    }

    /// Says which conditions are in force, how many rows they leave, and by what those are sorted.
    func showChips() {
        let table = grid?.model.table
        if table?.order == nil { arranging.shown = RowArrangement() }
        let shown = arranging.shown
        showSortMarks()
        let canSort = grid?.canOrder == true && table?.columns.isEmpty == false
        for name in ["sort-ascending", "sort-descending", "filter"] { enable(name, canSort) }
        for name in ["file-order", "sort-natural", "sort-empty-first"] { enable(name, !shown.keys.isEmpty) }
        mark("sort-natural", isOn: shown.keys.contains { $0.comparison == .natural })
        mark("sort-empty-first", isOn: shown.keys.contains(where: \.isEmptyFirst))
        for name in ["clear-arrangement", "arrange-again"] { enable(name, !shown.isPlain) }
        guard let table else { return chips.show([], rows: "", again: nil) }
        func title(_ column: Int) -> String {
            table.columns.indices.contains(column) ? table.columns[column].title(at: column) : ""
        }
        let all =
            shown.conditions.map { ChipsBar.Chip(text: $0.label(column: title($0.column)), isEditable: true) }
            + shown.keys.enumerated().map {
                ChipsBar.Chip(text: $1.label(column: title($1.column), isFirst: $0 == 0))
            }
        let hasLaterRows = (table.order?.laterRows ?? 0) > 0
        chips.show(
            all,
            rows: [shown.conditions.isEmpty ? "" : StatusText.shownRows(of: table), StatusText.laterRows(of: table)]
                .filter { !$0.isEmpty }.joined(separator: " · "),
            again: !hasLaterRows ? nil : shown.keys.isEmpty ? "Filter A_gain" : "Sort A_gain")
    }

    /// Headers say by what the rows are sorted that are shown.
    private func showSortMarks() {
        let sorted = arranging.shown.keys.map(SortedColumn.init)
        guard let grid, grid.model.sortedColumns != sorted else { return }
        grid.update { $0.sortedColumns = sorted }
    }

    /// A new table is shown, or the same one read anew: then what was in force is to be again.
    func arrangementGone(isSame: Bool) {
        filterPopover?.leave()
        var next = ArrangementState()
        next.asked = arranging.asked
        if isSame { next.pending = arranging.named }
        arranging = next
        showChips()
    }

    /// Brings into force what waits for the table to be known.
    func followArrangement(_ grid: GridView) {
        showChips()
        guard grid.model.table.phase == .complete, !grid.isBusy, !arranging.pending.isEmpty || !arranging.asked.isEmpty
        else { return }
        let columns = grid.model.table.columns
        var arrangement = arranging.shown
        var notes = arranging.asked.add(to: &arrangement, of: columns).map(\.description)
        notes += arranging.pending.add(to: &arrangement, of: columns)
        (arranging.pending, arranging.asked) = (PendingArrangement(), AskedRows())
        if !grid.canOrder { notes = ["This table cannot be filtered or sorted."] }
        if !notes.isEmpty { infoBar.show(notes.joined(separator: "\n"), isNew: true) }
        if !arrangement.isPlain { show(arrangement) }
    }
}

// Problems have rows of the file: where those stand in the order is found in the background.
extension MainWindow {
    func markProblems(_ grid: GridView) {
        let table = grid.model.table
        let rows = table.problemRows
        let stamp = table.order?.stamp
        if let marks = arranging.marks, marks.stamp == stamp, marks.rows == rows { return }
        arranging.marks = (stamp, rows)
        guard stamp != nil else {
            grid.markedRows = rows
            return
        }
        let single = table.problems.first.compactMap { $0.row(in: table) }
        grid.findPlaces(ofSourceRows: rows, orOfEach: single) { [weak self] places in
            guard let self, self.grid === grid, self.arranging.marks?.stamp == stamp else { return }
            grid.markedRows = places
        }
    }
}

extension Condition {
    /// How many values of a list a chip names, and how many characters of each value it has.
    private static let (namedValues, namedLetters) = (5, 60)

    /// For people: "Country = Kenya", "Note is empty", "Country contains ken (any case)".
    func label(column: String) -> String {
        switch comparison {
        case .empty: return blanks == .all ? "\(column) is empty" : "\(column) is \(blanks.name)"
        case .notEquals where value.isEmpty: return "\(column) is not empty"
        case .isIn:
            let named = values.prefix(Self.namedValues).map { $0.isEmpty ? blankName : Self.cut($0) }
            let more = values.count - named.count
            let rest = more > 0 ? " and \(StatusText.grouped(more)) more" : ""
            return "\(column) is one of \(named.joined(separator: ", "))\(rest)"
        default: return "\(column) \(sign) \(Self.cut(value))\(ignoresCase ? " (any case)" : "")"
        }
    }

    private var sign: String {
        switch comparison {
        case .notEquals: "≠"
        case .lessOrEqual: "≤"
        case .greaterOrEqual: "≥"
        default: comparison.rawValue
        }
    }

    private var blankName: String {
        if blanks == .all { return Blanks.empty.name }
        return [Blanks.empty, .null, .missing].filter { blanks.contains($0) }.map(\.name).joined(separator: ", ")
    }

    private static func cut(_ value: String) -> String {
        let beginning = value.prefix(namedLetters + 1)
        let text = String(beginning.prefix(namedLetters)).visible
        return beginning.count > namedLetters ? text + "…" : text
    }
}

extension SortKey {
    init(_ column: SortedColumn) {
        self.init(
            column: column.column, isDescending: column.isDescending,
            comparison: column.isNatural ? .natural : .typed, isEmptyFirst: column.isEmptyFirst)
    }

    /// For people: "Sorted by Total ↓", "then by City ↑, empty first".
    func label(column: String, isFirst: Bool) -> String {
        (isFirst ? "Sorted by " : "then by ") + column.visible + (isDescending ? " ↓" : " ↑")
            + (comparison == .natural ? ", as words" : "") + (isEmptyFirst ? ", empty first" : "")
    }
}

extension SortedColumn {
    init(_ key: SortKey) {
        self.init(
            column: key.column, isDescending: key.isDescending, isNatural: key.comparison == .natural,
            isEmptyFirst: key.isEmptyFirst)
    }
}

extension StatusText {
    /// "12,345 of 1,000,000 rows" where an order leaves some out.
    static func shownRows(of table: TableSnapshot) -> String {
        let all = counted(table.sourceRowCount - (table.order?.laterRows ?? 0), "row")
        let isWhole = table.rowCount.known == table.order?.sourceRowCount
        return isWhole ? all : "\(grouped(table.rowCount.known)) of \(all)"
    }

    /// "12 came later": how many came since the order was made; empty where none did.
    static func laterRows(of table: TableSnapshot) -> String {
        guard let order = table.order, order.laterRows > 0 else { return "" }
        return "\(grouped(order.laterRows)) came later"
    }
}
