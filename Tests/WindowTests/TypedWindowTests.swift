import Glibc
import TestDesktop
import Testing

extension WindowTests {
    /// Tables of typed columns, of a format that tells kinds of values apart and declares a layout: unlike text in all that a
    /// grid can show.
    @Suite(.serialized) struct TypedTables {
        private func window(
            _ session: Session, _ text: String = "TYPED rows=300 columns=24", _ environment: [String: String] = [:]
        ) async throws -> Window {
            let path = try session.file("data.typed", text)
            return try await session.open(copy: "TypedProgram", [path], environment: environment)
                .window(title: "data.typed — first")
        }

        @Test func screenReadersHearLabelsStatesAndKinds() async throws {
            let session = try await Session.steady(mayBeRead: true)
            let bus = try await Bus(session)
            let reader = try await bus.reader()
            let window = try await window(session, "TYPED", ["DBUS_SESSION_BUS_ADDRESS": bus.address])
            let table = try await eventually("the table") {
                let table = try await reader.ask("find data.typed")
                return table.count > 1 ? table : nil
            }
            #expect(table[1] == "300 rows × 24 columns, first row frozen, first column frozen")
            // The active cell is the one that the file declares.
            #expect(try await reader.ask("row 2").first == "table row header: 5")
            #expect(try await reader.ask("row 12").first == "table row header: 1001")
            var said: Set<String> = []
            for row in 0..<40 {
                for column in [0, 3, 7] {
                    let cell = try await eventually("a cell") {
                        let cell = try await reader.ask("cell \(row) \(column)")
                        return cell[0].hasSuffix("loading") ? nil : cell
                    }
                    if cell.count > 1 { said.insert(cell[0] + "; " + cell[1]) }
                }
            }
            for words in [
                "table cell: null; no value: the file says so",
                "table cell: unreadable; the file has a value here that cannot be read",
                "table cell: empty; a value without characters", "table cell: 0AFF; bytes",
            ] {
                #expect(said.contains(words), "\(words)")
            }
            #expect(said.contains { $0.hasPrefix("table cell: No. ") }, "the form that is shown")
            try await window.close()
            withExtendedLifetime(bus) {}
        }

        @Test func sortingFindingAndGoingToALabelLeadThere() async throws {
            let session = try await Session.steady()
            let window = try await window(session)
            let start = try await window.still()
            try await window.key("alt+Down")
            let sorted = try await window.changed(from: start, after: "sorting")
            try await window.key("ctrl+f")
            try await session.desktop.xdotool(["type", "--delay", "20", "kettle"])
            let found = try await window.changed(from: sorted, after: "finding")
            try await window.key("Escape", "ctrl+g")
            _ = try await window.still()
            try await session.desktop.xdotool(["type", "--delay", "20", "1050"])
            try await window.key("Return")
            _ = try await window.changed(from: found, after: "going to a label")
            try await window.close()
        }

        @Test func filterShowsTheRowsThatTheCommandLineAsksFor() async throws {
            let session = try await Session.steady()
            let path = try session.file("data.typed", "TYPED rows=300 columns=24")
            func open(_ options: [String]) async throws -> (window: Window, picture: Picture) {
                let window = try await session.open(copy: "TypedProgram", [path] + options, environment: [:])
                    .window(title: "data.typed — first")
                let start = try await window.still()
                try await window.key("ctrl+Home")
                return (window, try await window.changed(from: start, after: "Ctrl+Home"))
            }
            let (asked, expected) = try await open(["--filter", "c0 > 1000"])
            try await asked.close()
            let (window, all) = try await open([])
            #expect(all.difference(from: expected, in: try await window.inside()) != nil)
            try await window.key("ctrl+l")
            let form = try await window.changed(from: all, after: "Ctrl+L")
            try await session.desktop.xdotool(["type", "--delay", "60", ">1000"])
            _ = try await window.changed(from: form, after: "typing")
            try await window.key("Return")
            try await window.returned(to: expected, after: "> 1000")
            try await window.close()
        }

        @Test func pagesHaveTheFormThatIsShown() async throws {
            let session = try await Session.steady()
            let window = try await window(session, "TYPED rows=12 columns=4", ["G_DEBUG": ""])
            try await window.key("ctrl+p")
            let dialog = try await window.program.window(title: "Print")
            _ = try await dialog.still()
            try await dialog.key("Down", "Return")
            let words = try await eventually("the pages") {
                let pages = pages(in: session.desktop.folder)
                return if let pages { try await session.desktop.words(ofPDF: pages) } else { String?.none }
            }
            #expect(words.contains("No. ") && words.contains("c3"))
            try await window.key("ctrl+w")
            #expect(try await window.program.child.wait() == .exited(0))
        }

        /// The path of the only PDF file in a folder; nil without one.
        private func pages(in folder: String) -> String? {
            var found = glob_t()
            defer { globfree(&found) }
            guard glob(folder + "/*.pdf", 0, nil, &found) == 0 else { return nil }
            return found.gl_pathv?[0].map { String(cString: $0) }
        }

        @Test func copiesHaveTheFormThatIsShown() async throws {
            let session = try await Session()
            let window = try await window(session)
            try await window.key("ctrl+Home", "ctrl+a", "ctrl+c")
            let text = try await eventually("a copy") {
                let text = try await session.desktop.clipboard(as: "UTF8_STRING")
                return text.flatMap { $0.isEmpty ? nil : $0 }
            }
            #expect(text.contains("No. ") && text.contains("{\"\"k\"\": [1, null, \"\"v\"\"]}"))
            try await window.close()
        }

        @Test func layoutOfTheFileIsWhereTheViewBeginsUntilAnotherIsRemembered() async throws {
            let session = try await Session.steady()
            let remembering = ["QUADRILLE_STATE": "on"]
            let text = "TYPED rows=300 columns=24 direction=rtl"
            let first = try await window(session, text, remembering)
            let start = try await first.still()
            let ring = try #require(try await first.ring(in: start), "the active cell that the file declares")
            #expect(ring.midX < (try await first.frame().midX), "the fourth column from the right")
            try await first.key("ctrl+shift+r")
            try await first.close()
            let second = try await window(session, text, remembering)
            let again = try #require(try await second.ring(in: try await second.still()))
            #expect(again.midX == ring.midX)
            try await second.close()
        }
    }
}
