import Glibc
import TestDesktop
import Testing

extension WindowTests {
    /// The value of a cell written whole, and the kinds of problems that are listed.
    @Suite(.serialized) struct Values {
        @Test func aValueThatIsCutInItsCellIsSavedWhole() async throws {
            let session = try await Session.steady()
            let value = (0..<2000).map { "piece \($0) " }.joined()
            let file = try session.file("long.csv", "id,note\n1,\"\(value)\"\n2,short\n")
            // GTK's own dialog complains to itself while a path is typed.
            let window = try await session.window([file], title: "long.csv", environment: ["G_DEBUG": ""])
            let start = try await window.still()
            try await window.key("Right")
            _ = try await window.changed(from: start, after: "Right")
            try await window.key("Menu")
            let path = session.desktop.folder + "/value.txt"
            _ = try await eventually("the dialog of Save Value") { () -> Bool? in
                try await session.desktop.xdotool(["key", "v"])
                return try await window.program.windows(title: "Save Value").isEmpty ? nil : true
            }
            let dialog = try await window.program.window(title: "Save Value")
            try await dialog.key("ctrl+a")
            try await session.desktop.xdotool(["type", "--delay", "30", path])
            _ = try await dialog.still()
            try await dialog.key("Return")
            let saved = try await eventually("the value") { () -> String? in
                guard case let text = Session.text(of: path), text.utf8.count == value.utf8.count else { return nil }
                return text
            }
            #expect(saved == value)
            try await window.focus()
            try await window.key("ctrl+w")
            #expect(try await window.program.child.wait() == .exited(0))
        }

        @Test func theListOfProblemsShowsOneKindOrAll() async throws {
            let session = try await Session.steady()
            let rows = (1...60).map { $0 % 10 == 0 ? "\($0),short" : $0 % 7 == 0 ? "\($0),a\"b,c" : "\($0),b,c" }
            let file = try session.file("messy.csv", (["id,b,c"] + rows).joined(separator: "\n") + "\n")
            let window = try await session.window([file], title: "messy.csv")
            let start = try await window.still()
            try await window.key("ctrl+shift+p")
            let all = try await window.changed(from: start, after: "ctrl+shift+p")
            // Back from the list over its two buttons.
            try await window.key("shift+Tab", "shift+Tab", "shift+Tab")
            let atFilter = try await window.changed(from: all, after: "Tab")
            // There and back, since the list has a cursor as long as nothing else was chosen.
            try await window.key("Down")
            let first = try await window.changed(from: atFilter, after: "the next kind")
            try await window.key("Up")
            let back = try await window.changed(from: first, after: "all kinds")
            try await window.key("Down")
            let one = try await window.changed(from: back, after: "the next kind again")
            #expect(try await one.difference(from: first, in: window.inside()) == nil)
            try await window.key("Up")
            try await window.returned(to: back, after: "all kinds again")
            #expect(try await one.difference(from: all, in: window.inside()) != nil)
            try await window.close()
        }
    }
}
