import Drawing
import Geometry
import GridLayout

extension Painter {
    /// Lines between rows: one device pixel at any zoom, at the far edge of their frame. Striped rows have none, except the
    /// freeze line; neither has the last row, where the background ends.
    static let rowSeparators = Painter.steady { run, context, list in
        let isStriped = context.model.stripesRows && context.model.isSheet
        let last = context.model.isSheet && context.theme.missing.hatch == nil ? context.model.rowCount - 1 : -1
        for attributes in run {
            let isFreezeLine = context.isFreezeLine(afterRow: attributes.element.track)
            if isStriped && !isFreezeLine || attributes.element.track == last { continue }
            let frame = context.frame(attributes)
            list.fill(
                Rect(x: frame.x, y: frame.maxY - context.hairline, width: frame.width, height: context.hairline),
                isFreezeLine ? context.theme.lines.border : context.theme.lines.separator)
        }
    }

    /// Lines between columns.
    static let columnSeparators = Painter.steady { run, context, list in
        // They lie over the lines between rows, and must not cut the freeze line of rows.
        let isAboveFreezeLine = context.model.isSheet && run.first?.region?.vertical == .leading
        for attributes in run {
            let frame = context.frame(attributes)
            let x = context.model.viewport.direction == .leftToRight ? frame.maxX - context.hairline : frame.minX
            let isFreezeLine = context.isFreezeLine(afterColumn: attributes.element.track)
            list.fill(
                Rect(
                    x: x, y: frame.y, width: context.hairline,
                    height: frame.height - (isAboveFreezeLine && !isFreezeLine ? context.hairline : 0)),
                isFreezeLine ? context.theme.lines.border : context.theme.lines.separator)
        }
    }

    /// The soft shadow that frozen cells cast on scrolling ones. At the trailing ends, and where there are no separators, it
    /// starts with the freeze line.
    static let freezeShadow = Painter.steady { run, context, list in
        let dark = context.theme.lines.shadow
        let clear = dark.opacity(0)
        let line = context.hairline
        let isLeftToRight = context.model.viewport.direction == .leftToRight
        let hasSeparators = context.model.isSheet && context.model.sheet.parameters.separatorThickness > 0
        for attributes in run {
            let frame = context.frame(attributes)
            // Dark at the frozen cells, which are after the shadow at the trailing ends (2 and 3).
            let isTrailing = attributes.element.section >= 2
            let isRow = attributes.element.section % 2 == 0
            let isDarkFirst = (isRow || isLeftToRight) != isTrailing
            list.shade(
                frame,
                Shade(
                    from: isDarkFirst ? dark : clear, to: isDarkFirst ? clear : dark,
                    axis: isRow ? .vertical : .horizontal))
            if hasSeparators && !isTrailing { continue }
            if isRow {
                let y = isDarkFirst ? frame.minY : frame.maxY - line
                list.fill(Rect(x: frame.x, y: y, width: frame.width, height: line), context.theme.lines.border)
            } else {
                let x = isDarkFirst ? frame.minX : frame.maxX - line
                list.fill(Rect(x: x, y: frame.y, width: line, height: frame.height), context.theme.lines.border)
            }
        }
    }
}

extension Element {
    /// The row or column that a separator of the sheet follows.
    fileprivate var track: Int { section / 3 }
}

extension PaintContext {
    /// Returns true where the line after a row separates frozen from scrolling rows.
    func isFreezeLine(afterRow row: Int) -> Bool {
        model.isSheet && Self.isFreezeLine(after: row, model.freezeLines.rows, of: model.sheet.rows.count)
    }

    /// The same for a column, by its position.
    func isFreezeLine(afterColumn place: Int) -> Bool {
        model.isSheet && Self.isFreezeLine(after: place, model.freezeLines.columns, of: model.sheet.columns.count)
    }

    private static func isFreezeLine(after track: Int, _ frozen: FrozenEnds, of count: Int) -> Bool {
        frozen.leading > 0 && track == frozen.leading - 1
            || frozen.trailing > 0 && track == count - frozen.trailing - 1
    }
}

extension GridModel {
    /// The numbers of rows and columns before and after the freeze lines. The lines also show while all columns, or
    /// rows, fit the viewport, so that none need be frozen.
    var freezeLines: (rows: FrozenEnds, columns: FrozenEnds) {
        let reduced = sheet.reducedFreezes
        var rows = sheet.frozenRowsInForce
        if !reduced.contains(.vertical) { rows.leading = sheet.frozenRows }
        let columns =
            reduced.contains(.horizontal)
            ? sheet.frozenColumnsInForce
            : FrozenEnds(leading: sheet.frozenColumns, trailing: sheet.frozenTrailingColumns)
        return (rows, columns)
    }
}
