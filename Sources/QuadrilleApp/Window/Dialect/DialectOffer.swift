import CGTK
import GridGTK
import Tabular
import Translation

/// A line with the dialect that reads most of a table better, and a button that applies it.
@MainActor
final class DialectOffer {
    /// Called with the description that contains the suggestion.
    var onTake: (TableDescription) -> Void = { _ in }
    let widget: Widget = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 12)
    private let text: Widget = gtk_label_new(nil)
    private var suggestion: TableDescription?

    init() {
        gtk_label_set_xalign(cast(text), 0)
        gtk_label_set_line_wrap(cast(text), 1)
        gtk_label_set_max_width_chars(cast(text), 60)
        let button: Widget = gtk_button_new_with_mnemonic(tr("_Use That"))
        gtk_box_pack_start(cast(widget), text, 1, 1, 0)
        gtk_box_pack_end(cast(widget), button, 0, 0, 0)
        connect(button, "clicked") { [weak self] in
            guard let self, let suggestion else { return }
            onTake(suggestion)
        }
    }

    /// Shows the suggestion in `description`, or nothing where there is none.
    func show(_ description: TableDescription) {
        guard suggestion != description else { return }
        suggestion = description
        let words = DialectForm.suggestion(in: description)
        gtk_label_set_text(cast(text), words?.visible)
        gtk_widget_set_visible(widget, words == nil ? 0 : 1)
    }
}
