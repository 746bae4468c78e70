/// A hit in a part: the cell, and where in the text its first match begins, of a table that lies in bytes.
struct CellHit: Sendable, Hashable {
    var row: Int
    var column: Int
    var byte: Int
}

/// What was found in a part.
struct PartHits: Sendable {
    var count = 0
    /// The hits in the order of the table; nil where they were counted alone.
    var hits: [CellHit]?
    /// Values on which the pattern was given up, and the row of the first of them.
    var undecided = 0
    var firstUndecided: Int?
    /// Which of 64 stretches of the part's rows have hits.
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

    mutating func giveUp(row: Int) {
        undecided += 1
        firstUndecided = firstUndecided ?? row
    }

    /// Leaves the hits of the rows, ascending, that are in `rows`: those from a place `first` of an order on.
    mutating func keep(rows: [Int], from first: Int) {
        var (next, places) = (0, [Int]())
        hits = hits?.filter { hit in
            while next < rows.count && rows[next] < hit.row { next += 1 }
            guard next < rows.count && rows[next] == hit.row else { return false }
            if places.last != first + next { places.append(first + next) }
            return true
        }
        count = hits?.count ?? count
        self.places = places
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
