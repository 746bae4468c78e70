import Tabular

extension SQLiteReader {
    /// Reads the most wanted tiles; false where there are none to read.
    func loadNextTiles() -> Bool {
        let load = state.withLock(wakes: false) { state in
            state.isClosed || state.table == nil ? nil : state.wants.nextLoad(in: state.snapshot)
        }
        guard let load else { return false }
        do throws(ReadError) {
            var failure: ReadError?
            guard let blocks = try read(load, &failure) else { return true }
            state.publish { state in
                state.wants.store(Array(zip(load.keys, blocks)), in: &state.snapshot)
            }
            if let failure { throw failure }
        } catch {
            state.withLock { $0.wants.noteFailure(of: load.version) }
            state.fail(error)
        }
        return true
    }

    /// Reads one row of tiles, up to a damage, which is the `failure`; nil where it is no longer wanted.
    private func read(_ load: TileLoad, _ failure: inout ReadError?) throws(ReadError) -> [RowBlock]? {
        var feed = RowFeed(self, load.columns.flatMap { Array($0) })
        var builders = load.columns.map { RowBlockBuilder(firstRow: load.rows.lowerBound, columns: $0) }
        var rows = load.rows
        while !rows.isEmpty {
            let buffer: CellBuffer
            do throws(ReadError) { buffer = try feed.next(rows) } catch {
                guard error.kind.leavesRows, rows.lowerBound > load.rows.lowerBound else { throw error }
                failure = error
                break
            }
            if buffer.rowCount == 0 { throw ReadError(SQLiteFailure.changed, of: .source(database.name)) }
            for row in 0..<buffer.rowCount {
                var column = 0
                for tile in builders.indices {
                    for _ in load.columns[tile] {
                        try append(buffer, buffer.index(row: row, column: column), to: &builders[tile])
                        column += 1
                    }
                }
            }
            rows = rows.dropFirst(buffer.rowCount)
            let isWanted = state.withLock(wakes: false) { !$0.isClosed && $0.wants.wants(load, in: $0.snapshot) }
            if !isWanted { return nil }
        }
        return builders.map { $0.build() }
    }

    private func append(_ buffer: CellBuffer, _ index: Int, to block: inout RowBlockBuilder) throws(ReadError) {
        let (state, kind) = (buffer.states[index], buffer.kinds[index])
        if state != .value { return block.endCell(CellInfo(state: state, kind: kind)) }
        if let large = buffer.large[index] {
            let bytes = try bytes(of: large, 0..<min(large.count, ShownCell.limit * 2))
            return append(bytes, of: large, kind, to: &block)
        }
        buffer.withBytes(index) { bytes in
            guard kind == .binary else {
                return ShownCell.append(bytes, length: bytes.count, kind: kind, to: &block)
            }
            append(ShownBlob.text(bytes, count: bytes.count / 2), kind, to: &block)
        }
    }

    private func append(
        _ bytes: [UInt8], of value: CellBuffer.LargeValue, _ kind: CellKind, to block: inout RowBlockBuilder
    ) {
        if kind == .binary {
            return append(value.shownText(bytes), kind, to: &block)
        }
        text(of: bytes).withUnsafeBufferPointer {
            ShownCell.append($0, length: value.count, kind: kind, to: &block)
        }
    }

    private func append(_ text: String, _ kind: CellKind, to block: inout RowBlockBuilder) {
        block.append(text.utf8)
        block.endCell(CellInfo(state: .value, kind: kind))
    }
}

extension CellBuffer.LargeValue {
    /// The text for a blob on the screen that begins with `bytes`.
    func shownText(_ bytes: [UInt8]) -> String {
        var digits = CellBuffer(columnCount: 1)
        bytes.prefix(ShownBlob.neededBytes).withUnsafeBufferPointer { digits.append(hexadecimal: $0) }
        return digits.bytes.withUnsafeBufferPointer { ShownBlob.text($0, count: count) }
    }
}
