import Geometry
import GridLayout
import QuadrilleRuntime
import Tabular

/// The state that determines the cells that a sheet wants. While it is unchanged, no new search is needed.
public struct WantedState: Sendable, Equatable {
    fileprivate var viewport: Viewport
    fileprivate var heading: ScrollDirection
    fileprivate var layout: Version
    fileprivate var columns: ColumnOrder
    fileprivate var rowCount: Int
    fileprivate var listened: [CellPosition]
}

extension GridModel {
    /// The state that determines `wantedCells`; nil in a view that depends on more than that. O(1).
    public var wantedState: WantedState? {
        guard isSheet else { return nil }
        return WantedState(
            viewport: viewport, heading: scrolling.heading, layout: layoutVersion, columns: columns, rowCount: rowCount,
            listened: listened)
    }

    /// Items narrower than this, in logical pixels on the screen, show no text, so none is fetched for them.
    static let readableWidth = 32.0
    /// The maximum number of cells that a view of scattered rows requests at once.
    private static let scatteredLimit = 512

    /// The cells whose data the next frames need, most wanted first: the visible ones, then a page ahead of the last scroll
    /// and one behind it; at rest, one to each side.
    public func wantedCells() -> [CellRange] {
        var wanted = isSheet ? wantedTracks() : wantedElements()
        if !listened.isEmpty { appendListened(to: &wanted) }
        return wanted
    }

    /// Called in nearly every frame of a scroll, with a handful of allocations.
    private func wantedTracks() -> [CellRange] {
        var wanted: [CellRange] = []
        wanted.reserveCapacity(32)
        var across: [Range<Int>] = []
        func want(_ rows: Range<Int>) {
            forEachReadable(rows, sheet.rows) { rows in
                for columns in across { wanted.append(CellRange(rows: rows, columns: columns)) }
            }
        }
        let tracks = sheet.visibleTracks(in: viewport.visible)
        append(tracks.columns, to: &across)
        append(tracks.frozenColumns, to: &across)
        append(tracks.frozenTrailingColumns, to: &across)
        // Visible cells come first.
        if wrapsText { for places in placesOfHeights(tracks) { append(places, to: &across) } }
        if let rowHeader = columns.rowHeader { across.append(rowHeader..<rowHeader + 1) }
        want(tracks.rows)
        want(tracks.frozenRows)
        want(tracks.frozenTrailingRows)
        var blocks: [TrackBlock] = []
        blocks.reserveCapacity(16)
        sheet.prefetchTracks(visible: viewport.visible, direction: scrolling.heading, pages: 1, into: &blocks)
        for block in blocks {
            across.removeAll(keepingCapacity: true)
            append(block.columns, to: &across)
            want(block.rows)
        }
        return wanted
    }

    /// Calls `body` with the tracks of `range` that are neither hidden nor part of an aggregate, approximately: ranges with
    /// gaps shorter than one file read are joined.
    private func forEachReadable(_ range: Range<Int>, _ tracks: TrackSizes, _ body: (Range<Int>) -> Void) {
        tracks.forEachShownRange(
            in: range.clamped(to: 0..<tracks.count), atLeast: viewport.devicePixel, joining: 32, body)
    }

    /// Appends the readable columns at positions `places`, as ranges of the table's columns.
    private func append(_ places: Range<Int>, to ranges: inout [Range<Int>]) {
        forEachReadable(places, sheet.columns) { places in
            for place in places {
                let column = columns.column(at: place)
                if let last = ranges.indices.last, ranges[last].upperBound == column {
                    ranges[last] = ranges[last].lowerBound..<column + 1
                } else {
                    ranges.append(column..<column + 1)
                }
            }
        }
    }

    /// The visible and readable columns of the table in the sheet, frozen ones first.
    func columnsInSight(_ tracks: VisibleTracks) -> [Int] {
        var found: [Int] = []
        found.reserveCapacity(tracks.frozenColumns.count + tracks.columns.count + tracks.frozenTrailingColumns.count)
        func visit(_ places: Range<Int>) {
            forEachReadable(places, sheet.columns) { places in
                for place in places { found.append(columns.column(at: place)) }
            }
        }
        visit(tracks.frozenColumns)
        visit(tracks.columns)
        visit(tracks.frozenTrailingColumns)
        return found
    }

    /// The visible and readable rows in the sheet, frozen ones first.
    func rowsInSight(_ tracks: VisibleTracks) -> [Range<Int>] {
        var found: [Range<Int>] = []
        found.reserveCapacity(4)
        for band in [tracks.frozenRows, tracks.rows, tracks.frozenTrailingRows] {
            forEachReadable(band, sheet.rows) { found.append($0) }
        }
        return found
    }

    /// A tile for each visible element with text, then those of half a viewport around it.
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
        // The first rows determine the widths of labels and row headers.
        if case .groups(_, let label) = shown.map { want(CellPosition(row: 0, column: label)) }
        if let rowHeader = columns.rowHeader { want(CellPosition(row: 0, column: rowHeader)) }
        return wanted
    }
}
