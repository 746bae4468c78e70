import Glibc
import TestDesktop
import Testing

extension WindowTests {
    /// What is opened, and what becomes of it.
    @Suite(.serialized) struct Files {
        @Test func severalFilesHaveAWindowEach() async throws {
            let session = try await Session()
            let paths = try ["first.csv", "second.csv"].map { try session.table($0, rows: 5, columns: 3) }
            let program = try session.open(paths)
            let first = try await program.window(title: "first.csv")
            let second = try await program.window(title: "second.csv")
            #expect(first.identifier != second.identifier)
            try await second.focus()
            try await second.key("ctrl+w")
            _ = try await eventually("the second window to close") {
                try await program.windows(title: "second.csv").isEmpty ? true : nil
            }
            #expect(program.child.ended == nil)
            try await first.focus()
            try await first.key("ctrl+q")
            try await program.expectGoodEnd()
        }

        @Test func aHundredThousandColumnsAreCrossedByKeysAndByTheirNames() async throws {
            let session = try await Session.steady()
            let window = try await session.window([session.table(rows: 12, columns: 100_000)], title: "table.csv")
            let start = try await window.settled()
            let inside = try await window.inside()
            try await window.key("End")
            let end = try await window.changed(from: start, after: "End")
            #expect(try #require(try await window.ring(in: end)).maxX > inside.midX)
            try await window.key("Home")
            try await window.returned(to: start, after: "Home")
            try await window.key("ctrl+g")
            try await session.desktop.xdotool(["type", "--delay", "20", "column 54321"])
            try await window.key("Return")
            let far = try await window.changed(from: start, after: "a column's name")
            #expect(try await window.ring(in: far) != nil)
            try await window.key("Home")
            try await window.returned(to: start, after: "Home again")
            try await window.close()
        }

        @Test func withoutAFileTheWindowSaysHowToOpenOneAndShowsSamplesInTheFiveViews() async throws {
            let window = try await Session().window([], title: "Quadrille")
            let picture = try await window.still()
            #expect(picture.colorCount(in: try await window.inside()) > 20)
            // Behind the button that opens a file; the third is the timeline.
            try await window.key("Tab", "Right", "Right", "Return")
            let sample = try await window.program.window(title: "week.csv")
            #expect(sample.identifier == window.identifier)
            // It is no sheet.
            let timeline = try await sample.still()
            try await sample.key("ctrl+1")
            _ = try await sample.changed(from: timeline, after: "ctrl+1")
            try await sample.close()
        }

        @Test(arguments: ["missing.csv", "folder", "secret.csv", "picture.png", "empty.csv"])
        func whatCannotBeShownIsSaidInTheWindow(name: String) async throws {
            let session = try await Session()
            let path = session.desktop.folder + "/" + name
            switch name {
            case "folder": mkdir(path, 0o700)
            case "secret.csv": chmod(try session.file(name, "a,b\n1,2\n"), 0)
            case "picture.png": _ = try session.file(name, "\u{89}PNG\r\n\u{1A}\n")
            case "empty.csv": _ = try session.file(name, "")
            default: break
            }
            // For root no file is secret: that case is an ordinary table then.
            let window = try await session.window([path], title: name)
            #expect(try await window.still().colorCount(in: try await window.frame()) > 20)
            try await window.key("Down", "ctrl+End", "ctrl+plus")
            try await window.wheel(.down)
            try await window.close()
        }

        @Test func theHeaderBarOfAFileThatCannotBeShownIsThatOfAnEmptyWindow() async throws {
            var headers: [Picture] = []
            for (arguments, title) in [([], "Quadrille"), (["/nonexistent/missing.csv"], "missing.csv")] {
                let window = try await Session().window(arguments, title: title)
                _ = try await window.still()
                headers.append(try window.program.session.desktop.screen())
                let frame = try await window.frame()
                if headers.count == 2 {
                    let buttons = PixelRect(x: frame.minX..<frame.minX + 200, y: frame.minY..<frame.minY + 44)
                    #expect(headers[1].difference(from: headers[0], in: buttons) == nil)
                }
                try await window.close()
            }
        }

        @Test(arguments: Mishap.allCases)
        func aFileThatChangesWhileItIsOpenLeavesTheWindowAlive(mishap: Mishap) async throws {
            let session = try await Session()
            let path = try session.table("changing.csv", rows: 30_000, columns: 10)
            let window = try await session.window([path], title: "changing.csv")
            let start = try await window.still()
            try mishap.happen(to: path, session)
            try await window.key("ctrl+End")
            let end = try await window.changed(from: start, after: "ctrl+End")
            try await window.key("ctrl+Home")
            _ = try await window.changed(from: end, after: "ctrl+Home")
            try await window.close()
        }

        @Test func aFileIsChosenInTheDesktopsDialog() async throws {
            let session = try await Session()
            let path = try session.table("chosen.csv")
            // GTK's own dialog complains to itself while a path is typed.
            let window = try await session.window([], title: "Quadrille", environment: ["G_DEBUG": ""])
            try await window.key("Tab", "Return")
            _ = try await window.program.window(title: "harvest.csv")
            try await window.key("ctrl+o")
            let dialog = try await window.program.window(title: "Open a Table")
            try await dialog.key("ctrl+l")
            _ = try await dialog.still()
            try await session.desktop.xdotool(["type", "--delay", "40", path])
            _ = try await dialog.still()
            try await dialog.key("Return")
            // The sample makes room for the file; there is no second window.
            let opened = try await window.program.window(title: "chosen.csv")
            #expect(opened.identifier == window.identifier)
            try await opened.key("ctrl+w")
            #expect(try await window.program.child.wait() == .exited(0))
        }

        @Test func standardInputIsShown() async throws {
            let session = try await Session()
            let file = Glibc.open(try session.table(rows: 500, columns: 5), O_RDONLY | O_CLOEXEC)
            defer { close(file) }
            let program = try session.open(["-"], input: file)
            let window = try await program.window(title: "Standard input")
            let start = try await window.still()
            try await window.key("ctrl+End")
            let end = try await window.changed(from: start, after: "ctrl+End")
            #expect(try await window.ring(in: end) != nil)
            try await window.close()
        }

        @Test func theLastOfATrillionRowsIsThere() async throws {
            let window = try await Session().window(["--generate", "1000000000000x100"], title: "Generated")
            let start = try await window.still()
            try await window.key("ctrl+End")
            let end = try await window.changed(from: start, after: "ctrl+End")
            let ring = try #require(try await window.ring(in: end))
            let inside = try await window.inside()
            let frame = try await window.frame()
            #expect(ring.maxY > frame.maxY - 48, "the active cell is at the bottom, right above the status bar")
            let text = ring.inset(top: 3, left: 3, bottom: 12, right: 20)
            #expect(end.colorCount(in: text) > 3, "the last cell has text")
            #expect(end.colorCount(in: inside) > 20)
            try await window.wheel(.up, notches: 2)
            _ = try await window.changed(from: end, after: "the wheel")
            try await window.close()
        }

        @Test func largeNumbersInTheStatusBarDoNotWidenTheWindow() async throws {
            let window = try await Session().window(["--generate", "1000000000000x100"], title: "Generated")
            let start = try await window.still()
            try await window.resize(width: 400, height: 300)
            try await window.key("ctrl+End")
            _ = try await window.changed(from: start, after: "ctrl+End")
            #expect(try await window.frame().width == 400)
            try await window.close()
        }

        @Test func aResizedWindowShowsMoreOfTheSame() async throws {
            let window = try await Session().tableWindow()
            let ring = try #require(try await window.ring(in: window.still()))
            let old = try await window.frame()
            for (width, height) in [(700, 400), (420, 300), (1200, 850)] {
                try await window.resize(width: width, height: height)
                let picture = try await window.still()
                let frame = try await window.frame()
                let now = try #require(try await window.ring(in: picture))
                #expect(now.width == ring.width && now.height == ring.height)
                #expect(now.minX - frame.minX == ring.minX - old.minX)
                #expect(now.minY - frame.minY == ring.minY - old.minY)
                let corner = PixelRect(x: frame.maxX - 150..<frame.maxX - 30, y: frame.maxY - 150..<frame.maxY - 50)
                #expect(picture.colorCount(in: corner) > 5, "the corner that came into sight has cells")
            }
            try await window.close()
        }
    }
}

/// What may happen to an open file.
enum Mishap: CaseIterable, Sendable {
    case appended, truncated, deleted, replaced

    func happen(to path: String, _ session: Session) throws {
        switch self {
        case .appended:
            guard let file = fopen(path, "a") else { throw DesktopError("\(path) could not be appended to") }
            fputs("one,more,row\n", file)
            fclose(file)
        case .truncated: truncate(path, 100)
        case .deleted: unlink(path)
        case .replaced:
            unlink(path)
            _ = try session.file("changing.csv", "other\n1\n")
        }
    }
}
