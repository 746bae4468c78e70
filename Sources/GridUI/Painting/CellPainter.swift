import Drawing
import Geometry
import GridLayout
import Tabular

extension Painter {
    /// Values, in the form that the view gives them.
    static let cells = Painter(
        paint: { run, context, list in
            switch context.model.view.shape {
            case .cells: sheetCells.paint(run, context, &list)
            case .records: cardFields.paint(run, context, &list)
            case .groups: items.paint(run, context, &list)
            }
        },
        followsSight: { element, context in
            switch context.model.view.shape {
            // The values of merged cells, and the labels of items, stay in sight.
            case .cells: context.model.sheet.merges.span(containing: element.section, column: element.item) != nil
            case .records: false
            case .groups: true
            }
        })

    /// Values on the grid's ground; a quiet bar where the value is not read yet, a shade where there is none.
    private static let sheetCells = Painter.steady { run, context, list in
        let merges = context.model.sheet.merges
        // Frozen cells have their own quiet ground. Scrolling ones lie on the grid's.
        if let region = run.first?.region, region.horizontal != .scrolling || region.vertical != .scrolling {
            context.forEachGround(of: run) { list.fill($0, context.theme.frozenBackground) }
        }
        if context.model.stripesRows {
            context.forEachGround(of: run, where: { $0.element.section % 2 == 1 }) {
                list.fill($0, context.theme.stripe)
            }
        }
        if !context.selection.isEmpty {
            context.forEachGround(of: run, where: { context.selectionLook($0.element).isTinted }) {
                list.fill($0, context.theme.selection)
            }
        }
        var values = CellValues()
        for attributes in run {
            guard let cell = context.cell(of: attributes.element) else { continue }
            let element = attributes.element
            if !merges.isEmpty, merges.span(containing: element.section, column: element.item) != nil {
                let (box, lead) = context.label(attributes, isTall: true)
                let place = ValuePlace(
                    frame: context.frame(attributes), box: box, style: context.textStyle,
                    alignment: context.alignment(ofColumn: cell.column), fit: .line(lead: lead))
                values.paint(cell, place, context, &list)
            } else {
                values.paint(cell, in: context.frame(attributes), context, &list)
            }
        }
    }
}

/// Where the text of a value stands, and how.
struct ValuePlace {
    /// All of its cell, card field or item.
    var frame: Rect
    var box: Rect
    var style: UInt16
    var alignment: TextAlignment
    var fit = TextFit.line()
}

/// Writes the values of cells, and remembers the block that the last one was in: a painter makes one for each run.
public struct CellValues {
    private var block: RowBlock?

    public init() {}

    /// The value of `cell` in `frame` (viewport space), as its column is aligned and formatted; a shade where it is
    /// missing, a bar where it is not read yet.
    public mutating func paint(
        _ cell: CellPosition, in frame: Rect, _ context: borrowing PaintContext, _ list: inout DisplayList
    ) {
        if let block = find(cell, context), isMissing(cell, in: block, context) {
            paintMissing(frame, context, &list)
            if !context.selection.isEmpty, let place = context.model.columns.place(of: cell.column),
                context.selection.cell(rows: cell.row..<cell.row + 1, places: place..<place + 1).isTinted
            {
                list.fill(frame, context.theme.selection)
            }
            return
        }
        let (box, fit) = context.valueBox(frame, wraps: context.model.wraps(column: cell.column))
        let place = ValuePlace(
            frame: frame, box: box, style: context.textStyle, alignment: context.alignment(ofColumn: cell.column),
            fit: fit)
        paint(cell, place, context, &list)
    }

    /// The value of `cell` as a text in its place: "null" in a lower voice, a bar where it is not read yet. What of it is
    /// looked for stands out; all of the place does where it is shown otherwise than it is written, or that part not at
    /// all.
    mutating func paint(
        _ cell: CellPosition, _ place: ValuePlace, _ context: borrowing PaintContext, _ list: inout DisplayList
    ) {
        let fit = place.fit
        guard let block = find(cell, context) else {
            placeholder(in: place.box, context, &list)
            return
        }
        let wraps = fit == .wrapped
        let info = block.info(row: cell.row, column: cell.column)
        switch info.state {
        case .missing: break
        case .null:
            list.text(in: place.box, style: context.quietStyle(in: cell), alignment: place.alignment, wraps: wraps) {
                $0.append(contentsOf: "null".utf8)
            }
        case .value:
            var (box, alignment) = (place.box, place.alignment)
            if info.isCut {
                alignment = context.start
                let length = block.length(row: cell.row, column: cell.column)
                let note = LengthNote(length: length, style: context.quietStyle(in: cell), wraps: wraps)
                box = paint(note, in: box, context, &list)
            }
            // No font has characters narrower than a pixel or two, nor more than four bytes for each.
            let limit = wraps ? GridModel.wrappedBytes : 64 + Int(box.width + fit.lead) * 4
            // A part of a value is no value of a format.
            let format = info.isCut ? nil : context.model.formats[cell.column]
            let shown = ShownText(format: format, limit: limit, wraps: wraps, isCut: info.isCut)
            let isActive = cell == context.model.activeCell
            var found = context.model.highlight?.matches(in: cell, of: block)
            // The rest of it is known to hold what is looked for.
            if found == nil, info.isCut, isActive, context.model.isAtFound { found = [] }
            var parts: [Range<Int>]?
            let isShown = block.withBytes(row: cell.row, column: cell.column) { bytes in
                guard !bytes.isEmpty else { return false }
                return list.text(in: box, style: place.style, alignment: alignment, lead: fit.lead, wraps: wraps) {
                    parts = shown.append(bytes, to: &$0, marking: found ?? [])
                }
            }
            guard found != nil else { return }
            let marks = TextMarks(
                parts: parts ?? [], color: isActive ? context.theme.foundNow : context.theme.found,
                edge: context.theme.foundEdge, frame: place.frame)
            list.mark(marks, wasAdded: isShown)
        }
    }

    private struct LengthNote {
        var length: Int
        var style: UInt16
        var wraps: Bool
    }

    /// Writes how long a value is of which only the beginning is there, in a lower voice: at the end of `box`, or in its
    /// last line. Gives the box that is left; where that would be little, nothing is written.
    private func paint(
        _ note: LengthNote, in box: Rect, _ context: borrowing PaintContext, _ list: inout DisplayList
    ) -> Rect {
        let (words, wraps) = (ByteCount.words(note.length), note.wraps)
        let grid = PixelGrid(scale: context.model.viewport.scaleFactor)
        let zoom = context.model.viewport.zoom
        let width = grid.snap(Double(words.count) * context.model.metrics.digitWidth * zoom + context.padding)
        let line = grid.snap(context.model.metrics.lineHeight * zoom)
        // A few letters of the value are left.
        let isRoomy = wraps ? box.height >= 2 * line && box.width >= width : box.width >= width + 2 * line
        guard isRoomy else { return box }
        var (text, end) = (box, box)
        if wraps {
            text.height -= line
            (end.y, end.height) = (box.maxY - line, line)
        } else {
            text.width -= width
            end.width = width
            let isLeftToRight = context.model.viewport.direction == .leftToRight
            if isLeftToRight { end.x = box.maxX - width } else { text.x = box.maxX - text.width }
        }
        list.text(in: end, style: note.style, alignment: context.end) { $0.append(contentsOf: words.utf8) }
        return text
    }

    /// Whether there is no value: the record ended before it, or a mark sheet has an empty field where a mark would be.
    private func isMissing(_ cell: CellPosition, in block: RowBlock, _ context: borrowing PaintContext) -> Bool {
        switch block.info(row: cell.row, column: cell.column).state {
        case .missing: true
        case .null: false
        case .value:
            context.model.view.centersColumns && block.withBytes(row: cell.row, column: cell.column) { $0.isEmpty }
        }
    }

    private func paintMissing(_ frame: Rect, _ context: borrowing PaintContext, _ list: inout DisplayList) {
        guard let hatch = context.theme.missingHatch else { return list.fill(frame, context.theme.missingBackground) }
        // From the frame on, so that it moves with it. The separator is one of the lines.
        let pitch = 4.0
        var y = frame.minY + pitch - context.hairline
        while y + context.hairline < frame.maxY {
            list.fill(Rect(x: frame.x, y: y, width: frame.width, height: context.hairline), hatch)
            y += pitch
        }
    }

    private mutating func find(_ cell: CellPosition, _ context: borrowing PaintContext) -> RowBlock? {
        if block?.range.contains(row: cell.row, column: cell.column) != true {
            block = context.model.table.cells.block(row: cell.row, column: cell.column)
        }
        return block
    }

    /// A bar where the text will stand.
    private func placeholder(in box: Rect, _ context: borrowing PaintContext, _ list: inout DisplayList) {
        let height = min(box.height, 8 * context.model.viewport.zoom)
        let grid = PixelGrid(scale: context.model.viewport.scaleFactor)
        list.fill(
            grid.snap(Rect(x: box.x, y: box.midY - height / 2, width: box.width * 0.5, height: height)),
            context.theme.missingBackground)
    }
}
