/// A position in a sheet: a row of the table, and a position of the column order.
public struct SheetPlace: Sendable, Hashable {
    public var row: Int
    public var place: Int

    public init(row: Int, place: Int) {
        self.row = row
        self.place = place
    }
}

/// The range that one gesture selects: a rectangle from its anchor, where it began, to its head, which moves.
///
///     anchor ┌───┬───┐
///            │ B2│   │   rows 1..<3, places 1..<3
///            ├───┼───┤
///            │   │ C3│
///            └───┴───┘ head
public struct SelectedRange: Sendable, Hashable {
    /// The kind of gesture that made the range.
    public enum Kind: Sendable, Hashable {
        case cells
        /// Whole rows, across all present and future columns.
        case rows
        /// Whole columns, across all present and future rows.
        case columns
        case all
    }

    public let kind: Kind
    public let anchor: SheetPlace
    public let head: SheetPlace
    /// An upper bound of `Int.max` means the table's end, wherever it is.
    public let rows: Range<Int>
    /// Likewise.
    public let places: Range<Int>

    /// All tracks of an axis, including future ones.
    public static let everything = 0..<Int.max

    /// The range from `anchor` to `head`, which need not be in order.
    public init(_ kind: Kind = .cells, from anchor: SheetPlace, to head: SheetPlace) {
        let rows = min(anchor.row, head.row)..<max(anchor.row, head.row) + 1
        let places = min(anchor.place, head.place)..<max(anchor.place, head.place) + 1
        self.init(kind, rows: rows, places: places, from: anchor, to: head)
    }

    /// A range that may cover more than the rectangle between its corners: merged cells are selected as wholes.
    init(_ kind: Kind, rows: Range<Int>, places: Range<Int>, from anchor: SheetPlace, to head: SheetPlace) {
        self.kind = kind
        (self.anchor, self.head) = (anchor, head)
        self.rows = kind == .columns || kind == .all ? Self.everything : rows
        self.places = kind == .rows || kind == .all ? Self.everything : places
    }

    /// A part of another range, of the kind that its shape allows.
    init(rows: Range<Int>, places: Range<Int>) {
        let kind: Kind =
            switch (rows == Self.everything, places == Self.everything) {
            case (true, true): .all
            case (true, false): .columns
            case (false, true): .rows
            case (false, false): .cells
            }
        let (top, start) = (rows.lowerBound, places.lowerBound)
        self.init(
            kind, rows: rows, places: places, from: SheetPlace(row: top, place: start),
            to: SheetPlace(
                row: rows.upperBound == .max ? top : rows.upperBound - 1,
                place: places.upperBound == .max ? start : places.upperBound - 1))
    }

    /// A range of other rows and positions, with its ends at the corners; unchanged if these are the same.
    func with(rows: Range<Int>, places: Range<Int>) -> SelectedRange {
        if rows == self.rows, places == self.places { return self }
        return SelectedRange(rows: rows, places: places)
    }

    public func contains(row: Int, place: Int) -> Bool { rows.contains(row) && places.contains(place) }

    /// Returns the difference to `other`: four ranges at most, above, beside and below it.
    func without(_ other: SelectedRange) -> [SelectedRange] {
        guard rows.overlaps(other.rows), places.overlaps(other.places) else { return [self] }
        let middle = rows.clamped(to: other.rows)
        let pieces = [
            (rows.lowerBound..<middle.lowerBound, places),
            (middle, places.lowerBound..<other.places.lowerBound.clamped(places)),
            (middle, other.places.upperBound.clamped(places)..<places.upperBound),
            (middle.upperBound..<rows.upperBound, places),
        ]
        return pieces.filter { !$0.0.isEmpty && !$0.1.isEmpty }.map { SelectedRange(rows: $0.0, places: $0.1) }
    }
}

extension Int {
    fileprivate func clamped(_ range: Range<Int>) -> Int {
        Swift.min(Swift.max(self, range.lowerBound), range.upperBound)
    }
}
