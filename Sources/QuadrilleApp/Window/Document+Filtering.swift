import CGTK
import Geometry
import GridGTK
import GridUI
import Tabular
import TabularOps

// The popover in which a person says which rows are shown by a column.
extension Document {
    /// Asks for a condition of the active cell's column.
    func askForFilterOfActiveColumn() {
        guard let grid, let cell = grid.model.activeCell else { return }
        grid.update { $0.reveal(cell) }
        askForFilter(ofColumn: cell.column)
    }

    /// Asks for a condition of a column, at its header: for one more, or for what is to take the place of the first that it
    /// has.
    func askForFilter(ofColumn column: Int, isChange: Bool = false) {
        guard let grid else { return }
        let conditions = arranging.shown.conditions
        let edited = isChange ? conditions.firstIndex { $0.column == column } : nil
        openFilter(
            ofColumn: column, editing: edited.map { FilterForm.parts(of: $0, in: conditions) } ?? [],
            at: place(ofColumn: column, in: grid))
    }

    /// Asks for what is to take the place of a condition that is in force, at its chip.
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
        // What is written in the one that is open stays there.
        if let subject = filterPopover?.subject, subject.column == column, subject.edited == request.edited { return }
        let popover = filterPopover ?? FilterPopover()
        filterPopover = popover
        popover.onApply = { [weak self, edited = request.edited] in self?.replace(edited, by: $0) }
        popover.onClose = { [weak self] in self?.focus() }
        popover.open(request, at: place)
    }

    /// Keeps what is open in line with the table.
    func followFilter(_ grid: GridView) {
        guard let popover = filterPopover, let subject = popover.subject else { return }
        let columns = grid.model.table.columns
        guard columns.indices.contains(subject.column) else { return popover.close() }
        popover.follow(
            columns[subject.column].form, RareValues(ofColumn: subject.column, in: grid.model.table),
            others: arranging.latest.conditions.filter { !subject.edited.contains($0) })
    }

    /// Puts conditions in the place of others, behind those that stay where there were none.
    private func replace(_ old: [Condition], by new: [Condition]) {
        if old.isEmpty { return narrow(by: new) }
        var arrangement = arranging.latest
        if !arrangement.conditions.contains(where: old.contains) {
            // They were replaced before, which is still being looked for: that is what is changed now.
            let shown = arranging.shown.conditions
            arrangement.conditions.removeAll { $0.column == old[0].column && !shown.contains($0) }
        }
        let place = arrangement.conditions.firstIndex { old.contains($0) } ?? arrangement.conditions.count
        arrangement.conditions.removeAll { old.contains($0) || new.contains($0) }
        arrangement.conditions.insert(contentsOf: new, at: min(place, arrangement.conditions.count))
        arrange(arrangement)
    }
}
