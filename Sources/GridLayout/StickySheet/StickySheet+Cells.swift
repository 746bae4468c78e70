import Geometry

extension StickySheet {
    /// Appends the cells of one band of rows that are frozen on `z` axes.
    func appendCells(
        _ band: Region.Band, _ z: Int, _ frame: borrowing FrameTracks, _ output: inout [LayoutAttributes]
    ) {
        let rows = frame.rows.positions(of: band)
        let columns: (last: Range<Int>, first: Range<Int>)
        switch z - (band == .scrolling ? 0 : 1) {
        case 0: columns = (frame.columns.positions(of: .scrolling), 0..<0)
        case 1: columns = (frame.columns.positions(of: .trailing), frame.columns.positions(of: .leading))
        default: return
        }
        let width = columns.last.count + columns.first.count
        guard !rows.isEmpty, width > 0 else { return }
        let start = output.count
        let row = frame.rows[rows.lowerBound]
        output.reserveCapacity(forAdding: rows.count * width)
        output.append(addingCapacity: rows.count * width) { span in
            span.withUnsafeMutableBufferPointer { cells, count in
                guard let start = cells.baseAddress else { return }
                layOut(row, columns, frame, start)
                // Further rows are copies of a model row at another position; bundles and single rows have separate models.
                var model = (start: start, isBundle: row.isBundle)
                var next = start + width
                for position in rows.dropFirst() {
                    let row = frame.rows[position]
                    if row.isBundle == model.isBundle {
                        model.start.copy(width, to: next, row)
                    } else {
                        layOut(row, columns, frame, next)
                        model = (next, row.isBundle)
                    }
                    next += width
                }
                count = rows.count * width
            }
        }
        guard !merges.isEmpty || itemCounts != nil else { return }
        let grid = CellGrid(start: start, rows: rows, columns: columns)
        let areMissing = itemCounts != nil && dropMissing(grid, frame, &output)
        let areCovered = !merges.isEmpty && dropCovered(grid, frame, &output)
        if areMissing || areCovered { output.removeDropped(from: start) }
    }

    private func layOut(
        _ row: PlacedTrack, _ columns: (last: Range<Int>, first: Range<Int>), _ frame: borrowing FrameTracks,
        _ cells: UnsafeMutablePointer<LayoutAttributes>
    ) {
        var next = cells
        for position in columns.last {
            next.initialize(to: cell(row, frame.columns[position]))
            next += 1
        }
        for position in columns.first {
            next.initialize(to: cell(row, frame.columns[position]))
            next += 1
        }
    }

    /// Drops the cells of a grid that their rows lack. Returns false if there are none.
    private func dropMissing(
        _ grid: CellGrid, _ frame: borrowing FrameTracks, _ output: inout [LayoutAttributes]
    ) -> Bool {
        var found = false
        for row in grid.rows {
            // Missing cells within an aggregate of rows are not visible.
            if frame.rows[row].isBundle { continue }
            let count = cellCount(ofRow: frame.rows[row].index)
            // Later columns come first.
            var index = grid.start + (row - grid.rows.lowerBound) * grid.width
            let end = index + grid.width
            while index < end, output[index].element.item >= count {
                output[index].drop()
                index += 1
                found = true
            }
        }
        return found
    }

    /// Drops the cells of a grid that merged cells cover, and replaces the first cell of each merged cell in its band by the
    /// merged one. Returns false if there are none.
    private func dropCovered(
        _ grid: CellGrid, _ frame: borrowing FrameTracks, _ output: inout [LayoutAttributes]
    ) -> Bool {
        var found = false
        for index in 0..<frame.spans.count {
            let span = frame.spans[index]
            let rows = span.rows.clamped(to: grid.rows)
            if rows.isEmpty { continue }
            let columns = (
                last: span.columns.clamped(to: grid.columns.last), first: span.columns.clamped(to: grid.columns.first)
            )
            if columns.last.isEmpty, columns.first.isEmpty { continue }
            found = true
            let inPlace = mergedCellInPlace(span, frame)
            for row in rows {
                for column in columns.last { output[grid.index(row: row, column: column)].drop() }
                for column in columns.first { output[grid.index(row: row, column: column)].drop() }
            }
            if let inPlace, let row = rows.last, let column = columns.first.last ?? columns.last.last,
                row == span.rows.upperBound - 1, column == span.columns.upperBound - 1
            {
                output[grid.index(row: row, column: column)] = inPlace
            }
        }
        return found
    }
}

extension UnsafeMutablePointer<LayoutAttributes> {
    /// Copies the cells from here on to `cells`, as those of another row.
    fileprivate func copy(_ count: Int, to cells: UnsafeMutablePointer<LayoutAttributes>, _ row: PlacedTrack) {
        for index in 0..<count {
            (cells + index).initialize(to: self[index].moved(toSection: row.index, y: row.start, height: row.size))
        }
    }
}

/// Cells in an array, row by row: the positions of their tracks in a frame, and the index of the first cell.
private struct CellGrid {
    var start: Int
    var rows: Range<Int>
    var columns: (last: Range<Int>, first: Range<Int>)

    var width: Int { columns.last.count + columns.first.count }

    /// Returns the index in the array of the cell at two positions.
    func index(row: Int, column: Int) -> Int {
        let inRow =
            columns.last.contains(column)
            ? column - columns.last.lowerBound : columns.last.count + column - columns.first.lowerBound
        return start + (row - rows.lowerBound) * width + inRow
    }
}

extension Array where Element == LayoutAttributes {
    /// Removes the dropped elements from `start` on.
    fileprivate mutating func removeDropped(from start: Int) {
        let kept = withUnsafeMutableBufferPointer { elements in
            var kept = start
            for index in start..<elements.count where !elements[index].isDropped {
                if kept < index { elements[kept] = elements[index] }
                kept += 1
            }
            return kept
        }
        removeLast(count - kept)
    }
}

extension LayoutAttributes {
    /// Frames never have a negative width, so a negative width marks an element for removal.
    fileprivate var isDropped: Bool { frame.width < 0 }

    fileprivate mutating func drop() { frame.width = -1 }
}

extension Array {
    /// Reserves room for `count` more elements, and if the array has to grow, at least doubles it.
    mutating func reserveCapacity(forAdding added: Int) {
        if capacity - count < added { reserveCapacity(Swift.max(count + added, capacity * 2)) }
    }
}
