import CGTK
import GridGTK
import Translation

// Recently opened files, in the menu and on the page without a file.
extension Document {
    func installRecent() {
        // G_VARIANT_TYPE_STRING, a macro.
        let text = g_variant_type_new("s")
        defer { g_variant_type_free(text) }
        guard let action = g_simple_action_new(RecentFiles.action, text) else { return }
        connectText(UnsafeMutableRawPointer(action)) { [weak self] path in self?.open([path], .preferred) }
        g_action_map_add_action(actions, action)
        g_object_unref(UnsafeMutableRawPointer(action))
    }

    /// Adds the file to the recent ones after some of its rows were drawn, or could be drawn in a tab that is not visible:
    /// the list must not offer a file that cannot be read.
    func followRecent() {
        guard !memory.isNoted, let grid else { return }
        guard grid.hasDrawnRows || !isInSight && grid.model.rowCount > 0 else { return }
        memory.isNoted = true
        RecentFiles.shared.load()
        if let file { RecentFiles.shared.note(file) }
    }
}

/// The recently opened files, as buttons on a page.
@MainActor
enum RecentList {
    /// The maximum number of files on a page.
    private static let limit = 6

    /// Nil without recent files. `open` is called with a path.
    static func make(_ open: @escaping (String) -> Void) -> Widget? {
        let files = RecentFiles.shared.files.prefix(limit)
        guard !files.isEmpty else { return nil }
        let box: Widget = gtk_box_new(GTK_ORIENTATION_VERTICAL, 0)
        gtk_widget_set_halign(box, GTK_ALIGN_CENTER)
        let heading: Widget = gtk_label_new(tr("Opened before"))
        gtk_style_context_add_class(gtk_widget_get_style_context(heading), "dim-label")
        gtk_box_pack_start(cast(box), heading, 0, 0, 6)
        for (file, title) in files {
            let button: Widget = gtk_button_new_with_label(title)
            gtk_button_set_relief(cast(button), GTK_RELIEF_NONE)
            gtk_widget_set_tooltip_text(button, file.path.visible)
            if let label = gtk_bin_get_child(cast(button)) {
                gtk_label_set_ellipsize(cast(label), PANGO_ELLIPSIZE_MIDDLE)
                gtk_label_set_max_width_chars(cast(label), 60)
            }
            connect(UnsafeMutableRawPointer(button), "clicked") { open(file.path) }
            gtk_box_pack_start(cast(box), button, 0, 0, 0)
        }
        return box
    }
}
