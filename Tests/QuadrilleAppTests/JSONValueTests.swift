import Foundation
import Tabular
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

    @Test func anObjectOfFlatObjectsStandsOnOneLine() {
        let frame = JSONValue.object([("x", .number(1)), ("y", .number(2.5))])
        #expect(
            JSONValue.object([("frame", frame), ("z", .integer(3))]).text == #"{"frame": {"x": 1, "y": 2.5}, "z": 3}"#)
        #expect(
            JSONValue.object([("outer", .object([("frame", frame)]))]).text == """
                {
                  "outer": {"frame": {"x": 1, "y": 2.5}}
                }
                """)
    }

    @Test(arguments: [
        (300.0, "300"), (0.5, "0.5"), (-0.0, "0"), (-12.25, "-12.25"), (0.1 + 0.2, "0.30000000000000004"),
        (24_000_000_000_000.0, "24000000000000"), (1e300, "1e+300"), (1.0 / 128, "0.0078125"),
    ])
    func aNumberHasItsShortestDigits(value: Double, text: String) {
        #expect(JSONValue.number(value).text == text)
        #expect(Double(text) == value)
    }

    @Test func everyScalarSurvives() throws {
        let scalars = (0...0x2FF).compactMap(Unicode.Scalar.init) + ["\u{2028}", "\u{FFFD}", "😀", "\u{10FFFF}"]
        let text = String(String.UnicodeScalarView(scalars))
        let data = Data(JSONValue.object([("text", .string(text))]).text.utf8)
        let object = try #require(try JSONSerialization.jsonObject(with: data) as? [String: String])
        #expect(object["text"] == text)
        #expect(!JSONValue.string(text).text.unicodeScalars.contains { $0.isInvisible })
        #expect(JSONValue.string("a\"\\\n\r\t\u{1}\u{7F}/é").text == #""a\"\\\n\r\t\u0001\u007f/é""#)
    }
}
