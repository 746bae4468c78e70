import Geometry
import GridLayout
import Tabular

/// The view state of a sheet and its scroll position, kept through a reload of its table: the screen changes only where
/// the file did.
public struct GridStanding: Sendable, Hashable, Codable {
    /// A column through a change of the table: by its name, and by which of those with that name it is.
    public struct ColumnKey: Sendable, Hashable, Codable {
        var name: String
        var number: Int

        /// The key of the column at `index` of `columns`. O(columns).
        public init(of index: Int, in columns: [Column]) {
            name = columns[index].name
            number = columns[..<index].reduce(0) { [name] in $0 + ($1.name == name ? 1 : 0) }
        }

        init(name: String, number: Int) { (self.name, self.number) = (name, number) }

        /// Returns the index of the column in `columns`; nil where it no longer exists. O(columns).
        public func index(in columns: [Column]) -> Int? {
            var seen = 0
            return columns.firstIndex { column in
                guard column.name == name else { return false }
                defer { seen += 1 }
                return seen == number
            }
        }
    }

    struct ColumnState: Sendable, Hashable, Codable {
        /// Nil where it has the ordinary one.
        var width: Double?
        /// The bytes of the longest text that it had room for in that width, where that was looked at.
        var longest: Int?
        /// The width that its texts ask for, where it is cut.
        var wanted: Double?
        /// A Boolean value that indicates whether the user chose the width.
        var isGiven: Bool
        var isHidden: Bool
        var format: CellFormat?
    }

    /// A Boolean value that indicates whether names identify the columns; numbers do if false.
    var isByName = true
    var columns: [ColumnKey: ColumnState] = [:]
    /// By place; nil where they stand as in the table.
    var order: [ColumnKey]?
    var wrapsText = false
    var stripesRows = false
    var isCompact = false
    var showsPictures = false
    var hiddenRows: [Range<Int>] = []
    /// Heights that a person gave.
    var rowHeights: [Int: Double] = [:]
    /// The spans that the user merged, by rows and columns of the table.
    public internal(set) var merges: [CellSpan] = []
    /// The columns in which equal neighbours are merged.
    public internal(set) var mergedColumns: [Int] = []
    /// The first row in sight, and how far of it is out of sight, in content space.
    var firstRow: Int?
    var rowOffset = 0.0
    var offset = Point.zero
    var activeRow = 0
    var activeColumn: ColumnKey?
    /// The selected ranges, by rows and positions; `selectedColumns` holds the columns at these positions.
    var selected: [SelectedRange] = []
    var selectedColumns: [ColumnKey] = []
    /// True where those rows are positions in a row order, which must still be resolved to rows of the table.
    var isSelectedInOrder = false

    /// The stored properties that are saved to disk: all but the selection, which is transient.
    private enum CodingKeys: CodingKey {
        case isByName, columns, order, wrapsText, stripesRows, isCompact, showsPictures, hiddenRows, rowHeights, merges
        case mergedColumns, firstRow, rowOffset, offset, activeRow, activeColumn
    }

    /// The row that must be there for all rows and the place to be found.
    public var lastRow: Int {
        max(
            firstRow ?? 0, activeRow, hiddenRows.last?.upperBound ?? 0, rowHeights.keys.max() ?? 0,
            isSelectedInOrder ? 0 : selected.map { $0.rows.upperBound == .max ? 0 : $0.rows.upperBound - 1 }.max() ?? 0)
    }

    /// The view state without the scroll position, the active cell and the selection.
    public var arrangement: GridStanding {
        var arranged = self
        let none = GridStanding()
        (arranged.firstRow, arranged.rowOffset, arranged.offset) = (nil, 0, .zero)
        (arranged.activeRow, arranged.activeColumn) = (0, nil)
        (arranged.selected, arranged.selectedColumns) = (none.selected, none.selectedColumns)
        arranged.isSelectedInOrder = false
        return arranged
    }

    /// The rows that are looked at: of the table, as far as those were known when this was taken, else places of an order.
    public var lookedAt: (active: Int, first: Int) { (activeRow, firstRow ?? activeRow) }

    /// Takes note of which rows of the table those are.
    public mutating func look(atActive active: Int, first: Int) {
        activeRow = active
        if firstRow != nil { firstRow = first }
    }

    /// True where the selection holds more than the active cell.
    public var hasSelection: Bool { !selected.isEmpty }

    /// The stretches of rows that are selected, without those that go to the table's end: they go there wherever it is.
    public var selectedRows: Set<Range<Int>> { Set(selected.map(\.rows)).subtracting([SelectedRange.everything]) }
}

extension GridModel {
    /// Rows with heights or hidden ones of which so many stretches are kept.
    static let keptStretches = 10_000
    /// Ranges that are selected again: each cell that is drawn is looked for in all of them.
    private static let keptRanges = 1000

    /// Returns the current view state. It identifies columns by their names, or by their numbers where those are the same.
    ///
    /// - Complexity: O(columns + hidden and resized rows).
    public func standing(byName isByName: Bool) -> GridStanding {
        var standing = GridStanding()
        standing.isByName = isByName
        let keys = columnKeys(byName: isByName)
        for (column, key) in keys.enumerated() {
            let isSized = sizing.sizedTiles[column / BlockTiles.columnsPerTile] != nil
            guard let place = columns.place(of: column) else { continue }
            let growth = sizing.growth[column]
            let state = GridStanding.ColumnState(
                width: isSized || sizing.given.contains(column)
                    ? growth?.ownWidth ?? sheet.columns.fullSize(of: place) : nil,
                longest: growth?.ownWidth == nil ? growth?.longest : nil,
                wanted: sizing.cut[column], isGiven: sizing.given.contains(column),
                isHidden: sheet.columns.isHidden(place), format: formats[column])
            if isSized || state.isGiven || state.isHidden || state.format != nil { standing.columns[key] = state }
        }
        if !columns.isNatural { standing.order = (0..<columns.count).map { keys[columns.column(at: $0)] } }
        standing.wrapsText = wrapsText
        standing.stripesRows = stripesRows
        standing.isCompact = isCompact
        standing.showsPictures = showsPictures
        standing.merges = rowsInTableOrder?.merged.spans ?? merged.spans
        standing.mergedColumns = merged.runs.keys.sorted()
        keepRows(rowsInTableOrder?.rows ?? sheet.rows, &standing)
        standing.offset = viewport.offset
        if isSheet, let first = firstCellInSight()?.row {
            standing.firstRow = sourceRow(at: first) ?? first
            standing.rowOffset = viewport.offset.y - sheet.rows.offset(of: first)
        }
        if let cell = activeCell, keys.indices.contains(cell.column) {
            (standing.activeRow, standing.activeColumn) = (sourceRow(at: cell.row) ?? cell.row, keys[cell.column])
        }
        if !selection.isEmpty {
            standing.isSelectedInOrder = table.order != nil
            standing.selected = selection.settled().ranges
            standing.selectedColumns = (0..<columns.count).map { keys[columns.column(at: $0)] }
        }
        return standing
    }

    private func keepRows(_ tracks: TrackSizes, _ standing: inout GridStanding) {
        let rows = 0..<tracks.count
        standing.hiddenRows = Array(tracks.hiddenRanges.prefix(Self.keptStretches))
        // What wraps is measured again.
        guard !wrapsText, tracks.overrideCount > 0, tracks.overrideCount <= Self.keptStretches else { return }
        var end = 0
        func keep(_ sized: Range<Int>) {
            for row in tracks.shownRanges(in: sized).joined() {
                standing.rowHeights[row] = tracks.size(of: row)
            }
        }
        tracks.forEachUnsized(in: rows) { unsized in
            keep(end..<unsized.lowerBound)
            end = unsized.upperBound
        }
        keep(end..<rows.upperBound)
    }

    /// The name of every column, and which of those with that name it is.
    private func columnKeys(byName isByName: Bool) -> [GridStanding.ColumnKey] {
        guard isByName else { return (0..<columnCount).map { GridStanding.ColumnKey(name: "", number: $0) } }
        var counts: [String: Int] = [:]
        return table.columns.map { column in
            defer { counts[column.name, default: 0] += 1 }
            return GridStanding.ColumnKey(name: column.name, number: counts[column.name, default: 0])
        }
    }

    /// Gives the columns that are still there the widths, formats and order that they had, and hides those that were
    /// hidden. What the column in the row headers is must be settled before.
    public mutating func restoreColumns(_ standing: GridStanding) {
        let keys = columnKeys(byName: standing.isByName)
        arrange(keys, as: standing)
        var found: [Int: Int] = [:]
        for (column, key) in keys.enumerated() {
            guard let state = standing.columns[key] else { continue }
            formats[column] = state.format
            if state.isGiven { sizing.given.insert(column) }
            sizing.cut[column] = state.wanted
            if let width = state.width {
                setWidth(width, ofColumn: column)
                sizing.growth[column] = state.longest.map { ColumnSizing.Growth(longest: $0) }
                found[column / BlockTiles.columnsPerTile, default: 0] += 1
            }
            if state.isHidden, let place = columns.place(of: column),
                sheet.columns.count - sheet.columns.hiddenCount > 1
            {
                sheet.columns.hide(place..<place + 1)
            }
        }
        // A tile with a new column in it is measured; the others keep their widths.
        for (tile, count) in found
        where count >= min(BlockTiles.columnsPerTile, columnCount - tile * BlockTiles.columnsPerTile) {
            sizing.sizedTiles[tile] = textScale
        }
        stripesRows = standing.stripesRows
        if standing.wrapsText != wrapsText { setWrapsText(standing.wrapsText) }
        setCompact(standing.isCompact)
        setShowsPictures(standing.showsPictures)
        shareSpareWidth()
        relayout()
    }

    /// Selects the cells that were selected, as far as there are such rows and columns; whole rows and columns as wholes.
    /// `rows` are the stretches in which each of `GridStanding.selectedRows` stands now, where that is elsewhere; a
    /// stretch that is not among them is where it was.
    /// Where they are too many ranges, whose cells lie all over the table now, nothing is selected.
    public mutating func restoreSelection(_ standing: GridStanding, at rows: [Range<Int>: [Range<Int>]] = [:]) {
        guard !standing.selected.isEmpty else { return }
        var places: [GridStanding.ColumnKey: Int] = [:]
        for (column, key) in columnKeys(byName: standing.isByName).enumerated() {
            places[key] = columns.place(of: column)
        }
        let now = standing.selectedColumns.map { places[$0] }
        var ranges: [SelectedRange] = []
        for range in standing.selected {
            guard ranges.count <= Self.keptRanges else { break }
            let isWhole = range.rows == SelectedRange.everything
            let found = rows[range.rows] ?? [isWhole ? range.rows : range.rows.clamped(to: 0..<rowCount)]
            let kept = range.places.clamped(to: 0..<now.count).compactMap { now[$0] }
            let places = range.places == SelectedRange.everything ? [range.places] : Selection.runs(of: kept)
            for rows in found where !rows.isEmpty { ranges += places.map { range.with(rows: rows, places: $0) } }
        }
        // Part of it would look like all.
        selection = ranges.count <= Self.keptRanges ? Selection(ranges) : Selection()
    }

    private mutating func arrange(_ keys: [GridStanding.ColumnKey], as standing: GridStanding) {
        guard let order = standing.order else { return }
        let known = Dictionary(uniqueKeysWithValues: keys.enumerated().map { ($1, $0) })
        columnsWillMove()
        columns.arrange(order.compactMap { known[$0] })
        columnsMoved()
    }

    /// Hides the rows that were hidden, gives rows the heights that they had, and scrolls to where the grid stood, as
    /// near as there is content. That is said of rows as they stand in the table: of those that a person had put in order in
    /// the meantime it says nothing.
    public mutating func restoreRows(_ standing: GridStanding) {
        guard table.order == nil else { return }
        for rows in standing.hiddenRows {
            let rows = rows.clamped(to: 0..<rowCount)
            if !rows.isEmpty, sheet.rows.count - sheet.rows.hiddenCount > rows.count { sheet.rows.hide(rows) }
        }
        for (row, height) in standing.rowHeights where (0..<rowCount).contains(row) {
            sheet.rows.setSize(height, for: row)
        }
        relayout()
        restorePlace(standing, activeRow: standing.activeRow, firstRow: standing.firstRow ?? 0)
    }

    /// Makes the cell active that was, scrolls to where the grid stood, and selects what was selected where that is said by
    /// rows of the table; all as near as there is content. `activeRow` and `firstRow` are where the active row and the first
    /// one in sight stand now.
    public mutating func restorePlace(_ standing: GridStanding, activeRow: Int, firstRow: Int) {
        selection = Selection()
        if rowCount > 0, columnCount > 0 {
            let column = standing.activeColumn.flatMap { columnKeys(byName: standing.isByName).firstIndex(of: $0) } ?? 0
            activeCell = CellPosition(row: min(max(0, activeRow), rowCount - 1), column: column)
            if !standing.isSelectedInOrder { restoreSelection(standing) }
        }
        var offset = standing.offset
        if isSheet, standing.firstRow != nil, (0..<rowCount).contains(firstRow) {
            offset.y = sheet.rows.offset(of: firstRow) + standing.rowOffset
        }
        viewport.offset = clamp(offset)
    }

    /// Forgets how the table is arranged, and shows it from its beginning. `snapshot` is how it stands now.
    public mutating func startOver(with snapshot: TableSnapshot) {
        zoom(to: 1)
        beginAnew(with: snapshot)
        apply(snapshot)
    }
}
