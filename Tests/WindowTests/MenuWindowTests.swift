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

        @Test func aColumnIsWiderAndAsWideAsItsContentByKeys() async throws {
            let window = try await Session().tableWindow()
            let start = try await window.still()
            let ordinary = try #require(try await window.ring(in: start)).width
            try await window.key("alt+plus", "alt+plus")
            let wide = try await window.changed(from: start, after: "Alt and plus, twice")
            #expect(try #require(try await window.ring(in: wide)).width == ordinary + 32)
            try await window.key("alt+0")
            let fitted = try await window.changed(from: wide, after: "Alt and 0")
            #expect(try #require(try await window.ring(in: fitted)).width <= ordinary)
            try await window.key("ctrl+z")
            try await window.returned(to: wide, after: "undo")
            try await window.close()
        }

        @Test func lastRowsFreezeByTheMenuAndWhatWouldDoNothingCannotBeChosen() async throws {
            let window = try await Session().tableWindow()
            /// The picture with the menu of freezes open.
            func openFreezes(over old: Picture) async throws -> Picture {
                try await window.key("F10")
                let menu = try await window.changed(from: old, after: "F10")
                try await window.key("z")
                return try await window.changed(from: menu, after: "z")
            }
            let freely = try await window.scrolledParts()
            let scrolled = try await window.still()
            try await window.key("ctrl+End", "Up")
            let end = try await window.changed(from: scrolled, after: "Ctrl+End and Up")
            // There is nothing to unfreeze.
            let menu = try await openFreezes(over: end)
            try await window.key("n")
            #expect(try await window.still().difference(from: menu, in: try await window.inside()) == nil)
            try await window.key("e")
            let frozen = try await window.changed(from: menu, after: "Freeze Rows to End")
            try await window.key("ctrl+Home")
            _ = try await window.changed(from: frozen, after: "Ctrl+Home")
            let lines = try await window.scrolledParts()
            #expect(freely.down.maxY - lines.down.maxY >= 30, "the last two rows stayed")
            let open = try await openFreezes(over: try await window.still())
            try await window.key("n")
            _ = try await window.changed(from: open, after: "Unfreeze All")
            try await window.key("ctrl+Home")
            _ = try await window.still()
            #expect(try await window.scrolledParts().down.maxY == freely.down.maxY)
            try await window.close()
        }

        /// The pointer still lies over the button that opened the list of views.
        @Test func nothingIsSaidOverWhatWasJustOpened() async throws {
            let session = try await Session()
            let window = try await session.tableWindow()
            let start = try await window.still()
            let frame = try await window.frame()
            let (x, y) = (frame.minX + 75, frame.minY + 20)
            /// Lets the pointer rest on the button after small moves, for longer than GTK waits.
            func rest() async throws -> Picture {
                try await session.desktop.xdotool([
                    "mousemove", "\(x - 2)", "\(y)", "sleep", "0.3", "mousemove", "\(x - 1)", "\(y + 1)", "sleep",
                    "1.3",
                ])
                return try session.desktop.screen()
            }
            let grid = PixelRect(x: 0..<frame.maxX, y: frame.minY + 48..<frame.maxY - 28)
            let said = try await rest()
            let tooltip = try #require(said.difference(from: start, in: grid), "what the button does")
            let ground = (tooltip.minX + 4, tooltip.midY)
            let dark = said[ground.0, ground.1]
            try await window.click(x: x, y: y)
            let open = try await window.changed(from: start, after: "a click")
            #expect(open.difference(from: start, in: grid) != nil)
            let screen = try await rest()
            #expect(screen[ground.0, ground.1] != dark)
            try await window.key("Escape")
            try await window.pointAtCells()
            try await window.returned(to: start, after: "Escape")
            let again = try await rest().difference(from: start, in: grid)
            #expect(again != nil, "as before")
            try await window.close()
        }

        @Test func clicksInTheStatusBarMakeAllAsLargeAsItIsAndShowWhatIsHidden() async throws {
            let window = try await Session().tableWindow()
            let start = try await window.still()
            for key in ["ctrl+plus", "ctrl+shift+h"] {
                try await window.key(key)
                let other = try await window.changed(from: start, after: key)
                let frame = try await window.frame()
                // Its end: at its beginning is the place, which is another one where a column is hidden.
                let bar = frame.inset(top: frame.height - 24, left: frame.width / 2, bottom: 4, right: 8)
                let part = try #require(other.difference(from: start, in: bar), "it says so there")
                try await window.click(x: part.midX, y: part.midY)
                try await window.pointAtCells()
                if key == "ctrl+shift+h" { try await window.key("Home") }
                try await window.returned(to: start, after: "a click on it")
            }
            try await window.close()
        }
    }
}
