import Dispatch
import GridGTK
import GridUI
import QuadrilleRuntime
import Tabular
import TabularOps
import Translation

/// The query that a document applies to its rows, and the one requested next, until its rows are found.
struct ArrangementState {
    var shown = RowArrangement()
    /// The query whose rows are being found; nil when none are.
    var wanted: RowArrangement?
    /// The query to apply once the table is complete.
    var pending = PendingArrangement()
    /// From the command line.
    var asked = AskedRows()
    /// The row order and the problem rows that the marks beside the scrollbar were made for.
    var marks: (version: Version?, rows: [Range<Int>])?

    /// The query requested last, on which a further change builds.
    var latest: RowArrangement { wanted ?? shown }
}

// Filtering and sorting: the chips below the grid, the menu of a cell, and their effects.
extension Document {
    /// Applies a query. The view stays unchanged until its rows are found, or if that fails. Does nothing where the query is
    /// applied or in progress already, unless rows are to be evaluated `again`.
    ///
    /// `keepsPlace` says whether the view keeps its scroll position rather than its rows; nil keeps the position when the sort
    /// keys change, and the rows otherwise.
    func show(_ arrangement: RowArrangement, again: Bool = false, keepsPlace: Bool? = nil) {
        guard let grid, grid.canOrder, again || arrangement != arranging.latest else { return }
        if !again, arrangement == arranging.shown { return grid.cancelTask() }
        arranging.wanted = arrangement
        let tally = counts.tally(of: arrangement.conditions, in: grid)
        grid.order(
            arrangement.work, keepsPlace: keepsPlace ?? (arrangement.keys != arranging.shown.keys),
            by: { (source, control) throws(ReadError) in
                try arrangement.order(of: source, counting: tally, control: control)
            },
            whenShown: { [weak self] in
                guard let self else { return }
                arranging.shown = arrangement
                if let grid = self.grid { counts.take(tally, of: grid) }
                // Another query may have been requested meanwhile.
                if arranging.wanted == arrangement { arranging.wanted = nil }
                showChips()
                beginAtPlace()
            },
            whenKept: { [weak self] in
                self?.arranging.wanted = nil
                self?.arrangingGivenUp()
                self?.showChips()
                self?.beginAtPlace()
            })
    }

    /// Filters the rows by the value of a cell in its column, or excludes that value.
    func filter(by cell: CellPosition, isExcluding: Bool) {
        guard let grid, let block = grid.model.table.cells.block(row: cell.row, column: cell.column) else { return }
        let info = block.info(row: cell.row, column: cell.column)
        guard !info.isCut, !info.isMalformed else {
            let words =
                info.isCut
                ? tr("This value cannot be filtered by: only its beginning is shown.")
                : tr("This value cannot be filtered by: it is not valid text.")
            return infoBar.show(words, isNew: true)
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
        var arrangement = arranging.latest
        arrangement.conditions += conditions.filter { !arrangement.conditions.contains($0) }
        arrange(arrangement)
    }

    /// Sorts the shown rows by columns; without columns they are in file order.
    func sort(by columns: [SortedColumn]) {
        var arrangement = arranging.latest
        arrangement.keys = columns.map(SortKey.init)
        arrange(arrangement)
    }

    /// Sorts by the active column alone.
    func sortByActiveColumn(isDescending: Bool) {
        guard let column = grid?.model.activeCell?.column else { return }
        var arrangement = arranging.latest
        var key = arrangement.keys.first { $0.column == column } ?? SortKey(column: column)
        key.isDescending = isDescending
        arrangement.keys = [key]
        arrange(arrangement)
    }

    /// Adds the active column as the last sort key, for equal rows; sets its direction where it is a key already.
    func sortEqualRowsByActiveColumn(isDescending: Bool) {
        guard let column = grid?.model.activeCell?.column else { return }
        var arrangement = arranging.latest
        if let index = arrangement.keys.firstIndex(where: { $0.column == column }) {
            arrangement.keys[index].isDescending = isDescending
        } else {
            var key = SortKey(column: column)
            key.isDescending = isDescending
            arrangement.keys.append(key)
        }
        arrange(arrangement)
    }

    /// Changes how the sort columns compare values, and where empty ones go. Only texts can have natural order.
    func setSort(isNatural: Bool? = nil, isEmptyFirst: Bool? = nil) {
        let columns = grid?.model.table.columns ?? []
        var arrangement = arranging.latest
        for index in arrangement.keys.indices {
            let column = arrangement.keys[index].column
            let isText = columns.indices.contains(column) && columns[column].type == .text
            if let isNatural { arrangement.keys[index].comparison = isNatural && isText ? .natural : .typed }
            if let isEmptyFirst { arrangement.keys[index].isEmptyFirst = isEmptyFirst }
        }
        arrange(arrangement)
    }

    /// Shows all rows in file order.
    func showPlainRows() {
        arrange(RowArrangement())
    }

    /// Applies the query again, also to rows appended since.
    func arrangeAgain() {
        if !arranging.latest.isPlain { show(arranging.latest, again: true) }
    }

    /// Removes the condition, or sort key, of a chip. Sort keys follow the conditions; numbers count the applied ones.
    func removeChip(_ number: Int) {
        let shown = arranging.shown
        var arrangement = arranging.latest
        let key = number - shown.conditions.count
        if shown.conditions.indices.contains(number) {
            arrangement.conditions.removeAll { $0 == shown.conditions[number] }
        } else if shown.keys.indices.contains(key) {
            arrangement.keys.removeAll { $0.column == shown.keys[key].column }
        } else {
            return
        }
        arrange(arrangement)
        focus()
    }

    /// Opens the popover of a condition at its chip, or reverses the sort key of the chip. Sort keys follow the conditions;
    /// numbers count the applied ones.
    func changeChip(_ number: Int, at place: PopoverPlace) {
        let shown = arranging.shown
        let key = number - shown.conditions.count
        if shown.conditions.indices.contains(number) {
            editCondition(number, at: place)
        } else if shown.keys.indices.contains(key) {
            reverse(column: shown.keys[key].column)
        }
    }

    /// Reverses one sort key.
    private func reverse(column: Int) {
        var arrangement = arranging.latest
        guard let latest = arrangement.keys.firstIndex(where: { $0.column == column }) else { return }
        arrangement.keys[latest].isDescending.toggle()
        arrange(arrangement)
        focus()
    }

    /// Shows the applied conditions and sort keys as chips, with the number of rows for each condition.
    func showChips() {
        let table = grid?.model.table
        if table?.order == nil { arranging.shown = RowArrangement() }
        let shown = arranging.shown
        showHeaderMarks()
        let canSort = grid?.canOrder == true && table?.columns.isEmpty == false
        for name in ["sort-ascending", "sort-descending", "sort-equal-ascending", "sort-equal-descending", "filter"] {
            enable(name, canSort)
        }
        for name in ["file-order", "sort-natural", "sort-empty-first"] { enable(name, !shown.keys.isEmpty) }
        mark("sort-natural", isOn: shown.keys.contains { $0.comparison == .natural })
        mark("sort-empty-first", isOn: shown.keys.contains(where: \.isEmptyFirst))
        for name in ["clear-arrangement", "arrange-again"] { enable(name, !shown.isPlain) }
        guard let grid, let table else { return chips.show([], laterRows: "", again: nil) }
        // The query in progress has priority over the counts.
        if arranging.wanted == nil { counts.follow(shown.conditions, in: grid) } else { counts.stop() }
        func title(_ column: Int) -> String {
            table.columns.indices.contains(column) ? table.columns[column].title(at: column) : ""
        }
        let all =
            shown.conditions.enumerated().map { number, condition in
                let count = counts.counts.indices.contains(number) ? counts.counts[number] : nil
                let text = condition.label(column: title(condition.column))
                return ChipsBar.Chip(
                    text: text, click: tr("Change: {chip}", ["chip": text]),
                    count: StatusText.rows(metBy: count), hint: StatusText.hint(rowsMetBy: count))
            }
            + shown.keys.enumerated().map {
                ChipsBar.Chip(
                    text: $1.label(column: title($1.column), isFirst: $0 == 0), click: tr("Sort the other way round"))
            }
        let hasLaterRows = (table.order?.laterRows ?? 0) > 0
        chips.show(
            all,
            // The status bar, right below, shows the number of shown rows.
            laterRows: StatusText.laterRows(of: table),
            again: !hasLaterRows ? nil : shown.keys.isEmpty ? tr("Filter A_gain") : tr("Sort A_gain"))
    }

    /// Updates the chips after counts changed.
    func countsChanged() {
        showChips()
        showProgress()
    }

    /// Marks the headers of columns that the rows are sorted or filtered by.
    private func showHeaderMarks() {
        let sorted = arranging.shown.keys.map(SortedColumn.init)
        let awaited = arranging.wanted?.keys.map(SortedColumn.init)
        let filtered = Set(arranging.shown.conditions.map(\.column))
        guard let grid,
            grid.model.sortedColumns != sorted || grid.model.awaitedSort != awaited
                || grid.model.filteredColumns != filtered
        else { return }
        grid.update { ($0.sortedColumns, $0.awaitedSort, $0.filteredColumns) = (sorted, awaited, filtered) }
    }

    /// Resets the queries for a new table. For the same table reloaded, which had `columns` before, the query applied or in
    /// progress is to be applied again, unless its rows are `arranged` so already.
    func arrangementGone(isSame: Bool, of columns: [Column], arranged: RowArrangement?) {
        filterPopover?.leave()
        formatPopover?.leave()
        var next = ArrangementState()
        next.asked = arranging.asked
        if let arranged {
            next.shown = arranged
        } else if isSame {
            next.pending = arranging.pending
            next.pending.note(arranging.latest, of: columns)
        }
        arranging = next
        showChips()
    }

    /// Applies the queries that wait for a complete table.
    func followArrangement(_ grid: GridView) {
        showChips()
        guard grid.model.table.phase == .complete, !grid.isBusy, !arranging.pending.isEmpty || !arranging.asked.isEmpty
        else { return }
        // The opening position is a row of the file, which then stays visible.
        guard arranging.pending.isEmpty || settings.isDone else { return }
        // Column widths come from the file's first rows, as when the user sorts the shown table.
        guard grid.model.viewport.size.height > 0, grid.model.rowCount == 0 || grid.prepare() else { return }
        let columns = grid.model.table.columns
        var arrangement = arranging.latest
        // The position before a reload is known by its rows; a new table had no row order before.
        let keepsPlace = arranging.pending.isEmpty || memory.beforeShape != nil ? nil : false
        var notes = arranging.asked.add(to: &arrangement, of: columns).map(\.description)
        notes += arranging.pending.add(to: &arrangement, of: columns)
        (arranging.pending, arranging.asked) = (PendingArrangement(), AskedRows())
        if !grid.canOrder { notes = [tr("This table cannot be filtered or sorted.")] }
        if !notes.isEmpty { infoBar.show(notes.joined(separator: "\n"), isNew: true) }
        show(arrangement, keepsPlace: keepsPlace)
    }
}

// Problems have row indices of the file: their positions in the row order are found in the background.
extension Document {
    func markProblems(_ grid: GridView) {
        let table = grid.model.table
        let rows = table.problemRows
        let version = table.order?.version
        if let marks = arranging.marks, marks.version == version, marks.rows == rows { return }
        arranging.marks = (version, rows)
        guard version != nil else {
            grid.markedRows = rows
            return
        }
        let single = table.problems.first.compactMap { $0.row(in: table) }
        grid.findPlaces(ofSourceRows: rows, orOfEach: single) { [weak self] places in
            guard let self, self.grid === grid, self.arranging.marks?.version == version else { return }
            grid.markedRows = places
        }
    }
}

extension Condition {
    /// The greatest number of values of a list that a chip names.
    private static let namedValues = 5

    /// Returns the words for the user: "Country = Kenya", "Note is empty", "Country contains ken (any case)". On one line; long
    /// texts are truncated.
    func label(column: String) -> String {
        let (column, value) = (column.brief, self.value.brief)
        switch comparison {
        case .empty: return blankLabel(column: column)
        case .misfit: return tr("{column} does not fit its type", ["column": column])
        case .notEquals where self.value.isEmpty: return tr("{column} is not blank", ["column": column])
        case .isIn:
            let named = values.prefix(Self.namedValues).map { value in
                value.isEmpty ? blankName : kinds?[value] == .texts ? ValueWords.ofTexts(value.brief) : value.brief
            }
            let more = values.count - named.count
            let list = named.joined(separator: ", ")
            guard more > 0 else { return tr("{column} is one of {values}", ["column": column, "values": list]) }
            return tr(
                one: "{column} is one of {values} and {count} more",
                many: "{column} is one of {values} and {count} more",
                more, ["column": column, "values": list])
        default:
            let words =
                comparison == .contains
                ? tr("{column} contains {value}", ["column": column, "value": value])
                : comparison == .matches
                    ? tr("{column} matches {value}", ["column": column, "value": value])
                    : "\(column) \(sign) \(value)"
            return ignoresCase ? tr("{condition} (any case)", ["condition": words]) : words
        }
    }

    private func blankLabel(column: String) -> String {
        switch blanks {
        case .all: tr("{column} is blank", ["column": column])
        case .empty: tr("{column} is empty", ["column": column])
        case .null: tr("{column} is no value (NA, …)", ["column": column])
        case .missing: tr("{column} is missing", ["column": column])
        case .unreadable: tr("{column} is unreadable", ["column": column])
        default: tr("{column} is {blank}", ["column": column, "blank": blanks.name])
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
        return Blanks.kinds.filter { blanks.contains($0) }.map(\.name).joined(separator: ", ")
    }
}

extension String {
    /// The greatest number of scalars of a text on a button.
    private static let briefLength = 60

    /// The text, truncated where it is long, with signs for invisible characters.
    fileprivate var brief: String {
        let beginning = String(String.UnicodeScalarView(unicodeScalars.prefix(Self.briefLength)))
        return beginning.visible + (beginning.utf8.count < utf8.count ? "…" : "")
    }
}

extension SortKey {
    init(_ column: SortedColumn) {
        self.init(
            column: column.column, isDescending: column.isDescending,
            comparison: column.isNatural ? .natural : .typed, isEmptyFirst: column.isEmptyFirst)
    }

    /// Returns the words for the user: "Sorted by Total ↓", "then by City ↑, empty values first".
    func label(column: String, isFirst: Bool) -> String {
        let column = column.brief + (isDescending ? " ↓" : " ↑")
        var parts = [
            isFirst ? tr("Sorted by {column}", ["column": column]) : tr("then by {column}", ["column": column])
        ]
        if comparison == .natural { parts.append(tr("natural order")) }
        if isEmptyFirst { parts.append(tr("empty values first")) }
        return parts.joined(separator: ", ")
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
    /// Returns "12,345 of 1,000,000 rows" where the row order leaves some out.
    static func shownRows(of table: TableSnapshot) -> String {
        let all = table.sourceRowCount - (table.order?.laterRows ?? 0)
        guard isFiltered(table) else { return TableWords.rows(all) }
        return tr(
            one: "{shown} of {count} row", many: "{shown} of {count} rows", all,
            ["shown": grouped(table.rowCount.known)])
    }

    /// Returns true where the row order leaves rows out. Rows appended after the order was made do not count.
    static func isFiltered(_ table: TableSnapshot) -> Bool {
        table.order.map { table.rowCount.known != $0.sourceRowCount } ?? false
    }

    /// Returns the number of rows that meet a condition on its own, for its chip: "1,234"; "…" while they are being counted.
    static func rows(metBy count: ConditionCounts.Count?) -> String {
        switch count {
        case .rows(let rows): grouped(rows)
        case .unknown: ""
        case nil: "…"
        }
    }

    /// Returns an explanation of that number.
    static func hint(rowsMetBy count: ConditionCounts.Count?) -> String {
        switch count {
        case .rows(let rows):
            tr(
                one: "It holds for {count} row, whatever the other conditions say.",
                many: "It holds for {count} rows, whatever the other conditions say.", rows)
        case .unknown: tr("How many rows it holds for by itself was not found out.")
        case nil: tr("How many rows it holds for by itself is being counted.")
        }
    }

    /// Returns the number of rows appended after the row order was made: "12 came later"; empty where there are none.
    static func laterRows(of table: TableSnapshot) -> String {
        guard let order = table.order, order.laterRows > 0 else { return "" }
        return tr(one: "{count} came later", many: "{count} came later", order.laterRows)
    }
}
