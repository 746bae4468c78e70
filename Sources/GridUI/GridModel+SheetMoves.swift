import Geometry
import GridLayout

// Moves by keys in the sheet: by rows of the table and positions of the column order, past hidden ones.
extension GridModel {
    mutating func sheetTarget(_ command: GridCommand, from cell: CellPosition) -> CellPosition? {
        let place = columns.place(of: cell.column) ?? 0
        let forward = viewport.direction == .leftToRight ? 1 : -1
        let span = mergedSpan(of: cell)
        switch command {
        case .moveUp: return target(row: span.rows.lowerBound - 1, place, -1)
        case .moveDown: return target(row: span.rows.upperBound, place, 1)
        case .moveLeft: return target(row: cell.row, next(span.columns, -forward), -forward)
        case .moveRight: return target(row: cell.row, next(span.columns, forward), forward)
        case .pageUp: return target(row: pageTarget(from: cell.row, .vertical, -1), place, -1)
        case .pageDown: return target(row: pageTarget(from: cell.row, .vertical, 1), place, 1)
        case .pageLeft: return target(row: cell.row, pageTarget(from: place, .horizontal, -forward), -forward)
        case .pageRight: return target(row: cell.row, pageTarget(from: place, .horizontal, forward), forward)
        case .firstColumn: return target(row: cell.row, 0, 1)
        case .lastColumn: return target(row: cell.row, columns.count - 1, -1)
        case .firstRow: return target(row: 0, place, 1)
        case .lastRow: return target(row: rowCount - 1, place, -1)
        case .tableStart: return target(row: 0, 0, 1)
        case .tableEnd: return target(row: rowCount - 1, columns.count - 1, -1)
        default: return nil
        }
    }

    /// Returns the position directly before or after a span of positions.
    private func next(_ span: Range<Int>, _ sign: Int) -> Int { sign > 0 ? span.upperBound : span.lowerBound - 1 }

    /// The cell at a row and a position, or at the next visible ones in direction `sign`, else in the other direction.
    private func target(row: Int, _ place: Int, _ sign: Int) -> CellPosition? {
        guard let row = shownTrack(near: row, in: sheet.rows, sign),
            let place = shownTrack(near: place, in: sheet.columns, sign)
        else { return nil }
        return CellPosition(row: row, column: columns.column(at: place))
    }

    private func shownTrack(near index: Int, in tracks: TrackSizes, _ sign: Int) -> Int? {
        guard tracks.count > 0 else { return nil }
        let index = min(max(index, 0), tracks.count - 1)
        let after = tracks.shown(atOrAfter: index)
        let before = tracks.shown(atOrBefore: index)
        return sign > 0 ? after ?? before : before ?? after
    }

    /// The rows and positions that the cell's element covers: more than one where cells are merged.
    private func mergedSpan(of cell: CellPosition) -> CellSpan {
        let place = columns.place(of: cell.column) ?? 0
        return sheet.merges.span(containing: cell.row, column: place)
            ?? CellSpan(rows: cell.row..<cell.row + 1, columns: place..<place + 1)
    }

    /// Returns the track one page after `track`, and scrolls by that page, so that the active cell keeps its screen position.
    private mutating func pageTarget(from track: Int, _ axis: Axis, _ sign: Int) -> Int {
        let sizes = axis == .vertical ? sheet.rows : sheet.columns
        guard sizes.count > 0 else { return 0 }
        let pinned = axis == .vertical ? pinnedInsets.vertical : pinnedInsets.horizontal
        // One default-size track of the old page stays visible, as an anchor for the eye.
        let page = max(sizes.defaultSize, viewport.contentExtent[axis] - pinned - sizes.defaultSize)
        let target = sizes.offset(of: track) + page * Double(sign)
        var offset = viewport.offset
        offset[axis] += page * Double(sign)
        move(to: offset)
        var index = sizes.index(containing: min(max(target, 0), max(0, sizes.extent - 1))) ?? track
        // A page is a whole number of tracks, the same in both directions.
        if sign < 0, sizes.offset(of: index) < target { index += 1 }
        return index == track ? min(max(track + sign, 0), sizes.count - 1) : index
    }
}
