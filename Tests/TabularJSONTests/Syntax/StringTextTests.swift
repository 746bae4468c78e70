import SeededRandom
import Testing

@testable import TabularJSON

private func decoded(_ raw: String, limit: Int = .max) -> String {
    var bytes: [UInt8] = []
    _ = Array(raw.utf8).withUnsafeBufferPointer { StringText.decode($0, into: &bytes, limit: limit) }
    return String(decoding: bytes, as: UTF8.self)
}

private func compacted(_ raw: String, limit: Int = .max) -> String {
    var bytes: [UInt8] = []
    _ = Array(raw.utf8).withUnsafeBufferPointer { NestedText.compact($0, into: &bytes, limit: limit) }
    return String(decoding: bytes, as: UTF8.self)
}

@Test(arguments: [
    ("", ""), ("plain", "plain"), (#"a\nb\t\"c\\\/"#, "a\nb\t\"c\\/"), (#"\u00e9\u20AC"#, "é€"),
    (#"\ud83d\ude00!"#, "😀!"),
    (#"\ud800"#, "\u{FFFD}"), (#"\udc00x"#, "\u{FFFD}x"), (#"\ud800\ud83d\ude00"#, "\u{FFFD}😀"), (#"\u0000"#, "\0"),
    (#"\x41\v\'\q"#, "A\u{B}'q"), ("a\\\r\nb\\\nc", "abc"), (#"\é"#, "é"), (#"\u12"#, #"\u12"#), (#"a\"#, #"a\"#),
])
func escapesAreDecoded(_ raw: String, _ text: String) { #expect(decoded(raw) == text) }

@Test func decodingStopsAtTheLimit() {
    #expect(decoded(#"abc\ndef"#, limit: 5) == "abc\nd")
    #expect(decoded(#"abc\u20ac"#, limit: 3) == "abc")
}

@Test(arguments: [UInt64](0..<6))
func stringsDecodeAsTheRefereeDoes(_ seed: UInt64) {
    var json = RandomJSON(seed: seed, isOdd: seed % 2 == 1)
    for _ in 0..<200 {
        let text = Array(json.string().utf8)
        let slow = SlowJSON(text)
        var bytes: [UInt8] = []
        let isWhole = text[1..<text.count - 1].withUnsafeBufferPointer { StringText.decode($0, into: &bytes) }
        #expect(isWhole)
        #expect(bytes == slow.text(slow.nodes[0].text), "\(String(decoding: text, as: UTF8.self))")
    }
}

@Test(arguments: [
    ("{ \"a\" : [ 1 , 2 ] }", "{\"a\":[1,2]}"), ("[\"a b\" , ' c ']", "[\"a b\",' c ']"), ("[1,// x\n2]", "[1,2]"),
    ("[1 /* x */ 2]", "[1 2]"), ("[\"a\\\" b\", 1]", "[\"a\\\" b\",1]"), ("{\n\t\"a\": 1\n}\n", "{\"a\":1}"),
    ("[\" a", "[\" a"),
    ("[1, /* x", "[1,/* x"), ("[ / 1]", "[/1]"), ("", ""), ("{a : 1}", "{a:1}"),
])
func blanksOfNestedValuesAreTakenOut(_ raw: String, _ text: String) { #expect(compacted(raw) == text) }

@Test(arguments: [UInt64](0..<6))
func compactTextHasTheSameTokens(_ seed: UInt64) {
    var json = RandomJSON(seed: seed, isOdd: seed % 2 == 1)
    for _ in 0..<100 {
        let text = json.object()
        let (whole, compact) = (SlowJSON(Array(text.utf8)), SlowJSON(Array(compacted(text).utf8)))
        #expect(whole.nodes.count == compact.nodes.count)
        for (one, other) in zip(whole.nodes, compact.nodes)
        where one.children.isEmpty && one.kind != .object && one.kind != .array {
            #expect(whole.bytes[one.text] == compact.bytes[other.text])
            #expect(one.name.map { whole.bytes[$0] } == other.name.map { compact.bytes[$0] })
        }
        #expect(!compact.notes.contains(.comment) && !compact.notes.contains(.blank))
        #expect(compacted(text, limit: 7).utf8.count <= 9)
    }
}
