import CGTK

/// The texts of labels.
@MainActor
package enum LabelText {
    /// Turns off the hyphens that Pango inserts where a label breaks words: a value has none.
    package static func leaveOutHyphens(of label: Widget) {
        let attributes = pango_attr_list_new()
        pango_attr_list_insert(attributes, pango_attr_insert_hyphens_new(0))
        gtk_label_set_attributes(cast(label), attributes)
        pango_attr_list_unref(attributes)
    }
}
