import Drawing
import Geometry
import Testing

@Suite struct DisplayListTests {
    private func sample() -> DisplayList {
        var list = DisplayList()
        let style = list.style(
            TextStyle(font: Font(family: "Sans", size: 14, isBold: true), color: Color(hex: 0x2E3436)))
        list.clip(to: Rect(x: 0, y: 0, width: 800, height: 32))
        list.fill(Rect(x: 0, y: 0, width: 800, height: 32), Color(hex: 0xF6F5F4))
        list.text(in: Rect(x: 8, y: 0, width: 104, height: 32), style: style, alignment: .left) {
            $0.append(contentsOf: "say \"na\\me\"".utf8)
        }
        list.clip(to: nil)
        list.shade(
            Rect(x: 0, y: 32, width: 800, height: 6),
            Shade(from: Color(hex: 0, alpha: 0.5), to: Color(hex: 0, alpha: 0), axis: .vertical))
        list.ring(Rect(x: 0.5, y: 40, width: 20, height: 20), Color(hex: 0x3584E4), width: 2)
        return list
    }

    @Test func aListPrintsOneStableLinePerCommand() {
        #expect(
            sample().dump() == """
                clip 0,0 800x32
                fill 0,0 800x32 #f6f5f4
                text 8,0 104x32 left 14px bold #2e3436 "say \\"na\\\\me\\""
                unclip
                shade 0,32 800x6 vertical #00000080 to #00000000
                ring 0.5,40 20x20 #3584e4 2

                """)
    }

    @Test func whatCannotBeSeenAddsNothing() {
        var list = DisplayList()
        let style = list.style(TextStyle(font: Font(family: "Sans", size: 14), color: Color(hex: 0)))
        list.fill(.zero, Color(hex: 0))
        list.fill(Rect(x: 0, y: 0, width: 1, height: 1), Color(hex: 0, alpha: 0))
        list.text(in: Rect(x: 0, y: 0, width: 10, height: 10), style: style, alignment: .left) { _ in }
        list.text(in: .zero, style: style, alignment: .left) { $0.append(65) }
        #expect(list.commands.isEmpty && list.text.isEmpty)
    }

    @Test func theSameClipTwiceIsOneCommand() {
        var list = DisplayList()
        let rect = Rect(x: 0, y: 0, width: 1, height: 1)
        list.clip(to: nil)
        list.clip(to: rect)
        list.clip(to: rect)
        #expect(list.commands == [.clip(rect)])
    }

    @Test func anEmptiedListIsAsNew() {
        var list = sample()
        list.removeAll()
        #expect(list == DisplayList())
    }
}

@Suite struct ThemeTests {
    @Test(arguments: [Theme.light, Theme.dark])
    func everyTextIsReadableOnItsGround(theme: Theme) {
        let grounds = [theme.background, theme.frozenBackground, theme.headers.background]
        for ground in grounds {
            #expect(theme.text.contrast(to: ground) >= 4.5)
            #expect(theme.secondaryText.contrast(to: ground) >= 4.5)
            #expect(theme.headers.text.contrast(to: ground) >= 4.5)
            // The header of the active cell is tinted with the accent.
            let tint = theme.headers.active
            #expect(theme.headers.text.contrast(to: ground.mixed(with: tint, tint.alpha)) >= 4.5)
            #expect(theme.text.contrast(to: ground.mixed(with: tint, tint.alpha)) >= 4.5)
        }
    }

    @Test(arguments: [Theme.light, .dark, Theme.light.withHighContrast(), Theme.dark.withHighContrast()])
    func everyTextIsReadableOnStripes(theme: Theme) {
        for ground in [theme.background, theme.frozenBackground] {
            let striped = ground.mixed(with: theme.text, theme.stripe.alpha)
            #expect(theme.text.contrast(to: striped) >= 4.5)
            #expect(theme.secondaryText.contrast(to: striped) >= 4.5)
        }
    }

    @Test func theRingStandsOutEvenWhereTheThemesAccentDoesNot() {
        // Adwaita's dark variant: its accent is made to lie behind white text.
        let dark = Theme(
            background: Color(hex: 0x2D2D2D), text: Color(hex: 0xFFFFFF), accent: Color(hex: 0x15539E),
            font: Theme.dark.font)
        #expect(dark.accent.contrast(to: dark.background) >= 3)
        #expect(
            dark.text.contrast(to: dark.headers.background.mixed(with: dark.accent, dark.headers.active.alpha)) >= 4.5)
        #expect(Theme.light.accent == Color(hex: 0x3584E4), "one that stands out is left as it is")
    }

    @Test(arguments: [Theme.light.withHighContrast(), Theme.dark.withHighContrast()])
    func highContrastHasNoQuietTextAndNoFaintLine(theme: Theme) {
        for ground in [theme.background, theme.frozenBackground, theme.headers.background, theme.missing.background] {
            #expect(theme.text.contrast(to: ground) >= 7)
            #expect(theme.secondaryText.contrast(to: ground) >= 7)
        }
        #expect(theme.lines.separator.contrast(to: theme.background) >= 3)
        #expect(theme.lines.border.contrast(to: theme.background) >= 7)
        #expect(theme.accent.contrast(to: theme.background) >= 7)
    }

    @Test func blackOnWhiteHasTheLargestContrast() {
        #expect(abs(Color(hex: 0).contrast(to: Color(hex: 0xFFFFFF)) - 21) < 0.01)
    }
}
