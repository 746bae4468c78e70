import CGTK
import GridGTK

/// The actions of a document, by the names that menus and keys use.
@MainActor
struct ActionSet {
    /// GTK's group of the actions.
    let group: OpaquePointer?

    /// Adds an action.
    func add(_ name: String, _ perform: @escaping () -> Void) { add(name, g_simple_action_new(name, nil), perform) }

    /// Adds an action with a mark in the menu while it is on. `perform` gets the new state.
    func addSwitch(_ name: String, isOn: Bool, _ perform: @escaping (Bool) -> Void) {
        let state = g_variant_new_boolean(isOn ? 1 : 0)
        add(name, g_simple_action_new_stateful(name, nil, state)) { perform(!self.isOn(name)) }
    }

    /// Adds an action with several menu entries, each with a text, one of which is on.
    func addChoice(_ name: String, _ text: String, _ perform: @escaping (String) -> Void) {
        guard let type = g_variant_type_new("s") else { return }
        defer { g_variant_type_free(type) }
        guard let object = g_simple_action_new_stateful(name, type, g_variant_new_string(text)) else { return }
        connectText(UnsafeMutableRawPointer(object), perform)
        insert(name, object)
    }

    func isOn(_ name: String) -> Bool {
        guard let state = g_action_group_get_action_state(group, name) else { return false }
        defer { g_variant_unref(state) }
        return g_variant_get_boolean(state) != 0
    }

    func enable(_ name: String, _ isEnabled: Bool) { g_simple_action_set_enabled(self[name], isEnabled ? 1 : 0) }

    /// Sets the state of a switch.
    func mark(_ name: String, isOn: Bool) { g_simple_action_set_state(self[name], g_variant_new_boolean(isOn ? 1 : 0)) }

    /// Sets the state of a choice to its text.
    func mark(_ name: String, choice text: String) { g_simple_action_set_state(self[name], g_variant_new_string(text)) }

    subscript(name: String) -> OpaquePointer? { g_action_map_lookup_action(group, name) }

    private func add(_ name: String, _ object: OpaquePointer?, _ perform: @escaping () -> Void) {
        guard let object else { return }
        connectIgnoringArgument(UnsafeMutableRawPointer(object), "activate", perform)
        insert(name, object)
    }

    private func insert(_ name: String, _ object: OpaquePointer) {
        assert(self[name] == nil, "two actions are called \(name)")
        g_action_map_add_action(group, object)
        g_object_unref(UnsafeMutableRawPointer(object))
    }
}
