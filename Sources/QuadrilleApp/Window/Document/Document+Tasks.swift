import CGTK
import GridGTK
import GridUI
import Tabular
import Translation

// Problems: the panel, the marks and the keys that lead from one to the next.
extension Document {
    /// The initial height of the list, in logical pixels, where the window has room for it.
    private static let panelHeight = 220

    func toggleProblems() {
        guard let grid else { return }
        let problems = problems ?? makeProblems()
        if problems.isOpen { return closeProblems() }
        problems.follow(grid.model.table)
        let height = Int(gtk_widget_get_allocated_height(panes))
        if !problems.wasOpen {
            gtk_paned_set_position(cast(panes), Int32(max(height - Self.panelHeight, height / 2)))
        }
        problems.open()
    }

    func closeProblems() {
        problems?.close()
        focus()
    }

    private func makeProblems() -> ProblemsPanel {
        let panel = ProblemsPanel()
        problems = panel
        gtk_paned_pack2(cast(panes), panel.widget, 0, 0)
        panel.onChoice = { [weak self] in self?.jump(to: $0) }
        panel.onClose = { [weak self] in self?.closeProblems() }
        return panel
    }

    func followProblems(_ grid: GridView) {
        problems?.follow(grid.model.table)
        markProblems(grid)
    }

    /// Reveals a problem's cell and makes it the active one.
    func jump(to problem: Problem) {
        guard let grid else { return }
        let row = problem.row(in: grid.model.table)
        let before = Departure(from: grid.model)
        grid.jump(toSourceRow: row, column: problem.column) { [weak self] isShown in
            guard let self, let grid = self.grid else { return }
            walk.went(to: problem, cell: grid.model.activeCell)
            leave(before)
            if !isShown, let row {
                infoBar.show(
                    tr(
                        "The problem is in a row that is not shown. {reason}",
                        ["reason": StatusText.notShown(row, in: grid.model)]),
                    isNew: true)
            }
        }
    }

    func goToProblem(isForward: Bool) {
        guard let grid else { return }
        let (table, cell) = (grid.model.table, grid.model.activeCell)
        // The problems that the open panel lists, or else all.
        let shown = problems.flatMap { $0.isOpen ? $0.shown.problems : nil }
        let listed = shown ?? table.problems.first
        guard let index = walk.next(isForward: isForward, in: listed, of: table, from: cell) else { return }
        jump(to: listed[index])
        problems?.select(listed[index])
    }
}

// Exports of the shown table.
extension Document {
    func export() {
        begin { [entry = opened?.entry] in ExportChooser.table(over: $0, $1, input: $2, entry: entry) }
    }

    func saveValue(of cell: CellPosition) {
        begin { window, model, file in ExportChooser.value(over: window, of: cell, model, input: file) }
    }

    /// Opens the dialog of an export, and starts the export. The dialog runs a main loop of its own, during which the table is
    /// not replaced; rows that are sorted meanwhile are written in the previous order.
    func begin(choosing: (Widget, GridModel, String?) -> ExportRequest?) {
        guard let grid, let rows = grid.pinnedRows, !exporter.isBusy else { return }
        let source = grid.shownSource
        isChoosingExport = true
        let request = choosing(window, grid.model, file)
        isChoosingExport = false
        defer { goOnReloading() }
        guard var request, isAlive else { return }
        if opened?.isStandardInput == true { request.input = "-" }
        guard self.grid?.shownSource === source else {
            return infoBar.show(
                tr("{file} was not written: the table is another one now.", ["file": request.name]), isNew: true)
        }
        if let reason = request.refusal { return infoBar.show(reason, isNew: true) }
        exporter.begin(request, of: rows, shownBy: source)
    }
}
