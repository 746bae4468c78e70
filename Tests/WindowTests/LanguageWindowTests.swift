import Glibc
import TestDesktop
import Testing

extension WindowTests {
    /// The window in other languages, as those hear it who do not see it.
    @Suite(.serialized) struct Languages {
        /// The locale is made here: those that are installed differ from machine to machine.
        @Test func inGermanTheWindowCountsWithPointsAndWhatTheFileHoldsKeepsThem() async throws {
            let session = try await Session.steady(mayBeRead: true)
            let locales = session.desktop.folder + "/locales"
            mkdir(locales, 0o700)
            // It complains of what the C library has in store beside the locale.
            system("localedef -i de_DE -f UTF-8 '\(locales)/de_DE.UTF-8' 2>/dev/null")
            let lines = [String](repeating: "0.25,x", count: 1501)
            let path = try session.file("halves.csv", (["share,letter"] + lines).joined(separator: "\n") + "\n")
            let language = ["LC_ALL": "de_DE.UTF-8", "LOCPATH": locales]
            let (window, reader, bus) = try await read(session, title: "halves.csv", language) {
                try session.open([path], environment: $0)
            }
            let table = try await reader.ask("find halves.csv")
            #expect(table[1] == "1.501 Zeilen × 2 Spalten")
            _ = try await eventually("the type of the column") {
                try await reader.ask("column 0").prefix(2) == ["table column header: share", "Dezimalzahl"] ? true : nil
            }
            #expect(try await reader.ask("cell 0 0").first == "table cell: 0.25")
            try await window.key("ctrl+space")
            let sum = "Anzahl 1.501 · Summe 375.25 · Mittelwert 0.25"
            _ = try await eventually("the figures of the column") {
                try await reader.ask("tree").contains { $0.contains(sum) } ? true : nil
            }
            withExtendedLifetime(bus) { window.program.child.kill() }
        }

        @Test func inFrenchTheWindowAndItsPreferencesAreFrench() async throws {
            let session = try await Session.steady(mayBeRead: true)
            let locales = session.desktop.folder + "/locales"
            mkdir(locales, 0o700)
            system("localedef -i fr_FR -f UTF-8 '\(locales)/fr_FR.UTF-8' 2>/dev/null")
            let path = try session.table(rows: 1501, columns: 3)
            let language = ["LC_ALL": "fr_FR.UTF-8", "LOCPATH": locales]
            let (window, reader, bus) = try await read(session, title: "table.csv", language) {
                try session.open([path], environment: $0)
            }
            let words = try await eventually("all rows") {
                let words = try await reader.ask("find table.csv")[1]
                return words.contains("501") ? words : nil
            }
            // No line ends between the digits.
            #expect(words == "1\u{202F}501 lignes × 3 colonnes")
            #expect(try await reader.ask("cell 0 0").first == "table cell: r1 c1")
            try await window.key("ctrl+comma")
            let preferences = try await window.program.window(title: "Préférences")
            let tree = try await reader.ask("tree")
            for word in ["Thème", "Lignes"] {
                #expect(tree.contains { $0.contains(word) }, "\(word) in \(tree)")
            }
            try await preferences.key("Escape")
            try await window.focus()
            try await window.key("ctrl+w")
            withExtendedLifetime(bus) {}
            try await window.program.expectGoodEnd()
        }

        /// What is kept of a file is in no language: a command in another one reads none of it again.
        @Test func fileOfAGermanWindowIsNotReadAgainInEnglish() async throws {
            let session = try await Session.steady(mayBeRead: true)
            let row = [String](repeating: "1", count: 30).joined(separator: ",")
            let rows = [String](repeating: row, count: 700_000)
            let path = try session.file("kept.csv", ([row] + rows + ["1,2", "1,2"]).joined(separator: "\n") + "\n")
            // Of a file that was changed just now nothing is kept.
            try await Task.sleep(for: .seconds(3))
            let (window, reader, bus) = try await read(session, title: "kept.csv", ["LANGUAGE": "de"]) {
                try session.open([path], environment: $0)
            }
            _ = try await eventually("the problems of all rows") {
                try await reader.ask("tree").contains { $0.contains("2 Probleme") } ? true : nil
            }
            try await window.focus()
            try await window.key("ctrl+w")
            withExtendedLifetime(bus) {}
            try await window.program.expectGoodEnd()
            // A shell's own figures have those of its commands.
            let script = "\"$1\" info \"$2\" && grep rchar /proc/$$/io"
            let output = try await session.desktop.run(
                ["/bin/sh", "-c", script, "sh", try Programs.path(of: "quadrille"), path])
            let info = try #require(output)
            #expect(info.contains("problems  2"), "\(info)")
            let bytesRead = try #require(info.split(separator: " ").last.flatMap { Int($0.filter(\.isNumber)) })
            let size = (row.utf8.count + 1) * 700_000
            #expect(size > 40_000_000 && bytesRead < size / 8, "\(info)")
        }

        /// In a language that nobody speaks: its translation is made here, longer than others, of Hebrew letters.
        @Test func inALanguageThatIsReadFromTheRightAllIsTurned() async throws {
            let session = try await Session.steady(mayBeRead: true)
            let place = session.desktop.folder + "/elsewhere"
            let program = try Programs.path(of: "quadrille")
            let source = #filePath.split(separator: "/").dropLast(3).joined(separator: "/")
            mkdir(place, 0o700)
            system("ln '\(program)' '\(place)/quadrille' 2>/dev/null || cp '\(program)' '\(place)/quadrille'")
            system("'/\(source)/.scripts/pseudo-translation' '\(place)/quadrille_CTranslation.resources/locale'")
            let path = try session.table(rows: 50, columns: 3)
            let (window, reader, bus) = try await read(session, title: "table.csv", ["LANGUAGE": "he"]) {
                try session.open(copy: place + "/quadrille", [path], environment: $0)
            }
            let words = try await reader.ask("find table.csv")[1]
            #expect(words.contains("50 ") && words.unicodeScalars.contains { ("א"..."ת").contains($0) }, "\(words)")
            func left(_ cell: String) async throws -> Int? {
                // The frame of a cell stands before its number.
                let frame = try await reader.ask(cell).dropLast().last ?? ""
                return frame.split(separator: " ").first.flatMap { Int($0) }
            }
            let (first, second) = (try await left("cell 0 0"), try await left("cell 0 1"))
            #expect(try #require(first) > #require(second), "the first column is the one at the right")
            withExtendedLifetime(bus) { window.program.child.kill() }
        }

        /// A window with a table, and who reads it.
        private func read(
            _ session: Session, title: String, _ language: [String: String],
            _ open: ([String: String]) throws -> Program
        ) async throws -> (Window, Dialogue, Bus) {
            let bus = try await Bus(session)
            let environment = ["DBUS_SESSION_BUS_ADDRESS": bus.address].merging(language) { $1 }
            let reader = try await bus.reader()
            let window = try await open(environment).window(title: title)
            _ = try await eventually("the table to be there for others") {
                try await reader.ask("find \(title)").first == title ? true : nil
            }
            return (window, reader, bus)
        }
    }
}
