import CGTK
import GridGTK
import Translation

// Files that were opened before, in the menu and where no file is open.
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

    /// Takes note of the file that is shown, once there is something of it to be seen, or would be in a tab that nobody has
    /// looked at yet: what cannot be read is not opened again.
    func followRecent() {
        guard !memory.isNoted, let grid else { return }
        guard grid.hasDrawnRows || !isInSight && grid.model.rowCount > 0 else { return }
        memory.isNoted = true
        RecentFiles.shared.load()
        if let file { RecentFiles.shared.note(file) }
    }
}

/// The files that were opened before, as buttons of a page.
@MainActor
enum RecentList {
    /// So many have room on a page.
    private static let limit = 6

    /// Nil where there are none. `open` is called with a path.
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
