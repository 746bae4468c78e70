/// A hit in a part: the cell, and the byte of its first match: in a table with byte offsets its offset in the text, else its
/// index in the value.
struct CellHit: Sendable, Hashable {
    var row: Int
    var column: Int
    var byte: Int
}

/// The hits found in a part.
struct PartHits: Sendable {
    var count = 0
    /// The hits in the order of the table; nil where they were only counted.
    var hits: [CellHit]?
    /// The row of each value on which the pattern was given up: few, since each takes long.
    private(set) var givenUp: [Int] = []
    /// One bit for each of 64 equal ranges of the part's rows, set where the range has hits.
    private var marks: UInt64 = 0
    /// The row indices of hits in an order; nil without an order.
    private var places: [Int]?
    private let rows: Range<Int>

    init(of rows: Range<Int>, isListing: Bool) {
        self.rows = rows
        hits = isListing ? [] : nil
    }

    @inline(__always)
    mutating func add(row: Int, column: Int, byte: Int) {
        count += 1
        marks |= 1 << UInt64((row - rows.lowerBound) * 64 / rows.count & 63)
        hits?.append(CellHit(row: row, column: column, byte: byte))
    }

    /// Marks a range, of 64, as having hits.
    mutating func mark(_ stretch: Int) { marks |= 1 << UInt64(min(max(stretch, 0), 63)) }

    mutating func giveUp(row: Int) { givenUp.append(row) }

    /// Keeps only the hits and the given-up values in `rows`, which ascend and have the row indices from `first` on in the
    /// order.
    mutating func keep(rows: [Int], from first: Int) {
        func places() -> (Int) -> Int? {
            var next = 0
            return { row in
                while next < rows.count && rows[next] < row { next += 1 }
                return next < rows.count && rows[next] == row ? first + next : nil
            }
        }
        let (place, placeGivenUp) = (places(), places())
        var found: [Int] = []
        hits = hits?.filter { hit in
            guard let place = place(hit.row) else { return false }
            if found.last != place { found.append(place) }
            return true
        }
        givenUp = givenUp.filter { placeGivenUp($0) != nil }
        count = hits?.count ?? count
        self.places = found
    }

    /// The rows that have hits, ascending, or their row indices in an order. Where hits were only counted, at most 64 rows near
    /// them.
    var markedPlaces: [Int] {
        if let places { return places }
        guard let hits else {
            return (0..<64).filter { marks >> UInt64($0) & 1 != 0 }.map {
                rows.lowerBound + ($0 * rows.count + 63) / 64
            }
        }
        var found: [Int] = []
        for hit in hits where found.last != hit.row { found.append(hit.row) }
        return found
    }
}
