import Glibc
import TestDesktop
import Testing

extension WindowTests {
    /// Find, go to, back and forward.
    @Suite(.serialized) struct Finding {
        /// The grounds of what is found, and of what of it is in the active cell: the backgrounds of `Theme.matches` over
        /// Adwaita's white; and its marks beside the scrollbar.
        private static let found: UInt32 = 0xFBE996
        private static let foundNow: UInt32 = 0xFF9A40
        private static let mark: UInt32 = 0x9141AC

        /// A table of 2,000 rows, of which every hundredth has "needle" in its second column.
        private func table(_ session: Session) throws -> String {
            let rows = (1...2000).map { "\($0),\($0 % 100 == 0 ? "needle" : "hay"),x" }
            return try session.file("hay.csv", (["id,what,c"] + rows).joined(separator: "\n") + "\n")
        }

        @Test func theButtonInTheHeaderBarOpensTheBarAndGivesWayInANarrowWindow() async throws {
            let session = try await Session.steady()
            let window = try await session.window([try table(session)], title: "hay.csv")
            let start = try await window.still()
            var frame = try await window.frame()
            // Beside the menu and the window's own buttons.
            try await window.click(x: frame.maxX - 194, y: frame.minY + 24)
            let open = try await window.changed(from: start, after: "a click")
            try await session.desktop.xdotool(["type", "needle"])
            let found = try await window.changed(from: open, after: "typing")
            #expect(found.bounds(of: Self.foundNow, in: try await window.inside()) != nil)
            try await window.key("Escape")
            // An open bar is wider than the window is to be.
            _ = try await window.changed(from: found, after: "Escape")
            try await window.resize(width: 400, height: 300)
            let narrow = try await window.still()
            frame = try await window.frame()
            #expect(frame.width == 400)
            try await window.click(x: frame.maxX - 194, y: frame.minY + 24)
            #expect(try await window.still().difference(from: narrow, in: window.inside()) == nil, "it is not there")
            try await window.close()
        }

        @Test func whatIsTypedIsFoundAndKeysLeadFromHitToHit() async throws {
            let session = try await Session.steady()
            let window = try await session.window([try table(session)], title: "hay.csv")
            let start = try await window.still()
            try await window.key("ctrl+f")
            try await session.desktop.xdotool(["type", "NEEDLE"])
            let first = try await window.changed(from: start, after: "typing")
            let inside = try await window.inside()
            let ground = try #require(first.bounds(of: Self.foundNow, in: inside), "the hit in sight stands out")
            #expect(ground.minY > inside.minY + 200, "its row is in the middle")
            #expect(ground.width < 70 && ground.height < 26, "the text alone, not its cell")
            try await window.key("Return")
            let second = try await window.changed(from: first, after: "Return")
            try await window.key("shift+Return")
            try await window.returned(to: first, after: "the way back")
            try await window.key("F3")
            try await window.returned(to: second, after: "F3")
            try await window.key("Escape")
            let closed = try await window.changed(from: second, after: "Escape")
            #expect(closed.bounds(of: Self.foundNow, in: inside) == nil)
            #expect(try await window.ring(in: closed) != nil, "the grid has the keyboard")
            try await window.key("shift+F3")
            let before = try await window.changed(from: closed, after: "Shift+F3 with the bar closed")
            let again = try #require(before.bounds(of: Self.foundNow, in: inside))
            // The bar that opens takes its height from the table before the hit is in the middle, or after it.
            #expect(again.minX == ground.minX && (0...22).contains(again.minY - ground.minY))
            let hit = try #require(try await window.ring(in: before), "the grid has the keyboard still")
            try await window.key("Right")
            let right = try await window.changed(from: before, after: "Right")
            #expect(try await window.ring(in: right).map { $0.minX > hit.minX } == true, "it moved there")
            try await window.key("Escape")
            let none = try await window.changed(from: right, after: "Escape from the table")
            #expect(none.bounds(of: Self.found, in: inside) == nil && none.bounds(of: Self.foundNow, in: inside) == nil)
            try await window.close()
        }

        @Test func oneGoesToARowAndBackAndForward() async throws {
            let session = try await Session.steady()
            let window = try await session.window([try session.table(rows: 5000)], title: "table.csv")
            let start = try await window.still()
            try await window.key("ctrl+g")
            try await session.desktop.xdotool(["type", "4,000, column 7"])
            try await window.key("Return")
            let there = try await window.changed(from: start, after: "Return")
            let ring = try #require(try await window.ring(in: there))
            #expect(ring.minX > (try await window.frame()).minX + 300)
            try await window.key("alt+Left")
            try await window.returned(to: start, after: "Alt+Left")
            try await window.key("alt+Right")
            try await window.returned(to: there, after: "Alt+Right")
            try await session.desktop.xdotool(["click", "8"])
            try await window.returned(to: start, after: "the mouse's button for back")
            // The same with the mouse alone, but for what is typed: the place in the status bar, and the button above it.
            let frame = try await window.frame()
            let place = (x: frame.minX + 245, y: frame.maxY - 17)
            try await window.click(x: place.x, y: place.y)
            try await window.pointAtCells()
            _ = try await window.changed(from: start, after: "a click on the place")
            try await session.desktop.xdotool(["type", "4,000, column 7"])
            try await window.click(x: place.x + 140, y: place.y - 74)
            try await window.pointAtCells()
            try await window.returned(to: there, after: "a click on Go")
            try await window.close()
        }

        @Test func whoGoesOnWorkingIsNotTakenBackWhenAllHitsAreCounted() async throws {
            let session = try await Session.steady()
            // Rows that take the pattern seconds, and behind them, in another part of the file, the hit.
            let hard = Array(repeating: "x,\(String(repeating: "a", count: 40))!b", count: 400)
            let filling = (1...12_000).map { "row \($0),the quick brown fox jumps over it" }
            let rows = ["one,two"] + hard + filling + ["end,needle"]
            let path = try session.file("hard.csv", rows.joined(separator: "\n") + "\n")
            let window = try await session.window([path], title: "hard.csv")
            let start = try await window.still()
            try await window.key("ctrl+End")
            let end = try await window.changed(from: start, after: "Ctrl+End")
            let hit = try #require(try await window.ring(in: end))
            try await window.key("ctrl+f", "alt+r")
            try await session.desktop.xdotool(["type", "(a+)+b|needle"])
            let inside = try await window.inside()
            _ = try await eventually("the hit to be found") {
                try session.desktop.screen().bounds(of: Self.foundNow, in: inside)
            }
            try await window.click(x: inside.minX + 90, y: hit.minY - 100)
            let clicked = try await eventually("the click to be heard") {
                try await window.ring(in: try session.desktop.screen()).flatMap { $0.maxX < hit.minX + 8 ? $0 : nil }
            }
            // What there is to say of the hard rows moves the grid down a little.
            let ring = try await eventually("all to be counted", seconds: 100) {
                try await window.ring(in: try session.desktop.screen()).flatMap { $0 == clicked ? nil : $0 }
            }
            #expect(ring.minX == clicked.minX && abs(ring.minY - clicked.minY) < 40, "\(ring) was \(clicked)")
            try await window.close()
        }

        @Test func anotherOrderOfTheRowsLeavesTheActiveCellWhileOneFinds() async throws {
            let session = try await Session.steady()
            let window = try await session.window([try table(session)], title: "hay.csv")
            let start = try await window.still()
            try await window.key("ctrl+f")
            try await session.desktop.xdotool(["type", "needle"])
            let found = try await window.changed(from: start, after: "typing")
            let ground = try #require(found.bounds(of: Self.foundNow, in: try await window.inside()))
            // To the grid, whose keys sort.
            try await window.click(x: ground.minX - 20, y: ground.midY)
            let clicked = try await window.changed(from: found, after: "a click")
            let place = try #require(try await window.ring(in: clicked))
            try await window.key("alt+Down")
            let sorted = try await window.changed(from: clicked, after: "Alt+Down")
            // Columns grow with other values in sight.
            #expect(try await window.ring(in: sorted)?.minY == place.minY)
            try await window.key("F3")
            let next = try await window.changed(from: sorted, after: "F3")
            #expect(try await window.ring(in: next)?.minY != place.minY)
            try await window.close()
        }

        @Test func theColumnThatIsSearchedIsThatOfTheActiveCell() async throws {
            let session = try await Session.steady()
            let window = try await session.window([try table(session)], title: "hay.csv")
            let start = try await window.still()
            let first = try #require(try await window.ring(in: start))
            try await window.key("ctrl+f")
            let open = try await window.changed(from: start, after: "Ctrl+F")
            try await window.key("alt+l")
            try await session.desktop.xdotool(["type", "hay"])
            let typed = try await window.changed(from: open, after: "typing")
            for ground in [Self.found, Self.foundNow] {
                #expect(typed.bounds(of: ground, in: try await window.inside()) == nil, "none in the first column")
            }
            try await window.click(x: first.maxX + 20, y: first.midY + 150)
            let clicked = try await window.changed(from: typed, after: "a click into the second column")
            let second = try #require(try await window.ring(in: clicked))
            try await window.key("F3")
            let next = try await window.changed(from: clicked, after: "F3")
            let hit = try #require(try await window.ring(in: next))
            #expect(hit.minX == second.minX && hit.minY > second.minY)
            try await window.close()
        }

        @Test func keysOfTheBarAreItsOwnWhateverOtherBarsOffer() async throws {
            let session = try await Session.steady()
            let path = try session.table(rows: 50)
            let window = try await session.window([path], title: "table.csv")
            let start = try await window.still()
            // Now there is a button for Alt+R.
            rename(try session.table("new.csv", rows: 60), path)
            let told = try await window.changed(from: start, after: "a change of the file")
            try await window.key("ctrl+f")
            let open = try await window.changed(from: told, after: "Ctrl+F")
            try await window.key("alt+r")
            let pressed = try await window.changed(from: open, after: "Alt+R")
            try await window.key("alt+r")
            try await window.returned(to: open, after: "Alt+R again")
            try await window.key("Caps_Lock")
            try await session.desktop.xdotool(["key", "alt+r"])
            try await window.returned(to: pressed, after: "Alt+R with Caps Lock")
            try await session.desktop.xdotool(["key", "Caps_Lock"])
            try await window.key("Escape")
            try await window.close()
        }

        @Test func oneGoesBackToARowOfTheFileInWhateverOrder() async throws {
            let session = try await Session.steady()
            let window = try await session.window([try session.table(rows: 5000)], title: "table.csv")
            let start = try await window.still()
            try await window.key("ctrl+g")
            try await session.desktop.xdotool(["type", "4000"])
            try await window.key("Return")
            let there = try await window.changed(from: start, after: "Return")
            try await window.key("alt+Down")
            let sorted = try await window.changed(from: there, after: "Alt+Down")
            try await window.key("alt+Left")
            let back = try await window.changed(from: sorted, after: "Alt+Left")
            // The same is where one goes by the row's number.
            try await window.key("ctrl+g")
            try await session.desktop.xdotool(["type", "1"])
            try await window.key("Return")
            try await window.returned(to: back, after: "the way to row 1")
            try await window.close()
        }

        @Test func aDoubleClickOfTheBackButtonGoesBackTwice() async throws {
            let session = try await Session.steady()
            let window = try await session.window([try session.table(rows: 5000)], title: "table.csv")
            var picture = try await window.still()
            var pictures: [Picture] = []
            for row in [1000, 2000, 3000] {
                try await window.key("ctrl+g")
                try await session.desktop.xdotool(["type", "\(row)"])
                try await window.key("Return")
                picture = try await window.changed(from: picture, after: "the way to row \(row)")
                pictures.append(picture)
            }
            try await session.desktop.xdotool(["click", "--repeat", "2", "--delay", "30", "8"])
            try await window.returned(to: pictures[0], after: "two clicks")
            #expect(try await window.still().difference(from: pictures[0], in: try await window.inside()) == nil)
            try await window.close()
        }

        @Test func theCommandLineSaysWhereToBegin() async throws {
            let session = try await Session.steady()
            let path = try session.table(rows: 5000)
            let window = try await session.window(
                [path, "--row", "3000", "--column", "column 3", "--find", "r3000 c5"], title: "table.csv")
            let picture = try await window.still()
            #expect(picture.bounds(of: Self.foundNow, in: try await window.inside()) != nil)
            try await window.key("Escape")
            try await window.close()
        }

        @Test func allHitsInSightAreMarkedWhereTheyStandAndTheActiveOnesMore() async throws {
            let session = try await Session.steady()
            let rows = [
                "12,ab needle", "345312,needle needle", "7,x", "12,\"\(String(repeating: "x", count: 300)) needle\"",
            ]
            let path = try session.file("marks.csv", (["n,text"] + rows).joined(separator: "\n") + "\n")
            let window = try await session.window([path, "--find", "needle"], title: "marks.csv")
            let picture = try await window.still()
            let inside = try await window.inside()
            let now = try #require(picture.bounds(of: Self.foundNow, in: inside))
            let others = try #require(picture.bounds(of: Self.found, in: inside))
            #expect(others.minY >= now.maxY, "the active cell is the first hit")
            // The second row's first hit begins where its text does, before that of the row above.
            #expect(others.minX < now.minX)
            // Of the last row's value the end is not in sight: so all of its cell stands out.
            let last = try #require(
                picture.bounds(of: Self.found, in: inside.inset(top: others.maxY - 6 - inside.minY)))
            #expect(last.width > 3 * now.width)
            try await window.key("Escape")
            try await window.close()
        }

        @Test(arguments: [[String](), ["--sort", "id:desc"], ["--filter", "id <= 1000"], ["--sort", "what,id"]])
        func marksStandBesideTheScrollbarWhereTheRowsDo(arguments: [String]) async throws {
            let session = try await Session.steady()
            // Hits in the rows 501 to 510.
            let rows = (1...2000).map { "\($0),\($0 > 500 && $0 <= 510 ? "needle" : "hay")" }
            let path = try session.file("marks.csv", (["id,what"] + rows).joined(separator: "\n") + "\n")
            let window = try await session.window([path] + arguments + ["--find", "needle"], title: "marks.csv")
            _ = try await window.still()
            let frame = try await window.frame()
            let marks = try await eventually("marks") {
                try session.desktop.screen().bounds(of: Self.mark, in: frame.inset(left: frame.width - 28))
            }
            let track = try await window.inside()
            let share = Double(marks.midY - track.minY) / Double(track.height)
            let expected =
                switch arguments.last {
                case "id:desc": 0.75
                case "id <= 1000": 0.5
                case "what,id": 0.995
                default: 0.25
                }
            #expect(abs(share - expected) < 0.06, "\(marks) in \(track)")
            #expect(marks.height < 20)
            try await window.key("Escape")
            try await window.close()
        }
    }
}
