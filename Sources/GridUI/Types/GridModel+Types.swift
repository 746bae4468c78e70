import Tabular
import TabularOps
import Translation

// The types of columns, in menus and tooltips.
extension GridModel {
    /// The submenu of a column's types and the values that do not fit; nothing where types are not offered.
    func typeEntries(_ column: Int) -> [MenuEntry] {
        guard typing.isOffered(for: column) else { return [] }
        let (form, choice) = (table.columns[column].form, typing.chosen[column])
        let types = TypeMenu.sections(detected: choice == nil && !form.isChosen ? form : nil).map { section in
            section.map { MenuEntry($0.label, .chooseType(column, $0.choice), isOn: $0.choice == choice) }
        }
        var entries = [MenuEntry(TypeMenu.title, .types(column), submenu: types)]
        if offers.filtering, let misfits = table.fit.misfits[column], misfits > 0 {
            entries.append(
                MenuEntry(Self.misfitTitle(misfits), .filterRows([Condition(column: column, .misfit)])))
        }
        return entries
    }

    /// The title of the command that shows only the values that do not fit.
    package static func misfitTitle(_ count: Int) -> String {
        tr(
            one: "Show the {count} _Value That Does Not Fit", many: "Show the {count} _Values That Do Not Fit", count)
    }

    /// A Boolean value that indicates whether a value does not match the type that the user chose for its column. Truncated
    /// values are not checked.
    ///
    /// - Complexity: O(bytes), and O(1) where the type is detected.
    func isMisfit(_ cell: CellPosition, in block: RowBlock) -> Bool {
        guard cell.column < table.columns.count, table.columns[cell.column].form.isChosen else { return false }
        let info = block.info(row: cell.row, column: cell.column)
        guard info.state == .value, !info.isCut else { return false }
        let form = table.columns[cell.column].form
        return block.withBytes(row: cell.row, column: cell.column) { form.fit(of: $0) == .misfit }
    }
}
