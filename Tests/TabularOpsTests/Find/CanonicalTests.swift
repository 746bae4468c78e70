import Foundation
import QuadrilleRuntime
import SeededRandom
import Testing

@testable import TabularOps

private func matches(_ text: String, in value: String, _ change: (inout FindQuery) -> Void = { _ in }) throws -> String?
{
    var query = FindQuery(text)
    change(&query)
    let matcher = ValueMatcher(try FindPlan(query))
    let bytes = Array(value.utf8)
    let match = try bytes.withUnsafeBufferPointer { try matcher.firstMatch(in: $0) }
    return match.map { String(decoding: bytes[$0], as: UTF8.self) }
}

@Test(arguments: [
    ("caf\u{E9}", "un cafe\u{301} noir", "cafe\u{301}"), ("cafe\u{301}", "un caf\u{E9} noir", "caf\u{E9}"),
    ("\u{E9}", "e\u{301}", "e\u{301}"), ("\u{1EC7}", "Vie\u{302}\u{323}t", "e\u{302}\u{323}"),
    ("e\u{302}\u{323}", "Vi\u{1EC7}t", "\u{1EC7}"), ("\u{C5}", "\u{212B}", "\u{212B}"), ("Ω", "5 \u{2126}", "\u{2126}"),
    ("가", "\u{1100}\u{1161}", "\u{1100}\u{1161}"), ("\u{1112}\u{1161}\u{11AB}", "한글", "한"),
    ("и\u{306}", "чай", "й"), ("\u{1D15E}", "\u{1D157}\u{1D165}", "\u{1D157}\u{1D165}"),
])
func textIsFoundInEachWayOfWritingIt(text: String, value: String, match: String) throws {
    #expect(try matches(text, in: value).map { Array($0.utf8) } == Array(match.utf8))
}

@Test(arguments: [
    ("\u{E9}", "e"), ("e\u{302}", "\u{1EBF}"), ("\u{EA}", "e\u{302}\u{301}"), ("가", "각"), ("é", "É"), ("é", ""),
    ("é", "e\u{301}\u{FFFD}".dropLast() + "\u{300}"),
])
func otherLettersAreNotFound(text: String, value: String) throws {
    #expect(try matches(text, in: value) == nil)
}

@Test func caseAndWholeValuesCountAsBefore() throws {
    #expect(try matches("É", in: "cafe\u{301}") { $0.letterCase = .ignore } != nil)
    #expect(try matches("É", in: "cafe\u{301}") { $0.letterCase = .match } == nil)
    #expect(try matches("cafe\u{301}", in: "café") { $0.isWhole = true } != nil)
    #expect(try matches("cafe\u{301}", in: "cafés") { $0.isWhole = true } == nil)
    // A letter alone is part of one with a mark, as it stands there.
    #expect(try matches("cafe", in: "cafe\u{301}") != nil)
}

/// By the forms of both, as Foundation makes them.
private func slowlyHolds(_ value: String, _ text: String) -> Bool {
    let (value, text) = (form(value), form(text))
    func isBoundary(_ index: Int) -> Bool {
        index == value.count || value[index].properties.canonicalCombiningClass == .notReordered
    }
    guard value.count >= text.count else { return false }
    return (0...value.count - text.count).contains { start in
        isBoundary(start) && isBoundary(start + text.count) && Array(value[start..<start + text.count]) == text
    }
}

private func form(_ text: String) -> [Unicode.Scalar] {
    Array(text.decomposedStringWithCanonicalMapping.unicodeScalars)
}

@Test(arguments: 0..<8)
func findingIsTheSameInEveryForm(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    let letters = [
        "a", "e", "é", "e\u{301}", "ê", "\u{301}", "\u{323}", "ệ", "ẹ", "ü", "u", "Ω", "\u{2126}", "я", "x", "Å",
    ]
    func text(_ most: Int) -> String {
        (0..<Int.random(in: 1...most, using: &random)).map { _ in letters.randomElement(using: &random) ?? "" }.joined()
    }
    var found = 0
    for _ in 0..<4_000 {
        let (needle, value) = (text(3), text(9))
        // Marks at the beginning and plain letters are looked for as they stand.
        guard CanonicalText.hasOtherForms(needle), let first = needle.unicodeScalars.first,
            first.properties.canonicalCombiningClass == .notReordered
        else { continue }
        let expected = slowlyHolds(value, needle)
        found += expected ? 1 : 0
        for value in [value, value.precomposedStringWithCanonicalMapping, value.decomposedStringWithCanonicalMapping] {
            #expect(try (matches(needle, in: value) != nil) == expected, "\(form(needle)) in \(form(value))")
        }
    }
    #expect(found > 100)
}

@Test func formsAreThoseOfTheStandard() {
    var others: [String] = []
    for number in (0x80..<0x30000) where !(0xF900..<0xFB00).contains(number) && !(0x2F800..<0x2FA20).contains(number) {
        guard let scalar = Unicode.Scalar(UInt32(number)) else { continue }
        let text = "x\u{323}" + String(Character(scalar))
        let bytes = Array(text.utf8).withUnsafeBufferPointer { CanonicalText.form(of: $0, TextFold()) }
        if bytes != Array(text.decomposedStringWithCanonicalMapping.utf8) {
            others.append(String(number, radix: 16))
        }
    }
    // Foundation leaves the vowels of Tibetan behind the mark, and may know characters of later versions.
    #expect(Set(others).subtracting(["f73", "f75", "f81"]).count < 20, "\(others)")
}

@Test func filtersTakeEachWayOfWriting() throws {
    let source = textTable(Array("w\ncaf\u{E9}\ncafe\u{301}\ncafe\nun Cafe\u{301}\n".utf8), headerRows: 1)
    func rows(_ condition: Condition) throws -> [Int] {
        let order = try RowFilter.order(of: source, meeting: [condition], control: JobControl())
        return try order.rows(at: 0..<order.count)
    }
    for word in ["caf\u{E9}", "cafe\u{301}"] {
        #expect(try rows(Condition(column: 0, .equals, [word])) == [0, 1])
        #expect(try rows(Condition(column: 0, .notEquals, [word])) == [2, 3])
        #expect(try rows(Condition(column: 0, .contains, [word])) == [0, 1])
        #expect(try rows(Condition(column: 0, .contains, [word], ignoresCase: true)) == [0, 1, 3])
        #expect(try rows(Condition(column: 0, .isIn, [word])) == [0, 1])
        #expect(try rows(Condition(column: 0, .isIn, [word, "cafe"])) == [0, 1, 2])
        #expect(try rows(Condition(column: 0, .isIn, ["UN " + word.uppercased()], ignoresCase: true)) == [3])
    }
}

/// Through a whole search, whose parts are looked through for bytes first.
@Test func aSearchCountsEachWayOfWriting() throws {
    let lines = (0..<5_000).map { $0 % 5 == 0 ? "caf\u{E9} \($0)" : $0 % 7 == 0 ? "Cafe\u{301},\"x\"" : "cafe \($0)" }
    let source = textTable(Array(("w\n" + lines.joined(separator: "\n") + "\n").utf8), headerRows: 1)
    let exact = lines.count { $0.hasPrefix("caf\u{E9}") }
    let either = lines.count { $0.lowercased().hasPrefix("caf\u{E9}") }
    for word in ["caf\u{E9}", "cafe\u{301}"] {
        var query = FindQuery(word)
        #expect(FindSearch(source: source, plan: try FindPlan(query)).wait().count == exact)
        query.letterCase = .ignore
        #expect(FindSearch(source: source, plan: try FindPlan(query)).wait().count == either)
    }
}
