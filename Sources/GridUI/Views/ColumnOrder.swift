/// The order of the table's columns in a view: a column for each position, counted from the leading edge.
///
/// The column in the row headers has no position, and neither has one that was left out. While nothing was moved, nothing is
/// stored for each column.
///
/// - Complexity: queries are O(1); a change is O(columns).
public struct ColumnOrder: Sendable, Hashable {
    public private(set) var columnCount: Int
    /// The column in the row headers, if any.
    public private(set) var rowHeader: Int?
    /// The columns by position, or nil while they are in table order.
    private var moved: [Int]?
    /// The positions by column, if `moved` is not nil; -1 for the row header's and for those left out.
    private var places: [Int] = []

    public init(columnCount: Int = 0) { self.columnCount = columnCount }

    /// The number of positions.
    public var count: Int { moved?.count ?? columnCount - (rowHeader == nil ? 0 : 1) }

    public var isNatural: Bool { moved == nil }

    /// The column at a position in `0..<count`.
    public func column(at place: Int) -> Int {
        if let moved { return moved[place] }
        guard let rowHeader, place >= rowHeader else { return place }
        return place + 1
    }

    /// The position of a column, or nil where it has none.
    public func place(of column: Int) -> Int? {
        guard column >= 0, column < columnCount, column != rowHeader else { return nil }
        if moved != nil { return places[column] < 0 ? nil : places[column] }
        guard let rowHeader, column > rowHeader else { return column }
        return column - 1
    }

    /// The number of fields of a record: one for each position, after the column in the row headers.
    public var fieldCount: Int { count + (rowHeader == nil ? 0 : 1) }

    /// The column whose value is the field at an index in `0..<fieldCount`.
    public func field(at place: Int) -> Int {
        guard let rowHeader else { return column(at: place) }
        return place == 0 ? rowHeader : column(at: place - 1)
    }

    /// The index of the field that shows a column, or nil where there is no such column.
    public func fieldPlace(of column: Int) -> Int? {
        guard let rowHeader else { return place(of: column) }
        return column == rowHeader ? 0 : place(of: column).map { $0 + 1 }
    }

    /// Appends new columns of the table after all others.
    public mutating func grow(to columnCount: Int) {
        guard columnCount > self.columnCount else { return }
        let new = self.columnCount..<columnCount
        self.columnCount = columnCount
        if moved != nil { arrange { $0.append(contentsOf: new) } }
    }

    /// Moves a column into the row headers, and the previous one back to its place in table order (nil: only that).
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

    /// Moves the columns at positions `places` before the one at `destination`, counted before the move.
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

    /// Moves the columns of `order` to the first positions, in that order, before all others. Ignores repeated columns.
    public mutating func arrange(_ order: [Int]) {
        let first = Set(order)
        arrange { columns in
            var left = Set(columns)
            columns = order.filter { left.remove($0) != nil } + columns.filter { !first.contains($0) }
        }
    }

    /// Leaves out all columns except `kept`, each once, in that order.
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
