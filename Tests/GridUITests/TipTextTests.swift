import Testing

@testable import GridUI

@Suite struct TipTextTests {
    private func lines(_ count: Int) -> String { (0..<count).map { "line \($0)" }.joined(separator: "\n") }

    @Test func fewLinesAreAllShown() {
        #expect(TipText(lines(20), isCut: false, lineCount: 20).text == lines(20))
        #expect(TipText("", isCut: false, lineCount: 1).text == "")
    }

    @Test func linesThatAreLeftOutAreCounted() {
        #expect(TipText(lines(80), isCut: false, lineCount: 80).text == lines(20) + "\n… 60 more lines")
        #expect(TipText(lines(21), isCut: false, lineCount: nil).text == lines(20) + "\n… 1 more line")
        // The end of the beginning is no line's end.
        #expect(TipText("a\nb", isCut: true, lineCount: 500).text == "a\nb…\n… 498 more lines")
        #expect(TipText("a\nb", isCut: true, lineCount: nil).text == "a\nb…")
        #expect(TipText(lines(80), isCut: true, lineCount: nil).text == lines(20) + "\n…")
    }

    @Test func longLinesTakeTheRoomOfSeveral() {
        let long = String(repeating: "x", count: 600)
        #expect(
            TipText("\(long)\n\(long)\n\(long)", isCut: false, lineCount: 3).text == "\(long)\n\(long)\n… 1 more line")
        let wide = String(repeating: "東", count: 600)
        #expect(TipText("\(wide)\nx", isCut: false, lineCount: 2).text == "\(wide)\n… 1 more line")
    }
}
