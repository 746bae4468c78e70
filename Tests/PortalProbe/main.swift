import CGTK
import Glibc

// Says what the desktop wants, as a portal does, over the session's bus: the first argument is the colour scheme at first,
// and `old` behind it makes a portal of before there was ReadOne. A line on standard input is a number that the scheme is
// from now on, or `asked`; each is answered by how often the scheme was asked for, and ".". It ends with its input.

let name = "org.freedesktop.portal.Desktop"
let path = "/org/freedesktop/portal/desktop"
let interface = "org.freedesktop.portal.Settings"
let appearance = "org.freedesktop.appearance"
let description = """
    <node>
      <interface name='\(interface)'>
        <method name='Read'>
          <arg type='s' direction='in'/><arg type='s' direction='in'/><arg type='v' direction='out'/>
        </method>
        <method name='ReadOne'>
          <arg type='s' direction='in'/><arg type='s' direction='in'/><arg type='v' direction='out'/>
        </method>
      </interface>
    </node>
    """

let bus = g_bus_get_sync(G_BUS_TYPE_SESSION, nil, nil)
let isOld = CommandLine.arguments.contains("old")
var scheme = CommandLine.arguments.count > 1 ? CommandLine.arguments[1] : "0"
var askedCount = 0
var input: [UInt8] = []

func say(_ line: String) {
    let bytes = Array((line + "\n").utf8)
    _ = write(1, bytes, bytes.count)
}

/// What is no number is a value that no portal would give.
@MainActor
func value() -> OpaquePointer? {
    g_variant_new_variant(UInt32(scheme).map { g_variant_new_uint32($0) } ?? g_variant_new_string(scheme))
}

@MainActor
func answer(_ method: String, _ invocation: OpaquePointer) {
    guard !isOld || method == "Read" else {
        return g_dbus_method_invocation_return_dbus_error(
            invocation, "org.freedesktop.DBus.Error.UnknownMethod", "No such method “\(method)”")
    }
    askedCount += 1
    var parts = [method == "Read" ? g_variant_new_variant(value()) : value()]
    g_dbus_method_invocation_return_value(invocation, g_variant_new_tuple(&parts, 1))
}

@MainActor
func obey(_ line: String) {
    if line != "asked" {
        scheme = line
        var parts = [g_variant_new_string(appearance), g_variant_new_string("color-scheme"), value()]
        g_dbus_connection_emit_signal(
            bus, nil, path, interface, "SettingChanged", g_variant_new_tuple(&parts, 3), nil)
    }
    say("\(askedCount)")
    say(".")
}

guard bus != nil, let node = g_dbus_node_info_new_for_xml(description, nil) else { exit(1) }
var table = GDBusInterfaceVTable()
table.method_call = { _, _, _, _, method, _, invocation, _ in
    guard let method, let invocation else { return }
    let word = String(cString: method)
    MainActor.assumeIsolated { answer(word, invocation) }
}
g_dbus_connection_register_object(bus, path, g_dbus_node_info_lookup_interface(node, interface), &table, nil, nil, nil)
g_bus_own_name_on_connection(bus, name, G_BUS_NAME_OWNER_FLAGS_NONE, { _, _, _ in say("ready") }, nil, nil, nil)

g_io_add_watch(
    g_io_channel_unix_new(0), GIOCondition(G_IO_IN.rawValue | G_IO_HUP.rawValue),
    { _, _, _ in
        var bytes = [UInt8](repeating: 0, count: 4096)
        let count = read(0, &bytes, bytes.count)
        guard count > 0 else { exit(0) }
        MainActor.assumeIsolated {
            input += bytes[..<count]
            while let end = input.firstIndex(of: UInt8(ascii: "\n")) {
                obey(String(decoding: input[..<end], as: UTF8.self))
                input.removeSubrange(...end)
            }
        }
        return 1
    }, nil)
g_main_loop_run(g_main_loop_new(nil, 0))
