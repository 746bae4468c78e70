import TestDesktop
import Testing

extension WindowTests {
    /// Views that the command line asks for.
    @Suite(.serialized) struct Views {
        private let days = "Day,Task,Hours\nMonday,plan,2\nMonday,build,2\nTuesday,rest,1\n"

        /// How tall the active cell is in a window that is opened so, and where it begins.
        private func ring(_ arguments: [String]) async throws -> PixelRect {
            let session = try await Session()
            let window = try await session.window([try session.file("days.csv", days)] + arguments, title: "days.csv")
            let picture = try await window.still()
            let ring = try #require(try await window.ring(in: picture))
            try await window.close()
            return ring
        }

        @Test func aTimelineIsShownOnceItsRowsAreGrouped() async throws {
            let ring = try await ring(["--layout", "timeline", "--group", "Day", "--weight", "Hours"])
            // A seventh of the grid's height, and half of its width but the header.
            #expect((60...130).contains(ring.height))
            #expect((500...620).contains(ring.width))
        }

        @Test func eachOfTheFiveViewsHasItsKey() async throws {
            let session = try await Session.steady()
            let window = try await session.window([try session.file("days.csv", days)], title: "days.csv")
            let sheet = try await window.still()
            let inside = try await window.inside()
            var seen = [sheet]
            for key in ["ctrl+2", "ctrl+3", "ctrl+4", "ctrl+5"] {
                try await window.key(key)
                let next = try await window.changed(from: seen[seen.count - 1], after: key)
                #expect(seen.allSatisfy { next.difference(from: $0, in: inside) != nil }, "\(key)")
                // The keyboard is where it was: at the grid, and not in a list of views.
                #expect(try await window.ring(in: next) != nil, "\(key)")
                seen.append(next)
            }
            try await window.key("ctrl+1")
            try await window.returned(to: sheet, after: "ctrl+1")
            try await window.close()
        }

        @Test func aViewThatIsLeftAndShownAgainHasTheColumnsThatItWasGiven() async throws {
            let session = try await Session()
            let path = try session.file("days.csv", days)
            let window = try await session.window(
                [path, "--layout", "timeline", "--group", "Task", "--weight", "Hours"], title: "days.csv")
            let before = try #require(try await window.ring(in: try await window.still()))
            try await window.key("ctrl+1")
            _ = try await window.still()
            try await window.key("ctrl+3")
            let after = try #require(try await window.ring(in: try await window.still()))
            #expect(before.width > 1000 && after.width == before.width)
            try await window.close()
        }

        @Test func aViewThatFindsNoGroupsSaysSoAndLeadsToAnotherColumn() async throws {
            let session = try await Session()
            let people = (1...40).map { "\($0),person \($0),\($0 % 2 == 0 ? "even" : "odd") \($0)" }
            let path = try session.file("people.csv", (["id,name,note"] + people).joined(separator: "\n") + "\n")
            let window = try await session.window([path], title: "people.csv")
            let sheet = try #require(try await window.ring(in: try await window.still()))
            try await window.key("ctrl+3")
            let told = try #require(try await window.ring(in: try await window.still()))
            // The bar that says so stands above the timeline.
            #expect(told.minY > sheet.minY)
            // By its button to the list of columns, and there to the next one.
            try await window.key("alt+c")
            // The button is seen to be pressed first.
            _ = try await eventually("the list to have the keyboard") {
                try await window.ring(in: try await window.still()) == told ? nil : true
            }
            try await window.key("Down")
            _ = try await window.still()
            try await window.key("Escape")
            let chosen = try #require(try await window.ring(in: try await window.still()))
            // Nothing is left to be said.
            #expect(chosen.minY < told.minY)
            try await window.close()
        }

        /// A block of rows that are too narrow to be seen leads to them: by a double click, and by its menu.
        @Test func rowsThatAreTooNarrowAreSeenInTheSheet() async throws {
            let session = try await Session.steady()
            let rows = (0..<6_000).map { "\(["Rome", "Oslo", "Lima"][$0 % 3]),\($0)" }
            let path = try session.file("cities.csv", (["city,number"] + rows).joined(separator: "\n") + "\n")
            let filtered = try await session.window([path, "--filter", "city = Rome"], title: "cities.csv")
            let expected = try await filtered.settled()
            try await filtered.close()
            let window = try await session.window(
                [path, "--layout", "timeline", "--group", "city"], title: "cities.csv")
            let timeline = try await window.still()
            let frame = try await window.frame()
            let chips = PixelRect(x: frame.minX + 8..<frame.minX + 300, y: frame.maxY - 70..<frame.maxY - 42)
            #expect(expected.difference(from: timeline, in: chips) != nil)
            let block = try #require(try await window.ring(in: timeline))
            try await window.click(x: block.midX, y: block.midY, times: 2)
            let sheet = try await window.changed(from: timeline, after: "double click")
            // Of the rows of that group alone.
            _ = try await eventually("a chip that says so") {
                try session.desktop.screen().difference(from: expected, in: chips) == nil ? true : nil
            }
            // The sheet's rows are lower than those of the timeline.
            let ring = try #require(try await window.ring(in: try await window.still()))
            #expect(ring.height < 40 && ring.width < 400)
            // One step back: to the view, with the rows that were left out.
            try await window.key("ctrl+z")
            _ = try await window.changed(from: sheet, after: "ctrl+z")
            _ = try await eventually("no chip any more") {
                try session.desktop.screen().difference(from: timeline, in: chips) == nil ? true : nil
            }
            #expect(try await window.ring(in: try await window.still()) == block)
            try await window.key("Menu")
            try await window.key("g")
            let again = try #require(try await window.ring(in: try await window.still()))
            #expect(again.height < 40 && again.width < 400)
            _ = try await eventually("the chip again") {
                try session.desktop.screen().difference(from: expected, in: chips) == nil ? true : nil
            }
            try await window.close()
        }

        @Test func aColumnThatIsNotThereIsToldOfAboveTheSheet() async throws {
            let sheet = try await ring([])
            let told = try await ring(["--layout", "timeline", "--group", "Dag"])
            #expect(told.height == sheet.height && told.width == sheet.width)
            #expect(told.minY > sheet.minY)
        }

        @Test func whatIsAskedForStandsTogether() async throws {
            let ring = try await ring([
                "--layout", "fit", "--row-header", "Day", "--at", "3,2", "--rtl", "--row-height", "60",
            ])
            #expect((58...62).contains(ring.height))
            // The first of two columns, counted from the right, beside the row headers.
            #expect(ring.minX > 560 && ring.maxX < 1240)
        }
    }
}
