import CairoDrawing
import Drawing
import Geometry
import Testing

@testable import GridUI

/// A zoomed grid has larger fonts; nothing of it is a picture that is stretched.
@Suite struct ZoomTests {
    @Test(arguments: [0.25, 0.67, 2, 4])
    func textsOfAZoomedGridAreDrawnAsTheirFontIsAtThatSize(zoom: Double) throws {
        let engine = TextEngine()
        var stage = try Stage(HostileTable(rows: 40, columnCount: 5), size: Size(width: 700, height: 500))
        stage.model.zoom(to: zoom)
        var list = DisplayList()
        var presenter = Presenter()
        presenter.present(stage.model, theme: .light, into: &list)
        // The same with fonts that are named at that size.
        var named = DisplayList()
        var count = 0
        for command in list.commands {
            switch command {
            case .clip(let rect): named.clip(to: rect)
            case .unclip: named.clip(to: nil)
            case .fill(let rect, let color): named.fill(rect, color)
            case .shade(let rect, let shade): named.shade(rect, shade)
            case .ring(let rect, let color, let width): named.ring(rect, color, width: width)
            case .text(let text):
                count += 1
                let style = list.styles[Int(text.style)]
                var font = Theme.light.font
                (font.size, font.isBold) = (font.size * zoom, style.font.isBold)
                let number = named.style(TextStyle(font: font, color: style.color))
                named.text(in: text.box, style: number, alignment: text.alignment, lead: text.lead, wraps: text.wraps) {
                    $0.append(contentsOf: list.string(of: text).utf8)
                }
            }
        }
        #expect(count > 5)
        let pictures = try [list, named].map { list in
            let surface = try ImageSurface(size: stage.model.viewport.size, scale: 1)
            surface.draw(list, with: CairoRenderer(engine: engine))
            return try surface.png()
        }
        #expect(pictures[0].elementsEqual(pictures[1]))
    }
}
