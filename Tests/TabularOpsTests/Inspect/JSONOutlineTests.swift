import Foundation
import SeededRandom
import Testing

@testable import TabularOps

@Suite struct JSONOutlineTests {
    @Test func aTextIsReadInItsOwnOrder() throws {
        let text = Array(#" {"a": [1, 2.50], "b": null, "a": {}} "#.utf8)
        let nodes = try JSONOutline(text).nodes
        let words = nodes.map { String(decoding: text[$0.text], as: UTF8.self) }
        #expect(words == [#"{"a": [1, 2.50], "b": null, "a": {}}"#, "[1, 2.50]", "1", "2.50", "null", "{}"])
        #expect(nodes.map(\.depth) == [0, 1, 2, 2, 1, 1])
        #expect(nodes.map(\.childCount) == [3, 2, 0, 0, 0, 0])
        #expect(nodes.map(\.end) == [6, 4, 3, 4, 5, 6])
        let keys = nodes.map { $0.key.map { String(decoding: text[$0], as: UTF8.self) } }
        #expect(keys == [nil, #""a""#, nil, nil, #""b""#, #""a""#])
    }

    @Test(arguments: [
        ("{\"a\" 1}", 5, "a colon"), ("[1 2]", 3, "a comma or ]"), ("[1,]", 3, "a value"),
        ("{\"a\":1,}", 7, "a name in quotes"), ("[1", 2, "a comma or ]"), ("", 0, "a value"), ("[] x", 3, "the end"),
        ("[007]", 2, "no digit behind a leading 0"), ("[1.]", 3, "a digit"),
        ("[\"\\x\"]", 3, "an escape that JSON has"),
        ("[\"\\u12g4\"]", 6, "four hexadecimal digits"), ("[\"a", 3, "the quote that ends the string at byte 2"),
    ])
    func whatIsNoJSONIsToldWithItsPlace(text: String, byte: Int, expected: String) {
        #expect(throws: JSONOutline.Failure(byte: byte, expected: expected)) { try JSONOutline(Array(text.utf8)) }
    }

    @Test func aTextOfAnyDepthIsRead() throws {
        let depth = 200_000
        let text =
            [UInt8](repeating: UInt8(ascii: "["), count: depth) + [UInt8](repeating: UInt8(ascii: "]"), count: depth)
        let nodes = try JSONOutline(text).nodes
        #expect(nodes.count == depth)
        #expect(nodes.last?.depth == depth - 1)
    }

    /// A text with one byte changed is JSON for us just where it is for Foundation.
    @Test func itAgreesWithALibraryOnWhatIsJSON() throws {
        var random = SplitMix64(seed: 11)
        let samples = [
            #"{"name":"Ånna \"x\" \u00e9","list":[1,-2.5e+1,true,null,{"deep":[[]]}],"n":0}"#, "[[],{},\"\",0.1,1E5]",
        ].map { Array($0.utf8) }
        let bytes = Array("{}[],:\"\\0123456789.-+eEtrufalsn \u{1}x".utf8)
        for _ in 0..<4_000 {
            guard var text = samples.randomElement(using: &random) else { continue }
            for _ in 0..<Int.random(in: 0...2, using: &random) {
                let place = Int.random(in: 0..<text.count, using: &random)
                text[place] = bytes[Int.random(in: 0..<bytes.count, using: &random)]
            }
            // What is not UTF-8 it may take for another encoding; and no sample comes to a number that no Double holds.
            guard String(validating: text, as: UTF8.self) != nil else { continue }
            let isJSON = (try? JSONSerialization.jsonObject(with: Data(text), options: .fragmentsAllowed)) != nil
            let isOurs = (try? JSONOutline(text)) != nil
            #expect(isOurs == isJSON, "\(String(decoding: text, as: UTF8.self))")
        }
    }
}
