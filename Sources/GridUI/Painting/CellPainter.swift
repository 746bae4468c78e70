import Drawing
import Geometry
import GridLayout
import Tabular

extension Painter {
    /// Values, as they stand in the source; a quiet bar where the value is not read yet, a shade where there is none.
    static let cells = Painter { run, context, list in
        // Frozen cells have their own quiet ground. Scrolling ones lie on the grid's.
        if let region = run.first?.region, region.horizontal != .scrolling || region.vertical != .scrolling {
            list.fill(bounds(of: run, context), context.theme.frozenBackground)
        }
        var block: RowBlock?
        for attributes in run {
            let (row, column) = (attributes.element.section, attributes.element.item)
            let frame = context.frame(attributes)
            if block?.range.contains(row: row, column: column) != true {
                block = context.model.table.cells.block(row: row, column: column)
            }
            guard let block else {
                placeholder(in: frame, context, &list)
                continue
            }
            paint(block, row, column, frame, context, &list)
        }
    }

    private static func paint(
        _ block: RowBlock, _ row: Int, _ column: Int, _ frame: Rect, _ context: borrowing PaintContext,
        _ list: inout DisplayList
    ) {
        switch block.info(row: row, column: column).state {
        case .missing: list.fill(frame, context.theme.missingBackground)
        case .null:
            list.text(in: context.textBox(frame), style: context.quietStyle, alignment: context.start) {
                $0.append(contentsOf: "null".utf8)
            }
        case .value:
            let box = context.textBox(frame)
            let alignment = context.alignment(ofColumn: column)
            block.withBytes(row: row, column: column) { bytes in
                guard !bytes.isEmpty else { return }
                // No font has characters narrower than a pixel or two, nor more than four bytes for each.
                let shown = Utf8.boundary(in: bytes, atMost: 64 + Int(box.width) * 4)
                list.text(in: box, style: context.textStyle, alignment: alignment) {
                    Utf8.appendVisibly(UnsafeBufferPointer(rebasing: bytes[..<shown]), to: &$0)
                }
            }
        }
    }

    /// A bar where the text will stand, of a width that differs from row to row as texts do.
    private static func placeholder(in frame: Rect, _ context: borrowing PaintContext, _ list: inout DisplayList) {
        let box = context.textBox(frame)
        let height = min(box.height, 8 * context.model.viewport.zoom)
        let grid = PixelGrid(scale: context.model.viewport.scaleFactor)
        list.fill(
            grid.snap(Rect(x: box.x, y: box.midY - height / 2, width: box.width * 0.5, height: height)),
            context.theme.missingBackground)
    }

    /// The smallest rectangle around a run, in viewport space. Elements of a run lie in a row or fill a rectangle.
    static func bounds(of run: Run, _ context: borrowing PaintContext) -> Rect {
        guard let first = run.first, let last = run.last else { return .zero }
        let (a, b) = (context.frame(first), context.frame(last))
        return Rect(
            minX: min(a.minX, b.minX), minY: min(a.minY, b.minY), maxX: max(a.maxX, b.maxX), maxY: max(a.maxY, b.maxY))
    }
}
