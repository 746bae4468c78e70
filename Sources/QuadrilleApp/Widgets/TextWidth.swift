import CGTK
import GridGTK

/// Widths of texts, for columns of lists whose words are longer in some languages.
@MainActor
enum TextWidth {
    /// Logical pixels of the widest of `texts` in the font of `widget`. Complexity: O(*n*) in the measured text.
    static func widest(of texts: [String], in widget: Widget) -> Int32 {
        texts.reduce(0) { widest, text in
            guard let layout = gtk_widget_create_pango_layout(widget, text) else { return widest }
            defer { g_object_unref(UnsafeMutableRawPointer(layout)) }
            var width: Int32 = 0
            pango_layout_get_pixel_size(layout, &width, nil)
            return max(widest, width)
        }
    }
}
