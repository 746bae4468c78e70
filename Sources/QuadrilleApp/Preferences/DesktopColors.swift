import CGTK

/// The color scheme of the desktop, light or dark, which GTK 3 does not know: desktops of today report it over the session
/// bus (XDG Desktop Portal, "org.freedesktop.portal.Settings").
///
/// The start never waits for the answer, which may come from a program that has to be started for it. Without a bus, a portal
/// or a valid answer, the desktop has no preference. GTK itself knows whether the desktop prefers high contrast.
@MainActor
final class DesktopColors {
    static let shared = DesktopColors()

    private nonisolated static let portal = "org.freedesktop.portal.Desktop"
    private nonisolated static let path = "/org/freedesktop/portal/desktop"
    private nonisolated static let interface = "org.freedesktop.portal.Settings"
    private nonisolated static let group = "org.freedesktop.appearance"
    private nonisolated static let key = "color-scheme"
    /// The value of the key that stands for dark; 0 is no preference, 2 is light.
    private nonisolated static let dark: UInt32 = 1

    private(set) var areDark = false
    private var changed: (() -> Void)?

    private init() {}

    /// Requests the color scheme and subscribes to its changes, once; each change calls `changed`. Call it after the
    /// application has found its bus.
    func follow(_ changed: @escaping () -> Void) {
        guard self.changed == nil, let application = g_application_get_default(),
            let bus = g_application_get_dbus_connection(application)
        else { return }
        self.changed = changed
        Self.listen(to: bus)
    }

    private nonisolated static func listen(to bus: OpaquePointer) {
        g_dbus_connection_signal_subscribe(
            bus, portal, interface, "SettingChanged", path, group, G_DBUS_SIGNAL_FLAGS_NONE,
            { _, _, _, _, _, change, _ in
                guard let change, DesktopColors.text(in: change, at: 1) == DesktopColors.key else { return }
                DesktopColors.take(change, at: 2)
            }, nil, nil)
        read(from: bus, by: "ReadOne") { source, result, _ in
            guard let bus = source.map({ OpaquePointer($0) }) else { return }
            if DesktopColors.take(answerOf: bus, result) { return }
            // The method of older portals, which wraps the value once more.
            DesktopColors.read(from: bus, by: "Read") { source, result, _ in
                guard let bus = source.map({ OpaquePointer($0) }) else { return }
                _ = DesktopColors.take(answerOf: bus, result)
            }
        }
    }

    private nonisolated static func read(
        from bus: OpaquePointer, by method: String, then answered: @escaping GAsyncReadyCallback
    ) {
        var names = [g_variant_new_string(group), g_variant_new_string(key)]
        g_dbus_connection_call(
            bus, portal, path, interface, method, g_variant_new_tuple(&names, 2), nil, G_DBUS_CALL_FLAGS_NONE, -1, nil,
            answered, nil)
    }

    /// Applies the color scheme in a reply; returns false where there was no reply.
    private nonisolated static func take(answerOf bus: OpaquePointer, _ result: OpaquePointer?) -> Bool {
        guard let answer = g_dbus_connection_call_finish(bus, result, nil) else { return false }
        defer { g_variant_unref(answer) }
        take(answer, at: 0)
        return true
    }

    /// Reads the desktop's color scheme from a member of a tuple; ignores a value of another type.
    private nonisolated static func take(_ tuple: OpaquePointer, at index: Int) {
        guard let number = number(in: tuple, at: index) else { return }
        MainActor.assumeIsolated { shared.set(areDark: number == dark) }
    }

    private func set(areDark: Bool) {
        guard areDark != self.areDark else { return }
        self.areDark = areDark
        changed?()
    }

    private nonisolated static func child(of tuple: OpaquePointer, at index: Int) -> OpaquePointer? {
        guard g_variant_classify(tuple) == G_VARIANT_CLASS_TUPLE, index < Int(g_variant_n_children(tuple)) else {
            return nil
        }
        return g_variant_get_child_value(tuple, gsize(index))
    }

    private nonisolated static func text(in tuple: OpaquePointer, at index: Int) -> String? {
        guard let value = child(of: tuple, at: index) else { return nil }
        defer { g_variant_unref(value) }
        guard g_variant_classify(value) == G_VARIANT_CLASS_STRING else { return nil }
        return g_variant_get_string(value, nil).map { String(cString: $0) }
    }

    private nonisolated static func number(in tuple: OpaquePointer, at index: Int) -> UInt32? {
        guard var value = child(of: tuple, at: index) else { return nil }
        defer { g_variant_unref(value) }
        while g_variant_classify(value) == G_VARIANT_CLASS_VARIANT {
            guard let inner = g_variant_get_variant(value) else { return nil }
            g_variant_unref(value)
            value = inner
        }
        return g_variant_classify(value) == G_VARIANT_CLASS_UINT32 ? g_variant_get_uint32(value) : nil
    }
}
