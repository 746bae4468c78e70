import Testing

/// A machine without any font.
@Suite struct FontTests {
    @Test func withoutFontsTheProgramBringsItsOwn() throws {
        let folder = try TemporaryFolder()
        let cache = folder.path("cache")
        let fonts = try folder.write(
            "fonts.conf", "<?xml version=\"1.0\"?><fontconfig><cachedir>\(cache)</cachedir></fontconfig>\n")
        _ = try folder.write("t.csv", "name,value\nAda,12\n")
        let script = "FONTCONFIG_FILE=\"$1\" \"$quadrille\" render t.csv --output t.pdf && pdffonts t.pdf"
        let outcome = try Program.shell(script, [fonts], in: folder.path("."))
        #expect(outcome.status == 0)
        #expect(outcome.text.contains("QuadrilleFallback"))
        let text = try Program.shell("pdftotext -layout t.pdf -", in: folder.path("."))
        #expect(text.text.contains("Ada") && text.text.contains("12"))
    }
}
