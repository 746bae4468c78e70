import TestDesktop
import Testing

extension WindowTests {
    /// The list of all columns at the window's side.
    @Suite(.serialized) struct Columns {
        /// How wide the list is at first.
        private static let width = 250
        /// The ground of its selected line.
        private static let selected: UInt32 = 0xCDE1F9

        /// The list's part of the window, and the grid's.
        private func parts(_ window: Window) async throws -> (list: PixelRect, grid: PixelRect) {
            let inside = try await window.inside()
            return (inside.inset(right: inside.width - Self.width + 20), inside.inset(left: Self.width))
        }

        @Test func theListFindsAColumnGoesThereAndEscapeLeadsBack() async throws {
            let session = try await Session.steady()
            let window = try await session.window([try session.table()], title: "table.csv")
            let start = try await window.still()
            try await window.key("F9")
            let open = try await window.changed(from: start, after: "F9")
            let (list, grid) = try await parts(window)
            #expect(open.difference(from: start, in: list) != nil)
            // Of forty columns one is left, to which Return leads; the grid has the keyboard then.
            try await window.key("3", "7")
            let found = try await window.changed(from: open, after: "37")
            #expect(found.difference(from: open, in: list) != nil)
            try await window.key("Return")
            let there = try await window.changed(from: found, after: "Return")
            let ring = try #require(there.bounds(of: Window.accent, in: grid))
            #expect(ring.minX > grid.minX + 200, "column 37 came into sight")
            try await window.key("Down")
            let below = try await window.changed(from: there, after: "Down")
            #expect((try #require(below.bounds(of: Window.accent, in: grid))).minY > ring.minY)
            try await window.key("F9", "Escape", "ctrl+Home")
            try await window.returned(to: start, after: "Escape")
            try await window.close()
        }

        @Test func aColumnIsHiddenShownAndMovedInTheList() async throws {
            let session = try await Session.steady()
            let window = try await session.window([try session.table(columns: 6)], title: "table.csv")
            let start = try await window.still()
            try await window.key("F9")
            let open = try await window.changed(from: start, after: "F9")
            let (list, grid) = try await parts(window)
            // Into the list, to its second line.
            try await window.key("Down", "Down")
            let second = try await window.changed(from: open, after: "Down")
            #expect(second.difference(from: open, in: grid) == nil, "the grid stays as it is")
            try await window.key("space")
            let hidden = try await window.changed(from: second, after: "space")
            #expect(hidden.difference(from: second, in: grid) != nil)
            #expect(hidden.difference(from: second, in: list) != nil)
            try await window.key("space")
            try await window.returned(to: second, after: "space again")
            try await window.key("alt+Down")
            let moved = try await window.changed(from: second, after: "alt+Down")
            #expect(moved.difference(from: second, in: grid) != nil)
            try await window.key("alt+Up")
            try await window.returned(to: second, after: "alt+Up")
            try await window.key("Escape")
            try await window.returned(to: start, after: "Escape")
            try await window.close()
        }

        @Test func aLineThatIsDraggedTakesItsColumnAlong() async throws {
            let session = try await Session.steady()
            let window = try await session.window([try session.table(columns: 6)], title: "table.csv")
            let start = try await window.still()
            try await window.key("F9")
            let open = try await window.changed(from: start, after: "F9")
            let (list, grid) = try await parts(window)
            try await window.key("Down", "alt+Down")
            let byKey = try await window.changed(from: open, after: "alt+Down")
            try await window.key("alt+Up")
            _ = try await window.changed(from: byKey, after: "alt+Up")
            // The first line below the second.
            let first = try #require(open.bounds(of: Self.selected, in: list))
            let x = list.minX + 100
            try await window.drag(x: x, y: first.midY, toX: x + 4, first.midY + 2 * first.height - 10)
            try await window.pointAtCells()
            let desktop = session.desktop
            _ = try await eventually("the columns to stand as the key had them") {
                try desktop.screen().difference(from: byKey, in: grid) == nil ? true : nil
            }
            try await window.key("Escape")
            try await window.close()
        }
    }

    /// Small pictures in headers.
    @Suite(.serialized) struct HeaderPictures {
        /// The accent over a header's ground.
        private static let bar: UInt32 = 0x8BB7EB

        private func table(_ session: Session) throws -> String {
            let rows = (1...3000).map { "\(["red", "green", "green"][$0 % 3]),2024-01-\(10 + $0 % 20),\($0)" }
            return try session.file("p.csv", (["colour", "day", "number"] + rows).joined(separator: "\n") + "\n")
        }

        /// Waits for pictures in the headers; the screen with them, and where their bars are.
        private func pictures(_ window: Window) async throws -> (Picture, PixelRect) {
            let inside = try await window.inside()
            let headers = PixelRect(x: inside.minX..<inside.maxX, y: inside.minY..<inside.minY + 90)
            _ = try await eventually("pictures in the headers") {
                try window.program.session.desktop.screen().bounds(of: Self.bar, in: headers)
            }
            // Those of other columns come later.
            let picture = try await window.settled()
            return (picture, try #require(picture.bounds(of: Self.bar, in: headers)))
        }

        @Test func picturesComeUnderTheTitlesAndAClickOnABarNarrowsTheRows() async throws {
            let session = try await Session.steady()
            let window = try await session.window([try table(session)], title: "p.csv")
            let first = try await window.still()
            let inside = try await window.inside()
            // Bars under the active title have another colour.
            try await window.key("End")
            let start = try await window.changed(from: first, after: "End")
            try await window.key("ctrl+shift+i")
            let (shown, bars) = try await pictures(window)
            // The first bar is that of the most frequent colour.
            try await window.click(x: bars.minX + 3, y: bars.maxY - 4)
            try await window.pointAtCells()
            let narrowed = try await window.changed(from: shown, after: "a click on a bar")
            let chips = PixelRect(x: inside.minX..<inside.maxX, y: inside.maxY - 30..<inside.maxY)
            #expect(narrowed.difference(from: shown, in: chips) != nil, "a line of chips")
            // The active cell stays in its row, which may be another one.
            try await window.key("ctrl+shift+a", "ctrl+Home", "End")
            try await window.returned(to: shown, after: "all rows, and their pictures")
            try await window.key("ctrl+shift+i")
            try await window.returned(to: start, after: "no pictures")
            try await window.close()
        }

        @Test func aDragOverBarsBrushesAStretch() async throws {
            let session = try await Session.steady()
            let window = try await session.window([try table(session), "--header-pictures"], title: "p.csv")
            let (shown, bars) = try await pictures(window)
            let inside = try await window.inside()
            let chips = PixelRect(x: inside.minX..<inside.maxX, y: inside.maxY - 30..<inside.maxY)
            // The last picture is that of the numbers.
            try await window.drag(x: bars.maxX - 30, y: bars.maxY - 4, toX: bars.maxX - 12, bars.maxY - 4)
            try await window.pointAtCells()
            let narrowed = try await window.changed(from: shown, after: "a drag over bars")
            #expect(narrowed.difference(from: shown, in: chips) != nil)
            try await window.key("ctrl+shift+a")
            _ = try await window.changed(from: narrowed, after: "all rows")
            try await window.key("ctrl+Home")
            _ = try await pictures(window)
            try await window.returned(to: shown, after: "ctrl+Home")
            // A drag that is given up asks for nothing.
            try await window.drag(
                x: bars.maxX - 30, y: bars.maxY - 4, toX: bars.maxX - 12, bars.maxY - 4, escaping: true)
            try await window.pointAtCells()
            try await window.returned(to: shown, after: "Escape")
            try await window.close()
        }
    }
}
