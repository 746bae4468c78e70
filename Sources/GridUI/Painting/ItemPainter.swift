import Drawing
import Geometry
import GridLayout
import Tabular

extension Painter {
    /// The items of a group: a tinted block with its label, and below it the weight where there is room for a second line. A
    /// block too narrow to read has no texts; a weight that could not be used is marked at the block's edge.
    static let items = Painter.followingSight { run, context, list in
        let theme = context.theme
        let edge = theme.background.mixed(with: theme.accent, 0.55)
        var values = CellValues()
        let content = context.model.groups?.content
        for attributes in run {
            let frame = context.frame(attributes)
            let (section, item) = (attributes.element.section, attributes.element.item)
            let isMarked = content?.isMarked(section: section, item: item) ?? false
            list.fill(frame, isMarked ? theme.missing.background : theme.itemBackground)
            list.fill(startEdge(of: frame, context), isMarked ? theme.secondaryText : edge)
            if context.selectionLook(attributes.element).isTinted {
                list.fill(frame, theme.selection.layer)
                list.ring(frame, theme.selection.edge, width: max(context.hairline, 1))
            }
            guard let cell = context.cell(of: attributes.element), frame.width >= GridModel.readableWidth else {
                continue
            }
            paint(attributes, cell, in: frame, &values, context, &list)
        }
    }

    private static func paint(
        _ attributes: LayoutAttributes, _ cell: CellPosition, in frame: Rect, _ values: inout CellValues,
        _ context: borrowing PaintContext, _ list: inout DisplayList
    ) {
        let (label, lead) = context.label(attributes)
        let fit = TextFit.line(lead: lead)
        // Half the usual padding in a narrow block leaves room for another letter.
        var box = label
        if frame.width < 6 * context.padding { box = frame.inset(by: Insets(leading: context.padding / 2)) }
        let line = context.lineHeight
        guard let weight = context.model.groups?.columns.weight, weight != cell.column,
            frame.height >= 2 * line + context.padding, frame.width >= 2 * GridModel.readableWidth
        else {
            let place = ValuePlace(
                frame: frame, box: box, style: context.textStyle, alignment: context.start, fit: fit)
            values.paint(cell, place, context, &list)
            return
        }
        let grid = PixelGrid(scale: context.model.viewport.scaleFactor)
        let top = grid.snap(box.midY - line)
        box = Rect(x: box.x, y: top, width: box.width, height: grid.snap(line))
        var place = ValuePlace(frame: box, box: box, style: context.textStyle, alignment: context.start, fit: fit)
        values.paint(cell, place, context, &list)
        box.y += box.height
        // On the selection's tint the muted color would be too faint to read.
        let isTinted = context.selectionLook(attributes.element).isTinted
        (place.frame, place.box, place.style) = (box, box, isTinted ? context.selectedQuietStyle : context.quietStyle)
        values.paint(CellPosition(row: cell.row, column: weight), place, context, &list)
    }

    private static func startEdge(of frame: Rect, _ context: borrowing PaintContext) -> Rect {
        let width = min(frame.width, max(context.hairline, 2))
        let x = context.model.viewport.direction == .leftToRight ? frame.minX : frame.maxX - width
        return Rect(x: x, y: frame.minY, width: width, height: frame.height)
    }

    /// Items that are each too narrow to show, as one block, with their number where it fits; a line marks the start of the
    /// active one.
    static let aggregates = Painter.steady { run, context, list in
        for attributes in run {
            let frame = context.frame(attributes)
            list.fill(frame, context.theme.aggregateBackground)
            if let place = context.model.activePlace(inAggregate: attributes.element) {
                // The same color as the ring around the block.
                let color = context.model.hasFocus ? context.theme.accent : context.theme.secondaryText
                list.fill(line(at: place, in: frame, context), color)
            }
            guard frame.width >= 3 * GridModel.readableWidth, frame.height >= context.lineHeight,
                let words = context.model.words(ofAggregate: attributes.element)
            else { continue }
            list.text(in: context.textBox(frame), style: context.textStyle, alignment: context.start) {
                $0.append(contentsOf: words.utf8)
            }
        }
    }

    /// A line at the start of the active item, as thick as the active cell's ring.
    private static func line(at place: Double, in frame: Rect, _ context: borrowing PaintContext) -> Rect {
        let viewport = context.model.viewport
        let width = min(frame.width, max(context.hairline, 2))
        let way = frame.width * place
        let x = viewport.direction == .leftToRight ? frame.minX + way : frame.maxX - way - width
        let snapped = PixelGrid(scale: viewport.scaleFactor).snap(min(max(x, frame.minX), frame.maxX - width))
        return Rect(x: snapped, y: frame.minY, width: width, height: frame.height)
    }

    /// The headers of groups with the value that their rows share, visible for as long as the group is.
    static let sectionHeaders = Painter.followingSight { run, context, list in
        let line = context.hairline
        let active = context.model.activeCell.flatMap { context.model.element(showing: $0) }?.section
        for attributes in run {
            let frame = context.frame(attributes)
            list.fill(frame, context.theme.headers.background)
            let isActive = attributes.element.section == active
            if isActive { highlight(frame, context, &list) }
            if context.model.view.headerEdge == .leading {
                edge(of: frame, context, &list)
            } else {
                list.fill(
                    Rect(x: frame.x, y: frame.maxY - line, width: frame.width, height: line), context.theme.lines.border
                )
            }
            guard let groups = context.model.groups, attributes.element.section < groups.content.sectionCount else {
                continue
            }
            let (box, lead) = context.label(attributes)
            groups.withKey(of: attributes.element.section) { key in
                let isEmpty = key.isEmpty
                // On the tint of the active section the muted color would be too faint to read.
                let style = !isEmpty ? context.headerStyle : isActive ? context.textStyle : context.quietStyle
                list.text(in: box, style: style, alignment: context.start, lead: lead) { text in
                    if isEmpty { return text.append(contentsOf: "(empty)".utf8) }
                    let shown = Utf8.boundary(in: key, atMost: 64 + Int(box.width) * 4)
                    Utf8.appendVisibly(UnsafeBufferPointer(rebasing: key[..<shown]), to: &text)
                }
            }
        }
    }
}
