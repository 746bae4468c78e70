import TestDesktop
import Testing

extension WindowTests {
    /// The popover in which one says which rows are shown by a column.
    @Suite(.serialized) struct FilterPopover {
        private func table(_ session: Session) throws -> String {
            let rows = (1...3000).map { "\($0),\(["Lima", "Oslo", "Rome"][$0 % 3]),\($0 % 7)" }
            return try session.file("t.csv", (["id,city,n"] + rows).joined(separator: "\n") + "\n")
        }

        /// What the window shows that the command line filters so, with the active cell in the second column.
        private func filtered(_ session: Session, _ filter: String) async throws -> Picture {
            let window = try await session.window([try table(session), "--filter", filter], title: "t.csv")
            let plain = try await window.still()
            try await window.key("Right")
            let picture = try await window.changed(from: plain, after: "Right")
            try await window.close()
            return picture
        }

        @Test func countsAreWholeAfterAListOfNarrowerOnes() async throws {
            let session = try await Session.steady()
            let rows = (1...1386).map { "\($0),\(["green", "red"][$0 % 2])\n" }
            let path = try session.file("counts.csv", "id,colour\n" + rows.joined())
            var inside = PixelRect(x: 0..<1, y: 0..<1)
            func listOfColours(afterThatOfNumbers: Bool) async throws -> Picture {
                let window = try await session.window([path], title: "counts.csv")
                var picture = try await window.still()
                if afterThatOfNumbers {
                    try await window.key("ctrl+l")
                    picture = try await window.changed(from: picture, after: "Ctrl+L")
                    try await window.key("Escape")
                    picture = try await window.changed(from: picture, after: "Escape")
                }
                try await window.key("Right")
                picture = try await window.changed(from: picture, after: "Right")
                try await window.key("ctrl+l")
                picture = try await window.changed(from: picture, after: "Ctrl+L")
                _ = try await window.settled()
                picture = try await window.still()
                inside = try await window.inside()
                try await window.key("Escape")
                try await window.close()
                return picture
            }
            let expected = try await listOfColours(afterThatOfNumbers: false)
            let second = try await listOfColours(afterThatOfNumbers: true)
            #expect(second.difference(from: expected, in: inside) == nil)
        }

        @Test func aSignBeforeANumberComparesAmongValuesAndInAComparison() async throws {
            let session = try await Session.steady()
            let path = try session.file("n.csv", "whole,part\n" + (1...900).map { "\($0),\($0).5\n" }.joined())
            for (column, text, filter) in [
                (0, ">=890", "whole >= 890"), (1, "<10", "part < 10"), (1, ">880", "part > 880"),
            ] {
                let asked = try await session.window([path, "--filter", filter], title: "n.csv")
                if column > 0 { try await asked.key("Right") }
                let expected = try await asked.still()
                try await asked.close()
                let window = try await session.window([path], title: "n.csv")
                if column > 0 { try await window.key("Right") }
                let start = try await window.still()
                try await window.key("ctrl+l")
                let open = try await window.changed(from: start, after: "Ctrl+L")
                try await session.desktop.xdotool(["type", "--delay", "60", text])
                _ = try await window.changed(from: open, after: "typing")
                try await window.key("Return")
                try await window.returned(to: expected, after: "\(text) in column \(column)")
                try await window.close()
            }
        }

        @Test func valuesAreChosenByKeysAndTheChipChangesAndRemovesThem() async throws {
            let session = try await Session.steady()
            let oslo = try await filtered(session, "city in Oslo")
            let both = try await filtered(session, "city in Oslo,Lima")
            let window = try await session.window([try table(session)], title: "t.csv")
            let plain = try await window.still()
            try await window.key("Right")
            let start = try await window.changed(from: plain, after: "Right")
            try await window.key("ctrl+l")
            let open = try await window.changed(from: start, after: "ctrl+l")
            try await window.key("Escape")
            try await window.returned(to: start, after: "Escape")
            try await window.key("ctrl+l")
            try await window.returned(to: open, after: "ctrl+l again")
            // As in spreadsheets, Return chooses all that is found, unless something is checked.
            try await session.desktop.xdotool(["type", "xyz"])
            let nothing = try await window.changed(from: open, after: "typing what is not there")
            try await window.key("Return")
            #expect(try await window.still().difference(from: nothing, in: try await window.inside()) == nil)
            try await window.key("ctrl+a")
            try await session.desktop.xdotool(["type", "os"])
            _ = try await window.changed(from: nothing, after: "typing what is there")
            try await window.key("Return")
            try await window.returned(to: oslo, after: "Return in the text that is searched for")
            try await window.key("ctrl+shift+a")
            try await window.returned(to: start, after: "Show All Rows")
            try await window.key("ctrl+l")
            try await window.returned(to: open, after: "ctrl+l once more")
            try await session.desktop.xdotool(["type", "OS"])
            let narrowed = try await window.changed(from: open, after: "typing")
            try await window.key("Down", "space")
            _ = try await window.changed(from: narrowed, after: "checking Oslo")
            try await window.key("Return")
            try await window.returned(to: oslo, after: "Return")
            // The chip, at the beginning of its line.
            let frame = try await window.frame()
            let chip = (x: frame.minX + 80, y: frame.maxY - 56)
            try await window.click(x: chip.x, y: chip.y)
            try await window.pointAtCells()
            let editing = try await window.changed(from: oslo, after: "a click on the chip")
            // Lima is the first of the list, since equally frequent values stand by their letters.
            try await window.key("Down", "space")
            _ = try await window.changed(from: editing, after: "checking Lima")
            try await window.key("Return")
            try await window.returned(to: both, after: "Return in the chip's popover")
            // Its cross, behind "city is one of Oslo, Lima 2,000".
            try await window.click(x: frame.minX + 247, y: chip.y)
            try await window.pointAtCells()
            try await window.returned(to: start, after: "the chip's cross")
            try await window.close()
        }

        @Test func aBadExpressionIsSaidAtOnceAndAppliesNothing() async throws {
            let session = try await Session.steady()
            let window = try await session.window([try table(session)], title: "t.csv")
            let plain = try await window.still()
            try await window.key("Right")
            let start = try await window.changed(from: plain, after: "Right")
            try await window.key("ctrl+l")
            let open = try await window.changed(from: start, after: "ctrl+l")
            // To "matches a regular expression".
            try await window.key("alt+v", "Down", "Down", "Down", "Down", "Tab")
            _ = try await window.changed(from: open, after: "choosing what it is to be")
            try await session.desktop.xdotool(["type", "^r("])
            _ = try await eventually("the expression to be wrong") {
                try session.desktop.screen().bounds(of: Self.wrong, in: try await window.inside())
            }
            let said = try await window.still()
            try await window.key("Return")
            #expect(try await window.still().difference(from: said, in: try await window.inside()) == nil)
            try await window.key("BackSpace")
            let good = try await window.changed(from: said, after: "BackSpace")
            #expect(good.bounds(of: Self.wrong, in: try await window.inside()) == nil)
            try await window.key("Return")
            let applied = try await window.changed(from: good, after: "Return")
            #expect(applied.difference(from: start, in: try await window.inside()) != nil)
            try await window.key("ctrl+shift+a")
            _ = try await window.changed(from: applied, after: "Show All Rows")
            try await window.close()
        }

        /// The border of an entry in which something is wrong.
        private static let wrong: UInt32 = 0xCC0000

        @Test func theHeadersMenuAsksForNumbers() async throws {
            let session = try await Session.steady()
            let window = try await session.window([try table(session)], title: "t.csv")
            let start = try await window.still()
            let ring = try #require(try await window.ring(in: start))
            try await session.desktop.xdotool(["mousemove", "\(ring.midX)", "\(ring.minY - 16)", "click", "3"])
            let menu = try await window.changed(from: start, after: "the other button on the header")
            try await window.key("f")
            let open = try await window.changed(from: menu, after: "Filter…")
            try await window.key("alt+v", "Down", "Down", "Down", "Tab")
            let less = try await window.changed(from: open, after: "choosing less than")
            try await session.desktop.xdotool(["type", "4"])
            _ = try await window.changed(from: less, after: "typing")
            try await window.key("Return")
            try await window.pointAtCells()
            let few = try await window.still()
            // Three rows are left, below which the grid ends.
            let frame = try await window.frame()
            let below = PixelRect(x: frame.minX + 100..<frame.midX, y: ring.maxY + 200..<ring.maxY + 400)
            #expect(few.difference(from: start, in: below) != nil)
            // The mark in the header leads to what holds now.
            try await window.click(x: ring.minX + 14, y: ring.minY - 16)
            _ = try await window.changed(from: few, after: "a click on the filter's mark")
            try await window.key("BackSpace", "9", "Return")
            try await window.pointAtCells()
            let more = try await window.changed(from: few, after: "another number")
            let behind = PixelRect(x: below.minX..<below.maxX, y: ring.maxY + 90..<ring.maxY + 190)
            #expect(more.difference(from: few, in: behind) != nil, "the condition was changed, and not one added")
            try await window.key("ctrl+shift+a")
            _ = try await window.changed(from: more, after: "Show All Rows")
            try await window.close()
        }
    }
}
