/// The order of the table's columns in a view: a column for each position, counted from the leading edge.
///
/// A column that names the rows has no position: it is in the row headers. Neither has one that was left out. While
/// nothing was moved, nothing is stored for each column.
///
/// - Complexity: questions are O(1); a change is O(columns).
public struct ColumnOrder: Sendable, Hashable {
    public private(set) var columnCount: Int
    /// The column that stands in the row headers, if one does.
    public private(set) var rowHeader: Int?
    /// The columns by place, or nil while they stand as they do in the table.
    private var moved: [Int]?
    /// The places by column, where `moved` is; -1 for the row header's and for those left out.
    private var places: [Int] = []

    public init(columnCount: Int = 0) { self.columnCount = columnCount }

    /// The number of positions.
    public var count: Int { moved?.count ?? columnCount - (rowHeader == nil ? 0 : 1) }

    public var isNatural: Bool { moved == nil }

    /// The column at a place in `0..<count`.
    public func column(at place: Int) -> Int {
        if let moved { return moved[place] }
        guard let rowHeader, place >= rowHeader else { return place }
        return place + 1
    }

    /// The place of a column, or nil where it has none.
    public func place(of column: Int) -> Int? {
        guard column >= 0, column < columnCount, column != rowHeader else { return nil }
        if moved != nil { return places[column] < 0 ? nil : places[column] }
        guard let rowHeader, column > rowHeader else { return column }
        return column - 1
    }

    /// The number of fields of a record: one for each position, after the column that names the rows.
    public var fieldCount: Int { count + (rowHeader == nil ? 0 : 1) }

    /// The column whose value is the field at a place in `0..<fieldCount`.
    public func field(at place: Int) -> Int {
        guard let rowHeader else { return column(at: place) }
        return place == 0 ? rowHeader : column(at: place - 1)
    }

    /// The field that shows a column, or nil where there is no such column.
    public func fieldPlace(of column: Int) -> Int? {
        guard let rowHeader else { return place(of: column) }
        return column == rowHeader ? 0 : place(of: column).map { $0 + 1 }
    }

    /// Makes room for columns that the table got, behind all others.
    public mutating func grow(to columnCount: Int) {
        guard columnCount > self.columnCount else { return }
        let new = self.columnCount..<columnCount
        self.columnCount = columnCount
        if moved != nil { arrange { $0.append(contentsOf: new) } }
    }

    /// Puts a column into the row headers, and the one that was there back to where the table has it (nil: just that).
    public mutating func setRowHeader(_ column: Int?) {
        let column = column.flatMap { $0 >= 0 && $0 < columnCount ? $0 : nil }
        guard column != rowHeader else { return }
        let returning = rowHeader
        rowHeader = column
        guard moved != nil else { return }
        arrange { columns in
            columns.removeAll { $0 == column }
            if let returning { columns.insert(returning, at: columns.firstIndex { $0 > returning } ?? columns.count) }
        }
    }

    /// Moves the columns at `places` before the one at `destination`, counted before the move.
    public mutating func move(_ places: Range<Int>, to destination: Int) {
        guard places.lowerBound >= 0, places.upperBound <= count, destination >= 0, destination <= count,
            !places.isEmpty, !(places.lowerBound...places.upperBound).contains(destination)
        else { return }
        arrange { columns in
            let taken = Array(columns[places])
            columns.removeSubrange(places)
            columns.insert(
                contentsOf: taken, at: destination < places.lowerBound ? destination : destination - places.count)
        }
    }

    /// Puts the columns at the first places, in that order, and those that are not among them behind. A column that comes
    /// again is left out.
    public mutating func arrange(_ order: [Int]) {
        let first = Set(order)
        arrange { columns in
            var left = Set(columns)
            columns = order.filter { left.remove($0) != nil } + columns.filter { !first.contains($0) }
        }
    }

    /// Leaves out all columns but `kept`, each once, which stand in that order from now on.
    public mutating func keep(_ kept: [Int]) {
        arrange { columns in
            let known = Set(columns)
            columns = kept.filter(known.contains)
        }
    }

    private mutating func arrange(_ change: (inout [Int]) -> Void) {
        var columns = moved ?? (0..<columnCount).filter { $0 != rowHeader }
        change(&columns)
        moved = columns
        places = Array(repeating: -1, count: columnCount)
        for (place, column) in columns.enumerated() { places[column] = place }
        if columns.elementsEqual((0..<columnCount).lazy.filter { [rowHeader] in $0 != rowHeader }) {
            (moved, places) = (nil, [])
        }
    }
}
