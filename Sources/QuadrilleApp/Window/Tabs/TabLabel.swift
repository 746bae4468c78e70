import CGTK
import GridGTK
import Translation

/// The label on the tab of a document: its name, and a button that closes it.
@MainActor
final class TabLabel {
    let widget: Widget = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 4)
    private let name: Widget = gtk_label_new(nil)
    /// Visible while the tab has a message to read.
    private let mark: Widget = gtk_label_new("●")
    private let button: Widget
    private var hint = ""
    private var news: String?
    /// The minimum and maximum widths of the name, in letters.
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
        // No higher than the text beside it.
        Style.add("button { min-width: 18px; min-height: 18px; padding: 0; }", to: button)
        gtk_widget_show_all(widget)
        connect(UnsafeMutableRawPointer(button), "clicked") { onClose() }
    }

    /// Sets the name of a document; the tooltip shows `path`.
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
    /// The title of a document's window, and the folder of its file, if it has one, in display form.
    struct Subject: Hashable, Sendable {
        var title: String
        var folder: String?
    }

    /// The titles; duplicates are followed by the part of the folder that distinguishes them.
    static func distinct(_ subjects: [Subject]) -> [String] {
        let counts = Dictionary(subjects.map { ($0.title, 1) }, uniquingKeysWith: +)
        return subjects.map { subject in
            guard counts[subject.title, default: 0] > 1, let folder = subject.folder else { return subject.title }
            let others = subjects.filter { $0.title == subject.title && $0.folder != folder }.compactMap(\.folder)
            guard !others.isEmpty else { return subject.title }
            let parts = folder.split(separator: "/")
            // The smallest number of innermost folders that no other path ends with.
            let count = (1...max(1, parts.count)).first { count in
                !others.contains { $0.split(separator: "/").suffix(count) == parts.suffix(count) }
            }
            let end = parts.suffix(count ?? parts.count).joined(separator: "/")
            return "\(subject.title) — \(end.isEmpty ? folder : end)"
        }
    }
}
