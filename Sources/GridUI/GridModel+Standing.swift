import Geometry
import GridLayout
import Tabular

/// The view state of a sheet and its scroll position, kept through a reload of its table: the screen changes only where
/// the file did.
public struct GridStanding: Sendable, Hashable, Codable {
    /// The identity of a column through a reload: its name, and its number among the columns of that name.
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
        /// Nil for the default width.
        var width: Double?
        /// The length of the longest text measured for that width, in bytes, if any.
        var longest: Int?
        /// The width that its texts require, where they are truncated.
        var wanted: Double?
        /// A Boolean value that indicates whether the user chose the width.
        var isGiven: Bool
        var isHidden: Bool
        var format: CellFormat?
    }

    /// A Boolean value that indicates whether names identify the columns; numbers do if false.
    var isByName = true
    var columns: [ColumnKey: ColumnState] = [:]
    /// By position; nil where the columns are in table order.
    var order: [ColumnKey]?
    var wrapsText = false
    var stripesRows = false
    var isCompact = false
    var showsPictures = false
    var hiddenRows: [Range<Int>] = []
    /// Heights that the user set.
    var rowHeights: [Int: Double] = [:]
    /// The spans that the user merged, by rows and columns of the table.
    public internal(set) var merges: [CellSpan] = []
    /// The columns in which equal neighbors are merged.
    public internal(set) var mergedColumns: [Int] = []
    /// The first visible row, and how much of it is scrolled out of view, in content space.
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

    /// The last row that must be loaded to restore all row states and the scroll position.
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

    /// The active and the first visible row: rows of the table as far as those were known, else positions of an order.
    public var lookedAt: (active: Int, first: Int) { (activeRow, firstRow ?? activeRow) }

    /// Sets the rows of the table for both.
    public mutating func look(atActive active: Int, first: Int) {
        activeRow = active
        if firstRow != nil { firstRow = first }
    }

    /// Moves the position and the selection with rows that are at other indices now, by their former ones. Other rows move as
    /// the active one does, or else the first visible one.
    public mutating func follow(_ moved: [Int: Int]) {
        let shift =
            [activeRow, firstRow ?? activeRow].lazy.compactMap { row in moved[row].map { $0 - row } }.first ?? 0
        func place(of row: Int) -> Int { moved[row] ?? max(0, row + shift) }
        (activeRow, firstRow) = (place(of: activeRow), firstRow.map(place))
        guard !isSelectedInOrder else { return }
        selected = selected.map { range in
            guard range.rows.upperBound != .max, !range.rows.isEmpty else { return range }
            let (first, last) = (place(of: range.rows.lowerBound), place(of: range.rows.upperBound - 1))
            return range.with(rows: min(first, last)..<max(first, last) + 1, places: range.places)
        }
    }

    /// True where the selection holds more than the active cell.
    public var hasSelection: Bool { !selected.isEmpty }

    /// The selected ranges of rows, except those up to the table's end, which end there whatever its length.
    public var selectedRows: Set<Range<Int>> { Set(selected.map(\.rows)).subtracting([SelectedRange.everything]) }
}

extension GridModel {
    /// The maximum number of ranges of hidden or resized rows that are saved.
    static let keptStretches = 10_000
    /// The maximum number of selected ranges that are restored: each drawn cell is compared with all of them.
    private static let keptRanges = 1000

    /// Returns the current view state. It identifies columns by their names, or by their numbers if `isByName` is false.
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
        // Heights of wrapped rows are measured again.
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

    /// The name of every column, and its number among the columns of that name.
    private func columnKeys(byName isByName: Bool) -> [GridStanding.ColumnKey] {
        guard isByName else { return (0..<columnCount).map { GridStanding.ColumnKey(name: "", number: $0) } }
        var counts: [String: Int] = [:]
        return table.columns.map { column in
            defer { counts[column.name, default: 0] += 1 }
            return GridStanding.ColumnKey(name: column.name, number: counts[column.name, default: 0])
        }
    }

    /// Restores the widths, formats, order and hidden state of the columns that still exist. The column in the row headers
    /// must be settled before.
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
        // A tile with a new column is measured; the others keep their widths.
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

    /// Restores the selection as far as its rows and columns exist; whole rows and columns as wholes. `rows` maps ranges of
    /// `GridStanding.selectedRows` to their current positions; a range that is missing there has not moved. Where these are
    /// too many ranges, scattered over the table, nothing is selected.
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
        // A partial selection would look complete.
        selection = ranges.count <= Self.keptRanges ? Selection(ranges) : Selection()
    }

    private mutating func arrange(_ keys: [GridStanding.ColumnKey], as standing: GridStanding) {
        guard let order = standing.order else { return }
        let known = Dictionary(uniqueKeysWithValues: keys.enumerated().map { ($1, $0) })
        columnsWillMove()
        columns.arrange(order.compactMap { known[$0] })
        columnsMoved()
    }

    /// Restores hidden rows, row heights and the scroll position, as far as there is content. These are of rows in table
    /// order: a no-op once the user has sorted or filtered the rows.
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

    /// Restores the active cell, the scroll position, and the selection where it is by rows of the table; all as far as there
    /// is content. `activeRow` and `firstRow` are the current positions of the active row and the first visible one.
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

    /// Resets the view state, and shows the table from its beginning. `snapshot` is its current state.
    public mutating func startOver(with snapshot: TableSnapshot) {
        zoom(to: 1)
        beginAnew(with: snapshot)
        apply(snapshot)
    }
}
