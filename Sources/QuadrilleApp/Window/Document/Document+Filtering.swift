import CGTK
import Geometry
import GridGTK
import GridUI
import Tabular
import TabularOps

// The popover for the filter of a column.
extension Document {
    /// Opens the filter of the active cell's column.
    func askForFilterOfActiveColumn() {
        guard let grid, let cell = grid.model.activeCell else { return }
        grid.update { $0.reveal(cell) }
        askForFilter(ofColumn: cell.column)
    }

    /// Opens the filter of a column at its header, to add a condition, or to replace the column's first one where `isChange`.
    func askForFilter(ofColumn column: Int, isChange: Bool = false) {
        guard let grid else { return }
        let conditions = arranging.shown.conditions
        let edited = isChange ? conditions.firstIndex { $0.column == column } : nil
        openFilter(
            ofColumn: column, editing: edited.map { FilterForm.parts(of: $0, in: conditions) } ?? [],
            at: place(ofColumn: column, in: grid))
    }

    /// Opens the filter at the chip of an applied condition, to replace it.
    func editCondition(_ number: Int, at place: PopoverPlace) {
        let conditions = arranging.shown.conditions
        openFilter(
            ofColumn: conditions[number].column, editing: FilterForm.parts(of: number, in: conditions), at: place)
    }

    private func openFilter(ofColumn column: Int, editing numbers: [Int] = [], at place: PopoverPlace) {
        guard let grid, grid.canOrder, let source = grid.source.abilities.scan,
            grid.model.table.columns.indices.contains(column)
        else { return }
        let (conditions, info) = (arranging.shown.conditions, grid.model.table.columns[column])
        var request = FilterRequest(column: column, title: info.title(at: column), form: info.form, source: source)
        request.rare = RareValues(ofColumn: column, in: grid.model.table)
        request.edited = numbers.map { conditions[$0] }
        request.others = arranging.latest.conditions.filter { !request.edited.contains($0) }
        // An open form for the same conditions keeps its entries.
        if let subject = filterPopover?.subject, subject.column == column, subject.edited == request.edited { return }
        let popover = shell.panels.filter ?? FilterPopover()
        shell.panels.filter = popover
        popover.onApply = { [weak self, edited = request.edited] in self?.replace(edited, by: $0) }
        popover.onClose = { [weak self] in self?.focus() }
        popover.open(request, at: place)
    }

    /// Updates the open popover from the table, or closes it where its column is gone.
    func followFilter(_ grid: GridView) {
        guard let popover = filterPopover, let subject = popover.subject else { return }
        let columns = grid.model.table.columns
        guard columns.indices.contains(subject.column) else { return popover.close() }
        popover.follow(
            columns[subject.column].form, RareValues(ofColumn: subject.column, in: grid.model.table),
            others: arranging.latest.conditions.filter { !subject.edited.contains($0) })
    }

    /// Replaces conditions by others; appends them where there are none to replace.
    private func replace(_ old: [Condition], by new: [Condition]) {
        if old.isEmpty { return narrow(by: new) }
        var arrangement = arranging.latest
        if !arrangement.conditions.contains(where: old.contains) {
            // An earlier replacement is still in progress: this one replaces that.
            let shown = arranging.shown.conditions
            arrangement.conditions.removeAll { $0.column == old[0].column && !shown.contains($0) }
        }
        let place = arrangement.conditions.firstIndex { old.contains($0) } ?? arrangement.conditions.count
        arrangement.conditions.removeAll { old.contains($0) || new.contains($0) }
        arrangement.conditions.insert(contentsOf: new, at: min(place, arrangement.conditions.count))
        arrange(arrangement)
    }
}
