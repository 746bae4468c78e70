/// The pieces of some columns in batches: a value is represented by its piece, and none of its bytes is examined.
///
/// Nothing here depends on the sink, so that its loops are compiled only once.
struct PickedPieces {
    private typealias Piece = RecordBatch.Piece

    private var pieces: [RecordBatch.Piece] = []
    /// Parallel to the pieces, where the batch has them.
    private var states: [CellState] = []
    private var kinds: [CellKind] = []
    private var hasStates = false
    private var hasKinds = false
    /// The indices in a batch at which the values of a record begin.
    private var firsts: [Int] = []

    var isEmpty: Bool { pieces.isEmpty }

    /// Begins to pick from `batch`.
    mutating func begin(_ batch: RecordBatch) { (hasStates, hasKinds) = (!batch.states.isEmpty, !batch.kinds.isEmpty) }

    /// Picks columns that ascend, from a record's value `column` on; the column numbered `next` is the next one.
    ///
    /// - Returns: The same two at the batch's end.
    mutating func pick(
        _ wanted: WantedColumns, from batch: RecordBatch, at column: Int, _ next: Int
    ) -> (column: Int, next: Int) {
        let (columns, pieces) = (wanted.columns, batch.pieces)
        var (column, next) = (column, next)
        // The pieces before the current record's first.
        var start = 0
        var index = 0
        while index < pieces.count {
            if column == 0 {
                let regular = pickRegular(wanted, from: batch, index..<pieces.count)
                if regular.records > 0 {
                    (index, start, next) = (regular.end, self.pieces.count, 0)
                    continue
                }
            }
            let piece = pieces[index]
            if next < columns.count && columns[next] == column {
                append(index, of: batch)
                if piece.endsValue { next += 1 }
            }
            if piece.endsValue { column += 1 }
            index += 1
            guard piece.endsRecord else { continue }
            endRecord(from: start)
            (start, column, next) = (self.pieces.count, 0, 0)
        }
        return (column, next)
    }

    /// Picks from the records at the beginning of `range` that have a piece for each of their values and all the same number:
    /// nearly all records do.
    mutating func pickRegular(
        _ wanted: WantedColumns, from batch: RecordBatch, _ range: Range<Int>
    ) -> (records: Int, end: Int) {
        // Among records of so many values, one with as many pieces has no value in parts.
        let width = batch.leastValues
        guard width == batch.mostValues, width >= wanted.leastWidth, width > 0, !wanted.columns.isEmpty,
            let base = batch.pieces.baseAddress
        else { return (0, range.lowerBound) }
        var records = 0
        var last = range.lowerBound &+ width &- 1
        while last < range.upperBound && base[last].endsRecord {
            records &+= 1
            last &+= width
        }
        if records == 0 { return (0, range.lowerBound) }
        let first = pieces.count
        pieces.append(contentsOf: repeatElement(Piece(bits: 0), count: records * wanted.columns.count))
        wanted.columns.withUnsafeBufferPointer { columns in
            pieces.withUnsafeMutableBufferPointer { picked in
                var place = first
                var start = range.lowerBound
                for _ in 0..<records {
                    for column in columns {
                        var piece = base[start &+ column]
                        piece.endsRecord = false
                        picked[place] = piece
                        place &+= 1
                    }
                    picked[place &- 1].endsRecord = true
                    start &+= width
                }
            }
        }
        if hasStates { states.append(batch.states, wanted.columns, range.lowerBound, records, width) }
        if hasKinds { kinds.append(batch.kinds, wanted.columns, range.lowerBound, records, width) }
        return (records, range.lowerBound + records * width)
    }

    /// Picks from the record that begins at `index` and is whole in the batch; returns the index after it. Nil where it lacks a
    /// column, or has bytes elsewhere.
    mutating func pickRecord(_ wanted: WantedColumns, from batch: RecordBatch, at index: Int) -> Int? {
        // The start of each value, and the end of the last.
        firsts.removeAll(keepingCapacity: true)
        firsts.append(index)
        var end = index
        while end < batch.pieces.count {
            let piece = batch.pieces[end]
            end += 1
            if piece.isElsewhere { return nil }
            if piece.endsValue { firsts.append(end) }
            if piece.endsRecord { break }
        }
        guard firsts.count > wanted.leastWidth, batch.pieces[end - 1].endsValue else { return nil }
        for column in wanted.columns {
            for place in firsts[column]..<firsts[column + 1] { append(place, of: batch) }
        }
        pieces[pieces.count - 1].endsRecord = true
        return end
    }

    /// Passes the pieces picked of `batch`, and begins the next batch. Columns that are not `isInOrder` have an order of their
    /// own.
    mutating func give(
        _ wanted: WantedColumns, of batch: RecordBatch, isInOrder: Bool, openValues: Int,
        to sink: inout some RecordSink
    ) {
        var left = batch
        left.runs = UnsafeBufferPointer(start: nil, count: 0)
        left.openValues = openValues
        if isInOrder {
            left.mostValues = wanted.count(inWidth: batch.mostValues)
            if batch.leastValues < .max { left.leastValues = wanted.count(inWidth: batch.leastValues) }
        } else {
            // Reordered values form no row in the bytes, and are not searched as one; each record has them all.
            left.separators = nil
            (left.mostValues, left.leastValues) = (wanted.columns.count, wanted.columns.count)
            left.recordCount = pieces.count { $0.endsRecord }
        }
        pieces.withUnsafeBufferPointer { pieces in
            states.withUnsafeBufferPointer { states in
                kinds.withUnsafeBufferPointer { kinds in
                    left.pieces = pieces
                    if hasStates { left.states = states }
                    if hasKinds { left.kinds = kinds }
                    sink.take(left)
                }
            }
        }
        pieces.removeAll(keepingCapacity: true)
        states.removeAll(keepingCapacity: true)
        kinds.removeAll(keepingCapacity: true)
    }

    private mutating func append(_ index: Int, of batch: RecordBatch) {
        var piece = batch.pieces[index]
        piece.endsRecord = false
        pieces.append(piece)
        if hasStates { states.append(batch.states[index]) }
        if hasKinds { kinds.append(batch.kinds[index]) }
    }

    /// Ends a record whose first piece is at `start`, if any was picked.
    private mutating func endRecord(from start: Int) {
        if pieces.count == start {
            pieces.append(Piece(start: 0, count: 0, endsValue: false))
            if hasStates { states.append(.missing) }
            if hasKinds { kinds.append(.text) }
        }
        pieces[pieces.count - 1].endsRecord = true
    }
}

extension Array {
    /// Appends the elements of `columns` in `records` records of `width` elements each, from `start` on.
    fileprivate mutating func append(
        _ elements: UnsafeBufferPointer<Element>, _ columns: [Int], _ start: Int, _ records: Int, _ width: Int
    ) {
        for record in 0..<records {
            for column in columns { append(elements[start + record * width + column]) }
        }
    }
}
