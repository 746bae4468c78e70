import QuadrilleRuntime
import Tabular
import TabularBytes

/// A finder of the rows after broken ones of an array that has no end, that a bracket in a broken row closes too early, or that has
/// rows in rows.
struct BreakFinder {
    /// The most broken rows after which reading resumes.
    private static let limit = 1_000
    /// Bytes after a row in which the next one is looked for.
    private static let reach = 1 << 22
    /// Bytes after an array that show whether it ends there.
    private static let sight = 4096
    /// Nanoseconds to wait for them in a text that is still arriving.
    private static let quiet: UInt64 = 150_000_000

    let table: JSONTable
    /// The forms of the containers around the array, from the innermost one.
    let parents: [RowForm]
    let tree: ColumnTree
    let tuning: JSONTuning

    /// The first bracket of rows.
    private var opener: UInt8 { UInt8(ascii: tree.records == .positions ? "[" : "{") }

    /// Returns true where the array ends before `offset`, according to the bytes after it.
    func isEnd(_ offset: Int) throws(ReadError) -> Bool { try withEnd(at: offset) { $0.isProper } }

    private func withEnd<T>(at offset: Int, _ body: (ArrayEnd) -> T) throws(ReadError) -> T {
        let buffer = ReadBuffer(count: Self.sight)
        var count = try table.store.readFully(into: buffer.bytes, at: offset)
        if count == 0, try table.store.wait(beyond: offset, deadline: monotonicNow() + Self.quiet).known > offset {
            count = try table.store.readFully(into: buffer.bytes, at: offset)
        }
        return body(ArrayEnd(bytes: buffer.prefix(count), parents: parents, isRelaxed: table.isRelaxed))
    }

    /// The breaks after all broken rows.
    func breaks(unless cancellation: Cancellation) throws(ReadError) -> [RowBreak] {
        var fields = FieldReader(tree, wanted: [])
        var breaks: [RowBreak] = []
        var rows = RowReader(table, at: Checkpoint(record: 0, byte: table.start), tuning)
        // True after a row that may have swallowed others.
        var (count, isDisturbed) = (0, false)
        while count < Self.limit, !cancellation.isRequested {
            let row = try rows.next()
            if row == nil, !rows.isEnded { break }
            var (suspect, isBroken) = (RowRecovery.Suspect?.none, row == nil)
            if let row, case .broken(let fault) = fields.read(row) {
                isBroken = true
                suspect = RowRecovery.suspect(
                    in: UnsafeBufferPointer(rebasing: row.bytes.dropLast()), before: fault.byte)
            }
            isDisturbed = isDisturbed || suspect != nil
            let end = rows.position.byte
            let offset = row?.offset ?? end - 1
            let closesEarly =
                rows.isEnded ? try self.closesEarly(at: end, isDisturbed || row != nil && isBroken) : false
            var place: Int?
            if suspect != nil || closesEarly {
                place = try self.place(
                    in: row, at: offset, after: suspect ?? RowRecovery.Suspect(byte: end - 1 - offset),
                    before: closesEarly ? end - offset + Self.reach : end - offset)
            }
            guard let place else {
                if rows.isEnded { break }
                continue
            }
            if place >= end {
                // A row that is right ends before the bracket.
                if !isBroken { breaks.append(RowBreak(offset: end - 1)) }
                breaks.append(RowBreak(offset: end - 1, kind: .passage))
            }
            let lacksComma = suspect.map { $0.isNextValue && offset + $0.byte == place } ?? false
            breaks.append(RowBreak(offset: place, kind: lacksComma ? .rowWithoutComma : .row))
            rows = RowReader(table, at: Checkpoint(record: rows.position.record, byte: place), tuning)
            (count, isDisturbed) = (count + 1, false)
        }
        return breaks
    }

    /// Returns true where more elements follow the end of the array, before `end`.
    private func closesEarly(at end: Int, _ isDisturbed: Bool) throws(ReadError) -> Bool {
        try withEnd(at: end) { !$0.isProper && (isDisturbed || $0.begins(with: opener)) }
    }

    /// The offset of the row after that at `offset`, which may be in memory: after the byte of `suspect` in it.
    private func place(
        in row: RowText?, at offset: Int, after suspect: RowRecovery.Suspect, before end: Int
    ) throws(ReadError) -> Int? {
        if let row {
            let known = UnsafeBufferPointer(start: row.bytes.baseAddress, count: max(row.readable, row.bytes.count))
            switch RowRecovery(text: known, isWhole: false, opener: opener).place(after: suspect, before: end) {
            case .found(let index): return offset + index
            case .none: return nil
            case .unknown: break
            }
        }
        var length = (row?.bytes.count ?? 0) + tuning.block
        while true {
            let buffer = ReadBuffer(count: length)
            let text = buffer.prefix(try table.store.readFully(into: buffer.bytes, at: offset))
            let isWhole = text.count < length || length > (row?.bytes.count ?? 0) + Self.reach
            switch RowRecovery(text: text, isWhole: isWhole, opener: opener).place(after: suspect, before: end) {
            case .found(let index): return offset + index
            case .none: return nil
            case .unknown: length *= 2
            }
        }
    }
}
