import Drawing
import Geometry
import GridLayout

/// The arrows at the end of headers that show the sort, and the one under the pointer.
///
///     ┌──────────────┬──────────────┬──────────────┐
///     │ name      ▲1 │ total     ▼2 │ note         │
enum SortMarks {
    /// The box between its marks for the title of the column at `place`.
    static func titleBox(_ place: Int, _ header: Rect, _ context: borrowing PaintContext) -> Rect {
        var box = context.textBox(header)
        let column = context.model.columns.column(at: place)
        let isLeftToRight = context.model.viewport.direction == .leftToRight
        func keepOff(_ mark: Rect, isAtHigh: Bool) {
            let (start, end) = isAtHigh ? (box.minX, min(box.maxX, mark.minX)) : (max(box.minX, mark.maxX), box.maxX)
            (box.x, box.width) = (start, max(0, end - start))
        }
        // The mark under the pointer must not overlap the title either.
        let isHovered = context.model.pointer.hover == .sortMark(place)
        if context.model.sortRank(ofColumn: column) != nil || isHovered, let mark = context.model.sortMark(in: header) {
            keepOff(mark, isAtHigh: isLeftToRight)
        }
        if let mark = context.model.filterMark(ofColumn: column, in: header) { keepOff(mark, isAtHigh: !isLeftToRight) }
        return box
    }

    static func paint(_ place: Int, _ header: Rect, _ context: borrowing PaintContext, _ list: inout DisplayList) {
        guard let mark = context.model.sortMark(in: header) else { return }
        let column = context.model.columns.column(at: place)
        let isHovered = context.model.pointer.hover == .sortMark(place)
        guard let rank = context.model.sortRank(ofColumn: column) else {
            guard isHovered else { return }
            return arrow(in: mark, isDown: false, context.theme.secondaryText.opacity(0.7), context, &list)
        }
        let color = isHovered ? context.theme.accent : context.theme.headers.text
        guard context.model.sortedColumns.count > 1 else {
            return arrow(in: mark, isDown: context.model.sortedColumns[rank].isDescending, color, context, &list)
        }
        // The number is at the outer side, on the title's background and in its color, with space between it, the arrow and
        // the edge: bold digits are about 0.7 times as wide as their font size.
        let half = mark.width / 2
        let air = mark.width / 22
        let isLeftToRight = context.model.viewport.direction == .leftToRight
        // The arrow keeps a distance to the title beside it, too.
        let (first, second) = (
            Rect(x: isLeftToRight ? mark.x + air : mark.x, y: mark.y, width: half, height: mark.height),
            Rect(x: isLeftToRight ? mark.x + half : mark.x + half - air, y: mark.y, width: half, height: mark.height)
        )
        var number = isLeftToRight ? second : first
        if isLeftToRight { number.x += air }
        number.width -= air
        var font = context.theme.headers.font
        font.size = min(font.size, half)
        let isDown = context.model.sortedColumns[rank].isDescending
        arrow(in: isLeftToRight ? first : second, isDown: isDown, color, context, &list)
        let style = list.style(TextStyle(font: font, color: context.theme.headers.text))
        list.text(in: number, style: style, alignment: isLeftToRight ? .left : .right) {
            Utf8.appendDecimal(rank + 1, to: &$0)
        }
    }

    /// A triangle of lines one device pixel thick, twice as wide as it is high and no wider than its box allows.
    private static func arrow(
        in box: Rect, isDown: Bool, _ color: Color, _ context: borrowing PaintContext, _ list: inout DisplayList
    ) {
        let line = context.hairline
        let grid = PixelGrid(scale: context.model.viewport.scaleFactor)
        let height = max(4 * line, grid.snap(min(4.5 * context.model.viewport.zoom, 0.32 * box.width)))
        let middle = grid.snap(box.midX)
        let top = grid.snap(box.midY - height / 2)
        for step in 0..<Int((height / line).rounded()) {
            let distance = Double(step) * line
            let reach = isDown ? height - distance : distance + line
            list.fill(Rect(x: middle - reach, y: top + distance, width: 2 * reach, height: line), color)
        }
    }
}
