import CGTK
import GridGTK
import Translation

/// A labeled text of the dialect, with a list of common choices.
@MainActor
final class DialectField {
    let field: DialectForm.Field
    var onChange: () -> Void = {}
    /// Called when the user presses Return in the entry.
    var onActivate: () -> Void = {}
    private let label: Widget
    private let list: Widget = gtk_combo_box_text_new_with_entry()
    private let entry: Widget?
    /// True while the options, not the user, change the text.
    private var isFollowing = false
    private var isAttached = false

    init(_ field: DialectForm.Field) {
        self.field = field
        label = gtk_label_new_with_mnemonic(field.label)
        gtk_label_set_xalign(cast(label), 0)
        entry = gtk_bin_get_child(cast(list))
        for preset in [tr("Detect")] + field.presets.map(DialectForm.shown) {
            gtk_combo_box_text_append_text(cast(list), preset)
        }
        connect(list, "changed") { [weak self] in self?.changed() }
        guard let entry else { return }
        gtk_label_set_mnemonic_widget(cast(label), entry)
        gtk_entry_set_width_chars(cast(entry), 14)
        gtk_widget_set_hexpand(list, 1)
        connect(entry, "activate") { [weak self] in self?.onActivate() }
        connectDraw(entry) { [weak self] cr in self?.drawHint(on: cr) }
    }

    /// Adds the field to a form, or moves it to another line or column.
    func attach(to grid: Widget, column: Int32, line: Int32) {
        if isAttached {
            for part in [label, list] {
                g_object_ref(part)
                gtk_container_remove(cast(grid), part)
            }
        }
        gtk_grid_attach(cast(grid), label, 2 * column, line, 1, 1)
        gtk_grid_attach(cast(grid), list, 2 * column + 1, line, 1, 1)
        if isAttached { for part in [label, list] { g_object_unref(part) } }
        isAttached = true
    }

    var text: String {
        get { entry.flatMap { gtk_entry_get_text(cast($0)) }.map { String(cString: $0) } ?? "" }
        set {
            isFollowing = true
            if let entry { gtk_entry_set_text(cast(entry), newValue) }
            isFollowing = false
        }
    }

    /// Shows the detected value in the empty field.
    func show(found: String) {
        guard let entry else { return }
        gtk_entry_set_placeholder_text(cast(entry), found.isEmpty ? nil : tr("Found: {value}", ["value": found]))
    }

    /// Draws the placeholder of an empty field also while it has the keyboard focus; GTK draws it only without focus.
    private func drawHint(on cr: OpaquePointer) {
        guard let entry, gtk_widget_has_focus(entry) != 0, gtk_entry_get_text_length(cast(entry)) == 0,
            let hint = gtk_entry_get_placeholder_text(cast(entry)),
            let layout = gtk_widget_create_pango_layout(entry, hint)
        else { return }
        defer { g_object_unref(UnsafeMutableRawPointer(layout)) }
        var area = GdkRectangle()
        gtk_entry_get_text_area(cast(entry), &area)
        var (width, height): (Int32, Int32) = (0, 0)
        pango_layout_get_pixel_size(layout, &width, &height)
        let isRightToLeft = gtk_widget_get_direction(entry) == GTK_TEXT_DIR_RTL
        let x = isRightToLeft ? area.x + area.width - width - 3 : area.x + 3
        cairo_save(cr)
        cairo_push_group(cr)
        gtk_render_layout(
            gtk_widget_get_style_context(entry), cr, Double(x), Double(area.y + (area.height - height) / 2), layout)
        cairo_pop_group_to_source(cr)
        cairo_paint_with_alpha(cr, Self.hintOpacity)
        cairo_restore(cr)
    }

    private static let hintOpacity = 0.55

    func focus() {
        if let entry { gtk_widget_grab_focus(entry) }
    }

    private func changed() {
        guard !isFollowing else { return }
        // The first choice of the list stands for an empty field.
        if gtk_combo_box_get_active(cast(list)) == 0 { text = "" }
        onChange()
    }
}
