import Glibc
import TestDesktop
import Testing

extension WindowTests {
    /// The list of the files beside the one that is shown.
    @Suite(.serialized) struct Folder {
        @Test func aFileBesideItIsFoundAndShownInItsPlaceAndOneThatComesIsSeen() async throws {
            let session = try await Session.steady()
            mkdir(session.desktop.folder + "/data", 0o700)
            let path = try session.table("data/one.csv", rows: 30, columns: 4)
            _ = try session.table("data/two.csv", rows: 40, columns: 5)
            let window = try await session.window([path], title: "one.csv")
            let plain = try await window.still()
            try await window.key("ctrl+shift+o")
            let list = try await window.changed(from: plain, after: "ctrl+shift+o")
            _ = try session.table("data/three.csv", rows: 50, columns: 6)
            let longer = try await window.changed(from: list, after: "a third file")
            unlink(session.desktop.folder + "/data/two.csv")
            _ = try await window.changed(from: longer, after: "a file that is gone")
            // As it is typed, before it is found.
            try await window.key("t", "h", "r", "Return")
            let other = try await window.program.window(title: "three.csv")
            #expect(other.identifier == window.identifier)
            // The keyboard is in the table; the key brings it to the list, and then closes that.
            let shown = try await other.still()
            try await other.key("Down")
            let moved = try await other.changed(from: shown, after: "Down")
            try await other.key("ctrl+shift+o", "ctrl+shift+o")
            _ = try await other.changed(from: moved, after: "closing the list")
            try await other.close()
        }

        @Test func filesThatComeAndGoMoveNeitherTheListNorWhatIsSelectedInIt() async throws {
            let session = try await Session.steady()
            let folder = session.desktop.folder + "/data/"
            mkdir(folder, 0o700)
            for number in 100..<200 { _ = try session.table("data/f\(number).csv", rows: 5, columns: 2) }
            let window = try await session.window([folder + "f150.csv"], title: "f150.csv")
            let plain = try await window.still()
            try await window.key("ctrl+shift+o")
            _ = try await window.changed(from: plain, after: "ctrl+shift+o")
            // Into the list, where the one that is shown is selected.
            try await window.key("Down", "Down", "Down", "Down")
            let list = try await window.still()
            // The lines, above the words that say how many files there are.
            let frame = try await window.frame()
            let lines = PixelRect(x: frame.minX + 8..<frame.minX + 200, y: frame.minY + 100..<frame.maxY - 120)
            #expect(list.colorCount(in: lines) > 5)
            let count = PixelRect(x: lines.minX..<lines.maxX, y: frame.maxY - 120..<frame.maxY)
            _ = try session.table("data/a.csv", rows: 5, columns: 2)
            unlink(folder + "f110.csv")
            unlink(folder + "f111.csv")
            _ = try await eventually("the number of files") {
                try session.desktop.screen().difference(from: list, in: count)
            }
            #expect(try await window.still().difference(from: list, in: lines) == nil)
            try await window.key("Return")
            let other = try await window.program.window(title: "f153.csv")
            try await other.close()
        }

        @Test func ofWhatIsFoundTheSameFileStaysSelectedWhenOthersCome() async throws {
            let session = try await Session.steady()
            mkdir(session.desktop.folder + "/data", 0o700)
            for name in ["a1", "a3", "a5", "b1"] { _ = try session.table("data/\(name).csv", rows: 5, columns: 2) }
            let window = try await session.window([session.desktop.folder + "/data/b1.csv"], title: "b1.csv")
            let plain = try await window.still()
            try await window.key("ctrl+shift+o")
            let list = try await window.changed(from: plain, after: "ctrl+shift+o")
            try await window.key("a")
            let found = try await window.changed(from: list, after: "a")
            try await window.key("Down", "Down")
            let selected = try await window.changed(from: found, after: "Down")
            for name in ["a0", "a2", "a4"] { _ = try session.table("data/\(name).csv", rows: 5, columns: 2) }
            _ = try await window.changed(from: selected, after: "three files more")
            try await window.key("Return")
            try await window.program.window(title: "a3.csv").close()
        }

        @Test func namesShowTheirEndsInAllOfTheWidth() async throws {
            let session = try await Session.steady()
            let folder = session.desktop.folder + "/data/"
            mkdir(folder, 0o700)
            let name = "orders-2024-with-their-returns-and-credits-"
            let north = try session.table("data/\(name)north.csv", rows: 5, columns: 2)
            let path = try session.table("data/a.csv", rows: 5, columns: 2)
            let window = try await session.window([path], title: "a.csv")
            let plain = try await window.still()
            try await window.key("ctrl+shift+o")
            let list = try await window.changed(from: plain, after: "ctrl+shift+o")
            let frame = try await window.frame()
            // The second line, without what stands beside it.
            let line = PixelRect(x: frame.minX + 8..<frame.minX + 290, y: frame.minY + 122..<frame.minY + 146)
            #expect(list.colorCount(in: line) > 5)
            #expect(list.colorCount(in: line.inset(left: 210, right: 40)) > 2)
            rename(north, folder + name + "south.csv")
            _ = try await eventually("another end of the name") {
                try session.desktop.screen().difference(from: list, in: line)
            }
            #expect(try await window.still().difference(from: list, in: line) != nil)
            try await window.close()
        }
    }
}
