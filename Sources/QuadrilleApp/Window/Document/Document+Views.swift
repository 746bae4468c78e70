import CGTK
import GridGTK
import GridUI
import TabularOps
import Translation

// The views of the table.
extension Document {
    func installViews(_ add: (String, @escaping (Document) -> Void) -> Void) {
        for view in ViewRegistry.standard.definitions { add("view-" + view.name) { $0.switcher.show(view.name) } }
        add("choose-view-columns") { $0.switcher.openColumns() }
        switcher.onChoice = { [weak self] in self?.sayGrouping($0) }
    }

    /// Shows the sheet, with the rows of `group` alone where that is not nil. Undo reverts both at once.
    func showSheet(of group: Condition?) {
        undo.noteAsOne(viewState) {
            if let group { narrow(by: [group]) }
            switcher.show("sheet")
            return viewState
        }
    }

    /// Shows a notice that the view groups by a column for want of a better one, which leaves a row or two in each group.
    /// Clears it once another column is chosen.
    private func sayGrouping(_ makeshift: Int?) {
        if let viewNotice { infoBar.clear(viewNotice) }
        viewNotice = nil
        guard let makeshift, let column = grid?.model.table.columns[makeshift].title(at: makeshift) else { return }
        let text = tr("No column looks like groups, so rows are grouped by '{column}'.", ["column": column])
        viewNotice = text
        infoBar.show(text, isNew: true, offers: [.chooseColumns])
    }
}
