import Glibc
import TestDesktop
import Testing

extension WindowTests {
    /// What is selected by hand, and what another program gets of it.
    @Suite(.serialized) struct Copies {
        /// Waits until the clipboard has another text than `old`.
        private func copied(_ window: Window, as type: String = "UTF8_STRING", not old: String = "") async throws
            -> String
        {
            try await eventually("a copy") {
                let text = try await window.program.session.desktop.clipboard(as: type)
                return text.flatMap { $0.isEmpty || $0 == old ? nil : $0 }
            }
        }

        @Test func whatADragSelectsIsCopiedAsTextTSVAndHTML() async throws {
            let session = try await Session()
            let table = try session.file("t.csv", "a,b,c\n1,\"x\ty\",3\n4,<5>,6\n7,8,9\n")
            let window = try await session.window([table], title: "t.csv")
            let start = try await window.still()
            let ring = try #require(try await window.ring(in: start))
            try await window.drag(x: ring.midX, y: ring.midY, toX: ring.maxX + 8, ring.maxY + 10)
            let selected = try await window.changed(from: start, after: "a drag over cells")
            #expect(try await window.ring(in: selected) == ring, "the active cell is where the drag began")
            try await window.key("ctrl+c")
            let text = try await copied(window)
            #expect(text == "1\t\"x\ty\"\n4\t<5>\n")
            #expect(try await copied(window, as: "text/tab-separated-values") == text)
            let html = try await copied(window, as: "text/html")
            #expect(html.contains("<td>4</td><td>&lt;5&gt;</td>"))
            try await window.key("Escape")
            try await window.returned(to: start, after: "Escape")
            try await window.key("Right", "ctrl+c")
            #expect(try await copied(window, not: text) == "x\ty", "one value as it stands")
            try await window.close()
        }

        @Test func aValueOfMoreThanIsShownIsCopiedWhole() async throws {
            let session = try await Session()
            let long = String(repeating: "0123456789", count: 2000)
            let table = try session.file("t.csv", "a,b\n\(long)!,2\n")
            let window = try await session.window([table], title: "t.csv")
            let start = try await window.still()
            let frame = try await window.frame()
            let bar = frame.inset(top: frame.height - 24, left: frame.width / 2, bottom: 4, right: 8)
            let desktop = window.program.session.desktop
            func isSaid() throws -> Bool { try desktop.screen().difference(from: start, in: bar) != nil }
            try await window.key("ctrl+c")
            _ = try await eventually("the status bar to say so") { try isSaid() ? true : nil }
            let text = try await copied(window)
            #expect(text.count == 20_001 && text.hasSuffix("9!"))
            _ = try await eventually("that to be read") { try isSaid() ? nil : true }
            try await window.close()
        }

        @Test func theMenuCopiesAsItIsAndInOtherFormats() async throws {
            let session = try await Session()
            let table = try session.file("t.csv", "a,b\n1,=2\n")
            let window = try await session.window([table], title: "t.csv")
            let start = try await window.still()
            try await window.key("ctrl+a")
            let all = try await window.changed(from: start, after: "ctrl+a")
            // Copy; Copy As, JSON; then with formulas escaped, CSV.
            try await window.key("Menu")
            _ = try await window.changed(from: all, after: "the menu key")
            try await window.key("o")
            let plain = try await copied(window)
            #expect(plain == "1\t=2\n")
            try await window.returned(to: all, after: "the menu")
            try await window.key("Menu")
            _ = try await window.changed(from: all, after: "the menu key")
            try await window.key("y", "j")
            let json = try await copied(window, not: plain)
            #expect(json == "[\n{\"a\":\"1\",\"b\":\"=2\"}\n]\n")
            try await window.returned(to: all, after: "the menu")
            try await window.key("Menu")
            _ = try await window.changed(from: all, after: "the menu key")
            try await window.key("y", "e")
            try await window.returned(to: all, after: "the menu")
            try await window.key("Menu")
            _ = try await window.changed(from: all, after: "the menu key")
            try await window.key("y", "c")
            #expect(try await copied(window, not: json) == "a,b\n1,'=2\n")
            try await window.close()
        }

        @Test func aCopyOfMillionsIsStoppedByEscapeAndWhatIsTooMuchIsSaid() async throws {
            let window = try await Session().window(["--generate", "1000000x40"], title: "Generated")
            let start = try await window.still()
            try await window.key("ctrl+c")
            let first = try await copied(window)
            // As much as may be copied, nearly: it takes seconds.
            try await window.key("ctrl+space")
            for _ in 0..<11 { try await window.key("shift+Right") }
            let selected = try await window.changed(from: start, after: "the selection")
            try await window.key("ctrl+c")
            try await window.differs(from: selected, after: "the beginning of a copy")
            try await window.key("Escape")
            try await window.returned(to: selected, after: "Escape")
            #expect(try await window.program.session.desktop.clipboard() == first, "the clipboard kept what it had")
            try await window.key("ctrl+a", "ctrl+c")
            _ = try await window.changed(from: selected, after: "asking for too much")
            #expect(try await window.program.session.desktop.clipboard() == first)
            try await window.close()
        }
    }
}
