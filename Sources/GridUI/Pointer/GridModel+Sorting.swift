import Geometry
import GridLayout
import Translation

/// A column of the table that rows are sorted by.
public struct SortedColumn: Sendable, Hashable {
    public var column: Int
    public var isDescending: Bool
    /// A Boolean value that indicates whether texts sort in natural order, with digits by their numeric value.
    public var isNatural: Bool
    /// A Boolean value that indicates whether rows without a value come first.
    public var isEmptyFirst: Bool

    public init(column: Int, isDescending: Bool = false, isNatural: Bool = false, isEmptyFirst: Bool = false) {
        self.column = column
        self.isDescending = isDescending
        self.isNatural = isNatural
        self.isEmptyFirst = isEmptyFirst
    }
}

// The sort state as headers show it and as clicks change it. The model sorts nothing: it requests a sort.
extension GridModel {
    /// The width of a sort mark and its surroundings at the end of a header, in unzoomed logical pixels.
    static let sortMarkWidth = 22.0
    /// The minimum width of a column with a sort mark; narrower ones are sorted by their menu.
    private static let leastWidth = 44.0

    /// Returns the rank of a table column in `sortedColumns`, from 0; nil where it is not among them.
    public func sortRank(ofColumn column: Int) -> Int? { sortedColumns.firstIndex { $0.column == column } }

    /// Returns the frame of a sort mark in a header on the screen; nil where it has no room.
    func sortMark(in header: Rect) -> Rect? {
        guard isSheet, header.width >= Self.leastWidth * viewport.zoom else { return nil }
        let width = Self.sortMarkWidth * viewport.zoom
        let x = viewport.direction == .leftToRight ? header.maxX - width : header.minX
        return Rect(x: x, y: header.minY, width: width, height: header.height)
    }

    /// The width of a filter mark and the space after it, in unzoomed logical pixels. It is no more than the title has to
    /// spare where it has room for the sort mark.
    static let filterMarkWidth = sortMarkWidth - GridMetrics.padding

    /// Returns the frame of the filter mark in a visible header, on the screen; nil where rows are not filtered by its
    /// column, or the header has no room.
    func filterMark(ofColumn column: Int, in header: Rect) -> Rect? {
        guard isSheet, filteredColumns.contains(column), header.width >= Self.leastWidth * viewport.zoom else {
            return nil
        }
        let (padding, width) = (GridMetrics.padding * viewport.zoom, Self.filterMarkWidth * viewport.zoom)
        let x = viewport.direction == .leftToRight ? header.minX + padding : header.maxX - padding - width
        return Rect(x: x, y: header.minY, width: width, height: header.height)
    }

    /// The mark at point `place`, counted from the leading edge, in the header of the column at `column`.
    func headerMark(_ column: Int, at place: Point) -> PointerTarget? {
        guard isSheet, pointer.showsHandles else { return nil }
        let extent = ScreenAxis(.horizontal, of: self).extent(of: column)
        let width = extent.end - extent.start
        // Below the titles there may be pictures.
        let bottom = ScreenAxis.header(.vertical, of: self)
        let header = Rect(x: 0, y: 0, width: width, height: headerHeight * viewport.zoom)
        guard place.y < bottom - pictureStrip(of: header), width >= Self.leastWidth * viewport.zoom else { return nil }
        if offers.sorting, place.x >= extent.end - Self.sortMarkWidth * viewport.zoom { return .sortMark(column) }
        let isFiltered = offers.filtering && filteredColumns.contains(columns.column(at: column))
        let end = extent.start + (GridMetrics.padding + Self.filterMarkWidth) * viewport.zoom
        return isFiltered && place.x < end ? .filterMark(column) : nil
    }

    /// Returns the sort after a click on a column's sort mark: ascending, then descending, then table order. `adds`
    /// keeps the other columns.
    public func sorting(byClickOn column: Int, adds: Bool) -> [SortedColumn] {
        let sortedColumns = awaitedSort ?? sortedColumns
        var columns = adds ? sortedColumns : sortedColumns.filter { $0.column == column }
        guard let rank = columns.firstIndex(where: { $0.column == column }) else {
            return columns + [SortedColumn(column: column)]
        }
        if !adds, sortedColumns.count > 1 { return [SortedColumn(column: column)] }
        if columns[rank].isDescending { columns.remove(at: rank) } else { columns[rank].isDescending = true }
        return columns
    }

    mutating func askToSort(_ place: Int) {
        guard place < columns.count else { return }
        let sorted = sorting(byClickOn: columns.column(at: place), adds: pointer.addsSortedColumn)
        pointer.asked = .sortRows(sorted)
    }

    mutating func askToChangeFilter(_ place: Int) {
        guard place < columns.count else { return }
        pointer.asked = .changeFilter(columns.column(at: place))
    }

    /// Returns the requested action that the model cannot perform, once.
    public mutating func takeAskedAction() -> GridAction? {
        defer { pointer.asked = nil }
        return pointer.asked
    }

    /// Returns the sort commands of a column. The menu of a cell omits one: it has only as many entries as access keys.
    func sortEntries(_ column: Int, isOfCell: Bool = false) -> [MenuEntry] {
        guard offers.sorting else { return [] }
        let sortedColumns = awaitedSort ?? sortedColumns
        let alone = sortedColumns.count == 1 ? sortedColumns[0] : nil
        let rank = sortedColumns.firstIndex { $0.column == column }
        var up = rank.map { sortedColumns[$0] } ?? SortedColumn(column: column)
        up.isDescending = false
        var down = up
        down.isDescending = true
        var entries = [
            MenuEntry(tr("Sort Ascending (A–_Z)"), .sortRows([up]), isOn: alone == up),
            MenuEntry(tr("Sort Descendin_g (Z–A)"), .sortRows([down]), isOn: alone == down),
        ]
        if sortedColumns.isEmpty { return entries }
        if rank == nil {
            entries.append(MenuEntry(tr("Sort E_qual Rows Ascending"), .sortRows(sortedColumns + [up])))
            if !isOfCell {
                let title = tr("Sort Equal Rows _Descending", in: "menu of a header")
                entries.append(MenuEntry(title, .sortRows(sortedColumns + [down])))
            }
        }
        entries.append(MenuEntry(tr("Bac_k to File Order"), .sortRows([])))
        return entries
    }
}
