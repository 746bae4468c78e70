import SeededRandom
import Testing

@testable import GridUI

/// Characters that show nothing by themselves, or turn others around, have a sign; nothing else is changed.
@Suite struct VisibleSignTests {
    private func visible(_ text: String, keepingLines: Bool = false) -> String {
        var text = text
        var shown: [UInt8] = []
        text.withUTF8 { Utf8.appendVisibly($0, keepingLines: keepingLines, to: &shown) }
        return String(decoding: shown, as: UTF8.self)
    }

    private func scalars(_ text: String) -> [UInt32] { text.unicodeScalars.map(\.value) }

    @Test(arguments: [
        ("a\tb", "a⇥b"), ("a\nb", "a⏎b"), ("a\r\nb", "a⏎b"), ("a\rb", "a⏎b"), ("a\n\rb", "a⏎⏎b"), ("a\r", "a⏎"),
        ("\u{0}\u{1B}\u{7F}", "␀␛␡"), ("a\u{85}b", "a⏎b"), ("a\u{2028}b\u{2029}", "a⏎b⏎"),
        ("<b>&amp;</b>", "<b>&amp;</b>"), ("“é” ₂", "“é” ₂"), ("\u{A0}", "\u{A0}"),
    ])
    func aControlCharacterGetsAVisibleSign(text: String, shown: String) {
        #expect(scalars(visible(text)) == scalars(shown))
    }

    @Test(arguments: [
        ("\u{202E}evil\u{202C}", "⇚evil⇲"), ("\u{202D}\u{202A}\u{202B}", "⇛⇉⇇"),
        ("\u{2066}a\u{2069}\u{2067}\u{2068}", "⇨a⇲⇦⇿"), ("5\u{200E}\u{200F}\u{61C}", "5⇾⇽⇽"),
    ])
    func aControlOfDirectionIsAnArrowAndTurnsNothing(text: String, shown: String) {
        #expect(scalars(visible(text)) == scalars(shown))
    }

    @Test(arguments: [
        ("pass\u{200B}word", "pass◌word"), ("\u{FEFF}id", "◌id"), ("soft\u{AD}hyphen", "soft‧hyphen"),
        ("a\u{2060}b\u{2063}", "a◌b◌"), ("\u{FFF9}a\u{FFFA}b\u{FFFB}", "◌a◌b◌"), ("\u{206A}\u{206F}", "◌◌"),
        ("x\u{E0041}\u{E007F}", "x◌◌"), ("\u{3164}\u{115F}", "◌◌"), ("a\u{34F}", "a◌"), ("x\u{1D173}", "x◌"),
        ("a\u{200D}b", "a◌b"), ("5\u{FE0F}", "5◌"), ("a\u{FE00}", "a◌"), ("\u{200C}", "◌"), ("\u{FE0F}", "◌"),
        ("ab\u{E0100}", "ab◌"), ("🙂\u{200D}", "🙂◌"), ("🙂\u{FE0F}\u{FE0F}", "🙂\u{FE0F}◌"), ("🏴\u{E0067}", "🏴◌"),
        ("ক\u{200D}\u{200D}", "ক\u{200D}◌"), ("١\u{200C}٢", "١◌٢"), ("か\u{FE0E}", "か◌"),
    ])
    func whatIsInvisibleHasASign(text: String, shown: String) {
        #expect(scalars(visible(text)) == scalars(shown))
    }

    /// Persian, Devanagari, Bengali, Sinhala, Khmer, Thai, Mongolian; families, flags, hearts and keycaps; a Japanese name.
    @Test(arguments: [
        "می\u{200C}خواهم", "ه\u{200D}", "क्\u{200D}ष", "র\u{200D}্য", "ශ්\u{200D}රී", "ភាសា\u{200B}ខ្មែរ", "ไทย\u{200B}คำ",
        "ᠠ\u{180E}", "👩\u{200D}👩\u{200D}👧", "👨🏽\u{200D}🌾", "❤\u{FE0F}\u{200D}🔥", "🏳\u{FE0F}\u{200D}🌈", "☎\u{FE0E}",
        "1\u{FE0F}\u{20E3}", "葛\u{E0100}飾", "🏴\u{E0067}\u{E0062}\u{E0065}\u{E006E}\u{E0067}\u{E007F}", "🇵🇱", "👍🏿",
    ])
    func whatLettersAndEmojiNeedStays(text: String) {
        #expect(scalars(visible(text)) == scalars(text))
    }

    @Test func aTextThatWrapsKeepsItsLines() {
        #expect(visible("a\r\nb\u{2028}c\u{85}\td", keepingLines: true) == "a\nb\nc\n⇥d")
    }

    @Test func aLabelHasOneLineAndNothingThatATerminalObeys() {
        #expect("a\u{9B}b\nc\u{202E}é".visible == "a\u{FFFD}b⏎c⇚é")
    }

    /// Against Unicode's own tables, character by character.
    @Test func noOtherCharacterIsChangedAndNoneIsLost() {
        var wrong: [UInt32] = []
        var bytes: [UInt8] = []
        // All where hidden ones may be; some of the ideographs and of what nobody may use.
        for value in [Array(0...0x33FF), Array(0xF000...0x1FFFF), Array(0xE0000...0xE1001)].joined()
            + Array(stride(from: UInt32(0x3400), through: 0x10FFFF, by: 97))
        {
            guard let scalar = Unicode.Scalar(value) else { continue }
            bytes.removeAll(keepingCapacity: true)
            let text: [UInt8] = [0x78] + Array(String(scalar).utf8) + [0x79]
            text.withUnsafeBufferPointer { Utf8.appendVisibly($0, to: &bytes) }
            if hasNoLook(scalar) {
                let shown = String(decoding: bytes, as: UTF8.self).unicodeScalars
                if shown.count != 3 || !bytes.starts(with: [0x78]) || bytes.last != 0x79
                    || shown.contains(where: hasNoLook)
                {
                    wrong.append(value)
                }
            } else if bytes != text {
                wrong.append(value)
            }
        }
        #expect(wrong.isEmpty, "\(wrong.prefix(20).map { String($0, radix: 16) })")
    }

    /// What is drawn of any text has nothing in it that is not seen, but behind what needs it.
    @Test func whatIsDrawnHasNothingHiddenButWhatAnotherCharacterNeeds() {
        let parts: [UInt32] = [
            0x61, 0x20, 0x35, 0x9, 0xA, 0xD, 0x85, 0xE9, 0x628, 0x661, 0x64B, 0x915, 0x94D, 0xE01, 0x1780, 0x1820,
            0x4E2D,
            0x1F642, 0x1F468, 0x2764, 0x1F3F4, 0x1F3FB, 0x20E3, 0xE0067, 0xE0062, 0xE0065, 0xE006E, 0xE007F, 0x200B,
            0x200C, 0x200D, 0x200E, 0x202E, 0x202C, 0x2067, 0x2069, 0x61C, 0xFE00, 0xFE0E, 0xFE0F, 0xE0100, 0xFEFF,
            0xAD, 0x34F, 0x180B, 0x180E, 0x2028, 0x3164, 0xFFFA, 0x10FFFF,
        ]
        var random = SplitMix64(seed: 11)
        var (stayed, replaced) = (0, 0)
        var wrong: [[UInt32]] = []
        for _ in 0..<6_000 {
            var text = String.UnicodeScalarView()
            for _ in 0..<Int.random(in: 0..<9, using: &random) {
                let value = parts.randomElement(using: &random) ?? 0x61
                text.append(Unicode.Scalar(value) ?? "?")
            }
            let (old, new) = (scalars(String(text)), scalars(visible(String(text))))
            // A text that is drawn is drawn the same when it is read from what was drawn.
            if scalars(visible(visible(String(text)))) != new { wrong.append(old) }
            for (index, value) in new.enumerated() {
                guard let scalar = Unicode.Scalar(value), hasNoLook(scalar) else { continue }
                stayed += 1
                let before = index > 0 ? new[index - 1] : 0
                if !isNeeded(value, before, in: new, at: index) { wrong.append(old) }
            }
            replaced += old.count { Unicode.Scalar($0).map(hasNoLook) == true }
            // One character for each, but for a CR and an LF.
            let breaks = zip(old, old.dropFirst()).count { $0 == 0xD && $1 == 0xA }
            if new.count != old.count - breaks { wrong.append(old) }
        }
        #expect(wrong.isEmpty, "\(wrong.prefix(5).map { $0.map { String($0, radix: 16) } })")
        #expect(stayed > 100 && replaced > 10 * stayed)
    }

    @Test func aTextThatIsCutWithinACharacterIsNotReadBeyondItsEnd() {
        let whole = Array("🏴\u{E0067}\u{E0062}\u{E0065}\u{E006E}\u{E0067}\u{E007F}क\u{200D}\u{202E}\u{85}".utf8)
        for start in 0..<whole.count {
            for end in start...whole.count {
                let part = Array(whole[start..<end])
                var shown: [UInt8] = []
                part.withUnsafeBufferPointer { Utf8.appendVisibly($0, to: &shown) }
                #expect(shown.isEmpty == part.isEmpty)
            }
        }
    }

    /// By Unicode's properties: shows nothing by itself, or is a control.
    private func hasNoLook(_ scalar: Unicode.Scalar) -> Bool {
        let properties = scalar.properties
        // What annotates has no look where it is understood, and U+0080 to U+009F have the box of what no font has.
        if (0xFFF9...0xFFFB).contains(scalar.value) || scalar.value == 0x85 { return true }
        switch properties.generalCategory {
        case .control: return scalar.value < 0x80
        case .lineSeparator, .paragraphSeparator: return true
        default: return properties.isDefaultIgnorableCodePoint || properties.isBidiControl
        }
    }

    /// A list of what may stand behind what, from the parts of the law above.
    private func isNeeded(_ value: UInt32, _ before: UInt32, in text: [UInt32], at index: Int) -> Bool {
        let after = index + 1 < text.count ? text[index + 1] : 0
        let joining: Set<UInt32> = [0x628, 0x64B, 0x915, 0x94D, 0x1780, 0x1820]
        let emoji: Set<UInt32> = [0x1F642, 0x1F468, 0x2764, 0x1F3F4, 0x1F3FB]
        switch value {
        case 0x200C: return joining.contains(before)
        case 0x200D:
            let twoBefore = index > 1 ? text[index - 2] : 0
            let isBehindEmoji = emoji.contains(before) || before == 0xFE0F && emoji.contains(twoBefore)
            // The flag's last tag ends an emoji too, but nothing joins to that.
            return joining.contains(before) || isBehindEmoji && emoji.contains(after)
        case 0x200B: return [0xE01, 0x1780].contains(before) && [0xE01, 0x1780].contains(after)
        case 0x180B, 0x180E: return before == 0x1820
        case 0xFE0E, 0xFE0F: return emoji.contains(before) || before == 0x35 && after == 0x20E3
        case 0xFE00, 0xE0100: return before == 0x4E2D
        case 0xE0062...0xE007F: return text[..<index].last { !(0xE0000...0xE007F).contains($0) } == 0x1F3F4
        default: return false
        }
    }
}
