import Glibc
import TestDesktop
import Testing

extension WindowTests {
    /// What a screen reader is told, by the bus that it hears it on.
    @Suite(.serialized) struct Accessibility {
        @Test func aScreenReaderFollowsTheKeyboardCellByCellAndFindsEveryCellOfTheFile() async throws {
            let (window, reader, bus) = try await read(rows: 5000, columns: 4)
            let table = try await reader.ask("find table.csv")
            #expect(
                table == [
                    "table.csv", "5,000 rows × 4 columns", "5000 4", "focusable focused manages showing visible",
                    "colcount=4 rowcount=5000",
                ])
            _ = reader.takeEvents()
            // Each step is heard before the next.
            for (key, name) in [
                ("Right", "r1 c2"), ("Down", "r2 c2"), ("Down", "r3 c2"), ("Left", "r3 c1"), ("Up", "r2 c1"),
            ] {
                try await window.key(key)
                let heard = try await reader.event("active-descendant-changed \(name)")
                #expect(heard.count { $0.hasPrefix("active-descendant-changed") } == 1)
            }
            let cell = try await reader.ask("cell 1 0")
            #expect(
                cell.prefix(6) == [
                    "table cell: r2 c1", "", "1 0 1 1",
                    "active focusable focused selected showing transient visible",
                    "colindex=1 rowindex=2 rowindextext=2",
                    "column 1 / 2",
                ])
            #expect(cell.last == "11", "behind a row of headers, the header of a row and that row")
            #expect(try await reader.ask("child 11") == cell)
            // By characters, words and lines, where the cell is.
            #expect(
                try await reader.ask("text 1 0 4") == ["r2 c1", "5", "4–5 1", "3–5 c1", "0–5 r2 c1", cell[6]])
            #expect(try await reader.ask("column 2").prefix(2) == ["table column header: column 3", "text"])
            #expect(try await reader.ask("row 2").first == "table row header: 3")
            // What lies on the screen where the cell says that it is.
            let frame = cell.dropLast().last?.split(separator: " ").compactMap { Int($0) } ?? []
            try #require(frame.count == 4 && frame[2] > 20 && frame[3] > 10)
            #expect(try await reader.ask("at \(frame[0] + 5) \(frame[1] + frame[3] / 2)") == cell)
            let picture = try await window.still()
            let ring = try #require(try await window.ring(in: picture))
            #expect(abs(ring.minX - frame[0]) <= 2 && abs(ring.maxY - frame[1] - frame[3]) <= 2)
            try await farCells(reader)
            try await selects(window, reader)
            try await arranges(window, reader)
            try await window.close()
            withExtendedLifetime(bus) {}
        }

        /// Cells that nobody has looked at are read when they are asked for.
        private func farCells(_ reader: Dialogue) async throws {
            _ = reader.takeEvents()
            let first = try await reader.ask("cell 4000 3")
            // It may be there before the next question is, or between that for its name and that for its description.
            if first[0] == "table cell: loading" {
                #expect(["not read yet", ""].contains(first[1]))
                _ = try await reader.event("property-change:accessible-name r4001 c4")
            }
            let cell = try await reader.ask("cell 4000 3")
            #expect(cell[0] == "table cell: r4001 c4" && cell[2] == "4000 3 1 1" && cell[5] == "column 4 / 4001")
            #expect(cell[3] == "focusable transient visible" && cell[6] == "-1 -1 -1 -1")
            #expect(try await reader.ask("cell 5000 0") == ["there is no cell"])
        }

        private func selects(_ window: Window, _ reader: Dialogue) async throws {
            try await window.key("shift+Right")
            _ = try await reader.event("selection-changed table.csv")
            #expect(try await reader.ask("selected") == ["2: r2 c1, r2 c2; rows "])
            #expect(try await reader.ask("select-row 6") == ["1"])
            #expect(try await reader.ask("selected") == ["6: r2 c1, r2 c2, r7 c1, r7 c2; rows 6"])
            #expect(try await reader.ask("deselect-row 6") == ["1"])
            #expect(try await reader.ask("clear") == ["1"])
            _ = reader.takeEvents()
            #expect(try await reader.ask("go 10 2") == ["1"])
            _ = try await reader.event("active-descendant-changed r11 c3")
            #expect(try await reader.ask("selected") == ["1: r11 c3; rows "])
        }

        /// Sorted, the cells are others, and headers say so.
        private func arranges(_ window: Window, _ reader: Dialogue) async throws {
            try await window.key("alt+Down")
            _ = try await reader.event("model-changed table.csv")
            // A row that is not in memory yet is named once it is.
            _ = try await reader.event("active-descendant-changed r99 c3", "property-change:accessible-name r99 c3")
            let header = try await reader.ask("column 2")
            #expect(header[1] == "text, sorted descending" && header[4] == "colindex=3 sort=descending")
            #expect(try await reader.ask("table")[1] == "5,000 rows × 4 columns, sorted by column 3 descending")
        }

        @Test func everythingThatTheKeyboardReachesHasAName() async throws {
            let (window, reader, bus) = try await read(rows: 50, columns: 4)
            try await named(reader, "table: table.csv")
            // Where there is nothing beside the table.
            #expect(try await reader.ask("tree").allSatisfy { !$0.contains("split pane") })
            // What is there stays, until the last few, which Escape closes.
            for (keys, part) in [
                ("ctrl+f", "toggle button: Regular expression"), ("F9", "table: Columns"), ("F4", "label: Value"),
                ("shift+F4", "table: Row"), ("ctrl+i", "scroll pane: What the column holds"),
            ] {
                try await window.key(keys)
                try await named(reader, part)
            }
            let panes = try await reader.ask("tree").filter { $0.contains("split pane") }
            #expect(
                panes.compactMap { $0.split(separator: "split pane: ").last } == ["Columns and grid", "Grid and side"])
            for (keys, part) in [
                ("ctrl+g", "text: Row, column, or byte to go to"), ("ctrl+l", "table: Values"),
                ("ctrl+shift+d", "text: Delimiter"), ("ctrl+comma", "toggle button: Less motion"),
            ] {
                try await window.key(keys)
                try await named(reader, part)
                try await window.key("Escape")
                _ = try await eventually("the end of \(part)") {
                    try await reader.ask("tree").contains { $0.hasSuffix(part) } ? nil : true
                }
            }
            withExtendedLifetime(bus) { window.program.child.kill() }
        }

        @Test func whatHappensOutsideTheTableIsSaid() async throws {
            let (window, reader, bus) = try await read(rows: 50, columns: 4)
            let before = try await window.still()
            try await window.key("ctrl+f")
            try await named(reader, "toggle button: Regular expression")
            // It is there before it has the keyboard.
            let open = try await window.changed(from: before, after: "ctrl+f")
            for letter in ["c", "3"] { try await window.key(letter) }
            // The first hit, where it leads by itself: a Return before that would lead there, too.
            _ = try await window.changed(from: open, after: "typing")
            _ = try await window.settled()
            try await window.key("Return")
            _ = try await reader.event("announcement 2 of 50")
            try await window.key("Return")
            _ = try await reader.event("announcement 3 of 50")
            try await window.key("Escape", "ctrl+c")
            _ = try await reader.event("announcement Copied 1 cell")
            try await window.key("ctrl+3")
            // No column looks like groups, which a bar says.
            _ = try await eventually("the bar to be a notice") {
                try await reader.ask("tree").contains { $0.contains("- notification: ") } ? true : nil
            }
            withExtendedLifetime(bus) { window.program.child.kill() }
        }

        /// Waits until a part is told of; then all that is told of and that keys reach has a name.
        private func named(
            _ reader: Dialogue, _ part: String, sourceLocation: SourceLocation = #_sourceLocation
        ) async throws {
            let tree = try await eventually("\(part) to be told of") {
                let tree = try await reader.ask("tree")
                return tree.contains { $0.hasSuffix("* " + part) } ? tree : nil
            }
            let nameless = tree.indices.filter { tree[$0].contains("* ") && tree[$0].hasSuffix(": ") }
            #expect(
                nameless.map { Array(tree[max(0, $0 - 3)...min($0 + 1, tree.count - 1)]) } == [], "with \(part)",
                sourceLocation: sourceLocation)
        }

        /// A window with a table, and who reads it.
        private func read(rows: Int, columns: Int) async throws -> (Window, Dialogue, Bus) {
            let session = try await Session.steady(mayBeRead: true)
            let bus = try await Bus(session)
            let environment = ["DBUS_SESSION_BUS_ADDRESS": bus.address]
            let reader = try await bus.reader()
            let window = try await session.window(
                [session.table(rows: rows, columns: columns)], title: "table.csv", environment: environment)
            _ = try await eventually("the table to be there for others") {
                try await reader.ask("find table.csv").first == "table.csv" ? true : nil
            }
            return (window, reader, bus)
        }
    }
}
