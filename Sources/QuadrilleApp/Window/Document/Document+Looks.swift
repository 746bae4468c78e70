import CGTK
import GridGTK
import GridUI

/// A look of the grid that is on or off, with a check mark in the menu.
struct GridLook: Sendable {
    static let all = [
        GridLook(command: .wrapText) { $0.wrapsText }, GridLook(command: .stripeRows) { $0.stripesRows },
        GridLook(command: .compactRows) { $0.isCompact }, GridLook(command: .headerPictures) { $0.showsPictures },
    ]

    let command: GridCommand
    let isOn: @Sendable (GridModel) -> Bool

    static func isChanged(by command: GridCommand) -> Bool { all.contains { $0.command == command } }
}

extension Document {
    func addLooks() {
        for look in GridLook.all {
            addSwitch(look.command.rawValue, isOn: false) { document, _ in document.grid?.perform(look.command) }
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
        for look in GridLook.all { mark(look.command.rawValue, isOn: look.isOn(model)) }
    }
}
