import CAtspi
import Glibc

// Reads the screen as a screen reader does, over the accessibility bus, and tells a test what it hears: a line on standard
// input is a question, its answer the lines up to "."; lines that begin with "!" are events. It ends with its input.

guard atspi_init() < 2 else {
    say("there is no accessibility bus")
    exit(1)
}

let root = atspi_get_desktop(0)
guard
    let listener = atspi_event_listener_new(
        { event, _ in
            if let event { tell(event.pointee) }
        }, nil, nil)
else { exit(1) }
for event in [
    "object:active-descendant-changed", "object:selection-changed", "object:row-inserted", "object:row-deleted",
    "object:model-changed", "object:property-change:accessible-name",
    "object:property-change:accessible-description", "object:announcement",
] where atspi_event_listener_register(listener, event, nil) == 0 {
    say("nobody takes \(event)")
    exit(1)
}
say("listening")

var input: [UInt8] = []
g_unix_fd_add_full(
    G_PRIORITY_DEFAULT, 0, G_IO_IN,
    { _, _, _ in
        var bytes = [UInt8](repeating: 0, count: 4096)
        let count = read(0, &bytes, bytes.count)
        guard count > 0 else { exit(0) }
        MainActor.assumeIsolated {
            input += bytes[..<count]
            while let end = input.firstIndex(of: UInt8(ascii: "\n")) {
                let line = String(decoding: input[..<end], as: UTF8.self)
                input.removeSubrange(...end)
                for line in answer(line.split(separator: " ").map(String.init)) { say(line) }
                say(".")
            }
        }
        return 1
    }, nil, nil)
g_main_loop_run(g_main_loop_new(nil, 0))
