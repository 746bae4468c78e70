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
    /// The rows of the values on which the pattern was given up, a row for each of them: few, since each takes long.
    private(set) var givenUp: [Int] = []
    /// Which of 64 stretches of the part's rows have hits.
    private var marks: UInt64 = 0
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

    /// Leaves the hits, and the values that were given up, of the rows, ascending, that are in `rows`.
    mutating func keep(rows: [Int]) {
        func areKept() -> (Int) -> Bool {
            var next = 0
            return { row in
                while next < rows.count && rows[next] < row { next += 1 }
                return next < rows.count && rows[next] == row
            }
        }
        let isKept = areKept()
        hits = hits?.filter { isKept($0.row) }
        givenUp = givenUp.filter(areKept())
        count = hits?.count ?? count
        marks = (hits ?? []).reduce(0) { $0 | 1 << UInt64(($1.row - self.rows.lowerBound) * 64 / self.rows.count & 63) }
    }

    /// Rows near which there are hits, 64 at most.
    var markedRows: [Int] {
        (0..<64).filter { marks >> UInt64($0) & 1 != 0 }.map { rows.lowerBound + ($0 * rows.count + 63) / 64 }
    }
}
