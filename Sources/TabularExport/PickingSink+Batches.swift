import Tabular

/// Batches of which some columns pass on as a batch: no value is looked at but by its piece.
extension PickingSink {
    mutating func take(_ batch: RecordBatch) {
        guard takesBatches && !isOverflowing else {
            for index in batch.pieces.indices { batch.give(index, to: &self) }
            return
        }
        if !isPassing { return takeInOrder(batch) }
        // An open value is counted once it ends: one more may lie there in parts.
        if isLeading && batch.mostValues <= columns.count && batch.openValues < columns.count {
            (column, next) = (batch.openValues, batch.openValues)
            recordCount += batch.recordCount
            return writer.take(batch)
        }
        let openColumns = pick(batch)
        passPicked(of: batch, openColumns)
        recordCount += batch.recordCount
    }

    /// Leaves the pieces of `columns`, which ascend; how many of them the record has that is open.
    private mutating func pick(_ batch: RecordBatch) -> Int {
        // The pieces before the current record's first.
        var start = 0
        for piece in batch.pieces {
            if next < columns.count && columns[next] == column {
                picked.append(piece)
                picked[picked.count - 1].endsRecord = false
                if piece.endsValue { next += 1 }
            }
            if piece.endsValue { column += 1 }
            guard piece.endsRecord else { continue }
            // The writer knows how many values it should have had.
            if picked.count == start { picked.append(RecordBatch.Piece(start: 0, count: 0, endsValue: false)) }
            picked[picked.count - 1].endsRecord = true
            (start, column, next) = (picked.count, 0, 0)
        }
        return next
    }

    /// Gives what was picked of `batch` to the writer.
    private mutating func passPicked(of batch: RecordBatch, _ openColumns: Int = 0) {
        if picked.isEmpty { return }
        picked.withUnsafeBufferPointer {
            var left = batch
            left.pieces = $0
            // Values in another order stand in no row, and are not looked at for one.
            if !isPassing { left.separators = nil }
            left.openValues = openColumns
            writer.take(left)
        }
        picked.removeAll(keepingCapacity: true)
    }

    // MARK: - In an order of their own

    /// Picks from the records that lie in the batch whole and have all the columns; the others are held.
    private mutating func takeInOrder(_ batch: RecordBatch) {
        let pieces = batch.pieces
        var index = 0
        if column > 0 || !held.isEmpty || start > 0 { hold(batch, &index) }
        if isOverflowing { return }
        let end = pieces.lastIndex { $0.endsRecord }.map { $0 + 1 } ?? 0
        // Records of so many values, all of them: one of as many pieces has no value in parts.
        let width = batch.leastValues == batch.mostValues && batch.leastValues >= leastWidth ? batch.leastValues : 0
        while index < end && !isOverflowing {
            let regular = width > 0 ? regularCount(pieces, index..<end, width: width) : 0
            if regular > 0 {
                pickRegular(pieces, from: index, records: regular, width: width)
                recordCount += regular
                index += regular * width
            } else if let next = pickRecord(pieces, at: index) {
                recordCount += 1
                index = next
            } else {
                passPicked(of: batch)
                hold(batch, &index)
            }
        }
        passPicked(of: batch)
        if isOverflowing { return }
        // What was held may go on beyond the last record's end.
        for rest in max(index, end)..<pieces.count { batch.give(rest, to: &self) }
    }

    /// Holds the record that goes on at `index`, up to its end.
    private mutating func hold(_ batch: RecordBatch, _ index: inout Int) {
        while index < batch.pieces.count {
            let isLast = batch.pieces[index].endsRecord
            batch.give(index, to: &self)
            index += 1
            if isLast { return }
        }
    }

    /// How many records from the beginning of `range` on have a piece for each of their `width` values.
    private func regularCount(
        _ pieces: UnsafeBufferPointer<RecordBatch.Piece>, _ range: Range<Int>, width: Int
    ) -> Int {
        var count = 0
        var last = range.lowerBound &+ width &- 1
        while last < range.upperBound && pieces[last].endsRecord {
            count &+= 1
            last &+= width
        }
        return count
    }

    /// Picks from records of `width` values of one piece each.
    private mutating func pickRegular(
        _ pieces: UnsafeBufferPointer<RecordBatch.Piece>, from index: Int, records: Int, width: Int
    ) {
        let first = picked.count
        picked.append(contentsOf: repeatElement(RecordBatch.Piece(bits: 0), count: records * columns.count))
        columns.withUnsafeBufferPointer { columns in
            picked.withUnsafeMutableBufferPointer { picked in
                var place = first
                for record in 0..<records {
                    let start = index &+ record &* width
                    for column in columns {
                        picked[place] = pieces[start &+ column]
                        picked[place].endsRecord = false
                        place &+= 1
                    }
                    picked[place &- 1].endsRecord = true
                }
            }
        }
    }

    /// Picks from the record that begins at `index` and lies in the batch whole; the index behind it. Nil where it lacks
    /// a column, or bytes of it lie elsewhere.
    private mutating func pickRecord(_ pieces: UnsafeBufferPointer<RecordBatch.Piece>, at index: Int) -> Int? {
        // Where each value begins, and behind the last.
        firsts.removeAll(keepingCapacity: true)
        firsts.append(index)
        var end = index
        while end < pieces.count {
            let piece = pieces[end]
            end += 1
            if piece.isElsewhere { return nil }
            if piece.endsValue { firsts.append(end) }
            if piece.endsRecord { break }
        }
        guard firsts.count > leastWidth, pieces[end - 1].endsValue else { return nil }
        for column in columns {
            for place in firsts[column]..<firsts[column + 1] {
                var piece = pieces[place]
                piece.endsRecord = false
                picked.append(piece)
            }
        }
        picked[picked.count - 1].endsRecord = true
        return end
    }
}
