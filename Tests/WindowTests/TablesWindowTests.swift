import Glibc
import TestDesktop
import Testing

extension WindowTests {
    /// Files of several tables.
    @Suite(.serialized) struct FileTables {
        /// A tar archive (ustar), which is text where its files are.
        private func archive(_ files: [(name: String, text: String)]) -> String {
            func octal(_ value: Int, _ digits: Int) -> String {
                let text = String(value, radix: 8)
                return String(repeating: "0", count: digits - text.count) + text
            }
            func padded(_ text: String, _ count: Int) -> String {
                text + String(repeating: "\0", count: count - text.utf8.count)
            }
            var all = ""
            for file in files {
                let start = padded(file.name, 100) + padded("0000644", 8) + padded("", 16)
                let middle = octal(file.text.utf8.count, 11) + "\0" + octal(0, 11) + "\0"
                let end = padded("0", 101) + "ustar\0" + "00"
                let sum = (start + middle + end).utf8.reduce(8 * 32) { $0 + Int($1) }
                all += padded(start + middle + octal(sum, 6) + "\0 " + end, 512)
                all += padded(file.text, (file.text.utf8.count + 511) / 512 * 512)
            }
            return all + String(repeating: "\0", count: 1024)
        }

        private var orders: String {
            archive([
                ("january.csv", "id,total\n1,5\n2,6\n"), ("february.csv", "id,total,note\n3,7,x\n"),
                ("march.csv", "k\n9\n"),
            ])
        }

        /// Opens the archive with a screen reader.
        private func readOrders(in session: Session) async throws -> (Bus, Dialogue, Window) {
            let bus = try await Bus(session)
            let reader = try await bus.reader()
            let path = try session.file("orders.tar", orders)
            let program = try session.open([path], environment: ["DBUS_SESSION_BUS_ADDRESS": bus.address])
            return (bus, reader, try await program.window(title: "orders.tar — january.csv"))
        }

        /// An archive whose tables have more names than a narrow window has room for.
        private var manyNames: String {
            archive(
                ["orders", "customers", "order lines and returns in the north west", "prices", "x"].map {
                    ("2024/\($0).csv", "id,total\n1,5\n")
                })
        }

        /// The place of the mark of the shown table, the only blue thing below the grid.
        private func mark(in picture: Picture, of window: Window) async throws -> PixelRect? {
            let frame = try await window.frame()
            return picture.bounds(in: frame.inset(top: frame.height - 40)) { x, y in
                let color = picture[x, y]
                return Int(color & 0xFF) - Int(color >> 16) > 60
            }
        }

        @Test(arguments: [[], ["--rtl"]]) func stripOfTablesGivesWayInANarrowWindow(options: [String]) async throws {
            let session = try await Session.steady()
            let path = try session.file("orders.tar", manyNames)
            let window = try await session.window(
                [path, "--of", "3"] + options, title: "orders.tar — 2024/order lines")
            // As narrow as with one table.
            try await window.resize(width: 420, height: 500)
            let frame = try await window.frame()
            let mark = try await eventually("the mark of the shown table within the strip") {
                try await self.mark(in: session.desktop.screen(), of: window)
            }
            #expect(mark.width > 60 && mark.width < 210)
            #expect(options.isEmpty == (mark.midX < frame.midX))
            try await window.key("ctrl+alt+Page_Down")
            _ = try await window.program.window(title: "orders.tar — 2024/prices.csv")
            try await window.resize(width: 1000, height: 500)
            _ = try await window.still()
            try await window.close()
        }

        @Test(arguments: ["Adwaita", "Adwaita:dark"]) func shownTableIsMarkedClearly(theme: String) async throws {
            let session = try await Session.steady()
            let path = try session.file("orders.tar", orders)
            let window = try await session.window(
                [path], title: "orders.tar — january.csv", environment: ["GTK_THEME": theme])
            let picture = try await window.still()
            let mark = try #require(try await mark(in: picture, of: window))
            let colors = [picture[mark.midX, mark.minY + 1], picture[mark.minX + 3, mark.maxY + 2]].map(luminance)
            // WCAG 2.1, 1.4.11.
            #expect((colors.reduce(0, max) + 0.05) / (colors.reduce(1, min) + 0.05) >= 3, "\(mark)")
            try await window.close()
        }

        /// The relative luminance of a color, as WCAG 2.1 defines it.
        private func luminance(_ color: UInt32) -> Double {
            let parts = [color >> 16 & 0xFF, color >> 8 & 0xFF, color & 0xFF].map { part in
                let share = Double(part) / 255
                return share <= 0.04045 ? share / 12.92 : pow((share + 0.055) / 1.055, 2.4)
            }
            return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2]
        }

        @Test func formatStaysAfterAnotherTableIsShown() async throws {
            let session = try await Session.steady()
            let path = try session.file("orders.tar", manyNames)
            let window = try await session.window([path], title: "orders.tar — 2024/orders.csv")
            try await window.resize(width: 720, height: 500)
            _ = try await window.still()
            let frame = try await window.frame()
            // The end of the status bar, with the format.
            let end = PixelRect(x: frame.maxX - 90..<frame.maxX - 12, y: frame.maxY - 32..<frame.maxY - 8)
            let before = try session.desktop.screen()
            #expect(before.colorCount(in: end) > 5)
            for (key, table) in [("Page_Down", "customers"), ("Page_Up", "orders")] {
                try await window.key("ctrl+alt+" + key)
                _ = try await eventually("the next table") {
                    try await window.program.windows(title: "orders.tar — 2024/\(table).csv").first
                }
            }
            _ = try await eventually("the format at once", seconds: 2) {
                try session.desktop.screen().difference(from: before, in: end) == nil ? true : nil
            }
            try await window.close()
        }

        @Test func keysTurnToTheNextTableAndTheLastOneIsRemembered() async throws {
            let session = try await Session.steady()
            let path = try session.file("orders.tar", orders)
            let remembering = ["QUADRILLE_STATE": "on"]
            let window = try await session.window([path], title: "orders.tar — january.csv", environment: remembering)
            let first = try await window.still()
            try await window.key("ctrl+alt+Page_Down")
            _ = try await window.program.window(title: "orders.tar — february.csv")
            try await window.key("ctrl+alt+Page_Up")
            _ = try await window.program.window(title: "orders.tar — january.csv")
            // What was done to a table stays with it.
            try await window.key("Right", "ctrl+shift+h")
            let hidden = try await window.changed(from: first, after: "hiding")
            try await window.key("ctrl+alt+Page_Down")
            _ = try await window.program.window(title: "orders.tar — february.csv")
            try await window.key("ctrl+alt+Page_Up")
            _ = try await window.program.window(title: "orders.tar — january.csv")
            try await window.key("ctrl+z")
            _ = try await window.changed(from: hidden, after: "undoing")
            try await window.key("ctrl+alt+Page_Up")
            _ = try await window.program.window(title: "orders.tar — march.csv")
            try await window.close()
            let again = try await session.window([path], title: "orders.tar — march.csv", environment: remembering)
            try await again.close()
        }

        /// An array behind what is searched at the opening is a table once the whole file was searched.
        @Test func laterArraysJoinTheStrip() async throws {
            let session = try await Session.steady()
            let rows = (0..<120_000).map { "{\"id\":\($0),\"note\":\"a row of the first table\"}" }
            let text = "{\"items\":[\(rows.joined(separator: ","))],\"later\":[{\"k\":1},{\"k\":2}]}"
            let path = try session.file("dump.json", text)
            let remembering = ["QUADRILLE_STATE": "on"]
            let window = try await session.window([path], title: "dump.json — items", environment: remembering)
            let first = try await window.still()
            try await window.key("Right", "ctrl+shift+h")
            let hidden = try await window.changed(from: first, after: "hiding")
            try await window.close()
            // The table is as it was left, also before the others are known.
            let second = try await session.window([path], title: "dump.json — items", environment: remembering)
            let header = PixelRect(x: 60..<500, y: 50..<90)
            _ = try await eventually("the hidden column") {
                try session.desktop.screen().difference(from: hidden, in: header) == nil ? true : nil
            }
            try await second.key("ctrl+alt+Page_Down")
            _ = try await second.program.window(title: "dump.json — later")
            try await second.close()
            let third = try await session.window([path], title: "dump.json — later", environment: remembering)
            try await third.key("ctrl+alt+Page_Down")
            _ = try await third.program.window(title: "dump.json — items")
            _ = try await eventually("the hidden column, again") {
                try session.desktop.screen().difference(from: hidden, in: header) == nil ? true : nil
            }
            try await third.close()
        }

        @Test func goToLeadsToACellOfAnotherTable() async throws {
            let session = try await Session.steady()
            let path = try session.file("orders.tar", orders)
            let window = try await session.window([path, "--of", "2"], title: "orders.tar — february.csv")
            try await window.key("ctrl+g")
            _ = try await window.still()
            try await session.desktop.xdotool(["type", "--delay", "20", "january.csv!B2"])
            try await window.key("Return")
            _ = try await window.program.window(title: "orders.tar — january.csv")
            try await window.close()
        }

        @Test func missingRowOfAnotherTableIsToldInTheWordsOfTheWindow() async throws {
            let session = try await Session.steady(mayBeRead: true)
            let (bus, reader, window) = try await readOrders(in: session)
            try await window.key("ctrl+g")
            _ = try await window.still()
            try await session.desktop.xdotool(["type", "--delay", "20", "march.csv!9999"])
            try await window.key("Return")
            _ = try await window.program.window(title: "orders.tar — march.csv")
            try await reader.finds("There is no row 9,999. There is 1 row.")
            try await window.close()
            withExtendedLifetime(bus) {}
        }

        /// Changes a database, as another program does.
        private func run(_ statements: String, in path: String, of session: Session) async throws {
            let script = """
                import sqlite3, sys
                c = sqlite3.connect(sys.argv[1])
                c.executescript(sys.argv[2])
                """
            let child = try Child(
                ["python3", "-c", script, path, statements], environment: session.desktop.environment)
            #expect(try await child.wait() == .exited(0))
        }

        @Test func databaseIsReloadedAfterACommit() async throws {
            let session = try await Session.steady(mayBeRead: true)
            let bus = try await Bus(session)
            let reader = try await bus.reader()
            let path = try session.file("shop.db", "")
            try await run("create table b(x); create table a(x, y); insert into a values(1, 2)", in: path, of: session)
            let program = try session.open([path], environment: ["DBUS_SESSION_BUS_ADDRESS": bus.address])
            let window = try await program.window(title: "shop.db — a")
            try await reader.finds("1 row × 2 columns")
            try await window.key("ctrl+alt+Page_Down")
            let other = try await program.window(title: "shop.db — b")
            try await other.key("ctrl+alt+Page_Down")
            let first = try await program.window(title: "shop.db — a")
            _ = try await first.still()
            try await reader.finds("Row 1 · x")
            // Before the active row.
            try await run("insert into a(rowid, x, y) values(-5, 3, 4)", in: path, of: session)
            try await reader.finds("Reload")
            try await first.key("F5")
            try await reader.finds("2 rows × 2 columns")
            try await reader.finds("Row 2 · x")
            try await first.close()
            withExtendedLifetime(bus) {}
        }

        @Test func cellOfAForeignKeyLeadsToItsRowAndBack() async throws {
            let session = try await Session.steady(mayBeRead: true)
            let bus = try await Bus(session)
            let reader = try await bus.reader()
            let path = try session.file("keys.db", "")
            let statements = """
                create table z(id integer primary key, name text);
                create table a(n int, z int references z);
                insert into z values(7, 'seven'), (17, 'seventeen');
                insert into a values(1, 17), (2, 99);
                """
            try await run(statements, in: path, of: session)
            let program = try session.open(
                [path, "--at", "1,2"], environment: ["DBUS_SESSION_BUS_ADDRESS": bus.address])
            let window = try await program.window(title: "keys.db — a")
            try await reader.finds("Row 1 · z")
            let start = try await window.still()
            try await window.key("F10")
            let menu = try await window.changed(from: start, after: "F10")
            try await window.key("e")
            let panels = try await window.changed(from: menu, after: "Panels")
            try await window.key("s")
            _ = try await window.changed(from: panels, after: "Schema")
            try await reader.finds("z → z (id)")
            try await window.key("Menu")
            try await reader.finds("Go to z 17")
            try await window.key("Down", "Down", "Down", "Return")
            let other = try await program.window(title: "keys.db — z")
            try await reader.finds("Row 2 · id")
            try await reader.finds("Primary key")
            try await other.key("alt+Left")
            let back = try await program.window(title: "keys.db — a")
            try await reader.finds("Row 1 · z")
            _ = try await back.still()
            try await back.key("Down", "Menu")
            try await reader.finds("Go to z 99")
            try await back.key("Down", "Down", "Down", "Return")
            try await reader.finds("'z' has no row with this value.")
            try await back.close()
            withExtendedLifetime(bus) {}
        }

        @Test func shownFileIsInSightWhenTheListOfFilesOpens() async throws {
            let session = try await Session.steady()
            let folder = session.desktop.folder + "/data/"
            mkdir(folder, 0o700)
            let path = try session.file("data/orders.tar", manyNames)
            for number in 1...7 { _ = try session.table("data/z\(number).csv", rows: 5, columns: 2) }
            let window = try await session.window([path], title: "orders.tar — 2024/orders.csv")
            try await window.resize(width: 1000, height: 440)
            let plain = try await window.still()
            try await window.key("ctrl+shift+o")
            let list = try await window.changed(from: plain, after: "ctrl+shift+o")
            // Between the name and the size: the first line is selected, the others are not.
            let frame = try await window.frame()
            let colors = [106, 250, 277].map { list[frame.minX + 150, frame.minY + $0] }
            #expect(colors[0] != colors[1] && colors[1] == colors[2], "\(colors)")
            try await window.close()
        }

        @Test func tablesAreAListOfPageTabsForScreenReaders() async throws {
            let session = try await Session.steady(mayBeRead: true)
            let (bus, reader, window) = try await readOrders(in: session)
            let tree = try await eventually("tabs of the tables") {
                let tree = try await reader.ask("tree")
                return tree.contains { $0.contains("page tab: march.csv") } ? tree : nil
            }
            #expect(tree.contains { $0.hasSuffix("page tab list: Tables of this file") })
            for name in ["january.csv", "february.csv"] { #expect(tree.contains { $0.hasSuffix("page tab: \(name)") }) }
            try await window.close()
            withExtendedLifetime(bus) {}
        }
    }
}
