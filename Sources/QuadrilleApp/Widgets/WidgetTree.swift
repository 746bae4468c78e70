import CGTK
import GridGTK

/// A widget and all its descendants, including GTK's internal ones.
@MainActor
enum WidgetTree {
    /// Calls `visit` for `widget`, and where that returns true for each of its children, from the outside to the inside.
    static func visit(_ widget: Widget, _ visit: (Widget) -> Bool) {
        guard visit(widget), isA(widget, gtk_container_get_type()) else { return }
        // GTK calls back before it returns, so `visit` does not escape.
        withoutActuallyEscaping(visit) { visit in
            var visit = visit
            withUnsafeMutablePointer(to: &visit) { visit in
                gtk_container_forall(
                    cast(widget),
                    { child, visit in
                        guard let child, let visit else { return }
                        MainActor.assumeIsolated {
                            WidgetTree.visit(child, visit.assumingMemoryBound(to: ((Widget) -> Bool).self).pointee)
                        }
                    }, visit)
            }
        }
    }

    /// Returns true where a widget is of a type, or of one that is derived from it.
    static func isA(_ widget: Widget, _ type: GType) -> Bool { g_type_check_instance_is_a(cast(widget), type) != 0 }
}
