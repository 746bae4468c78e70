import TestDesktop
import Testing

extension WindowTests {
    /// The list of what goes on.
    @Suite(.serialized) struct TaskLists {
        @Test func whatGoesOnIsListedAndStoppedByKeys() async throws {
            let session = try await Session.steady()
            let window = try await session.window(["--generate", "1000000000000x20"], title: "Generated")
            let start = try await window.still()
            // Nothing is: that is said, and Escape closes it.
            try await window.key("ctrl+j")
            let empty = try await window.changed(from: start, after: "ctrl+j")
            try await window.key("Escape")
            try await window.returned(to: start, after: "Escape")
            // A search that would take days.
            try await window.key("ctrl+f")
            _ = try await window.changed(from: start, after: "ctrl+f")
            try await session.desktop.xdotool(["type", "--delay", "40", "not there"])
            _ = try await eventually("the search to go on") { window.program.isIdle ? nil : true }
            try await window.key("ctrl+j")
            let inside = try await window.inside()
            _ = try await eventually("another list than that of nothing") {
                try session.desktop.screen().difference(from: empty, in: inside) == nil ? nil : true
            }
            // The button has the keyboard.
            try await window.key("Return")
            _ = try await eventually("the search to be given up") { window.program.isIdle ? true : nil }
            try await window.key("Escape")
            try await window.returned(to: start, after: "Escape")
            try await window.close()
        }
    }
}
