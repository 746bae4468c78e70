import TestDesktop
import Testing

extension WindowTests {
    /// What the menus over cells and headers do.
    @Suite(.serialized) struct Menus {
        @Test func entriesOfACellsAndOfAHeadersMenuDoWhatTheySay() async throws {
            let session = try await Session.steady()
            let window = try await session.window([try session.table(rows: 60, columns: 8)], title: "table.csv")
            let first = try await window.still()
            try await window.key("Right", "Down")
            let start = try await window.changed(from: first, after: "Right and Down")
            /// The picture once the entry of that letter was chosen from the cell's menu.
            func choose(_ letter: String, from old: Picture) async throws -> Picture {
                try await window.key("Menu")
                let menu = try await window.changed(from: old, after: "Menu")
                try await window.key(letter)
                return try await window.changed(from: menu, after: letter)
            }
            let inside = try await window.inside()
            // Columns, hidden by the menu as by the keys.
            try await window.key("ctrl+shift+h")
            let hidden = try await window.changed(from: start, after: "Ctrl+Shift+H")
            _ = try await choose("d", from: hidden)
            try await window.key("Left")
            try await window.returned(to: start, after: "Show Hidden Columns, and Left")
            #expect(try await choose("c", from: start).difference(from: hidden, in: inside) == nil, "Hide Column")
            let rows = try await choose("u", from: hidden)
            #expect(rows.difference(from: hidden, in: inside) != nil, "Freeze Rows Up to Here")
            // The header above, by a pointer.
            let ring = try #require(try await window.ring(in: first))
            let desktop = session.desktop
            func chooseOfHeader(_ letter: String, from old: Picture) async throws -> Picture {
                try await desktop.xdotool(["mousemove", "\(ring.midX)", "\(ring.minY - 16)", "click", "3"])
                let menu = try await window.changed(from: old, after: "the secondary button")
                try await window.key(letter)
                try await window.pointAtCells()
                return try await window.changed(from: menu, after: letter)
            }
            let filter = try await chooseOfHeader("f", from: rows)
            #expect(filter.difference(from: rows, in: inside) != nil, "Filter…")
            try await window.key("Escape")
            _ = try await window.changed(from: filter, after: "Escape")
            try await window.close()
        }
    }
}
