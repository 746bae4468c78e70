import SeededRandom
import Testing

@testable import TabularJSON

@Test(arguments: [
    ("$.data.items[*]", "$.data.items[*]", "data.items"), ("data.items", "$.data.items[*]", "data.items"),
    ("$", "$[*]", "$"), ("[*]", "$[*]", "$"), ("$[*]", "$[*]", "$"), ("$[0][12]", "$[0][12][*]", "[0][12]"),
    ("[\"a.b\"][0]", "$[\"a.b\"][0][*]", "[\"a.b\"][0]"), ("$['it\"s'].x", "$[\"it\\\"s\"].x[*]", "[\"it\\\"s\"].x"),
    ("$.\"a.b\".c", "$[\"a.b\"].c[*]", "[\"a.b\"].c"), ("$schema", "$.$schema[*]", "$schema"),
    ("$.été.東京", "$.été.東京[*]", "été.東京"), ("hits.hits", "$.hits.hits[*]", "hits.hits"),
    ("some name", "$[\"some name\"][*]", "[\"some name\"]"), ("[\"\"]", "$[\"\"][*]", "[\"\"]"),
    ("[\"\\u00e9\\n\\ud83d\\ude00\"]", "$[\"é\\n😀\"][*]", "[\"é\\n😀\"]"),
    ("[\"\\udc00\\ud800\u{D7FF}\"]", "$[\"\\udc00\\ud800\u{D7FF}\"][*]", "[\"\\udc00\\ud800\u{D7FF}\"]"),
    ("[\"\\\\ud800\"]", "$[\"\\\\ud800\"][*]", "[\"\\\\ud800\"]"),
    ("[\"*\"][\"]\"]", "$[\"*\"][\"]\"][*]", "[\"*\"][\"]\"]"),
])
func writtenPathsAreRead(written: String, text: String, name: String) {
    let path = RowsPath(written: written)
    #expect(path?.text == text)
    #expect(path?.name == name)
}

@Test(arguments: [
    "", ".", "$.", "$..a", "a..b", "a.", "$a[", "a[*].b", "a[*][0]", "a[-1]", "a[x]", "a[]", "a[1", "a[\"x]", "a[\"x\"",
    "*", "$.*", "a]", "$.\"", "$[\"", "$[99999999999999999999]", "[*", "a\"b",
])
func wrongPathsAreRefused(written: String) {
    #expect(RowsPath(written: written) == nil)
}

@Test func pathsAreReadAsWritten() {
    var random = SplitMix64(seed: 7)
    let parts = [
        "a", "b.c", "[", "]", "\"", "\\\\", "\\ud800", "\\udc00", "\u{D7FF}", "'", " ", "é", "\n", "\u{1}", "*", "$",
        "0", "x_y-z", "\u{200B}",
    ]
    for _ in 0..<2000 {
        let steps: [RowsPath.Step] = (0..<random.int(0...4)).map { _ in
            if random.oneIn(3) { return .element(random.int(0...1000)) }
            return .member(MemberName(raw: (0..<random.int(0...3)).flatMap { _ in Array(random.pick(parts).utf8) }))
        }
        let path = RowsPath(steps)
        #expect(RowsPath(written: path.text) == path, "\(path.text)")
        #expect(RowsPath(written: String(path.text.dropLast(3))) == path, "\(path.text)")
        if !steps.isEmpty { #expect(RowsPath(written: path.name) == path, "\(path.name)") }
    }
}
