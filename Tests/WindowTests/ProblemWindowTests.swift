import Glibc
import TestDesktop
import Testing

extension WindowTests {
    /// Problems, and what is written from a window.
    @Suite(.serialized) struct Tasks {
        /// A table with a ragged record every hundred rows.
        private func messy(_ session: Session) throws -> String {
            let rows = (1...2000).map { $0 % 100 == 0 ? "\($0),short" : "\($0),b,c,d" }
            return try session.file("messy.csv", (["id,b,c,d"] + rows).joined(separator: "\n") + "\n")
        }

        /// `warning_color` of Adwaita, as much darker as makes it stand out from white.
        private static let warning: UInt32 = 0xDD6D00

        @Test func keysLeadFromProblemToProblem() async throws {
            let session = try await Session()
            let window = try await session.window([try messy(session)], title: "messy.csv")
            let start = try await window.still()
            let frame = try await window.frame()
            let edge = frame.inset(top: 80, left: frame.width - 16, bottom: 30, right: 2)
            let marks = try #require(start.bounds(of: Self.warning, in: edge), "marks beside the scrollbar")
            #expect(marks.height > frame.height / 2 && marks.width <= 8)
            try await window.key("F8")
            let first = try await window.changed(from: start, after: "F8")
            let ring = try #require(try await window.ring(in: first))
            #expect(ring.minY > frame.minY + 200, "the row is in the middle")
            try await window.key("F8")
            let second = try await window.changed(from: first, after: "F8")
            #expect(try await window.ring(in: second) != nil)
            try await window.key("shift+F8")
            try await window.returned(to: first, after: "the way back")
            try await window.close()
        }

        @Test func theNextProblemIsFoundAmongTheRowsThatAFilterShows() async throws {
            let session = try await Session.steady()
            let path = try messy(session)
            let window = try await session.window([path, "--filter", "b = short"], title: "messy.csv")
            let start = try await window.still()
            let top = try #require(try await window.ring(in: start))
            try await window.key("Down")
            let below = try await window.changed(from: start, after: "Down")
            try await window.key("F8")
            let found = try await window.changed(from: below, after: "F8")
            let ring = try #require(try await window.ring(in: found))
            #expect(ring.minY == top.minY + 2 * top.height, "the third row")
            try await window.key("shift+F8")
            _ = try await window.changed(from: found, after: "Shift+F8")
            try await window.close()
            // Where it is in none of them, that is said, and nothing moves.
            let others = try await session.window([path, "--filter", "b = b"], title: "messy.csv")
            let plain = try await others.still()
            let before = try #require(try await others.ring(in: plain))
            try await others.key("F8")
            let told = try await others.changed(from: plain, after: "F8")
            let after = try #require(try await others.ring(in: told))
            #expect(after.minX == before.minX && after.minY > before.minY, "below the words")
            try await others.close()
        }

        @Test func problemsThatAreOnlyCountedAreMarkedToo() async throws {
            let session = try await Session()
            // Two thousand at the beginning, of which a thousand are kept, and a few far below.
            let rows = (1...20_000).map { $0 <= 2000 || (15_000..<15_010).contains($0) ? "\($0),short" : "\($0),b,c" }
            let path = try session.file("messy.csv", (["id,b,c"] + rows).joined(separator: "\n") + "\n")
            let window = try await session.window([path], title: "messy.csv")
            let start = try await window.still()
            let frame = try await window.frame()
            let edge = frame.inset(top: 80, left: frame.width - 16, bottom: 30, right: 2)
            #expect(try #require(start.bounds(of: Self.warning, in: edge)).minY < edge.minY + edge.height / 8)
            let below = edge.inset(top: edge.height / 2)
            let far = try #require(start.bounds(of: Self.warning, in: below), "a mark three quarters down")
            #expect(far.height <= 6)
            #expect(abs(far.minY - edge.minY - edge.height * 3 / 4) < edge.height / 8)
            try await window.close()
        }

        @Test func theListOpensJumpsAndGivesTheKeyboardBack() async throws {
            let session = try await Session()
            let window = try await session.window([try messy(session)], title: "messy.csv")
            let start = try await window.still()
            try await window.key("ctrl+shift+p")
            let open = try await window.changed(from: start, after: "ctrl+shift+p")
            try await window.key("Down", "Down", "Return")
            let jumped = try await window.changed(from: open, after: "Return")
            // The grid has no keyboard: its ring is not of the accent's colour, but the list's row is.
            let frame = try await window.frame()
            let list = frame.inset(top: frame.height / 2)
            #expect(jumped.bounds(of: 0xCDE1F9, in: list) != nil)
            try await window.key("Escape")
            let closed = try await window.changed(from: jumped, after: "Escape")
            #expect(try await window.ring(in: closed) != nil)
            try await window.key("Down")
            _ = try await window.changed(from: closed, after: "Down, in the grid")
            try await window.close()
        }

        @Test func aWindowThatIsClosedWhileItExportsLeavesNothingBehind() async throws {
            let session = try await Session.steady()
            // GTK's own dialog complains to itself while a path is typed.
            let window = try await session.window(
                ["--generate", "1000000000x20"], title: "Generated", environment: ["G_DEBUG": ""])
            let before = try await window.still()
            try await save(as: session.desktop.folder + "/big.csv", window)
            // Its bar takes a little of the grid's room.
            let inside = try await window.inside()
            _ = try await eventually("the export to begin") {
                try session.desktop.screen().difference(from: before, in: inside)
            }
            try await window.key("ctrl+w")
            #expect(try await window.program.child.wait() == .exited(0))
            #expect(try names(session).filter { $0.contains("big") }.isEmpty)
        }

        @Test func aTableIsExportedWhole() async throws {
            let session = try await Session.steady()
            let window = try await session.window(
                [try messy(session)], title: "messy.csv", environment: ["G_DEBUG": ""])
            let path = session.desktop.folder + "/out.ndjson"
            try await save(as: path, window)
            let lines = try await eventually("the export") { () -> Int? in
                guard case let text = Session.text(of: path), text.hasSuffix("\n") else { return nil }
                return text.split(separator: "\n").count
            }
            #expect(lines == 2000)
            try await window.focus()
            try await window.key("ctrl+w")
            #expect(try await window.program.child.wait() == .exited(0))
        }

        @Test func anExportGoesOnFromTheFileAsItWasWhenThatIsReadAnew() async throws {
            let session = try await Session.steady()
            func text(_ word: String) -> String {
                "row,text\n" + (1...200_000).map { "\($0),\(word) \($0)\n" }.joined()
            }
            let source = try session.file("live.csv", text("old"))
            let window = try await session.window([source], title: "live.csv", environment: ["G_DEBUG": ""])
            let path = session.desktop.folder + "/out.ndjson"
            try await save(as: path, window)
            _ = try session.file("new.csv", text("NEW"))
            rename(session.desktop.folder + "/new.csv", source)
            try await window.key("ctrl+r")
            let lines = try await eventually("the export", seconds: 60) { () -> [Substring]? in
                guard case let text = Session.text(of: path), text.hasSuffix("\n") else { return nil }
                return text.split(separator: "\n")
            }
            #expect(lines.count == 200_000 && lines.allSatisfy { $0.contains("old") })
            try await window.focus()
            try await window.key("ctrl+w")
            #expect(try await window.program.child.wait() == .exited(0))
        }

        /// Types a path into the dialog of an export.
        private func save(as path: String, _ window: Window) async throws {
            try await window.key("ctrl+e")
            let dialog = try await window.program.window(title: "Export")
            try await dialog.key("ctrl+a")
            try await window.program.session.desktop.xdotool(["type", "--delay", "30", path])
            _ = try await dialog.still()
            try await dialog.key("Return")
            try await window.focus()
        }

        private func names(_ session: Session) throws -> [String] {
            guard let folder = opendir(session.desktop.folder) else { return [] }
            defer { closedir(folder) }
            var names: [String] = []
            while let entry = readdir(folder) {
                let name = withUnsafePointer(to: &entry.pointee.d_name) {
                    $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
                }
                names.append(name)
            }
            return names
        }
    }
}
