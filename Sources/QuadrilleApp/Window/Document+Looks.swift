import CGTK
import GridGTK
import GridUI

// Looks of the grid that are on or off, with a mark in the menu while they are on.
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

    /// Gives a grid's scrollbars places of their own: bars that come and go would lie over the last row and column, and
    /// over marks. Their troughs are as quiet as the ground beside the table.
    func keepScrollbars(of grid: GridView) {
        let bars: UnsafeMutablePointer<GtkScrolledWindow> = cast(grid.widget)
        gtk_scrolled_window_set_overlay_scrolling(bars, 0)
        Style.add("junction { background-color: @theme_bg_color; border: none; }", to: grid.widget)
        for bar in [gtk_scrolled_window_get_vscrollbar(bars), gtk_scrolled_window_get_hscrollbar(bars)] {
            if let bar { Style.add("scrollbar { background-color: @theme_bg_color; }", to: bar) }
        }
    }

    /// Puts the marks where they belong.
    func markLooks() {
        guard let model = grid?.model else { return }
        for (command, look) in Self.looks { mark(command.rawValue, isOn: model[keyPath: look]) }
    }
}
