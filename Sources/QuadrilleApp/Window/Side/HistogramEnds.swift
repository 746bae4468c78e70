import CGTK
import GridGTK

/// The line below a histogram: the least and the greatest value, or words about some of its bars.
@MainActor
struct HistogramEnds {
    let widget: Widget = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 8)
    private let leading: Widget = gtk_label_new(nil)
    private let trailing: Widget = gtk_label_new(nil)

    init() {
        gtk_label_set_xalign(cast(leading), 0)
        for label in [leading, trailing] {
            gtk_label_set_ellipsize(cast(label), PANGO_ELLIPSIZE_END)
            Style.quieten(label)
        }
        gtk_box_pack_start(cast(widget), leading, 1, 1, 0)
        gtk_box_pack_end(cast(widget), trailing, 0, 0, 0)
    }

    func show(_ leading: String, _ trailing: String = "") {
        gtk_label_set_text(cast(self.leading), leading)
        gtk_label_set_text(cast(self.trailing), trailing)
    }
}
