import CairoDrawing
import Dispatch
import Drawing
import Geometry
import Testing

/// A picture is saved, or a page printed, on one thread while another one scrolls.
@Suite struct FontThreadTests {
    private static let families = [
        "DejaVu Sans", "DejaVu Serif", "DejaVu Sans Mono", "Nimbus Sans", "Nimbus Roman", "Nimbus Mono PS", "P052",
        "C059", "URW Gothic", "URW Bookman", "Z003", "Waree", "Droid Sans Fallback", "D050000L",
    ]
    private static let texts = ["12.50 Ada", "مرحبا بالعالم", "क्षत्रिय", "表計算 ไทย", "é \u{1F600}"]

    private static func draw(_ round: Int) throws -> Int {
        let engine = TextEngine()
        let surface = try ImageSurface(size: Size(width: 300, height: 28), scale: 1)
        var list = DisplayList()
        list.fill(Rect(x: 0, y: 0, width: 300, height: 28), Color(hex: 0xFFFFFF))
        for step in 0..<5 {
            let family = families[(round + step * 3) % families.count]
            let font = Font(family: family, size: 9 + Double((round * 7 + step) % 23), isBold: round % 3 == 0)
            let style = list.style(TextStyle(font: font, color: Color(hex: 0)))
            let box = Rect(x: Double(step) * 60, y: 0, width: 58, height: 28)
            list.text(in: box, style: style, alignment: .left) { $0.append(contentsOf: texts[step].utf8) }
        }
        surface.draw(list, with: CairoRenderer(engine: engine))
        return (0..<300).count { x in (0..<28).contains { surface.pixel(x: x, y: $0) != 0xFFFFFF } }
    }

    @Test func manyFontsAreDrawnOnSeveralThreadsAtOnce() {
        DispatchQueue.concurrentPerform(iterations: 4) { thread in
            for round in 0..<40 {
                let ink = try? Self.draw(thread * 37 + round)
                #expect(ink ?? 0 > 20)
            }
        }
    }
}
