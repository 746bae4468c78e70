import Geometry
import GridLayout
import Tabular

extension GridModel {
    /// Items narrower than this, in logical pixels on the screen, show no text, so none is fetched for them.
    static let readableWidth = 32.0
    /// The most cells that a view of scattered rows asks for at once.
    private static let scatteredLimit = 512

    /// The cells whose data the next frames need, most wanted first: what is in sight, then a page ahead of the last scroll
    /// and one behind it; after a rest, one to each side.
    public func wantedCells() -> [CellRange] {
        isSheet ? wantedTracks() : wantedElements()
    }

    private func wantedTracks() -> [CellRange] {
        let tracks = sheet.visibleTracks(in: viewport.visible)
        var wanted = columns(
            at: [tracks.columns, tracks.frozenColumns, tracks.frozenTrailingColumns].flatMap {
                readable($0, sheet.columns)
            })
        if let rowHeader = columns.rowHeader { wanted.append(rowHeader..<rowHeader + 1) }
        let rows = [tracks.rows, tracks.frozenRows, tracks.frozenTrailingRows].flatMap { readable($0, sheet.rows) }
        let inSight = rows.flatMap { rows in wanted.map { CellRange(rows: rows, columns: $0) } }
        var blocks: [TrackBlock] = []
        sheet.prefetchTracks(visible: viewport.visible, direction: heading, pages: 1, into: &blocks)
        return inSight
            + blocks.flatMap { block in
                let wanted = columns(at: readable(block.columns, sheet.columns))
                return readable(block.rows, sheet.rows).flatMap { rows in
                    wanted.map { CellRange(rows: rows, columns: $0) }
                }
            }
    }

    /// The tracks of `range` that are neither hidden nor part of an aggregate, nearly: stretches as near to each other as a
    /// read of a file is long are one.
    func readable(_ range: Range<Int>, _ tracks: TrackSizes) -> [Range<Int>] {
        tracks.shownRanges(in: range.clamped(to: 0..<tracks.count), atLeast: viewport.devicePixel, joining: 32)
    }

    /// The columns that stand at places, as ranges of the table's columns.
    private func columns(at places: [Range<Int>]) -> [Range<Int>] {
        var ranges: [Range<Int>] = []
        for place in places.joined() {
            let column = columns.column(at: place)
            if let last = ranges.indices.last, ranges[last].upperBound == column {
                ranges[last] = ranges[last].lowerBound..<column + 1
            } else {
                ranges.append(column..<column + 1)
            }
        }
        return ranges
    }

    /// A tile for each element in sight that shows text, then those of half a viewport around it.
    private func wantedElements() -> [CellRange] {
        let visible = viewport.visible
        let around = visible.inset(
            by: Insets(
                top: -visible.height / 2, leading: -visible.width / 2, bottom: -visible.height / 2,
                trailing: -visible.width / 2))
        var elements: [LayoutAttributes] = []
        attributes(in: visible, into: &elements)
        attributes(in: around, into: &elements)
        var wanted: [CellRange] = []
        var known: Set<BlockTiles.Key> = []
        func want(_ cell: CellPosition) {
            guard cell.row < rowCount, cell.column < columnCount,
                known.insert(BlockTiles.Key(cellRow: cell.row, cellColumn: cell.column)).inserted
            else { return }
            wanted.append(
                CellRange(rows: cell.row..<cell.row + 1, columns: cell.column..<cell.column + 1))
        }
        for attributes in elements where attributes.frame.width * viewport.zoom >= Self.readableWidth {
            guard wanted.count < Self.scatteredLimit else { break }
            switch attributes.element.category {
            case .cell:
                guard let cell = cell(of: attributes.element) else { continue }
                want(cell)
                if let weight = groups?.columns.weight { want(CellPosition(row: cell.row, column: weight)) }
            case .supplementary:
                guard let rowHeader = columns.rowHeader, attributes.element.kind == .rowHeader else { continue }
                want(CellPosition(row: attributes.element.section, column: rowHeader))
            case .decoration: continue
            }
        }
        // The first rows give labels and row headers their room.
        if case .groups(_, let label) = shown.map { want(CellPosition(row: 0, column: label)) }
        if let rowHeader = columns.rowHeader { want(CellPosition(row: 0, column: rowHeader)) }
        return wanted
    }
}
