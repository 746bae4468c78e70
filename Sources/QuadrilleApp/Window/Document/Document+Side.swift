import CGTK
import GridGTK
import GridUI
import TabularOps

// The side panel: a value, a row or a column.
extension Document {
    /// The initial width of the panel, in logical pixels, where the window has room for it.
    private static let sideWidth = 380

    /// Opens the panel at a page, switches to that page, or closes the panel where it shows the page already.
    func toggleSide(_ page: SidePanel.Page) {
        if side.isOpen, side.page == page { return closeSide() }
        openSide(page)
    }

    /// Opens the panel at a page, or switches to it.
    func openSide(_ page: SidePanel.Page) {
        guard grid != nil else { return }
        let width = Int(gtk_widget_get_allocated_width(sidePanes))
        if !side.wasOpen { gtk_paned_set_position(cast(sidePanes), Int32(max(width - Self.sideWidth, width / 2))) }
        side.open(page)
        followSide()
    }

    /// Updates the panel of the window, while that shows the document.
    func followSide() { shell.panels.followSide(of: self) }

    /// Makes room for a list before the table: `width` pixels, or where that is nil the position of last time. Where the panel
    /// after the table is open too, the table keeps half of the rest at least.
    func makeRoom(in panes: Widget, for width: Int32?) {
        if let width { gtk_paned_set_position(cast(panes), width) }
        guard side.isOpen else { return }
        let list = gtk_paned_get_position(cast(panes))
        let left = gtk_widget_get_allocated_width(sidePanes) - list
        // Only the table gets narrower by the list.
        let table = max(gtk_paned_get_position(cast(sidePanes)) - list, left / 2)
        gtk_paned_set_position(cast(sidePanes), table + list)
    }

    func closeSide() {
        side.close()
        followSide()
        focus()
    }
}
