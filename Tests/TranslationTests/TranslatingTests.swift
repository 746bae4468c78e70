import Testing
import Translation

struct TranslatingTests {
    @Test func withoutATranslationAllIsAsItIsWritten() {
        #expect(tr("Copy") == "Copy")
        #expect(tr("Row {row} · {column}", ["row": "5", "column": "name"]) == "Row 5 · name")
        #expect(tr("comma", in: "character") == "comma")
        #expect(tr("{hint} ({key})", in: "a test", ["key": "Ctrl+O", "hint": "Open"]) == "Open (Ctrl+O)")
        #expect(!isLanguageRightToLeft)
    }

    @Test(arguments: [(0, "0 rows"), (1, "1 row"), (2, "2 rows"), (1_234_567, "1,234,567 rows"), (-1, "-1 row")])
    func aCountChoosesTheWord(count: Int, words: String) {
        #expect(tr(one: "{count} row", many: "{count} rows", count) == words)
    }

    @Test func aValueThatLooksLikeAPlaceholderIsNone() {
        #expect(tr("{a} and {b}", ["a": "{b}", "b": "{a}"]) == "{b} and {a}")
        #expect(tr(one: "{count} in {a}", many: "{count} in {a}", 2, ["a": "{count}"]) == "2 in {count}")
    }

    @Test func whatHasNoValueStays() {
        #expect(tr("{a} and {", ["b": "1"]) == "{a} and {")
        #expect(tr("} {a}", ["a": "1"]) == "} 1")
        #expect(tr("{}{a}", ["a": "é"]) == "{}é")
    }
}
