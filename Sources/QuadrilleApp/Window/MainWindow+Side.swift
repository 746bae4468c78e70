import CGTK
import GridGTK
import GridUI
import TabularOps

// The panel beside the grid: one value, or one row.
extension MainWindow {
    /// How wide it is at first, in logical pixels, where the window has room for it.
    private static let sideWidth = 380

    /// Opens the panel at a page, turns to it, or closes it where it is there already.
    func toggleSide(_ page: SidePanel.Page) {
        if side.isOpen && side.page == page { return closeSide() }
        openSide(page)
    }

    /// Opens the panel at a page, or turns to it.
    func openSide(_ page: SidePanel.Page) {
        guard let grid else { return }
        let width = Int(gtk_widget_get_allocated_width(sidePanes))
        if !side.wasOpen { gtk_paned_set_position(cast(sidePanes), Int32(max(width - Self.sideWidth, width / 2))) }
        side.open(page, of: grid)
    }

    func closeSide() {
        side.close()
        focus()
    }
}
