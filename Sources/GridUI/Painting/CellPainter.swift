import Drawing
import Geometry
import GridLayout
import Tabular
import Translation

extension Painter {
    /// Values, in the form of the current view.
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
            // The values of merged cells, and the labels of items, stay visible.
            case .cells: context.model.sheet.merges.span(containing: element.section, column: element.item) != nil
            case .records: false
            case .groups: true
            }
        })

    /// Values on the grid's background; a muted bar for a value that is not loaded yet, a shade for a missing one.
    private static let sheetCells = Painter.steady { run, context, list in
        let merges = context.model.sheet.merges
        // Frozen cells have their own muted background. Scrolling ones show the grid's.
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
                list.fill($0, context.theme.selection.layer)
            }
        }
        var values = CellValues()
        for attributes in run {
            guard let cell = context.cell(of: attributes.element) else { continue }
            let element = attributes.element
            if !merges.isEmpty, merges.span(containing: element.section, column: element.item) != nil {
                let (box, lead) = context.label(attributes, isTall: true)
                let alignment = context.alignment(ofColumn: cell.column)
                // A text aligned to the end must not reach back: it would reach into the next cell.
                var place = ValuePlace(
                    frame: context.frame(attributes), box: box, style: context.textStyle, alignment: alignment,
                    fit: .line(lead: alignment == context.start ? lead : 0))
                (place.missing, place.alignsByKind) = (place.frame, context.hasKinds)
                values.paint(cell, place, context, &list)
            } else {
                values.paint(cell, in: context.frame(attributes), context, &list)
            }
        }
    }
}

/// The position and style of the text of a value.
struct ValuePlace {
    /// The frame of its cell, card field or item.
    var frame: Rect
    var box: Rect
    var style: UInt16
    var alignment: TextAlignment
    var fit = TextFit.line()
    /// The area that is shaded for a missing value; nil for the box.
    var missing: Rect?
    /// The muted style, where it is not the default one of the cell.
    var quietStyle: UInt16?
    /// True where the kind of each value decides its alignment.
    var alignsByKind = false
}

/// Writes the values of cells, and caches the block of the last one: a painter creates one for each run.
public struct CellValues {
    private var block: RowBlock?

    public init() {}

    /// Paints the value of `cell` in `frame` (viewport space), aligned and formatted as its column; a shade for a missing
    /// value, a bar for one that is not loaded yet.
    public mutating func paint(
        _ cell: CellPosition, in frame: Rect, _ context: borrowing PaintContext, _ list: inout DisplayList
    ) {
        let block = find(cell, context)
        if let block, isMissing(cell, in: block, context) { return paintMissing(cell, in: frame, context, &list) }
        let (box, fit) = context.valueBox(frame, wraps: context.model.wraps(column: cell.column))
        var place = ValuePlace(
            frame: frame, box: box, style: context.textStyle, alignment: context.alignment(ofColumn: cell.column),
            fit: fit)
        place.alignsByKind = context.hasKinds
        paint(cell, of: block, place, context, &list)
    }

    /// Paints the value of `cell` as a text: "null" in a muted style, a shade for a missing value, a bar for one that is not
    /// loaded yet. Highlights search matches in it; the whole frame where the text is formatted, or the match is outside the
    /// displayed part.
    mutating func paint(
        _ cell: CellPosition, _ place: ValuePlace, _ context: borrowing PaintContext, _ list: inout DisplayList
    ) {
        paint(cell, of: find(cell, context), place, context, &list)
    }

    private func paint(
        _ cell: CellPosition, of block: RowBlock?, _ place: ValuePlace, _ context: borrowing PaintContext,
        _ list: inout DisplayList
    ) {
        let fit = place.fit
        guard let block else {
            placeholder(in: place.box, context, &list)
            return
        }
        let wraps = fit == .wrapped
        let info = block.info(row: cell.row, column: cell.column)
        var quietStyle = context.quietStyle(in: cell)
        if let own = place.quietStyle { quietStyle = own }
        switch info.state {
        case .missing: paintMissing(cell, in: place.missing ?? place.box, context, &list)
        case .null, .unreadable:
            if info.state == .unreadable { paintUnreadable(cell, in: place.frame, context, &list) }
            let word = Self.word(for: info.state) ?? ""
            list.text(in: place.box, style: quietStyle, alignment: place.alignment, wraps: wraps) {
                $0.append(contentsOf: word.utf8)
            }
        case .value:
            var (box, alignment, style) = (place.box, place.alignment, place.style)
            if place.alignsByKind { alignment = context.alignment(of: info.kind) }
            if context.hasKinds { style = context.style(of: info.kind, in: cell, place.style, quiet: quietStyle) }
            var note: LengthNote?
            if info.isCut {
                alignment = context.start
                let length = block.length(row: cell.row, column: cell.column)
                note = LengthNote(length: length, in: box, wraps: wraps, context)
                if let note { box = note.rest }
            }
            // No font has characters narrower than a pixel or two, nor more than four bytes for each.
            let limit = wraps ? GridModel.wrappedBytes : 64 + Int(box.width + fit.lead) * 4
            // A format needs the entire value.
            let format = info.isCut ? nil : context.model.columnFormat(ofColumn: cell.column)
            let shown = ShownText(
                format: format, limit: limit, wraps: wraps, isCut: info.isCut,
                groupsDigits: context.model.groupsDigits(ofColumn: cell.column))
            if context.model.isMisfit(cell, in: block) { MisfitMark.paint(in: place.frame, context, &list) }
            let isActive = cell == context.model.activeCell
            var found = context.model.highlight?.matches(in: cell, of: block)
            // The part that is not loaded contains the match.
            if found == nil, info.isCut, isActive, context.model.isAtFound { found = [] }
            var parts: [Range<Int>]?
            let isShown = block.withBytes(row: cell.row, column: cell.column) { bytes in
                guard !bytes.isEmpty else { return false }
                let lead = alignment == place.alignment ? fit.lead : 0
                return list.text(in: box, style: style, alignment: alignment, lead: lead, wraps: wraps) {
                    parts = shown.append(bytes, to: &$0, marking: found ?? [])
                }
            }
            if found != nil {
                let marks = TextMarks(
                    parts: parts ?? [],
                    color: isActive ? context.theme.matches.activeBackground : context.theme.matches.background,
                    edge: context.theme.matches.edge, frame: place.frame)
                list.mark(marks, wasAdded: isShown)
            }
            // The highlight may cover the whole frame, so the note is drawn over it, in a style readable there.
            let noteStyle = found == nil ? quietStyle : context.textStyle
            if let note { note.paint(style: noteStyle, context, &list) }
        }
    }

    /// The word for a value in a state; nil where that has none.
    static func word(for state: CellState) -> String? {
        switch state {
        case .value, .missing: nil
        case .null: "null"
        case .unreadable: tr("unreadable", in: "state of a value")
        }
    }

    /// Returns true where the value is missing: the record ends before it, or a mark sheet's field is empty.
    private func isMissing(_ cell: CellPosition, in block: RowBlock, _ context: borrowing PaintContext) -> Bool {
        switch block.info(row: cell.row, column: cell.column).state {
        case .missing: true
        case .null, .unreadable: false
        case .value:
            context.model.view.centersColumns && block.withBytes(row: cell.row, column: cell.column) { $0.isEmpty }
        }
    }

    /// The background of a value that cannot be read.
    private func paintUnreadable(
        _ cell: CellPosition, in frame: Rect, _ context: borrowing PaintContext, _ list: inout DisplayList
    ) {
        list.fill(frame, context.theme.unreadableBackground)
        // This background covers the selection's tint.
        if context.isTinted(cell) { list.fill(frame, context.theme.selection.layer) }
    }

    private func paintMissing(
        _ cell: CellPosition, in frame: Rect, _ context: borrowing PaintContext, _ list: inout DisplayList
    ) {
        guard let hatch = context.theme.missing.hatch else {
            list.fill(frame, context.theme.missing.background)
            // This background covers the selection's tint.
            if context.isTinted(cell) { list.fill(frame, context.theme.selection.layer) }
            return
        }
        // Lines are relative to the frame, so that they move with it, and counted, so that a rounding error adds none. The
        // separator is one of them. A merged cell may be millions of rows high, so only visible lines are drawn.
        let (pitch, line) = (4.0, context.hairline)
        let inside = (frame.height - line) / pitch
        let inSight = (context.model.viewport.size.height - frame.minY) / pitch + 1
        var number = max(1, (-frame.minY / pitch).rounded(.down))
        while number < min(inside, inSight) {
            let y = frame.minY + number * pitch - line
            list.fill(Rect(x: frame.x, y: y, width: frame.width, height: line), hatch)
            number += 1
        }
    }

    private mutating func find(_ cell: CellPosition, _ context: borrowing PaintContext) -> RowBlock? {
        if block?.range.contains(row: cell.row, column: cell.column) != true {
            block = context.model.table.cells.block(row: cell.row, column: cell.column)
        }
        return block
    }

    /// A bar instead of a text.
    private func placeholder(in box: Rect, _ context: borrowing PaintContext, _ list: inout DisplayList) {
        let height = min(box.height, 8 * context.model.viewport.zoom)
        let grid = PixelGrid(scale: context.model.viewport.scaleFactor)
        list.fill(
            grid.snap(Rect(x: box.x, y: box.midY - height / 2, width: box.width * 0.5, height: height)),
            context.theme.missing.background)
    }
}

/// The length of a truncated value: at the end of its box, or in its last line.
private struct LengthNote {
    private let words: String
    private var box: Rect
    /// The remaining box for the value.
    private(set) var rest: Rect

    /// Fails where the value would have too little room.
    init?(length: Int, in whole: Rect, wraps: Bool, _ context: borrowing PaintContext) {
        words = ByteCount.words(length)
        let grid = PixelGrid(scale: context.model.viewport.scaleFactor)
        let zoom = context.model.viewport.zoom
        let width = grid.snap(Double(words.count) * context.model.metrics.digitWidth * zoom + context.padding)
        let line = grid.snap(context.model.metrics.lineHeight * zoom)
        // At least a few letters of the value must fit.
        let isRoomy = wraps ? whole.height >= 2 * line && whole.width >= width : whole.width >= width + 2 * line
        guard isRoomy else { return nil }
        (rest, box) = (whole, whole)
        if wraps {
            rest.height -= line
            (box.y, box.height) = (whole.maxY - line, line)
        } else {
            rest.width -= width
            box.width = width
            let isLeftToRight = context.model.viewport.direction == .leftToRight
            if isLeftToRight { box.x = whole.maxX - width } else { rest.x = whole.maxX - rest.width }
        }
    }

    func paint(style: UInt16, _ context: borrowing PaintContext, _ list: inout DisplayList) {
        list.text(in: box, style: style, alignment: context.end) { $0.append(contentsOf: words.utf8) }
    }
}
