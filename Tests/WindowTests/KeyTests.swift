import TestDesktop
import Testing

extension WindowTests {
    /// Keys, in a window that has not been clicked: the grid has the keyboard from the start.
    @Suite(.serialized) struct Keys {
        @Test func arrowKeysMoveTheRingOfTheActiveCell() async throws {
            let window = try await Session().tableWindow()
            let start = try await window.still()
            let first = try #require(try await window.ring(in: start))
            try await window.key("Right")
            let beside = try #require(try await window.ring(in: window.changed(from: start, after: "Right")))
            #expect(beside.minX > first.minX && beside.minY == first.minY)
            try await window.key("Down", "Down", "Left")
            let below = try #require(try await window.ring(in: window.changed(from: start, after: "Down, Left")))
            #expect(below.minX == first.minX)
            #expect(below.minY == first.minY + 2 * (first.height - 1) || below.minY > first.maxY + first.height / 2)
            try await window.close()
        }

        @Test func keysThatLeaveThePageScrollAndKeepTheRingInSight() async throws {
            let window = try await Session().tableWindow()
            let start = try await window.still()
            var last = start
            for key in ["Page_Down", "End", "Page_Down", "ctrl+End", "Page_Up", "Home", "ctrl+Up"] {
                try await window.key(key)
                last = try await window.changed(from: last, after: key)
                #expect(try await window.ring(in: last) != nil, "\(key)")
            }
            let inside = try await window.inside()
            try await window.returned(to: start, after: "the way back")
            try await window.key("ctrl+End")
            let end = try await window.changed(from: last, after: "ctrl+End")
            let ring = try #require(try await window.ring(in: end))
            #expect(ring.maxY > inside.midY && ring.maxX > inside.midX)
            try await window.key("ctrl+Home")
            try await window.returned(to: start, after: "ctrl+Home")
            try await window.close()
        }

        @Test func aClickMakesACellTheActiveOne() async throws {
            let window = try await Session().tableWindow()
            let start = try await window.still()
            let frame = try await window.frame()
            try await window.click(x: frame.midX, y: frame.midY)
            let clicked = try await window.changed(from: start, after: "a click")
            let ring = try #require(try await window.ring(in: clicked))
            #expect((ring.minX...ring.maxX).contains(frame.midX) && (ring.minY...ring.maxY).contains(frame.midY))
            try await window.close()
        }

        @Test func controlWithPlusMinusAndZeroZooms() async throws {
            let window = try await Session().tableWindow()
            let start = try await window.still()
            let ring = try #require(try await window.ring(in: start))
            try await window.key("ctrl+plus", "ctrl+plus", "ctrl+plus")
            let large = try await window.changed(from: start, after: "ctrl+plus")
            #expect(try #require(try await window.ring(in: large)).height > ring.height + 8)
            try await window.key("ctrl+minus", "ctrl+minus", "ctrl+minus", "ctrl+minus", "ctrl+minus")
            let small = try await window.changed(from: large, after: "ctrl+minus")
            #expect(try #require(try await window.ring(in: small)).height < ring.height - 3)
            try await window.key("ctrl+0")
            try await window.returned(to: start, after: "ctrl+0")
            try await window.close()
        }

        @Test func theGridCanBeFrozenUpToTheActiveCell() async throws {
            let window = try await Session().tableWindow()
            let start = try await window.still()
            try await window.key("Down", "Right", "ctrl+shift+f")
            let frozen = try await window.changed(from: start, after: "freezing")
            let ring = try #require(try await window.ring(in: frozen))
            try await window.wheel(.down, notches: 3)
            let down = try await window.changed(from: frozen, after: "the wheel")
            try await window.wheel(.right, notches: 3)
            let right = try await window.changed(from: down, after: "the wheel sideways")
            #expect(try await window.ring(in: right) == ring)
            try await window.key("ctrl+shift+u")
            let free = try await window.changed(from: right, after: "unfreezing")
            #expect(try await window.ring(in: free) == nil)
            try await window.close()
        }

        @Test func ctrlTabLeavesTheTableAndEscapeReturnsToIt() async throws {
            let window = try await Session.steady().tableWindow()
            let start = try await window.still()
            try await window.key("Down")
            let inside = try await window.changed(from: start, after: "Down")
            try await window.key("ctrl+Tab")
            let outside = try await window.changed(from: inside, after: "Ctrl+Tab")
            #expect(try await window.ring(in: outside) == nil)
            try await window.key("Escape")
            try await window.returned(to: inside, after: "Escape")
            try await window.close()
        }

        @Test(arguments: [("Adwaita", 0x32_68A7), ("Adwaita:dark", 0x61_89BA)] as [(String, UInt32)])
        func theKeyboardsPlaceInABarHasARingThatIsSeen(theme: String, color: UInt32) async throws {
            let session = try await Session.steady()
            let window = try await session.window(
                [try session.table()], title: "table.csv", environment: ["GTK_THEME": theme])
            let start = try await window.still()
            let frame = try await window.frame()
            let before = start.bounds(of: color, in: frame)
            #expect(before == nil)
            try await window.key("ctrl+Tab")
            let ring = try await eventually("a ring of the theme's two colours") {
                try session.desktop.screen().bounds(of: color, in: frame)
            }
            #expect(ring.width > 20 && ring.height > 12, "around a button")
            try await window.close()
        }

        @Test func aListOpensByTheKeyThatSortsElsewhere() async throws {
            let window = try await Session.steady().tableWindow()
            let start = try await window.still()
            try await window.key("ctrl+l", "alt+v")
            let open = try await window.changed(from: start, after: "the list of comparisons has the keyboard")
            try await window.key("alt+Down")
            let listed = try await window.changed(from: open, after: "Alt+Down")
            try await window.key("Down", "Return")
            let chosen = try await window.changed(from: listed, after: "the next one")
            #expect(chosen.difference(from: open, in: try await window.inside()) != nil)
            try await window.key("Escape")
            try await window.returned(to: start, after: "Escape, which leaves the table as it was")
            try await window.key("alt+Down")
            _ = try await window.changed(from: start, after: "Alt+Down in the table")
            try await window.close()
        }

        /// With Ctrl and Shift held until its last digit, or let go before the first.
        @Test(arguments: [
            ["keydown ctrl keydown shift key u key 6 key f keyup shift keyup ctrl"],
            ["key ctrl+shift+u", "key 6 key f key space"],
        ])
        func aCharacterIsTypedByItsNumberInATextAndNothingIsUnfrozen(keys: [String]) async throws {
            let session = try await Session.steady(mayBeRead: true)
            let bus = try await Bus(session)
            let reader = try await bus.reader()
            let rows = (1...100).map { "\($0 > 50 ? "o" : "p")\($0 % 50).,x,y\n" }
            let window = try await session.window(
                [session.file("o.csv", "a,b,c\n" + rows.joined())], title: "o.csv",
                environment: ["DBUS_SESSION_BUS_ADDRESS": bus.address])
            try await window.key("Down", "Right", "ctrl+shift+f", "ctrl+f")
            _ = try await window.still()
            // The letter o, of which the last digit is a key that freezes.
            for keys in keys { try await session.desktop.xdotool(keys.split(separator: " ").map(String.init)) }
            try await window.key("7", "period")
            _ = try await reader.event("active-descendant-changed o7.")
            let table = try await reader.ask("find o.csv")
            #expect(table[1] == "100 rows × 3 columns, first 2 rows frozen")
            withExtendedLifetime(bus) { window.program.child.kill() }
        }

        @Test func f11FillsTheScreenAndGivesItBack() async throws {
            let window = try await Session().tableWindow()
            let frame = try await window.frame()
            try await window.key("F11")
            _ = try await eventually("the full screen") {
                try await window.frame() == PixelRect(x: 0..<1280, y: 0..<900) ? true : nil
            }
            try await window.key("F11")
            _ = try await eventually("the window's old size") {
                let now = try await window.frame()
                return now.width == frame.width && now.height == frame.height ? true : nil
            }
            try await window.close()
        }

        @Test func f1OpensTheWindowOfAllKeysAndEscapeClosesIt() async throws {
            let window = try await Session.steady().tableWindow()
            for key in ["F1", "ctrl+question"] {
                try await window.key(key)
                try await other("Keyboard Shortcuts", over: window)
            }
            try await window.close()
        }

        /// Waits for a window of that title, and closes it.
        private func other(_ title: String, over window: Window) async throws {
            _ = try await eventually(title) { try await window.program.windows(title: title).isEmpty ? nil : true }
            try await window.program.session.desktop.xdotool(["key", "Escape"])
            _ = try await eventually("\(title) to go") {
                try await window.program.windows(title: title).isEmpty ? true : nil
            }
            try await window.focus()
        }

        @Test func f10OpensTheMenuWhichTellsWhatProgramThisIs() async throws {
            let window = try await Session().tableWindow()
            let start = try await window.still()
            try await window.key("F10")
            _ = try await window.changed(from: start, after: "F10")
            try await window.key("Escape")
            try await window.returned(to: start, after: "Escape")
            try await window.key("Down")
            let moved = try await window.changed(from: start, after: "Down: the grid has the keyboard again")
            try await window.key("F10")
            _ = try await window.changed(from: moved, after: "F10 again")
            try await window.key("q")
            try await other("About Quadrille", over: window)
            try await window.close()
        }
    }
}
