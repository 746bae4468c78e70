import Testing

@testable import GridUI

/// Characters that show nothing by themselves have a sign, and nothing else is changed.
@Suite struct VisibleSignTests {
    private func visible(_ text: String, keepingLines: Bool = false) -> String {
        var text = text
        var shown: [UInt8] = []
        text.withUTF8 { Utf8.appendVisibly($0, keepingLines: keepingLines, to: &shown) }
        return String(decoding: shown, as: UTF8.self)
    }

    @Test(arguments: [
        ("a\tb", "a⇥b"), ("a\nb", "a⏎b"), ("a\r\nb", "a⏎b"), ("a\rb", "a⏎b"), ("a\n\rb", "a⏎⏎b"), ("a\r", "a⏎"),
        ("\u{0}\u{1B}\u{7F}", "␀␛␡"), ("a\u{85}b", "a⏎b"), ("a\u{2028}b\u{2029}", "a⏎b⏎"),
        ("<b>&amp;</b>", "<b>&amp;</b>"),
        ("“é” ₂ \u{202E}x", "“é” ₂ \u{202E}x"), ("\u{A0}", "\u{A0}"),
    ])
    func aControlCharacterGetsAVisibleSign(text: String, shown: String) {
        #expect(visible(text) == shown)
    }

    @Test func aTextThatWrapsKeepsItsLines() {
        #expect(visible("a\r\nb\u{2028}c\u{85}\td", keepingLines: true) == "a\nb\nc\n⇥d")
    }

    /// Against the obvious: character by character.
    @Test func noOtherCharacterIsChangedAndNoneIsLost() {
        let breaks: Set<UInt32> = [0x0A, 0x0D, 0x85, 0x2028, 0x2029]
        for value in UInt32(0)...0x3000 {
            guard let scalar = Unicode.Scalar(value) else { continue }
            let text = "x" + String(Character(scalar)) + "y"
            let expected =
                breaks.contains(value)
                ? "x⏎y"
                : value == 9
                    ? "x⇥y"
                    : value < 0x20
                        ? "x" + String(UnicodeScalarView([Unicode.Scalar(0x2400 + value) ?? "?"])) + "y"
                        : value == 0x7F ? "x␡y" : text
            #expect(Array(visible(text).unicodeScalars) == Array(expected.unicodeScalars))
        }
    }

    private typealias UnicodeScalarView = String.UnicodeScalarView
}
