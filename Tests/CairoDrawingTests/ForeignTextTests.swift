import CairoDrawing
import Drawing
import Geometry
import Testing

/// Whatever a text is made of, it is drawn as it is, in its own box.
@Suite struct ForeignTextTests {
    private let font = Font(family: "DejaVu Sans", size: 14)

    /// Three cells side by side, as 330 × 28 pixels.
    private func row(_ texts: [String], _ engine: TextEngine = TextEngine()) throws -> ImageSurface {
        let surface = try ImageSurface(size: Size(width: 330, height: 28), scale: 1)
        var list = DisplayList()
        list.fill(Rect(x: 0, y: 0, width: 330, height: 28), Color(hex: 0xFFFFFF))
        let style = list.style(TextStyle(font: font, color: Color(hex: 0)))
        for (number, text) in texts.enumerated() {
            let box = Rect(x: Double(number) * 110 + 5, y: 0, width: 100, height: 28)
            list.text(in: box, style: style, alignment: .left) { $0.append(contentsOf: text.utf8) }
        }
        surface.draw(list, with: CairoRenderer(engine: engine))
        return surface
    }

    private func pixels(_ surface: ImageSurface, _ columns: Range<Int>) -> [UInt32] {
        (0..<28).flatMap { y in columns.map { surface.pixel(x: $0, y: y) } }
    }

    private func hasInk(_ surface: ImageSurface, _ columns: Range<Int>) -> Bool {
        pixels(surface, columns).contains { $0 != 0xFFFFFF }
    }

    @Test(arguments: [
        "\u{202E}over", "\u{202B}embedded \u{202A}twice", "\u{2067}isolate", "\u{2066}\u{2068}\u{202D}", "\u{200F}mark",
        "\u{61C}عالم \u{202E}", "\u{202C}\u{2069}\u{2069}", "a\u{300}\u{301}\u{302}\u{303}\u{304}\u{305}\u{306}",
        "\u{200D}\u{FE0F}",
    ])
    func aControlOfDirectionLeavesItsNeighboursAlone(text: String) throws {
        let alone = try row(["12.50 (a)", "", "abc, מ."])
        let beside = try row(["12.50 (a)", text, "abc, מ."])
        #expect(pixels(alone, 0..<110) == pixels(beside, 0..<110))
        #expect(pixels(alone, 220..<330) == pixels(beside, 220..<330))
        // Nor does one that was drawn before.
        let engine = TextEngine()
        _ = try row([text, text, text], engine)
        #expect(try row(["12.50 (a)", "", "abc, מ."], engine).png() == alone.png())
    }

    @Test func markupIsDrawnAsItIsWritten() throws {
        let engine = TextEngine()
        for text in ["<b>x</b>", "&amp;", "<span size=\"9999\">", "مرحبا <i>", "<"] {
            let width = engine.width(of: text, font: font)
            let parts = text.map { engine.width(of: String($0), font: font) }.reduce(0, +)
            // Letters that join are narrower than alone; what is markup would be gone altogether.
            #expect(width > parts * 0.7, "\(text)")
        }
        #expect(try row(["<b>x</b>"]).png() != row(["x"]).png())
        #expect(try row(["&lt;"]).png() != row(["<"]).png())
    }

    @Test(arguments: ["\u{80}", "\u{9F}", "\u{FFFE}", "\u{E000}", "\u{10FFFF}", "\u{FFFD}", "␀", "␡", "⏎", "⇥"])
    func whatNoFontHasIsSeen(text: String) throws {
        #expect(hasInk(try row([text]), 0..<110))
    }

    @Test func groupsOfDigitsAreDrawnAsTheyAreShaped() throws {
        let engine = TextEngine()
        func width(_ text: String) -> Double { engine.width(of: text, font: font) }
        let number = "12\u{202F}345\u{202F}678"
        // A letter with a mark beside it has the whole text shaped.
        #expect(width("a\u{301}" + number) == width("a\u{301}") + width(number))
        let space = width("0\u{202F}0") - width("00")
        #expect(space > 1 && space < width("0"))
    }

    @Test func figuresStandBelowEachOtherInAnyCompany() throws {
        // In texts that are shaped and texts that are not.
        let engine = TextEngine()
        func width(_ text: String) -> Double { engine.width(of: text, font: font) }
        for digits in ["00000", "11111", "98765"] {
            #expect(width("a\u{301}" + digits) == width("a\u{301}") + width("00000"))
            #expect(width("表" + digits) == width("表") + width("00000"))
            #expect(width("Ж" + digits) == width("Ж") + width("00000"))
        }
    }
}
