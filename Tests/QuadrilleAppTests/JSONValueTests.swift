import Foundation
import Testing

@testable import QuadrilleApp

@Suite struct JSONValueTests {
    @Test func keysKeepTheirOrderAndFlatThingsTheirLine() {
        let value = JSONValue.object([
            ("b", .integer(-1)), ("a", .list([.null, .boolean(true)])), ("empty", .list([])),
            ("list", .list([.object([("x", .string("y"))]), .object([])])),
        ])
        #expect(
            value.text == """
                {
                  "b": -1,
                  "a": [null, true],
                  "empty": [],
                  "list": [
                    {"x": "y"},
                    {}
                  ]
                }
                """)
    }

    @Test func everyScalarSurvives() throws {
        let scalars = (0...0x2FF).compactMap(Unicode.Scalar.init) + ["\u{2028}", "\u{FFFD}", "😀", "\u{10FFFF}"]
        let text = String(String.UnicodeScalarView(scalars))
        let data = Data(JSONValue.object([("text", .string(text))]).text.utf8)
        let object = try #require(try JSONSerialization.jsonObject(with: data) as? [String: String])
        #expect(object["text"] == text)
        #expect(JSONValue.string("a\"\\\n\r\t\u{1}\u{7F}/é").text == #""a\"\\\n\r\t\u0001\u007f/é""#)
    }
}
