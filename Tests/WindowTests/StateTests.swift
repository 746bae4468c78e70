import Glibc
import TestDesktop
import Testing

extension WindowTests {
    /// What is remembered of a file from one time to the next.
    @Suite(.serialized) struct State {
        private static let remembering = ["QUADRILLE_STATE": "on"]

        @Test func aFileIsShownAsItWasWhenItWasClosed() async throws {
            let session = try await Session.steady()
            let path = try session.table()
            let window = try await session.window([path], title: "table.csv", environment: Self.remembering)
            let start = try await window.still()
            try await window.key("Right", "Right", "ctrl+shift+h", "Down", "Down", "ctrl+shift+f")
            let arranged = try await window.changed(from: start, after: "hiding and freezing")
            try await window.key("Page_Down", "Page_Down", "Right", "Right")
            let left = try await window.changed(from: arranged, after: "keys")
            try await window.close()

            try await reopen(path, "table.csv", inItsPlace: left, asked: start, in: session)
        }

        @Test func theNextFileWithTheSameColumnsIsShownTheSameWayWhenThatIsWanted() async throws {
            let session = try await Session.steady()
            let january = try session.table("january.csv", rows: 60, columns: 8)
            let february = try session.table("february.csv", rows: 90, columns: 8)
            let march = try session.table("march.csv", rows: 120, columns: 8)
            let first = try await session.window([january], title: "january.csv", environment: Self.remembering)
            let plain = try await first.still()
            try await first.key("Right", "ctrl+shift+h", "ctrl+shift+f")
            let arranged = try await first.changed(from: plain, after: "hiding and freezing")
            try await first.close()

            // Offered, and done on asking: then the bar goes.
            let next = try await session.window([february], title: "february.csv", environment: Self.remembering)
            let offered = try await next.still()
            #expect(offered.difference(from: plain, in: try await next.inside()) != nil, "a bar says so")
            try await next.key("alt+u")
            let used = try await barGone(next, from: offered)
            try await next.key("ctrl+z")
            let undone = try await next.changed(from: used, after: "ctrl+z")
            #expect(undone.difference(from: arranged, in: try await next.inside()) != nil)
            try await next.key("ctrl+y")
            try await next.returned(to: used, after: "ctrl+y")
            try await next.close()

            // From then on without asking.
            let preferences = session.desktop.folder + "/config_home/quadrille"
            mkdir(preferences, 0o700)
            _ = try session.file(
                "config_home/quadrille/preferences.ini", "[Quadrille]\nknown-columns=always\n")
            let last = try await session.window([march], title: "march.csv", environment: Self.remembering)
            let said = try await last.still()
            // Ask Next Time closes the bar.
            try await last.key("alt+k")
            let shown = try await barGone(last, from: said)
            #expect(shown.difference(from: plain, in: try await last.inside()) != nil)
            try await last.close()
        }

        @Test func theNextFileWithTheSameMembersIsOfferedTheSameView() async throws {
            let session = try await Session.steady()
            func write(_ name: String, _ value: String) throws -> String {
                let rows = (1...60).map { "{\"id\":\($0),\"place\":{\"city\":\"\(value)\($0)\"},\"total\":\($0).5}" }
                return try session.file(name, "[" + rows.joined(separator: ",\n") + "]")
            }
            let january = try write("january.json", "a")
            let february = try write("february.json", "b")
            let first = try await session.window([january], title: "january.json", environment: Self.remembering)
            let plain = try await first.still()
            try await first.key("Right", "ctrl+shift+h")
            _ = try await first.changed(from: plain, after: "hiding")
            try await first.close()

            let next = try await session.window([february], title: "february.json", environment: Self.remembering)
            let offered = try await next.still()
            try await next.key("alt+u")
            _ = try await barGone(next, from: offered)
            try await next.close()
        }

        /// Waits until no bar is above the table any more. A button is pressed for a moment before it does anything.
        private func barGone(_ window: Window, from picture: Picture) async throws -> Picture {
            let top = try #require(try await window.ring(in: picture)).minY
            _ = try await eventually("the bar to go") {
                let ring = try await window.ring(in: try window.program.session.desktop.screen())
                return ring.map { $0.minY < top } == true ? true : nil
            }
            return try await window.still()
        }

        /// What a file looks like that is opened again, and what it does where its first cell is asked for: that is all that
        /// counts then.
        private func reopen(
            _ path: String, _ title: String, inItsPlace left: Picture, asked start: Picture, in session: Session
        ) async throws {
            let again = try await session.window([path], title: title, environment: Self.remembering)
            try await again.returned(to: left, after: "opening it again")
            try await again.close()
            let plain = try await session.window(
                [path, "--at", "1,1"], title: title, environment: Self.remembering)
            try await plain.returned(to: start, after: "opening it at its first cell")
            try await plain.close()
        }

        @Test func itsRowsAreThoseThatWereShownInTheirOrder() async throws {
            let session = try await Session.steady()
            let lines = (1...3000).map { "\($0),\(["Lima", "Oslo", "Rome"][$0 % 3]),\($0 % 7)" }
            let path = try session.file("t.csv", (["id,city,n"] + lines).joined(separator: "\n") + "\n")
            let window = try await session.window([path], title: "t.csv", environment: Self.remembering)
            let start = try await window.still()
            try await window.key("alt+Down")
            let sorted = try await window.changed(from: start, after: "sorting")
            try await window.key("Right", "Menu")
            let menu = try await window.changed(from: sorted, after: "Menu")
            // Filter by This Value.
            try await window.key("i")
            let filtered = try await window.changed(from: menu, after: "filtering by a city")
            #expect(filtered.difference(from: sorted, in: try await Self.numbers(window)) != nil)
            try await window.key("Page_Down", "Page_Down")
            let left = try await window.changed(from: filtered, after: "keys")
            try await window.close()

            try await reopen(path, "t.csv", inItsPlace: left, asked: start, in: session)
        }

        /// Whoever is told to end has time to keep it; whoever is killed has kept it a moment after it changed.
        @Test(arguments: [SIGTERM, SIGKILL])
        func aFileIsShownAsItWasWhenTheProgramWasEndedFromOutside(signal: Int32) async throws {
            let session = try await Session.steady()
            let path = try session.table()
            let window = try await session.window([path], title: "table.csv", environment: Self.remembering)
            let start = try await window.still()
            try await window.key("Right", "ctrl+shift+h", "Page_Down")
            let left = try await window.changed(from: start, after: "keys")
            if signal == SIGKILL {
                _ = try await eventually("it to be kept as it is now") {
                    let view = Self.view(session)
                    return view.contains("\"isHidden\" : true") && view.contains(/"y" : [1-9]/) ? true : nil
                }
            }
            kill(window.program.child.pid, signal)
            let ending = try await window.program.child.wait()
            #expect(ending == (signal == SIGKILL ? .signalled(SIGKILL) : .exited(0)))
            try await reopen(path, "table.csv", inItsPlace: left, asked: start, in: session)
        }

        /// What is remembered of the only file that was opened; nothing where there is none.
        private static func view(_ session: Session) -> String {
            views(session).first.map(Session.text) ?? ""
        }

        /// The files in which that stands.
        private static func views(_ session: Session) -> [String] {
            let folder = session.desktop.folder + "/state_home/quadrille/views"
            guard let stream = opendir(folder) else { return [] }
            defer { closedir(stream) }
            var files: [String] = []
            while let entry = readdir(stream) {
                let name = withUnsafeBytes(of: &entry.pointee.d_name) {
                    String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
                }
                if name.hasSuffix(".json") { files.append(folder + "/" + name) }
            }
            return files
        }

        @Test func aFileIsReadAsSomebodyChoseToHaveItRead() async throws {
            let session = try await Session.steady()
            let rows = (1...300).map { "\($0),Ann \($0);Main Street \($0);Oslo,1.5" }
            let path = try session.file("t.csv", (["id,who;street;town,n"] + rows).joined(separator: "\n") + "\n")
            let window = try await session.window([path], title: "t.csv", environment: Self.remembering)
            let start = try await window.still()
            try await window.key("ctrl+shift+d")
            let open = try await window.changed(from: start, after: "ctrl+shift+d")
            try await window.key("semicolon")
            let previewed = try await window.changed(from: open, after: "a semicolon")
            try await window.key("Return")
            _ = try await window.changed(from: previewed, after: "Return")
            try await window.key("Right", "Page_Down")
            let left = try await window.still()
            try await window.close()

            // What the command line says is for once.
            let comma = try await session.window(
                [path, "--delimiter", "comma", "--at", "1,1"], title: "t.csv", environment: Self.remembering)
            try await comma.returned(to: start, after: "opening it with commas")
            try await comma.close()
            let again = try await session.window([path], title: "t.csv", environment: Self.remembering)
            try await again.returned(to: left, after: "opening it again")
            #expect(Self.view(session).contains("\"reading\""))
            try await again.key("ctrl+shift+d")
            let choosing = try await again.changed(from: left, after: "ctrl+shift+d")
            try await again.key("alt+t")
            _ = try await again.changed(from: choosing, after: "Detect All")
            _ = try await again.settled()
            try await again.key("alt+a")
            _ = try await eventually("nothing to be chosen any more") {
                Self.view(session).contains("\"reading\"") ? nil : true
            }
            try await again.close()
        }

        /// It is the file that is chosen in a window, not its size.
        @Test func aWindowKeepsItsSizeWhenAnotherFileIsChosenInIt() async throws {
            let session = try await Session.steady()
            let small = try session.table("small.csv", rows: 20, columns: 3)
            let window = try await session.window([small], title: "small.csv", environment: Self.remembering)
            try await window.resize(width: 700, height: 500)
            _ = try await window.still()
            try await window.close()
            let large = try session.table("large.csv", rows: 40, columns: 3)
            let other = try await session.window([large], title: "large.csv", environment: Self.remembering)
            let frame = try await other.frame()
            _ = try await other.still()
            try await other.key("ctrl+shift+o")
            _ = try await other.still()
            try await other.key("s", "m", "a", "l", "l", "Return")
            let shown = try await other.program.window(title: "small.csv")
            _ = try await shown.still()
            #expect(try await shown.frame().width == frame.width)
            try await shown.close()
        }

        @Test func aWindowHasTheSizeThatItHad() async throws {
            let session = try await Session.steady()
            let path = try session.table()
            let window = try await session.window([path], title: "table.csv", environment: Self.remembering)
            _ = try await window.still()
            try await window.resize(width: 700, height: 500)
            _ = try await window.still()
            try await window.close()
            let again = try await session.window([path], title: "table.csv", environment: Self.remembering)
            _ = try await eventually("the size that it had") {
                let frame = try await again.frame()
                return frame.width == 700 && frame.height == 500 ? true : nil
            }
            try await again.close()
        }

        /// The numbers of the rows.
        private static func numbers(_ window: Window) async throws -> PixelRect {
            let frame = try await window.frame()
            return PixelRect(x: frame.minX + 8..<frame.minX + 50, y: frame.midY..<frame.midY + 100)
        }

        @Test func aDamagedStateIsSetAsideAndTheFileShownAsANewOne() async throws {
            let session = try await Session.steady()
            let path = try session.table()
            let window = try await session.window([path], title: "table.csv", environment: Self.remembering)
            let start = try await window.still()
            try await window.key("ctrl+shift+h")
            _ = try await window.changed(from: start, after: "hiding")
            try await window.close()
            let views = Self.views(session)
            #expect(views.count == 1)
            for path in views { truncate(path, 40) }

            let told = try await session.window([path], title: "table.csv", environment: Self.remembering)
            let said = try await told.still()
            #expect(said.difference(from: start, in: try await told.inside()) != nil, "a bar says so")
            try await told.close()
            let again = try await session.window([path], title: "table.csv", environment: Self.remembering)
            try await again.returned(to: start, after: "opening it once more")
            try await again.close()
        }
    }
}
