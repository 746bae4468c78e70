import CGTK
import GridGTK

/// Properties of GObjects that have no function of their own.
@MainActor
enum Property {
    /// G_TYPE_STRING, a macro.
    static let stringType = GType(16 << 2)
    /// G_TYPE_BOOLEAN, likewise.
    static let booleanType = GType(5 << 2)

    static func set(_ object: Widget, _ name: String, _ text: String) {
        with(stringType) { value in
            g_value_set_string(&value, text)
            g_object_set_property(cast(object), name, &value)
        }
    }

    static func set(_ object: Widget, _ name: String, _ flag: Bool) {
        with(booleanType) { value in
            g_value_set_boolean(&value, flag ? 1 : 0)
            g_object_set_property(cast(object), name, &value)
        }
    }

    /// Sets a child property of a container.
    static func set(_ child: Widget, _ name: String, _ flag: Bool, in container: Widget) {
        with(booleanType) { value in
            g_value_set_boolean(&value, flag ? 1 : 0)
            gtk_container_child_set_property(cast(container), child, name, &value)
        }
    }

    /// Sets a property of a cell in its column.
    static func set(
        _ cell: UnsafeMutablePointer<GtkCellRenderer>, _ name: String, _ flag: Bool,
        in column: UnsafeMutablePointer<GtkTreeViewColumn>
    ) {
        guard let area = gtk_cell_layout_get_area(OpaquePointer(column)) else { return }
        with(booleanType) { value in
            g_value_set_boolean(&value, flag ? 1 : 0)
            gtk_cell_area_cell_set_property(area, cell, name, &value)
        }
    }

    static func set(_ object: Widget, _ name: String, enumeration number: Int32, of type: GType) {
        with(type) { value in
            g_value_set_enum(&value, number)
            g_object_set_property(cast(object), name, &value)
        }
    }

    /// Returns the text of a property; empty where it has none.
    static func text(_ object: Widget, _ name: String) -> String {
        var text = ""
        with(stringType) { value in
            g_object_get_property(cast(object), name, &value)
            text = g_value_get_string(&value).map { String(cString: $0) } ?? ""
        }
        return text
    }

    /// Returns the value of a Boolean property.
    static func flag(_ object: Widget, _ name: String) -> Bool {
        var flag = false
        with(booleanType) { value in
            g_object_get_property(cast(object), name, &value)
            flag = g_value_get_boolean(&value) != 0
        }
        return flag
    }

    private static func with(_ type: GType, _ body: (inout GValue) -> Void) {
        var value = GValue()
        g_value_init(&value, type)
        defer { g_value_unset(&value) }
        body(&value)
    }
}
