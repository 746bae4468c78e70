import CGTK
import GridGTK
import Translation

/// The label on the tab of a document: its name, and a button that closes it.
@MainActor
final class TabLabel {
    let widget: Widget = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 4)
    private let name: Widget = gtk_label_new(nil)
    /// Seen while there is something to be read in it.
    private let mark: Widget = gtk_label_new("●")
    private let button: Widget
    private var hint = ""
    private var news: String?
    /// So much of a name is seen of it at least, and at most, in letters.
    private static let shortest: gint = 9
    private static let longest: gint = 32

    init(onClose: @escaping () -> Void) {
        button = IconButton.make(
            "window-close-symbolic", label: tr("Close"), tooltip: Shortcut.hint(tr("Close the tab"), of: "win.close"))
        gtk_label_set_ellipsize(cast(name), PANGO_ELLIPSIZE_MIDDLE)
        gtk_label_set_width_chars(cast(name), Self.shortest)
        gtk_label_set_max_width_chars(cast(name), Self.longest)
        gtk_label_set_single_line_mode(cast(name), 1)
        Style.add("label { color: @theme_selected_bg_color; font-size: 70%; }", to: mark)
        gtk_widget_set_no_show_all(mark, 1)
        gtk_box_pack_start(cast(widget), mark, 0, 0, 0)
        gtk_box_pack_start(cast(widget), name, 1, 1, 0)
        gtk_box_pack_end(cast(widget), button, 0, 0, 0)
        // No higher than the words beside it.
        Style.add("button { min-width: 18px; min-height: 18px; padding: 0; }", to: button)
        gtk_widget_show_all(widget)
        connect(UnsafeMutableRawPointer(button), "clicked") { onClose() }
    }

    /// Says the name of a document; `path` is seen while the pointer rests there.
    func show(_ title: String, path: String?) {
        gtk_label_set_text(cast(name), title)
        hint = (path ?? title).visible
        showHint()
        Spoken.name(button, tr("Close {file}", ["file": title]))
    }

    /// Marks the tab of a document that is not visible with a message to read there; nil removes the mark.
    func say(_ news: String?) {
        guard news != self.news else { return }
        self.news = news
        gtk_widget_set_visible(mark, news == nil ? 0 : 1)
        showHint()
    }

    private func showHint() {
        gtk_widget_set_tooltip_text(widget, [hint, news].compactMap { $0 }.joined(separator: "\n"))
    }
}

/// The titles of tabs.
enum TabTitle {
    /// A document by what its window is called, and the folder of its file where it is one, as people know it.
    struct Subject: Hashable, Sendable {
        var title: String
        var folder: String?
    }

    /// The titles, and behind one that others have too, the part of its folder that tells it from them.
    static func distinct(_ subjects: [Subject]) -> [String] {
        let counts = Dictionary(subjects.map { ($0.title, 1) }, uniquingKeysWith: +)
        return subjects.map { subject in
            guard counts[subject.title, default: 0] > 1, let folder = subject.folder else { return subject.title }
            let others = subjects.filter { $0.title == subject.title && $0.folder != folder }.compactMap(\.folder)
            guard !others.isEmpty else { return subject.title }
            let parts = folder.split(separator: "/")
            // From the file outwards, so many folders as no other has in the same order.
            let count = (1...max(1, parts.count)).first { count in
                !others.contains { $0.split(separator: "/").suffix(count) == parts.suffix(count) }
            }
            let end = parts.suffix(count ?? parts.count).joined(separator: "/")
            return "\(subject.title) — \(end.isEmpty ? folder : end)"
        }
    }
}
