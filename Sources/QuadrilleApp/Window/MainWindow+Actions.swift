import CGTK
import GridGTK

// What can be done in a window, by the names of its actions.
extension MainWindow {
    /// An action with a mark in the menu while it is on.
    func addSwitch(_ name: String, isOn: Bool, _ action: @escaping (MainWindow, Bool) -> Void) {
        guard let object = g_simple_action_new_stateful(name, nil, g_variant_new_boolean(isOn ? 1 : 0)) else { return }
        connectIgnoringArgument(UnsafeMutableRawPointer(object), "activate") { [weak self] in
            if let self { action(self, !self.isOn(name)) }
        }
        g_action_map_add_action(OpaquePointer(window), object)
        g_object_unref(UnsafeMutableRawPointer(object))
    }

    func isOn(_ name: String) -> Bool {
        guard let state = g_action_group_get_action_state(OpaquePointer(window), name) else { return false }
        defer { g_variant_unref(state) }
        return g_variant_get_boolean(state) != 0
    }

    func enable(_ name: String, _ isEnabled: Bool) {
        g_simple_action_set_enabled(g_action_map_lookup_action(OpaquePointer(window), name), isEnabled ? 1 : 0)
    }

    /// Puts the mark of a switch where it belongs.
    func mark(_ name: String, isOn: Bool) {
        g_simple_action_set_state(
            g_action_map_lookup_action(OpaquePointer(window), name), g_variant_new_boolean(isOn ? 1 : 0))
    }
}
