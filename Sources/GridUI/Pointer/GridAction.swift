import Drawing
import Geometry
import GridLayout
import Tabular
import TabularOps
import Translation

/// An action in the menu of a header or a cell: unlike a `GridCommand`, it names its target, by table columns.
public enum GridAction: Sendable, Hashable {
    case fitColumn(Int)
    case hideColumn(Int)
    case showColumns
    case useAsRowNames(Int)
    case showRowNumbers
    case mergeEqualNeighbours(Int)
    case hideRow(Int)
    case showRows
    case resetRow(Int)
    /// Freezes at one end, up to the boundary before an index, or from it to the end.
    case freeze(Axis, AxisEnd, boundary: Int)
    case unfreeze(Axis)
    /// Saves the value of a cell to a file, copies its path, or goes to the row that it refers to.
    case takeValue(ValueAction, CellPosition)
    /// Opens the side panel for the active cell: for its value, or its entire row.
    case lookAtValue(CellPosition)
    case lookAtRecord(CellPosition)
    /// Opens the side panel's page about the column.
    case lookAtColumn(CellPosition)
    /// Shows only rows with the cell's value in its column, or only rows with another one.
    case filterValue(CellPosition, isExcluding: Bool)
    /// Shows only rows that also meet these conditions.
    case filterRows([Condition])
    /// Filters rows by a column; the user is asked for the condition.
    case filterColumn(Int)
    /// The same, but the new condition replaces those on that column.
    case changeFilter(Int)
    /// A request about a column, to the window.
    case request(ColumnRequest, column: Int)
    /// Opens a menu of types for a column's values.
    case types(Int)
    /// Reads the values of a column as a type; nil for the detected one.
    case chooseType(Int, TypeChoice?)
    /// Sorts the rows by these columns instead of the previous ones; by none, in table order.
    case sortRows([SortedColumn])
    /// Shows a cell in the sheet, from another view.
    case showInSheet(CellPosition)
    /// The same with only the rows that meet a condition: those of the cell's group.
    case showGroupInSheet(CellPosition, Condition)
    /// Copies the selection to the clipboard.
    case copy
    /// Opens a menu of formats to copy the selection in.
    case copyAs
    case selectAll
}

/// The subject of a page of the side panel.
public enum CloserLook: Sendable, Hashable {
    case value
    /// The entire row.
    case record
    /// The distribution of the values of its column.
    case column
}

/// An entry of a context menu. An underscore precedes its mnemonic letter.
public struct MenuEntry: Sendable, Hashable {
    public var label: String
    public var action: GridAction
    /// Nil for an entry that is no switch.
    public var isOn: Bool?
    /// The sections of a submenu, with one entry on; empty if the entry performs an action itself.
    public var submenu: [[MenuEntry]]

    init(_ label: String, _ action: GridAction, isOn: Bool? = nil, submenu: [[MenuEntry]] = []) {
        self.label = label
        self.action = action
        self.isOn = isOn
        self.submenu = submenu
    }
}

extension GridModel {
    /// Returns the sections of the menu for `target`; in other views than the sheet only copy commands, side panel
    /// pages and the command that shows the sheet.
    public func menu(for target: PointerTarget) -> [[MenuEntry]] {
        guard rowCount > 0, columns.count > 0 else { return [] }
        guard isSheet else {
            if case .cell(let cell) = target { return copyMenu(tr("_Copy")) + [sheetEntries(cell)] + lookMenu(cell) }
            return copyMenu(tr("_Copy"))
        }
        switch target {
        case .header(.horizontal, let place), .edge(.horizontal, let place), .sortMark(let place),
            .filterMark(let place), .bar(let place, _):
            return place < columns.count ? copyMenu(tr("C_opy")) + columnMenu(place) : []
        case .header(.vertical, let row), .edge(.vertical, let row):
            return row < rowCount ? copyMenu(tr("_Copy")) + rowMenu(row) : []
        case .cell(let cell):
            return columns.place(of: cell.column).map { copyMenu(tr("C_opy")) + cellMenu(cell, $0) }
                ?? copyMenu(tr("_Copy")) + rowMenu(cell.row)
        case .corner, .freezeHandle: return [cornerMenu].filter { !$0.isEmpty }
        }
    }

    /// Returns the commands for the entire selection.
    private func copyMenu(_ copy: String) -> [[MenuEntry]] {
        guard offers.copying else { return [] }
        return [[MenuEntry(copy, .copy), MenuEntry(tr("Cop_y As"), .copyAs), MenuEntry(tr("Select _All"), .selectAll)]]
    }

    private func columnMenu(_ place: Int) -> [[MenuEntry]] {
        let column = columns.column(at: place)
        var sizes = [
            MenuEntry(tr("Fit Column _Width"), .fitColumn(column)), MenuEntry(tr("_Hide Column"), .hideColumn(column)),
        ]
        if sheet.columns.hiddenCount > 0 { sizes.append(MenuEntry(tr("_Show Hidden Columns"), .showColumns)) }
        var values = offers.filtering ? [MenuEntry(tr("_Filter…"), .filterColumn(column))] : []
        if offers.looking {
            // The menu must not scroll the view.
            let active = activeCell.flatMap { isInSight($0) ? $0.row : nil }
            let cell = CellPosition(row: active ?? rowsInSight?.lowerBound ?? 0, column: column)
            values.append(MenuEntry(tr("Column Facts"), .lookAtColumn(cell)))
        }
        if offers.formatting { values.append(MenuEntry(tr("Fo_rmat…"), .request(.format, column: column))) }
        values += typeEntries(column) + ExpansionMenu(offers, table, rowsInSight).entries(column)
        return [sortEntries(column), values, sizes, columnEntries(column), freezes(.horizontal, place)]
            .filter { !$0.isEmpty }
    }

    private func rowMenu(_ row: Int) -> [[MenuEntry]] {
        var sizes = [MenuEntry(tr("_Hide Row"), .hideRow(row))]
        if sheet.rows.hiddenCount > 0 { sizes.append(MenuEntry(tr("_Show Hidden Rows"), .showRows)) }
        sizes.append(MenuEntry(tr("_Default Row Height"), .resetRow(row)))
        return [sizes, freezes(.vertical, row)]
    }

    /// All commands of both headers, for keyboard users.
    private func cellMenu(_ cell: CellPosition, _ place: Int) -> [[MenuEntry]] {
        var sizes = [
            MenuEntry(tr("_Hide Row"), .hideRow(cell.row)), MenuEntry(tr("Hide _Column"), .hideColumn(cell.column)),
            MenuEntry(tr("Fit Column _Width"), .fitColumn(cell.column)),
        ]
        if sheet.rows.hiddenCount > 0 { sizes.append(MenuEntry(tr("_Show Hidden Rows"), .showRows)) }
        if sheet.columns.hiddenCount > 0 { sizes.append(MenuEntry(tr("Show Hi_dden Columns"), .showColumns)) }
        let filters = [
            MenuEntry(tr("F_ilter by This Value"), .filterValue(cell, isExcluding: false)),
            MenuEntry(tr("E_xclude This Value"), .filterValue(cell, isExcluding: true)),
            MenuEntry(tr("_Filter…"), .filterColumn(cell.column)),
        ]
        var taking = offers.saving ? [MenuEntry(tr("Sa_ve Value…"), .takeValue(.save, cell))] : []
        if let label = offers.pathCopying { taking.append(MenuEntry(label, .takeValue(.copyPath, cell))) }
        // All letters of the first label are access keys already, so it has none.
        let looks = [lookMenu(cell, tr("Whole Value")).joined() + taking].filter { !$0.isEmpty }
        let first = [ReferenceMenu(offers, table).entries(cell), sortEntries(cell.column, isOfCell: true)]
        return first.filter { !$0.isEmpty } + [
            sizes, columnEntries(cell.column),
            freezes(.vertical, cell.row), freezes(.horizontal, place),
        ] + (offers.filtering ? [filters] : []) + looks
    }

    /// The command that shows rows in the sheet, where another view shows them partly or too small to read.
    private func sheetEntries(_ cell: CellPosition) -> [MenuEntry] {
        let entry = MenuEntry(tr("Show in the _Sheet"), .showInSheet(cell))
        return [entry] + (groupInSheet(cell).map { [MenuEntry(tr("Show This _Group in the Sheet"), $0)] } ?? [])
    }

    /// Nil where the view has no groups, rows cannot be filtered, or the group's key is no text.
    func groupInSheet(_ cell: CellPosition) -> GridAction? {
        guard offers.filtering, let groups, let group = groups.place(of: cell.row)?.group,
            let key = groups.withKey(of: group, { String(validating: $0, as: UTF8.self) })
        else { return nil }
        let column = groups.columns.group
        return .showGroupInSheet(cell, Condition(column: column, ofText: key, type: table.columns[column].type))
    }

    private func lookMenu(_ cell: CellPosition, _ value: String = tr("_Whole Value")) -> [[MenuEntry]] {
        guard offers.looking else { return [] }
        return [
            [
                MenuEntry(value, .lookAtValue(cell)), MenuEntry(tr("Record"), .lookAtRecord(cell)),
                MenuEntry(tr("Column Facts"), .lookAtColumn(cell)),
            ]
        ]
    }

    private var cornerMenu: [MenuEntry] {
        var entries: [MenuEntry] = []
        if sheet.columns.hiddenCount > 0 { entries.append(MenuEntry(tr("_Show Hidden Columns"), .showColumns)) }
        if sheet.rows.hiddenCount > 0 { entries.append(MenuEntry(tr("Show _Hidden Rows"), .showRows)) }
        if columns.rowHeader != nil { entries.append(MenuEntry(tr("Show Row _Numbers"), .showRowNumbers)) }
        if isFrozen(.horizontal) { entries.append(MenuEntry(tr("Unfreeze Co_lumns"), .unfreeze(.horizontal))) }
        if isFrozen(.vertical) { entries.append(MenuEntry(tr("Unfreeze _Rows"), .unfreeze(.vertical))) }
        return entries
    }

    private func columnEntries(_ column: Int) -> [MenuEntry] {
        [
            MenuEntry(tr("Use as Row _Names"), .useAsRowNames(column)),
            columns.rowHeader == nil ? nil : MenuEntry(tr("Show Row Num_bers"), .showRowNumbers),
            MenuEntry(tr("_Merge Equal Neighbours"), .mergeEqualNeighbours(column), isOn: isMerged(column: column)),
        ].compactMap { $0 }
    }

    func isFrozen(_ axis: Axis) -> Bool {
        axis == .horizontal
            ? sheet.frozenColumns > 0 || sheet.frozenTrailingColumns > 0
            : sheet.frozenRows > 0 || sheet.frozenTrailingRows > 0
    }

    private func freezes(_ axis: Axis, _ track: Int) -> [MenuEntry] {
        let isOfRows = axis == .vertical
        var entries = [
            MenuEntry(
                isOfRows ? tr("Freeze Rows _Up to Here") : tr("Freeze Columns U_p to Here"),
                .freeze(axis, .leading, boundary: track + 1)),
            MenuEntry(
                isOfRows ? tr("Freeze Rows to _End") : tr("Freeze Columns _to End"),
                .freeze(axis, .trailing, boundary: track)),
        ]
        if isFrozen(axis) {
            entries.append(
                MenuEntry(isOfRows ? tr("Unfreeze _Rows") : tr("Unfreeze Co_lumns"), .unfreeze(axis)))
        }
        return entries
    }
}

extension GridModel {
    /// Activates the target of a context menu.
    public mutating func activate(_ target: PointerTarget) {
        // A menu over the selection applies to the selection.
        guard !isSelected(target) else { return }
        switch target {
        case .cell(let cell): activate(cell)
        case .header: select(target)
        case .edge(let axis, let track): activateHeader(axis, track)
        case .sortMark(let place), .filterMark(let place), .bar(let place, _): activateHeader(.horizontal, place)
        case .corner, .freezeHandle: break
        }
    }

    /// Performs the action of a menu entry. Merging, sorting, filtering, types, saving, copying, other views and the side
    /// panel need the whole table: these are left to the caller.
    public mutating func perform(_ action: GridAction, measuring text: some TextMeasuring) {
        switch action {
        case .fitColumn(let column): fitColumn(column, measuring: text)
        case .hideColumn(let column): hideColumn(column)
        case .showColumns: showColumns(0..<columns.count)
        case .useAsRowNames(let column): setRowHeader(column)
        case .showRowNumbers: setRowHeader(nil)
        case .mergeEqualNeighbours, .takeValue, .lookAtValue, .lookAtRecord, .lookAtColumn, .filterValue, .filterRows,
            .filterColumn, .changeFilter, .request, .types, .chooseType, .sortRows, .showInSheet,
            .showGroupInSheet, .copy, .copyAs:
            break
        case .selectAll: perform(.selectAll)
        case .hideRow(let row): hideRows(row..<row + 1)
        case .showRows: showRows(0..<rowCount)
        case .resetRow(let row): resetRow(row)
        case .freeze(let axis, let end, let boundary): freeze(axis, end, boundary: boundary)
        case .unfreeze(.horizontal): freeze(columns: 0, trailingColumns: 0)
        case .unfreeze(.vertical): freeze(rows: 0, trailingRows: 0)
        }
    }
}
