import TestDesktop
import Testing

extension WindowTests {
    /// Files of nested values.
    @Suite(.serialized) struct Nested {
        private func copied(_ window: Window, by keys: String...) async throws -> String {
            for key in keys { try await window.key(key) }
            return try await eventually("a copy") {
                let text = try await window.program.session.desktop.clipboard()
                return text.flatMap { $0.isEmpty ? nil : $0 }
            }
        }

        /// Waits until a copy of all cells is `text`.
        private func expectAll(_ window: Window, _ text: String) async throws {
            _ = try await eventually("all cells to be \(text)") {
                try await window.key("ctrl+a", "ctrl+c")
                return try await window.program.session.desktop.clipboard() == text ? true : nil
            }
            try await window.key("ctrl+Home")
        }

        @Test func pathToAValueIsCopiedFromItsMenu() async throws {
            let session = try await Session.steady()
            let path = try session.file("a.json", #"{"data":{"items":[{"a":1,"b":{"c/d":"x"}},{"a":2}]}}"#)
            let window = try await session.window([path], title: "a.json")
            let start = try await window.still()
            try await window.key("Right")
            let right = try await window.changed(from: start, after: "Right")
            try await window.key("Menu")
            _ = try await window.changed(from: right, after: "the menu key")
            #expect(try await copied(window, by: "j") == "/data/items/0/b/c~1d")
            try await window.close()
        }

        @Test func fileIsReadAsTextAndByItsFormatAgain() async throws {
            let session = try await Session.steady()
            let path = try session.file("a.json", "[\n{\"a\": 1, \"b\": 2},\n{\"a\": 3, \"b\": 4}\n]\n")
            let window = try await session.window([path], title: "a.json")
            let start = try await window.still()
            try await window.key("ctrl+shift+d")
            let form = try await window.changed(from: start, after: "ctrl+shift+d")
            try await window.key("alt+t")
            try await window.differs(from: form, after: "alt+t")
            let text = try await window.still()
            #expect(try await text.difference(from: start, in: window.inside()) != nil)
            try await window.key("ctrl+shift+d")
            let dialect = try await window.changed(from: text, after: "ctrl+shift+d")
            try await window.key("alt+f")
            try await window.differs(from: dialect, after: "alt+f")
            try await expectAll(window, "1\t2\n3\t4\n")
            try await window.close()
        }

        @Test func otherRowsAreChosenUndoneAndRemembered() async throws {
            let session = try await Session.steady()
            let path = try session.file("a.json", #"{"x":[{"a":1},{"a":2}],"n":[7,8,9]}"#)
            let remembering = ["QUADRILLE_STATE": "on"]
            let window = try await session.window([path], title: "a.json", environment: remembering)
            let start = try await window.still()
            try await window.key("ctrl+shift+d")
            let form = try await window.changed(from: start, after: "ctrl+shift+d")
            // The last of the arrays that were found.
            try await window.key("End")
            _ = try await window.changed(from: form, after: "End")
            try await window.key("alt+a")
            try await window.differs(from: form, after: "alt+a")
            try await expectAll(window, "7\n8\n9\n")
            try await window.key("ctrl+z")
            try await expectAll(window, "1\n2\n")
            try await window.key("ctrl+y")
            try await expectAll(window, "7\n8\n9\n")
            try await window.close()
            let again = try await session.window([path], title: "a.json", environment: remembering)
            try await expectAll(again, "7\n8\n9\n")
            try await again.close()
        }

        @Test func membersOfObjectsInTextAreColumns() async throws {
            let session = try await Session.steady()
            let path = try session.file("a.csv", "id,p\n1,\"{\"\"a\"\":7,\"\"b\"\":\"\"x\"\"}\"\n2,\"{\"\"a\"\":8}\"\n")
            let remembering = ["QUADRILLE_STATE": "on"]
            let window = try await session.window([path], title: "a.csv", environment: remembering)
            let start = try await window.still()
            // The menu of the second column's header.
            try await window.key("Right")
            let right = try await window.changed(from: start, after: "Right")
            let ring = try #require(try await window.ring(in: right))
            try await window.click(x: ring.midX, y: ring.minY - 16, button: 3)
            _ = try await window.changed(from: right, after: "a click on the header")
            try await window.key("j")
            func expectMembers(_ window: Window, _ has: Bool) async throws {
                _ = try await eventually("members \(has ? "to be" : "not to be") columns") {
                    try await window.key("ctrl+a", "ctrl+c")
                    let text = try await window.program.session.desktop.clipboard() ?? ""
                    return text.hasSuffix("\t7\tx\n2\t\"{\"\"a\"\":8}\"\t8\t\n") == has && !text.isEmpty ? true : nil
                }
                try await window.key("ctrl+Home")
            }
            try await expectMembers(window, true)
            try await window.key("ctrl+z")
            try await expectMembers(window, false)
            try await window.key("ctrl+y")
            try await expectMembers(window, true)
            try await window.close()
            let again = try await session.window([path], title: "a.csv", environment: remembering)
            try await expectMembers(again, true)
            try await again.close()
        }

        @Test func elementsOfArraysOpenAsATable() async throws {
            let session = try await Session.steady()
            let path = try session.file("a.json", #"[{"id":1,"list":[7,8]},{"id":2},{"id":3,"list":[9]}]"#)
            let window = try await session.window([path], title: "a.json")
            let start = try await window.still()
            try await window.key("Right")
            let right = try await window.changed(from: start, after: "Right")
            let ring = try #require(try await window.ring(in: right))
            try await window.click(x: ring.midX, y: ring.minY - 16, button: 3)
            _ = try await window.changed(from: right, after: "a click on the header")
            // Behind it stand two entries each about sizes, columns and freezing.
            for _ in 0..<7 { try await window.key("Up") }
            try await window.key("Return")
            try await expectAll(window, "1\t7\n1\t8\n3\t9\n")
            // The first tab is as it was.
            try await window.key("ctrl+Page_Up")
            try await expectAll(window, "1\t[7,8]\n2\t\n3\t[9]\n")
            // A tab, then the window with the other one.
            try await window.key("ctrl+w")
            try await expectAll(window, "1\t7\n1\t8\n3\t9\n")
            try await window.close()
        }
    }
}
