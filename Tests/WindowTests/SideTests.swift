import TestDesktop
import Testing

extension WindowTests {
    /// The panel beside the grid.
    @Suite(.serialized) struct Side {
        private func table(_ session: Session) throws -> String {
            let rows = (1...500).map { #"\#($0),"{""n"": \#($0)}",text \#($0)"# }
            return try session.file("side.csv", (["id,json,note"] + rows).joined(separator: "\n") + "\n")
        }

        /// The panel's part of the window, and the grid's.
        private func parts(_ window: Window) async throws -> (grid: PixelRect, panel: PixelRect) {
            let inside = try await window.inside()
            let edge = inside.width - 350
            return (inside.inset(right: 460), inside.inset(left: edge))
        }

        @Test func keysMoveTheEdgeOfAPanelAndMakeARowHigher() async throws {
            let session = try await Session()
            let window = try await session.window([try table(session)], title: "side.csv")
            let start = try await window.still()
            try await window.key("F4")
            let open = try await window.changed(from: start, after: "F4")
            try await window.key("ctrl+F6", "Left", "Left", "Left", "Return")
            let wider = try await window.changed(from: open, after: "moving its edge")
            let (grid, _) = try await parts(window)
            let inside = try await window.inside()
            let edge = try #require(
                wider.difference(
                    from: open, in: PixelRect(x: grid.minX..<inside.maxX - 320, y: inside.midY..<inside.maxY - 60)))
            #expect(edge.maxX > grid.maxX)
            let ring = try #require(try await window.ring(in: wider), "the grid has the keyboard again")
            try await window.key("ctrl+alt+plus")
            let higher = try await window.changed(from: wider, after: "Ctrl+Alt++")
            #expect(try #require(try await window.ring(in: higher)).height == ring.height + 8)
            try await window.key("ctrl+alt+minus")
            try await window.returned(to: wider, after: "Ctrl+Alt+-")
            try await window.close()
        }

        /// By arrows, then by what is written; each time it is one step back.
        @Test func aPersonChoosesHowTheValuesOfAColumnAreShown() async throws {
            let session = try await Session.steady()
            let rows = (1...60).map { "item \($0),\($0)234.5678" }
            let path = try session.file("n.csv", (["what,n"] + rows).joined(separator: "\n") + "\n")
            let asked = try await session.window([path, "--format", "n=%'.2f", "--at", "1,2"], title: "n.csv")
            let thousands = try await asked.still()
            try await asked.close()
            let window = try await session.window([path, "--at", "1,2"], title: "n.csv")
            let start = try await window.still()
            try await window.key("ctrl+d")
            let open = try await window.changed(from: start, after: "ctrl+d")
            try await window.key("Down", "Down", "Down", "Down", "Down")
            _ = try await window.changed(from: open, after: "the last of the choices")
            try await window.key("Escape")
            try await window.returned(to: thousands, after: "Escape")
            try await window.key("ctrl+d", "alt+t", "ctrl+a")
            try await session.desktop.xdotool(["type", "--delay", "20", "%d pieces"])
            let typed = try await window.still()
            try await window.key("Return")
            let written = try await window.changed(from: typed, after: "Return")
            #expect(written.difference(from: thousands, in: try await window.inside()) != nil)
            try await window.key("ctrl+c")
            _ = try await eventually("what is copied to stand as in the file") {
                try await session.desktop.clipboard() == "1234.5678" ? true : nil
            }
            _ = try await window.settled()
            try await window.key("ctrl+z")
            try await window.returned(to: thousands, after: "ctrl+z")
            try await window.key("ctrl+z")
            try await window.returned(to: start, after: "ctrl+z")
            try await window.close()
        }

        @Test func theValueOfTheActiveCellStandsBesideTheGridAndFollowsIt() async throws {
            let session = try await Session()
            let window = try await session.window([try table(session)], title: "side.csv")
            let start = try await window.still()
            let (grid, panel) = try await parts(window)
            try await window.key("F4")
            let open = try await window.changed(from: start, after: "F4")
            #expect(open.difference(from: start, in: panel) != nil)
            #expect(open.difference(from: start, in: grid) == nil, "the grid stays as it was")
            // To a value of JSON, which stands there as a tree.
            try await window.key("Right", "Right")
            let moved = try await window.changed(from: open, after: "Right")
            #expect(moved.difference(from: open, in: panel) != nil)
            try await window.key("Left")
            let json = try await window.changed(from: moved, after: "Left")
            #expect(json.difference(from: moved, in: panel) != nil)
            try await window.key("Right")
            try await window.returned(to: moved, after: "the way back")
            try await window.key("Left", "Left", "F4")
            try await window.returned(to: start, after: "F4 again")
            try await window.close()
        }

        @Test func theActiveCellStaysInSightWhereThePanelTakesItsPlace() async throws {
            let session = try await Session.steady()
            let window = try await session.window([try session.table(rows: 60, columns: 30)], title: "table.csv")
            let start = try await window.still()
            try await window.key("End")
            let end = try await window.changed(from: start, after: "End")
            let inside = try await window.inside()
            let before = try #require(try await window.ring(in: end))
            #expect(before.maxX > inside.maxX - 380, "where the panel is to be")
            try await window.key("F4")
            let open = try await window.changed(from: end, after: "F4")
            // The inside ends before the panel does.
            let after = try #require(open.bounds(of: Window.accent, in: inside.inset(right: 360)))
            #expect(after.width == before.width && after.height == before.height, "all of it")
            try await window.close()
        }

        @Test func theReasonOfATypeLeadsToTheValueThatGaveIt() async throws {
            let session = try await Session.steady()
            let path = try session.file("types.csv", "id,x\n1,5\n2,6\n3,7.5\n4,8\n")
            let window = try await session.window([path], title: "types.csv")
            try await window.key("Right")
            let start = try await window.still()
            let ring = try #require(try await window.ring(in: start))
            try await window.key("F4")
            let open = try await window.changed(from: start, after: "F4")
            // "First value of another type: record 4", the second line of what is known, above three of one line each.
            let frame = try await window.frame()
            try await window.click(x: frame.maxX - 209, y: frame.maxY - 123)
            try await window.pointAtCells()
            let gone = try await window.changed(from: open, after: "a click on the reason")
            let there = try #require(try await window.ring(in: gone))
            #expect(there.minX == ring.minX && there.minY == ring.minY + 2 * ring.height, "the third row")
            try await window.close()
        }

        @Test func theWholeRowStandsBesideTheGridAndEscapeClosesIt() async throws {
            let session = try await Session()
            let window = try await session.window([try table(session)], title: "side.csv")
            let start = try await window.still()
            let panel = try await parts(window).panel
            try await window.key("shift+F4")
            let open = try await window.changed(from: start, after: "shift+F4")
            try await window.key("Down", "Down")
            let moved = try await window.changed(from: open, after: "Down")
            #expect(moved.difference(from: open, in: panel) != nil)
            // The grid keeps the keyboard; a click gives it to the panel, whose Escape gives it back.
            try await window.click(x: panel.midX, y: panel.midY)
            try await window.key("Escape")
            try await window.key("Up", "Up")
            try await window.returned(to: start, after: "Escape")
            try await window.close()
        }

        @Test func oneGoesFromFieldToFieldOfTheRowAndCopiesThem() async throws {
            let session = try await Session()
            let window = try await session.window([try table(session)], title: "side.csv")
            let start = try await window.still()
            let panel = try await parts(window).panel
            func copied(not old: String) async throws -> String {
                try await eventually("a copy") {
                    let text = try await session.desktop.clipboard()
                    return text.flatMap { $0.isEmpty || $0 == old ? nil : $0 }
                }
            }
            try await window.key("Down", "shift+F4")
            _ = try await window.changed(from: start, after: "shift+F4")
            try await window.click(x: panel.midX, y: panel.maxY - 80)
            try await window.key("Down", "ctrl+c")
            let json = try await copied(not: "")
            #expect(json == #"{"n": 2}"#)
            try await window.key("Down", "ctrl+c")
            #expect(try await copied(not: json) == "text 2")
            try await window.key("shift+Up", "ctrl+c")
            #expect(try await copied(not: "text 2") == "\"{\"\"n\"\": 2}\"\ttext 2\n")
            try await window.focus()
            try await window.close()
        }

        @Test func aValueOfMegabytesWithoutABlankHoldsNothingUp() async throws {
            let session = try await Session()
            let long = String(repeating: "x", count: 3_000_000)
            let path = try session.file("long.csv", "id,note\n1,short\n2,\(long)\n3,short\n")
            let window = try await session.window([path], title: "long.csv")
            let start = try await window.still()
            let panel = try await parts(window).panel
            try await window.key("F4")
            let open = try await window.changed(from: start, after: "F4")
            try await window.key("Right", "Down")
            let long1 = try await window.changed(from: open, after: "Down")
            #expect(long1.difference(from: open, in: panel) != nil)
            try await window.key("Down")
            let next = try await window.changed(from: long1, after: "Down")
            #expect(next.difference(from: long1, in: panel) != nil)
            try await window.close()
        }

        @Test func theColumnOfTheActiveCellIsSummedUpAndAClickOnAValueNarrowsTheRows() async throws {
            let session = try await Session()
            let rows = (1...300).map { "\($0),\(["red", "green", "green"][$0 % 3])" }
            let path = try session.file("colours.csv", (["id,colour"] + rows).joined(separator: "\n") + "\n")
            let window = try await session.window([path], title: "colours.csv")
            let start = try await window.still()
            let (grid, panel) = try await parts(window)
            try await window.key("ctrl+i")
            let open = try await window.changed(from: start, after: "ctrl+i")
            #expect(open.bounds(of: Self.bar, in: panel) != nil, "a histogram of numbers")
            try await window.key("Right")
            let texts = try await window.changed(from: open, after: "Right")
            #expect(texts.difference(from: open, in: panel) != nil)
            // The first of the most frequent values, by the keyboard: from the grid past the buttons of the window and the panel.
            try await window.key("ctrl+Tab")
            for _ in 0..<9 { try await window.key("Tab") }
            let before = try await window.still()
            try await window.key("space")
            // The button answers at once, the rows once they are found.
            _ = try await eventually("the rows to be narrowed") {
                try session.desktop.screen().difference(from: before, in: grid)
            }
            try await window.focus()
            try await window.close()
        }

        @Test func barsOfAColumnAreBrushedByHandAndByKeys() async throws {
            let session = try await Session.steady()
            let rows = (1...300).map { "2024-\($0 % 2 + 1)-\(10 + $0 % 17),\($0)" }
            let path = try session.file("days.csv", (["day", "id"] + rows).joined(separator: "\n") + "\n")
            let window = try await session.window([path], title: "days.csv")
            _ = try await window.still()
            let (grid, panel) = try await parts(window)
            try await window.key("ctrl+i")
            _ = try await eventually("a histogram of dates") {
                try session.desktop.screen().bounds(of: Self.bar, in: panel)
            }
            let open = try await window.still()
            let bars = try #require(open.bounds(of: Self.bar, in: panel))
            try await window.drag(x: bars.minX + 4, y: bars.maxY - 4, toX: bars.midX, bars.maxY - 4)
            let brushed = try await window.changed(from: open, after: "a drag over bars")
            #expect(brushed.difference(from: open, in: grid) != nil)
            try await window.key("ctrl+shift+a")
            let all = try await window.changed(from: brushed, after: "all rows")
            // The picture has the keyboard since it was pressed.
            try await window.key("Home", "shift+Right", "Return")
            let byKeys = try await window.changed(from: all, after: "Return")
            #expect(byKeys.difference(from: all, in: grid) != nil)
            try await window.close()
        }

        /// The accent over the panel's ground, as a histogram has it.
        private static let bar: UInt32 = 0x8CB6EB
    }
}
