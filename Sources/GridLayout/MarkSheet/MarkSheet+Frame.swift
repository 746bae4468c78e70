import Geometry

// Elements are created in paint order, so nothing is sorted: later rows before earlier ones; within a row, later columns before
// earlier ones; and for equal indices cell, row header, column header.
extension MarkSheet.Plan {
    public func attributes(in rect: Rect, visible: Rect, into output: inout [LayoutAttributes]) {
        guard !rect.isEmpty else { return }
        let rows = rows.indices(meeting: rect.interval(.vertical))
        let columns = columns.indices(meeting: rect.interval(.horizontal))
        let across = rect.interval(.horizontal)
        let down = rect.interval(.vertical)
        // Without these checks, a strip beside the content would iterate over all its rows in vain.
        let rowHeaders = Self.span(headerX(visible), lengths.rowHeaderWidth).meets(across) ? rows : 0..<0
        let columnHeaders = Self.span(headerY(visible), lengths.columnHeaderHeight).meets(down) ? columns : 0..<0
        let separators = Self.span(0, contentSize.width).meets(across) ? rows : 0..<0
        if pinsHeaders {
            appendCells(rows, columns, &output) { _, _ in }
        } else {
            appendScrolling(rows, columns, rowHeaders, columnHeaders, &output)
        }
        for row in separators.reversed() { output.append(separator(row), ifMeeting: rect) }
        guard pinsHeaders else { return }
        let later = 1..<Int.max
        for row in rowHeaders.clamped(to: later).reversed() { add(rowHeader(row, visible), &output) }
        for column in columnHeaders.clamped(to: later).reversed() { add(columnHeader(column, visible), &output) }
        if rowHeaders.contains(0) { add(rowHeader(0, visible), &output) }
        if columnHeaders.contains(0) { add(columnHeader(0, visible), &output) }
        output.append(corner(visible), ifMeeting: rect)
    }

    /// Appends cells and headers that all scroll, and so share one z.
    private func appendScrolling(
        _ rows: Range<Int>, _ columns: Range<Int>, _ rowHeaders: Range<Int>, _ columnHeaders: Range<Int>,
        _ output: inout [LayoutAttributes]
    ) {
        let later = 1..<Int.max
        if !columns.isEmpty {
            appendCells(rows.clamped(to: later), columns, &output) { row, output in
                if rowHeaders.contains(row) { add(rowHeader(row, .zero), &output) }
            }
        } else {
            for row in rowHeaders.clamped(to: later).reversed() { add(rowHeader(row, .zero), &output) }
        }
        // Row 0 and the column headers both have section 0.
        let cells = rows.contains(0) ? columns.clamped(to: 0..<content.itemCount(of: 0)) : 0..<0
        for column in columns.clamped(to: later).reversed() {
            if cells.contains(column) { output.append(cell(0, column)) }
            if columnHeaders.contains(column) { add(columnHeader(column, .zero), &output) }
        }
        if cells.contains(0) { output.append(cell(0, 0)) }
        if rowHeaders.contains(0) { add(rowHeader(0, .zero), &output) }
        if columnHeaders.contains(0) { add(columnHeader(0, .zero), &output) }
    }

    /// Appends the cells of `rows`, last to first; `finish` appends to each row after its cells.
    private func appendCells(
        _ rows: Range<Int>, _ columns: Range<Int>, _ output: inout [LayoutAttributes],
        _ finish: (_ row: Int, inout [LayoutAttributes]) -> Void
    ) {
        guard !columns.isEmpty else { return }
        // The first row is laid out; the others are copies of it at other positions, so that the width is divided once a frame
        // instead of once a row. A row of another length is laid out again and copied from then on.
        var copied = 0..<0
        var model = 0..<0
        for row in rows.reversed() {
            let own = columns.clamped(to: 0..<content.itemCount(of: row))
            let start = output.count
            if own == copied {
                let y = self.rows.start(of: row)
                for index in model {
                    var frame = output[index].frame
                    frame.y = y
                    output.append(cell(row, output[index].element.item, frame))
                }
            } else {
                for column in own.reversed() { output.append(cell(row, column)) }
            }
            copied = own
            model = start..<start + own.count
            finish(row, &output)
        }
    }

    private func add(_ attributes: LayoutAttributes?, _ output: inout [LayoutAttributes]) {
        if let attributes { output.append(attributes) }
    }

    private static func span(_ start: Double, _ length: Double) -> Interval {
        Interval(low: start, high: start + length)
    }
}
