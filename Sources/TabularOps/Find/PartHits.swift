/// A hit in a part: the cell, and where in the text its first match begins, of a table that lies in bytes.
struct CellHit: Sendable, Hashable {
    var row: Int
    var column: Int
    var byte: Int
}

/// The hits found in a part.
struct PartHits: Sendable {
    var count = 0
    /// The hits in the order of the table; nil where they were counted alone.
    var hits: [CellHit]?
    /// The rows of the values on which the pattern was given up, a row for each of them: few, since each takes long.
    private(set) var givenUp: [Int] = []
    /// One bit for each of 64 stretches of the part's rows, set where the stretch has hits.
    private var marks: UInt64 = 0
    /// In which places of an order hits are; nil where none is in force.
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

    /// There are hits in a stretch, of 64.
    mutating func mark(_ stretch: Int) { marks |= 1 << UInt64(min(max(stretch, 0), 63)) }

    mutating func giveUp(row: Int) { givenUp.append(row) }

    /// Leaves the hits, and the values that were given up, of the rows, ascending, that are in `rows`: those from a place
    /// `first` of an order on.
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

    /// The places where there are hits, ascending: rows, or what they are in an order. Where hits were counted alone, 64
    /// rows near them at most.
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
