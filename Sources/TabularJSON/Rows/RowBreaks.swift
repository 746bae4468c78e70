/// The beginnings of rows after broken ones that have no end of their own, on the way through a text.
struct RowBreaks: Sendable {
    private let places: [Int]
    private var index: Int
    /// True where the last row ended at such an offset.
    private(set) var isAtBreak = false

    /// Begins after `offset`. `places` ascend.
    init(_ places: [Int], behind offset: Int) {
        self.places = places
        index = places.firstIndex { $0 > offset } ?? places.count
    }

    /// The next break; beyond all texts where there is none.
    var next: Int { index < places.count ? places[index] : .max }

    /// Advances to `offset`, at most the next break; true where a row ends there that has no end.
    mutating func pass(_ offset: Int, isInsideRow: Bool) -> Bool {
        isAtBreak = offset == next && isInsideRow
        if offset == next { index += 1 }
        return isAtBreak
    }
}
