import QuadrilleRuntime
import Tabular
import TabularBytes

// A file that grows counts as the same with more bytes at its end when both its ends are unchanged. The index has checksums of
// its intervals to verify the bytes between.
//
// One kind of change is not detected yet: one made together with an append, in an interval that is neither visible nor has had
// its turn since. Never detected are changes in an interval without a checksum: beyond 128 GiB, in a file in another encoding,
// or in an index stored by a program that does not follow the file; nor changes made before the index reached them, which are
// read as if they had always been there. An interval that begins inside a record with more than 4 KiB left is compared in its
// turn only.
// 4 KiB to come is compared in its turn alone.
extension TextReader {
    /// Intervals to check again when a file has grown, in turn and because they are visible: 6 MiB at most, however long the
    /// file is, 30 times a second at most.
    static let cellsInTurn = 16
    private static let cellsInSight = 8
    /// An interval that is read for its rows is read from its first byte where the rows begin at most so many bytes later.
    private static let longestLead = 4096

    /// Returns the number of bytes before the checkpoint that are read with it, so that its interval is whole.
    func lead(to checkpoint: Checkpoint, in index: RecordIndex) -> Int {
        guard !index.checks.sums.isEmpty else { return 0 }
        let lead = (checkpoint.byte - index.checkpoints[0].byte) % tuning.interval
        return lead <= Self.longestLead ? lead : 0
    }

    /// Compares the intervals that are whole in `bytes`, which begin at `offset`, with their checksums in the index; those from
    /// `known` on.
    ///
    /// - Throws: If they differ, the error that every read throws from then on.
    func check(
        _ bytes: UnsafeBufferPointer<UInt8>, at offset: Int, from known: Int, of table: OpenTable
    ) throws(ReadError) {
        let interval = tuning.interval
        let first = max(0, (offset - table.start + interval - 1) / interval)
        let end = (offset + bytes.count - table.start) / interval
        guard offset + bytes.count > table.start, first < end else { return }
        let sums = state.withLock(wakes: false) { state in (first..<end).map { state.index.checks.sum(of: $0) } }
        for (cell, sum) in zip(first..<end, sums) {
            let place = table.start + cell * interval - offset
            guard let sum, place + interval > known - offset else { continue }
            let part = UnsafeBufferPointer(rebasing: bytes[place..<place + interval])
            if CellChecks.sum(of: CellChecks.part(part, at: 0)) != sum { throw table.store.isNotAsItWas() }
        }
    }

    /// Checks intervals of a source that has grown: the last, whose beginning `pass` has scanned, the visible ones, and as many
    /// from `turn` on as are cheap to read. Advances `turn`.
    func checkCells(of table: OpenTable, behind pass: IndexPass, turn: inout Int) throws(ReadError) {
        guard pass.isChecking else { return }
        let interval = tuning.interval
        let buffer = ReadBuffer(count: interval)
        let start = pass.cellStart(at: pass.offset)
        if let sum = pass.cellSum {
            let room = UnsafeMutableRawBufferPointer(rebasing: buffer.bytes.prefix(pass.offset - start))
            let count = try table.store.readFully(into: room, at: start)
            let isSame = count == room.count && CellChecks.part(buffer.prefix(count), at: 0) == sum
            guard isSame else { throw table.store.isNotAsItWas() }
        }
        let (inSight, checks) = state.withLock(wakes: false) { (cellsInSight($0, table), $0.index.checks) }
        let count = checks.sums.count
        let inTurn = (0..<min(count, Self.cellsInTurn)).map { (turn + $0) % count }
        turn = count == 0 ? 0 : (turn + inTurn.count) % count
        for cell in inSight + inTurn where checks.sum(of: cell) != nil {
            if isClosed { return }
            let place = table.start + cell * interval
            let count = try table.store.readFully(into: buffer.bytes, at: place)
            guard count == interval else { continue }
            try check(buffer.prefix(count), at: place, from: place, of: table)
        }
    }

    private func cellsInSight(_ state: ReaderState, _ table: OpenTable) -> [Int] {
        var cells: [Int] = []
        for range in state.wants.ranges where !range.isEmpty {
            let start = state.index.checkpoint(before: range.rows.lowerBound + table.headerRecords).byte
            let end = state.index.end(ofRecords: min(range.rows.upperBound, state.snapshot.rowCount.known))
            let first = (start - table.start) / tuning.interval
            let last = min(max(start, end - 1) - table.start, .max) / tuning.interval
            for cell in first...max(first, min(last, first + Self.cellsInSight)) where !cells.contains(cell) {
                if cells.count < Self.cellsInSight { cells.append(cell) }
            }
        }
        return cells.filter { state.index.checks.sum(of: $0) != nil }
    }
}
