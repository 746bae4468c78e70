import TestDesktop
import Testing

extension WindowTests {
    /// Changes of the view that are undone and redone.
    @Suite(.serialized) struct Undoing {
        @Test func changesAreUndoneOneByOneAndRedone() async throws {
            let session = try await Session.steady()
            let window = try await session.window([try session.table()], title: "table.csv")
            var pictures = [try await window.still()]
            let hiding = ["ctrl+shift+h"]
            let changes = [["ctrl+shift+f"], ["ctrl+plus", "ctrl+plus"], ["alt+Down"], hiding, ["ctrl+5"]]
            for keys in changes {
                for key in keys { try await window.key(key) }
                pictures.append(try await window.changed(from: pictures[pictures.count - 1], after: "\(keys)"))
            }
            for (index, picture) in pictures.enumerated().dropLast().reversed() {
                try await window.key("ctrl+z")
                // The active cell stays where it went from the column that was hidden.
                if changes[index] == hiding { try await window.key("Left") }
                try await window.returned(to: picture, after: "undoing \(changes[index])")
            }
            try await window.key("ctrl+z")
            #expect(try await window.still().difference(from: pictures[0], in: window.inside()) == nil)
            for (index, picture) in pictures.enumerated().dropFirst() {
                try await window.key(index % 2 == 0 ? "ctrl+shift+z" : "ctrl+y")
                try await window.returned(to: picture, after: "redoing \(changes[index - 1])")
            }
            try await window.close()
        }

        @Test func aWidthThatWasDraggedIsUndoneFromTheMenuAndThroughAReload() async throws {
            let session = try await Session.steady()
            let window = try await session.window([try session.table()], title: "table.csv")
            let start = try await window.still()
            let ring = try #require(try await window.ring(in: start))
            let desktop = session.desktop
            var drag = ["mousemove", "\(ring.maxX - 1)", "\(ring.minY - 16)", "mousedown", "1"]
            for step in 1...6 { drag += ["mousemove", "\(ring.maxX + 12 * step)", "\(ring.minY - 16)"] }
            try await desktop.xdotool(drag + ["mouseup", "1"])
            try await window.pointAtCells()
            let wide = try await window.changed(from: start, after: "a drag of a header's edge")
            // The first entry of the menu.
            try await window.key("F10")
            _ = try await window.changed(from: wide, after: "F10")
            try await window.key("Return")
            try await window.returned(to: start, after: "Undo in the menu")
            try await window.key("ctrl+y")
            try await window.returned(to: wide, after: "Ctrl+Y")
            try await window.key("F5")
            _ = try await window.still()
            try await window.returned(to: wide, after: "a reload")
            try await window.key("ctrl+z")
            try await window.returned(to: start, after: "Ctrl+Z after the reload")
            try await window.close()
        }
    }
}
