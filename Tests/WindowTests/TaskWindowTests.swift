import TestDesktop
import Testing

extension WindowTests {
    /// The list of what goes on.
    @Suite(.serialized) struct TaskLists {
        @Test func whatGoesOnIsListedAndStoppedByKeys() async throws {
            let session = try await Session.steady()
            let window = try await session.window(["--generate", "1000000000000x20"], title: "Generated")
            let start = try await window.still()
            try await window.key("ctrl+f")
            let bar = try await window.changed(from: start, after: "ctrl+f")
            // Nothing goes on: that is said, and Escape closes it.
            try await window.key("ctrl+j")
            let empty = try await window.changed(from: bar, after: "ctrl+j")
            try await window.key("Escape")
            try await window.returned(to: bar, after: "Escape")
            // A search that would take days.
            try await session.desktop.xdotool(["type", "--delay", "40", "not there"])
            try await busy(window)
            let searching = try await window.still()
            try await window.key("ctrl+j")
            let list = try await window.changed(from: searching, after: "ctrl+j")
            let inside = try await window.inside()
            let below = PixelRect(x: inside.minX..<inside.maxX, y: inside.midY..<inside.maxY)
            #expect(list.difference(from: empty, in: below) != nil, "another list than that of nothing")
            #expect(!window.program.isIdle)
            // The button has the keyboard.
            try await window.key("Return")
            _ = try await eventually("the search to be given up") { window.program.isIdle ? true : nil }
            try await window.key("Escape")
            // What was looked for stands there still, and how far that went.
            let stopped = try await window.changed(from: searching, after: "the stop")
            let isBar = PixelRect(x: inside.minX..<inside.maxX, y: inside.minY..<inside.minY + 40)
            #expect(stopped.difference(from: start, in: isBar) != nil && window.program.isIdle)
            try await window.key("F3")
            try await busy(window)
            try await window.key("Escape")
            try await window.returned(to: start, after: "Escape")
            try await window.close()
        }

        /// Waits until the program has worked for longer than drawing takes it, and than it waits for another letter.
        private func busy(_ window: Window) async throws {
            var looks = 0
            while looks < 12 {
                looks = window.program.isIdle ? 0 : looks + 1
                try await Task.sleep(for: .milliseconds(25))
            }
        }
    }
}
