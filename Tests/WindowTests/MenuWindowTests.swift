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

        @Test func nothingIsSaidOverWhatWasJustOpened() async throws {
            let session = try await Session()
            let window = try await session.tableWindow()
            let start = try await window.still()
            let frame = try await window.frame()
            let (x, y) = (frame.maxX - 60, frame.maxY - 16)
            /// Lets the pointer rest on the button after a small move, for longer than GTK waits.
            func rest() async throws {
                try await session.desktop.xdotool([
                    "mousemove", "\(x)", "\(y)", "sleep", "0.1", "mousemove", "\(x - 2)", "\(y)", "sleep", "1.2",
                ])
            }
            // Above the bar with the button, and below the window.
            let outside = [
                PixelRect(x: 0..<frame.maxX, y: 0..<frame.maxY - 28),
                PixelRect(x: 0..<frame.maxX, y: frame.maxY + 1..<900),
            ]
            func isClear(of picture: Picture) throws -> Bool {
                let screen = try session.desktop.screen()
                return outside.allSatisfy { screen.difference(from: picture, in: $0) == nil }
            }
            try await rest()
            let hasTooltip = try !isClear(of: start)
            #expect(hasTooltip, "what the button does")
            try await window.click(x: x, y: y)
            _ = try await window.changed(from: start, after: "a click")
            // The popover has come up to its whole size.
            try await session.desktop.xdotool(["mousemove", "\(x)", "\(y)", "sleep", "1.2"])
            let open = try session.desktop.screen()
            try await rest()
            let staysClear = try isClear(of: open)
            #expect(staysClear)
            try await window.key("Escape")
            try await window.pointAtCells()
            try await window.returned(to: start, after: "Escape")
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
