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
    }
}
