import CGTK
import GridGTK
import QuadrilleRuntime
import Tabular

/// The list of the operations that a condition may have.
@MainActor
final class OperationList {
    let widget: Widget = gtk_combo_box_text_new()
    /// Called after the user chose an operation; `isFromList` is false for keys that step through the closed list.
    var onChoice: (_ isFromList: Bool) -> Void = { _ in }
    private var offered: [FilterForm.Operation] = []
    /// True while the list is open, and for a moment afterwards.
    private var isOpen = false
    private var isFilling = false

    init() {
        connect(widget, "changed") { [weak self] in
            guard let self, !isFilling else { return }
            onChoice(isOpen)
        }
        connectIgnoringArgument(UnsafeMutableRawPointer(widget), "notify::popup-shown") { [weak self] in
            guard let self else { return }
            guard isOpen else {
                isOpen = true
                return
            }
            // The list closes before GTK reports the choice.
            MainHop.post { self.isOpen = false }
        }
    }

    /// Offers operations, of which `chosen` is the current one.
    func fill(_ operations: [FilterForm.Operation], chosen: FilterForm.Operation, _ values: ValueForm) {
        isFilling = true
        offered = operations
        gtk_combo_box_text_remove_all(cast(widget))
        for operation in offered {
            gtk_combo_box_text_append_text(cast(widget), FilterForm.title(of: operation, values))
        }
        gtk_combo_box_set_active(cast(widget), Int32(offered.firstIndex(of: chosen) ?? 0))
        isFilling = false
    }

    /// The chosen operation; nil without one.
    var chosen: FilterForm.Operation? {
        let index = Int(gtk_combo_box_get_active(cast(widget)))
        return offered.indices.contains(index) ? offered[index] : nil
    }
}
