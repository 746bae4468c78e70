import Glibc
import QuadrilleRuntime
import TestDesktop
import Testing

extension WindowTests {
    /// Files that grow, change and go while they are open.
    @Suite(.serialized) struct Live {
        /// A table of numbered rows; each version has texts of its own.
        private func write(_ path: String, version: String, rows: Int = 300) throws {
            let text = "row,text\n" + (1...rows).map { "\($0),\(version) \($0)\n" }.joined()
            guard let file = fopen(path + ".new", "w") else { throw DesktopError("\(path) could not be written") }
            fputs(text, file)
            fclose(file)
            rename(path + ".new", path)
        }

        private func append(_ text: String, to path: String) throws {
            guard let file = fopen(path, "a") else { throw DesktopError("\(path) could not be appended to") }
            fputs(text, file)
            fclose(file)
        }

        private func open(_ arguments: [String] = []) async throws -> (Window, path: String) {
            let session = try await Session()
            let path = session.desktop.folder + "/live.csv"
            try write(path, version: "old")
            return (try await session.window([path] + arguments, title: "live.csv"), path)
        }

        /// The colour of the bar above the grid, whatever that is: the pixel below the header bar at the left.
        private func barColor(_ window: Window, _ picture: Picture) async throws -> UInt32 {
            let frame = try await window.frame()
            return picture[frame.minX + 6, frame.minY + 56]
        }

        @Test func aReplacedFileIsOfferedAnewAndF5KeepsThePlace() async throws {
            let (window, path) = try await open()
            let start = try await window.still()
            try await window.key("Page_Down", "Page_Down", "Right")
            let old = try await window.changed(from: start, after: "keys")
            let ring = try await window.ring(in: old)
            let bare = try await barColor(window, old)
            try write(path, version: "NEW")
            let told = try await window.changed(from: old, after: "the replacement")
            #expect(try await barColor(window, told) != bare, "the bar says so")
            try await window.key("F5")
            let new = try await window.changed(from: told, after: "F5")
            #expect(try await barColor(window, new) == bare, "the bar has gone")
            #expect(try await window.ring(in: new) == ring)
            // Back to what it was: the same picture, so only the texts had changed.
            try write(path, version: "old")
            _ = try await window.changed(from: new, after: "the second replacement")
            try await window.key("ctrl+r")
            try await window.returned(to: old, after: "ctrl+r")
            try await window.close()
        }

        @Test func aLongTextAboveTheGridLeavesTheWindowAsItIs() async throws {
            let session = try await Session()
            let path = session.desktop.folder + "/live " + String(repeating: "x", count: 230) + ".csv"
            try write(path, version: "old")
            let window = try await session.window([path], title: "live xxx")
            let old = try await window.still()
            let (frame, bare) = (try await window.frame(), try await barColor(window, old))
            try write(path, version: "NEW")
            let told = try await window.changed(from: old, after: "the replacement")
            #expect(try await barColor(window, told) != bare)
            #expect(try await window.frame() == frame)
            try await window.close()
        }

        @Test func aFileIsNotReadAnewByItselfWhileOneChoosesHowToReadIt() async throws {
            let session = try await Session.steady()
            let path = session.desktop.folder + "/live.csv"
            try write(path, version: "old")
            let window = try await session.window([path, "--reload"], title: "live.csv")
            let old = try await window.still()
            try await window.key("ctrl+shift+d")
            let choosing = try await window.changed(from: old, after: "ctrl+shift+d")
            try write(path, version: "NEW")
            _ = try await eventually("the new file to be open") { window.program.hasOpen(path) ? true : nil }
            #expect(try await window.still().difference(from: choosing, in: window.inside()) == nil)
            try await window.key("Escape")
            let closed = try await window.changed(from: choosing, after: "Escape")
            #expect(try await window.ring(in: closed) != nil)
            #expect(closed.difference(from: old, in: try await window.inside()) != nil, "the new rows are shown")
            try await window.close()
        }

        /// A pipe without a writer is opened and never read: so is what is read anew.
        @Test func escapeGivesUpReadingAnew() async throws {
            let (window, path) = try await open()
            let old = try await window.still()
            mkfifo(path + ".new", 0o600)
            rename(path + ".new", path)
            let told = try await window.changed(from: old, after: "the replacement")
            let frame = try await window.frame()
            let status = PixelRect(x: frame.midX..<frame.maxX, y: frame.maxY - 40..<frame.maxY)
            func differs() throws -> Bool {
                try window.program.session.desktop.screen().difference(from: told, in: status) != nil
            }
            try await window.key("F5")
            _ = try await eventually("the progress in the status bar") { try differs() ? true : nil }
            try await window.key("Escape")
            _ = try await eventually("the progress to go") { try differs() ? nil : true }
            try write(path, version: "NEW")
            try await window.key("F5")
            let new = try await window.changed(from: told, after: "F5")
            #expect(new.difference(from: old, in: try await window.inside()) != nil)
            try await window.close()
        }

        /// What has to wait for all rows, and these never end.
        @Test func aViewThatWasAskedForAndIsNotThereYetComesAfterReadingAnew() async throws {
            let session = try await Session()
            let path = session.desktop.folder + "/live.csv"
            let arguments = [path, "--layout", "columns", "--group", "text"]
            try write(path, version: "same")
            let direct = try await session.window(arguments, title: "live.csv")
            let expected = try await direct.still()
            try await direct.close()
            mkfifo(path + ".new", 0o600)
            rename(path + ".new", path)
            let writer = Glibc.open(path, O_RDWR | O_CLOEXEC)
            defer { close(writer) }
            _ = "row,text\n1,a\n2,b\n".withCString { Glibc.write(writer, $0, strlen($0)) }
            let window = try await session.window(arguments, title: "live.csv")
            let waiting = try await window.still()
            #expect(waiting.difference(from: expected, in: try await window.inside()) != nil)
            try write(path, version: "same")
            try await window.key("F5")
            try await window.returned(to: expected, after: "F5")
            try await window.close()
        }

        /// What is read anew of a pipe ends when the test says so.
        @Test func whatAPersonDoesWhileSortedRowsAreReadAnewStaysAsItIs() async throws {
            let session = try await Session.steady()
            let path = session.desktop.folder + "/live.csv"
            try write(path, version: "same")
            let window = try await session.window([path, "--sort", "row:desc"], title: "live.csv")
            let start = try await window.still()
            func act() async throws {
                try await window.key("ctrl+shift+h", "Down", "Down", "shift+Down")
                try await window.wheel(.down, notches: 5)
            }
            try await act()
            let expected = try await window.changed(from: start, after: "what a person does")
            try await window.key("ctrl+Home", "ctrl+z")
            try await window.returned(to: start, after: "Undo")
            let writer = try await readFromPipe(path, window)
            defer { if fcntl(writer, F_GETFD) >= 0 { close(writer) } }
            try await act()
            _ = try await window.still()
            close(writer)
            try await window.returned(to: expected, after: "all rows")
            try await window.close()
        }

        @Test func rowsOfAFileThatWasEmptyForAMomentComeInTheirOrder() async throws {
            let session = try await Session.steady()
            let path = session.desktop.folder + "/live.csv"
            try write(path, version: "same")
            let window = try await session.window([path, "--sort", "row:desc"], title: "live.csv")
            let sorted = try await window.still()
            // Below what may be said of an empty file.
            let inside = try await window.inside()
            let lines = inside.inset(top: inside.height * 3 / 4)
            for content in ["row,text\n", ""] {
                _ = try session.file("live.csv.new", content)
                rename(path + ".new", path)
                try await window.key("F5")
                // The rows stay until the file has been read again, which the status bar says before.
                _ = try await eventually("the empty file") {
                    try window.program.session.desktop.screen().colorCount(in: lines) < 3 ? true : nil
                }
                _ = try await window.still()
                let writer = try await readFromPipe(path, window)
                let waiting = try await window.settled()
                #expect(waiting.colorCount(in: lines) < 3, "no rows are shown")
                close(writer)
                try await window.returned(to: sorted, after: "all rows")
            }
            try await window.close()
        }

        /// Puts a pipe in the file's place, with all rows in it and more to come, and has it read anew.
        private func readFromPipe(_ path: String, _ window: Window) async throws -> Int32 {
            mkfifo(path + ".new", 0o600)
            rename(path + ".new", path)
            let writer = Glibc.open(path, O_RDWR | O_CLOEXEC)
            let text = "row,text\n" + (1...300).map { "\($0),same \($0)\n" }.joined()
            #expect(text.withCString { Glibc.write(writer, $0, strlen($0)) } == text.utf8.count)
            try await window.key("F5")
            _ = try await eventually("the pipe to be read") { window.program.hasOpen(path) ? true : nil }
            return writer
        }

        @Test func itReadsAnewByItselfWhenAskedTo() async throws {
            let (window, path) = try await open(["--reload", "--at", "200,1"])
            let old = try await window.still()
            let bare = try await barColor(window, old)
            try write(path, version: "NEW")
            let new = try await window.changed(from: old, after: "the replacement")
            #expect(try await barColor(window, new) == bare, "nothing is asked")
            unlink(path)
            let told = try await window.changed(from: new, after: "the deletion")
            #expect(try await barColor(window, told) != bare, "the bar says that it is gone")
            try write(path, version: "old")
            try await window.returned(to: old, after: "the file came back")
            // As whoever writes a file over does it, with some time for each step.
            truncate(path, 0)
            let empty = try await window.changed(from: old, after: "it was emptied")
            try append("row,text\n", to: path)
            _ = try await window.changed(from: empty, after: "its header came")
            try write(path, version: "NEW")
            try await window.returned(to: new, after: "it was replaced")
            try await window.close()
        }

        @Test func theEndIsFollowedUntilSomeoneScrollsAway() async throws {
            let (window, path) = try await open(["--follow"])
            let start = try await window.still()
            try append("301,appended\n302,appended too", to: path)
            let grown = try await window.changed(from: start, after: "an append")
            try await window.wheel(.up, notches: 5)
            let away = try await window.changed(from: grown, after: "the wheel")
            try append("\n303,out of sight\n", to: path)
            _ = try await window.still()
            try await window.returned(to: away, after: "an append that is out of sight")
            try await window.wheel(.down, notches: 20)
            let back = try await window.changed(from: away, after: "the wheel back")
            try append("304,followed again\n", to: path)
            _ = try await window.changed(from: back, after: "an append at the end")
            try await window.close()
        }

        @Test func whatComesThroughAPipeIsFollowed() async throws {
            let session = try await Session()
            let ends = try FileDescriptor.openPipe()
            defer { close(ends.write) }
            func send(_ rows: Range<Int>) {
                let text = rows.map { "\($0),text \($0)\n" }.joined()
                #expect(text.withCString { Glibc.write(ends.write, $0, strlen($0)) } == text.utf8.count)
            }
            send(0..<100)
            let program = try session.open(["-", "--follow"], input: ends.read)
            close(ends.read)
            let window = try await program.window(title: "Standard input")
            var last = try await window.still()
            for first in [100, 200] {
                send(first..<first + 100)
                last = try await window.changed(from: last, after: "more rows")
            }
            try await window.close()
        }

        @Test func aFileThatWasEmptyFillsItsWindow() async throws {
            let session = try await Session()
            let window = try await session.window([try session.file("empty.csv", "")], title: "empty.csv")
            let empty = try await window.still()
            #expect(empty.colorCount(in: try await window.inside()) > 20, "it says so")
            try append("a,b\n1,2\n3,4\n", to: session.desktop.folder + "/empty.csv")
            let filled = try await window.changed(from: empty, after: "the first rows")
            #expect(try await window.ring(in: filled) != nil)
            try await window.close()
        }
    }
}
