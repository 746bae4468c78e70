import Drawing
import Geometry
import GridLayout
import Tabular

extension Painter {
    /// Column titles, aligned like their column's values, on a band with a line below.
    static let columnHeaders = Painter.steady { run, context, list in
        context.forEachGround(of: run) { list.fill($0, context.theme.headers.background) }
        let line = context.hairline
        for attributes in run {
            let column = context.model.columns.column(at: attributes.element.item)
            let frame = context.frame(attributes)
            hover(.header(.horizontal, attributes.element.item), frame, context, &list)
            let look = context.selection.header(.horizontal, attributes.element.item)
            highlight(frame, look, isActive: column == context.model.activeCell?.column, context, &list)
            let isLast = context.isFreezeLine(afterColumn: attributes.element.item)
            let trailing = context.model.viewport.direction == .leftToRight ? frame.maxX - line : frame.minX
            list.fill(
                Rect(x: trailing, y: frame.minY, width: line, height: frame.height),
                isLast ? context.theme.lines.border : context.theme.lines.separator)
        }
        for attributes in run {
            let column = context.model.columns.column(at: attributes.element.item)
            let row = context.model.titleRow(of: context.frame(attributes))
            title(
                ofColumn: column, in: SortMarks.titleBox(attributes.element.item, row, context),
                alignment: context.alignment(ofColumn: column), context, &list)
            SortMarks.paint(attributes.element.item, row, context, &list)
            FilterMarks.paint(attributes.element.item, row, context, &list)
            HeaderPicturePainter.paint(attributes, context, &list)
        }
        hiddenMarks(run, .horizontal, context, &list)
        context.forEachGround(of: run) { band in
            list.fill(Rect(x: band.x, y: band.maxY - line, width: band.width, height: line), context.theme.lines.border)
        }
    }

    static func title(
        ofColumn column: Int, in box: Rect, alignment: TextAlignment, _ context: borrowing PaintContext,
        _ list: inout DisplayList
    ) {
        var title = context.model.formats.title(ofColumn: column, of: context.model.table)
        list.text(in: box, style: context.headerStyle, alignment: alignment) { text in
            title.withUTF8 { Utf8.appendVisibly($0, to: &text) }
        }
    }

    /// The titles of column groups, visible for as long as one of their columns is.
    static let groupHeaders = Painter.followingSight { run, context, list in
        let line = context.hairline
        for attributes in run {
            let frame = context.frame(attributes)
            list.fill(frame, context.theme.headers.background)
            list.fill(
                Rect(x: frame.x, y: frame.maxY - line, width: frame.width, height: line), context.theme.lines.separator)
            let trailing = context.model.viewport.direction == .leftToRight ? frame.maxX - line : frame.minX
            list.fill(
                Rect(x: trailing, y: frame.minY, width: line, height: frame.height), context.theme.lines.separator)
            guard var title = context.model.groupTitle(level: attributes.element.section, attributes.element.item)
            else { continue }
            let (box, lead) = context.label(attributes)
            list.text(in: box, style: context.headerStyle, alignment: context.start, lead: lead) { text in
                title.withUTF8 { Utf8.appendVisibly($0, to: &text) }
            }
        }
    }

    /// The labels of rows, or the values of the column in the row headers, aligned to the end of the gutter.
    static let rowHeaders = Painter.steady { run, context, list in
        context.forEachGround(of: run) { list.fill($0, context.theme.headers.background) }
        for attributes in run {
            hover(.header(.vertical, attributes.element.section), context.frame(attributes), context, &list)
        }
        for attributes in run {
            let row = attributes.element.section
            let look = context.selection.header(.vertical, row)
            let isActive = row == context.model.activeCell?.row
            highlight(context.frame(attributes), look, isActive: isActive, context, &list)
        }
        var values = CellValues()
        let labels = context.model.table.declaredLayout?.rowLabels
        for attributes in run {
            let row = attributes.element.section
            let (box, fit) = context.valueBox(context.frame(attributes), wraps: false)
            // On the tint of the active row the muted color would be too faint to read.
            let isActive =
                row == context.model.activeCell?.row || context.selection.header(.vertical, row) != .none
            if let column = context.model.columns.rowHeader {
                var place = ValuePlace(
                    frame: context.frame(attributes), box: box, style: context.textStyle, alignment: context.end,
                    fit: fit)
                if isActive { place.quietStyle = context.textStyle }
                values.paint(CellPosition(row: row, column: column), place, context, &list)
                continue
            }
            // Digits align right in right-to-left text too.
            list.text(
                in: box, style: isActive ? context.textStyle : context.quietStyle, alignment: .right,
                wraps: fit == .wrapped
            ) {
                // In a row order, rows bear their labels in the file, once these are loaded.
                if let row = context.model.sourceRow(at: row) {
                    Utf8.appendDecimal(labels?.label(ofRow: row) ?? row + 1, to: &$0)
                } else {
                    $0.append(contentsOf: "…".utf8)
                }
            }
        }
        hiddenMarks(run, .vertical, context, &list)
        let line = context.hairline
        for attributes in run where context.isFreezeLine(afterRow: attributes.element.section) {
            let frame = context.frame(attributes)
            list.fill(
                Rect(x: frame.x, y: frame.maxY - line, width: frame.width, height: line), context.theme.lines.border)
        }
        context.forEachGround(of: run) { edge(of: $0, context, &list) }
    }

    /// The corner between the headers, with the title of the column in the row headers.
    static let corner = Painter.steady { run, context, list in
        guard let band = run.first.map(context.frame) else { return }
        list.fill(band, context.theme.headers.background)
        if context.selection.isAll { list.fill(band, context.theme.headers.selection) }
        if let column = context.model.columns.rowHeader {
            // On the row of column titles, below those of their groups.
            let height = context.model.isSheet ? min(band.height, context.headerHeight) : band.height
            let header = Rect(x: band.x, y: band.maxY - height, width: band.width, height: height)
            title(
                ofColumn: column, in: context.textBox(context.model.titleRow(of: header)),
                alignment: context.end, context, &list)
        }
        let line = context.hairline
        list.fill(Rect(x: band.x, y: band.maxY - line, width: band.width, height: line), context.theme.lines.border)
        edge(of: band, context, &list)
    }

    /// The tint of a header whose row or column is selected or contains the active cell.
    private static func highlight(
        _ frame: Rect, _ look: SelectionLook.Header, isActive: Bool, _ context: borrowing PaintContext,
        _ list: inout DisplayList
    ) {
        if look == .whole {
            list.fill(frame, context.theme.headers.selection)
        } else if isActive || look == .touched {
            highlight(frame, context, &list)
        }
    }

    static func highlight(_ frame: Rect, _ context: borrowing PaintContext, _ list: inout DisplayList) {
        let color = context.theme.headers.active
        list.fill(frame, context.model.hasFocus ? color : color.opacity(0.55))
    }

    /// The line at the gutter's inner side.
    static func edge(of band: Rect, _ context: borrowing PaintContext, _ list: inout DisplayList) {
        let line = context.hairline
        let x = context.model.viewport.direction == .leftToRight ? band.maxX - line : band.minX
        list.fill(Rect(x: x, y: band.y, width: line, height: band.height), context.theme.lines.border)
    }
}
