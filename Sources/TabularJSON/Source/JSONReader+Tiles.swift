import QuadrilleRuntime
import Tabular
import TabularBytes

extension JSONReader {
    /// From now on wanted tiles are read.
    func startTiles() {
        let refused: @Sendable () -> Void = { [weak self] in
            guard let self else { return }
            state.withLock { $0.wants.noteFailure(of: $0.wants.stamp) }
            fail(.noThread(text.name))
        }
        let server = TileServer(in: tuning.pool, refused: refused) { [weak self] in self?.loadNextTiles() ?? false }
        state.withLock { state in
            if !state.isClosed { state.lanes.tiles = server }
        }
        server.signal()
    }

    /// Reads the most wanted tiles; false where there are none to read.
    private func loadNextTiles() -> Bool {
        let next = state.withLock(wakes: false) { state -> (TileLoad, Checkpoint, ColumnTree, Int)? in
            guard !state.isClosed, let load = state.wants.nextLoad(in: state.snapshot) else { return nil }
            let checkpoint = state.index.checkpoint(before: load.rows.lowerBound)
            return (load, checkpoint, state.tree, state.openRow ?? .max)
        }
        guard let (load, checkpoint, tree, openRow) = next else { return false }
        do throws(ReadError) {
            guard let blocks = try read(load, from: checkpoint, tree) else { return true }
            publish { state in
                // A last row that has gone on meanwhile is wanted again.
                let isStale = load.rows.upperBound > openRow && state.openRow != openRow
                let kept = zip(load.keys, blocks).compactMap { key, block in
                    (isStale ? block.rows(before: openRow) : block).map { (key, $0) }
                }
                state.wants.store(kept, in: &state.snapshot)
                state.work.tileLoads += 1
            }
        } catch {
            state.withLock { $0.wants.noteFailure(of: load.stamp) }
            fail(error)
        }
        return true
    }

    /// Reads one row of tiles; nil where it is not wanted any more.
    private func read(
        _ load: TileLoad, from checkpoint: Checkpoint, _ tree: ColumnTree
    ) throws(ReadError) -> [RowBlock]? {
        var rows = RowReader(table, at: checkpoint.byte, tuning)
        var tiles = TileFields(load, tree)
        guard try rows.skip(load.rows.lowerBound - checkpoint.record) else { throw shorter(than: load.rows.upperBound) }
        for row in load.rows {
            guard let text = try rows.next() else { throw shorter(than: load.rows.upperBound) }
            tiles.append(text)
            // Rows may be long.
            guard row % 16 == 0 else { continue }
            let isWanted = state.withLock(wakes: false) { !$0.isClosed && $0.wants.wants(load, in: $0.snapshot) }
            if !isWanted { return nil }
        }
        let read = rows.bytesRead
        state.withLock(wakes: false) { $0.work.tileBytesRead += read }
        return tiles.blocks
    }
}

/// Makes the blocks of one row of tiles.
private struct TileFields {
    /// Longer values are cut: nobody reads more in a cell.
    private static let cellLimit = 4096
    /// A block that has grown to this many bytes cuts its further values to `tightCellLimit`.
    private static let roomyBlock = 1 << 20
    private static let tightCellLimit = 256

    private let widths: [Int]
    private var builders: [RowBlockBuilder]
    private var fields: FieldReader
    private var bytes: [UInt8] = []

    init(_ load: TileLoad, _ tree: ColumnTree) {
        widths = load.columns.map(\.count)
        builders = load.columns.map { RowBlockBuilder(firstRow: load.rows.lowerBound, columns: $0) }
        fields = FieldReader(tree, wanted: load.columns.flatMap { Array($0) })
    }

    var blocks: [RowBlock] { builders.map { $0.build() } }

    /// Appends the cells of a row.
    mutating func append(_ row: RowText) {
        fields.isCut = row.isCut
        _ = fields.read(row.bytes)
        var place = 0
        for tile in builders.indices {
            for _ in 0..<widths[tile] {
                append(place, of: row.bytes, to: tile)
                place += 1
            }
        }
    }

    private mutating func append(_ place: Int, of text: UnsafeBufferPointer<UInt8>, to tile: Int) {
        let limit = builders[tile].byteCount < Self.roomyBlock ? Self.cellLimit : Self.tightCellLimit
        bytes.removeAll(keepingCapacity: true)
        var info = fields.append(at: place, of: text, .shown, to: &bytes)
        let length = bytes.count
        var end = min(length, limit)
        info.isCut = length > end
        // A cut goes through no character.
        while info.isCut, end > 0, bytes[end] & 0xC0 == 0x80 { end -= 1 }
        let isValid = bytes.withUnsafeBufferPointer { String(validating: $0.prefix(end), as: UTF8.self) != nil }
        if isValid {
            builders[tile].append(bytes.prefix(end))
        } else {
            info.isMalformed = true
            builders[tile].append(String(decoding: bytes.prefix(end), as: UTF8.self).utf8)
        }
        builders[tile].endCell(info, length: info.isCut || info.isMalformed ? length : nil)
    }
}
