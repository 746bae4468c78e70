import CGTK
import GridGTK

/// The side panel and the popovers of a window, each created when it is opened for the first time. They show the visible
/// document; the other documents only store their state.
@MainActor
final class WindowPanels {
    private var side: SidePanel?
    var filter: FilterPopover?
    var format: FormatPopover?
    var goTo: GoToPopover?

    /// Closes the popovers and removes the panel from a document, whose widgets may be destroyed after this.
    func leave(_ document: Document) {
        filter?.leave()
        format?.leave()
        goTo?.leave()
        guard let side else { return }
        // Otherwise no widget would have the keyboard, and the notebook would not restore it in the next document.
        if let focus = gtk_window_get_focus(cast(document.window)), gtk_widget_is_ancestor(focus, side.widget) != 0 {
            document.focus()
        }
        side.leave()
    }

    /// Updates the panel, if `document` is the visible one.
    func followSide(of document: Document) {
        let state = document.side
        guard document.isInSight else {
            // The panel begins again with another grid.
            if document.grid !== state.grid { state.release() }
            return
        }
        if state.isOpen, let grid = document.grid {
            (side ?? makeSide(in: document.shell)).show(state, of: grid, in: document.sidePanes)
        } else {
            side?.leave()
        }
    }

    private func makeSide(in shell: MainWindow) -> SidePanel {
        let panel = SidePanel()
        side = panel
        panel.onClose = { [weak shell] in shell?.document?.closeSide() }
        panel.value.onGo = { [weak shell] link in
            shell?.document?.leap(toSourceRow: link.row, column: link.column)
            shell?.document?.focus()
        }
        panel.record.onCopy = { [weak shell] row, columns in shell?.document?.copy(columns, ofSourceRow: row) }
        panel.column.onFilter = { [weak shell] in shell?.document?.narrow(by: $0) }
        return panel
    }
}

// The popovers of the window, while it shows the document.
extension Document {
    var filterPopover: FilterPopover? { isInSight ? shell.panels.filter : nil }
    var formatPopover: FormatPopover? { isInSight ? shell.panels.format : nil }
    var goTo: GoToPopover? { isInSight ? shell.panels.goTo : nil }
}
