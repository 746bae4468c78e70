import CGTK
import GridGTK
import GridUI

// Looks of the grid that can be on or off, with a check mark in the menu.
extension Document {
    static let looks: [GridCommand: KeyPath<GridModel, Bool> & Sendable] = [
        .wrapText: \.wrapsText, .stripeRows: \.stripesRows, .compactRows: \.isCompact,
        .headerPictures: \.showsPictures,
    ]

    func addLooks() {
        for command in Self.looks.keys {
            addSwitch(command.rawValue, isOn: false) { document, _ in document.grid?.perform(command) }
        }
    }

    /// Gives a grid's scrollbars space of their own: overlay scrollbars would cover the last row and column, and the marks.
    /// Their troughs have the quiet color of the ground beside the table.
    func keepScrollbars(of grid: GridView) {
        let bars: UnsafeMutablePointer<GtkScrolledWindow> = cast(grid.widget)
        gtk_scrolled_window_set_overlay_scrolling(bars, 0)
        Style.add("junction { background-color: @theme_bg_color; border: none; }", to: grid.widget)
        for bar in [gtk_scrolled_window_get_vscrollbar(bars), gtk_scrolled_window_get_hscrollbar(bars)] {
            if let bar { Style.add("scrollbar { background-color: @theme_bg_color; }", to: bar) }
        }
    }

    /// Updates the check marks from the grid.
    func markLooks() {
        guard let model = grid?.model else { return }
        for (command, look) in Self.looks { mark(command.rawValue, isOn: model[keyPath: look]) }
    }
}
