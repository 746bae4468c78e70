import CGTK
import GridGTK
import Translation

/// The page of a window without a table, for an empty file or one that could not be read.
@MainActor
enum MessagePage {
    /// The page of a file at a path without rows and columns, or of standard input where that is nil.
    static func empty(file: String?) -> Widget {
        let name = file.map { $0.split(separator: "/").last.map(String.init) ?? $0 }
        return make(
            icon: "x-office-spreadsheet-symbolic", title: name == nil ? tr("Nothing came") : tr("This file is empty"),
            text: name.map {
                tr("There is nothing in {file} yet.\nWhat is written to it will appear here.", ["file": $0])
            } ?? tr("Standard input ended with nothing in it."))
    }

    /// Creates a page with an icon, a title, a text and a button that opens a file. `other` is one more button, for another
    /// remedy.
    static func make(icon: String, title: String, text: String, other: Widget? = nil) -> Widget {
        let box: Widget = gtk_box_new(GTK_ORIENTATION_VERTICAL, 12)
        gtk_widget_set_valign(box, GTK_ALIGN_CENTER)
        gtk_widget_set_halign(box, GTK_ALIGN_CENTER)
        for margin in [gtk_widget_set_margin_start, gtk_widget_set_margin_end] { margin(box, 24) }

        let image: Widget = gtk_image_new_from_icon_name(icon, GTK_ICON_SIZE_DIALOG)
        gtk_image_set_pixel_size(cast(image), 96)
        gtk_style_context_add_class(gtk_widget_get_style_context(image), "dim-label")
        gtk_box_pack_start(cast(box), image, 0, 0, 6)

        gtk_box_pack_start(cast(box), heading(title), 0, 0, 0)

        let body: Widget = gtk_label_new(text)
        gtk_label_set_line_wrap(cast(body), 1)
        LabelText.leaveOutHyphens(of: body)
        gtk_label_set_line_wrap_mode(cast(body), PANGO_WRAP_WORD_CHAR)
        gtk_label_set_max_width_chars(cast(body), 60)
        gtk_label_set_justify(cast(body), GTK_JUSTIFY_CENTER)
        gtk_label_set_selectable(cast(body), 1)
        gtk_widget_set_can_focus(body, 0)
        gtk_box_pack_start(cast(box), body, 0, 0, 0)

        let row: Widget = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 6)
        gtk_widget_set_halign(row, GTK_ALIGN_CENTER)
        gtk_box_pack_start(cast(row), openButton(), 0, 0, 0)
        if let other { gtk_box_pack_start(cast(row), other, 0, 0, 0) }
        gtk_box_pack_start(cast(box), row, 0, 0, 12)
        gtk_widget_show_all(box)
        return box
    }

    static func heading(_ title: String) -> Widget {
        let heading: Widget = gtk_label_new(title)
        gtk_label_set_ellipsize(cast(heading), PANGO_ELLIPSIZE_MIDDLE)
        let bold = pango_attr_list_new()
        pango_attr_list_insert(bold, pango_attr_weight_new(PANGO_WEIGHT_BOLD))
        pango_attr_list_insert(bold, pango_attr_scale_new(1.4))
        gtk_label_set_attributes(cast(heading), bold)
        pango_attr_list_unref(bold)
        return heading
    }

    /// A button that opens a file.
    static func openButton() -> Widget {
        let button: Widget = gtk_button_new_with_mnemonic(tr("_Open a File…"))
        gtk_actionable_set_action_name(OpaquePointer(button), "win.open")
        gtk_style_context_add_class(gtk_widget_get_style_context(button), "suggested-action")
        return button
    }
}
