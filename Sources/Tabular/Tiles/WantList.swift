import QuadrilleRuntime

/// The cells of a table that are wanted, and the tiles to read next for them. A read that failed is tried again after the next
/// request.
package struct WantList: Sendable {
    /// The most tiles of a request: a screen has a few dozen.
    package static let tileLimit = 4096
    /// In tables of more columns hardly any unwanted rows are read: as many as one read covers.
    static let manyColumns = 1024
    static let fewRows = 16
    /// Bytes of blocks that may stay in memory although they are not wanted.
    package static let cacheBytes = 8 << 20

    package private(set) var ranges: [CellRange] = []
    /// Advances with every new request.
    package private(set) var version = Version()
    /// The version of the request whose reading failed.
    private var failedVersion: Version?
    /// The version of the last request for each tile in memory.
    private var lastWanted: [BlockTiles.Key: Version] = [:]

    package init() {}

    package mutating func replace(with ranges: [CellRange]) {
        self.ranges = ranges
        version.advance()
    }

    /// Records that reading failed for the request with `version`.
    package mutating func noteFailure(of version: Version) { failedVersion = version }

    /// The next tiles to read, most wanted first; nil when all wanted tiles that can be read are in memory.
    package func nextLoad(in snapshot: TableSnapshot) -> TileLoad? {
        guard failedVersion != version else { return nil }
        var bytes = 0
        var load: TileLoad?
        var visited = 0
        for (number, range) in ranges.enumerated() {
            let range = range.clamped(to: snapshot)
            for key in LazyTileKeys(range) {
                visited += 1
                if visited > Self.tileLimit { return load }
                let isInMemory = snapshot.cells[key]?.covers(range, in: key) ?? false
                if var load, load.keys[0].row != key.row {
                    if !isInMemory && load.keys[0].row + 1 == key.row {
                        load.rowsToCome = range.lastTileEnd(in: snapshot)
                    }
                    return load
                }
                if let block = snapshot.cells[key], isInMemory {
                    bytes += block.byteCount
                    // Room for the most wanted tiles; the rest would evict them again.
                    if bytes >= Self.cacheBytes { return load }
                } else {
                    load.insert(key, ranges[...number], snapshot, version)
                }
            }
        }
        return load
    }

    /// True while any of the tiles of `load` is wanted.
    package func wants(_ load: TileLoad, in snapshot: TableSnapshot) -> Bool {
        if version == load.version { return true }
        let wanted = wantedKeys(in: snapshot)
        return load.keys.contains { wanted.contains($0) }
    }

    /// Stores `blocks`, and evicts the least recently wanted tiles while there are too many.
    package mutating func store(_ blocks: [(BlockTiles.Key, RowBlock)], in snapshot: inout TableSnapshot) {
        for (key, block) in blocks { snapshot.cells[key] = block }
        let wanted = wantedKeys(in: snapshot)
        // Only tiles in memory: versions of tiles that never arrived would pile up.
        for key in wanted where snapshot.cells[key] != nil { lastWanted[key] = version }
        for (key, _) in blocks where lastWanted[key] == nil { lastWanted[key] = version }
        var bytes = snapshot.cells.byteCount
        guard bytes > Self.cacheBytes else { return }
        let oldest = snapshot.cells.keys.filter { !wanted.contains($0) }
            .sorted { lastWanted[$0, default: 0] < lastWanted[$1, default: 0] }
        for key in oldest where bytes > Self.cacheBytes {
            bytes -= snapshot.cells[key]?.byteCount ?? 0
            snapshot.cells[key] = nil
            lastWanted[key] = nil
        }
    }

    private func wantedKeys(in snapshot: TableSnapshot) -> Set<BlockTiles.Key> {
        var keys: Set<BlockTiles.Key> = []
        for range in ranges {
            for key in LazyTileKeys(range.clamped(to: snapshot)) {
                if keys.count >= Self.tileLimit { return keys }
                keys.insert(key)
            }
        }
        return keys
    }
}

extension TileLoad? {
    /// Inserts a tile in order, for the last of the ranges `wanted`, of which the others are wanted more. Ranges may overlap
    /// and come in any order, such as frozen columns after scrolled ones, while a record is read once, from its first column to
    /// its last.
    fileprivate mutating func insert(
        _ key: BlockTiles.Key, _ wanted: ArraySlice<CellRange>, _ snapshot: TableSnapshot, _ version: Version
    ) {
        let cells = BlockTiles.range(
            of: key, rowCount: snapshot.rowCount.known, columnCount: snapshot.columns.count)
        var rows = cells.rows
        if snapshot.columns.count > WantList.manyColumns {
            // Rows of so many columns take time: hardly any unwanted ones are read. A block replaces the earlier one: more
            // wanted rows are in it too.
            let all = wanted.map { $0.clamped(to: snapshot) }.filter {
                $0.rows.overlaps(cells.rows) && $0.columns.overlaps(cells.columns)
            }
            let few = WantList.fewRows
            let start = min(all.map { $0.rows.lowerBound / few * few }.min() ?? 0, self?.rows.lowerBound ?? .max)
            let end = max(all.map { $0.lastTileEnd(in: snapshot) }.max() ?? 0, self?.rows.upperBound ?? 0)
            rows = (start..<max(start, end)).clamped(to: rows)
        }
        var load = self ?? TileLoad(rows: rows, rowsToCome: rows.upperBound, keys: [], columns: [], version: version)
        load.rows = rows
        load.rowsToCome = max(load.rowsToCome, rows.upperBound)
        let place = load.keys.firstIndex { $0.column >= key.column } ?? load.keys.endIndex
        guard place == load.keys.endIndex || load.keys[place] != key else { return }
        load.keys.insert(key, at: place)
        load.columns.insert(cells.columns, at: place)
        self = load
    }
}

extension RowBlock {
    /// Returns true where the block has all cells of `wanted` that lie in its tile.
    fileprivate func covers(_ wanted: CellRange, in key: BlockTiles.Key) -> Bool {
        let rowStart = max(wanted.rows.lowerBound, key.row * BlockTiles.rowsPerTile)
        let rowEnd = min(wanted.rows.upperBound, (key.row + 1) * BlockTiles.rowsPerTile)
        let columnEnd = min(wanted.columns.upperBound, (key.column + 1) * BlockTiles.columnsPerTile)
        return range.rows.lowerBound <= rowStart && range.rows.upperBound >= rowEnd
            && range.columns.upperBound >= columnEnd
    }
}

extension CellRange {
    fileprivate func clamped(to snapshot: TableSnapshot) -> CellRange {
        CellRange(
            rows: rows.clamped(to: 0..<snapshot.rowCount.known),
            columns: columns.clamped(to: 0..<snapshot.columns.count))
    }

    /// The row after the last that is read for the range.
    fileprivate func lastTileEnd(in snapshot: TableSnapshot) -> Int {
        let few = snapshot.columns.count > WantList.manyColumns ? WantList.fewRows : BlockTiles.rowsPerTile
        return min((rows.upperBound + few - 1) / few * few, snapshot.rowCount.known)
    }
}

/// The tiles that a range touches, row-major, made one at a time: a request may be larger than memory.
private struct LazyTileKeys: Sequence, IteratorProtocol {
    private let rowEnd: Int
    private let columns: Range<Int>
    private var upcoming: BlockTiles.Key

    init(_ range: CellRange) {
        let isEmpty = range.isEmpty
        let first = BlockTiles.Key(cellRow: range.rows.lowerBound, cellColumn: range.columns.lowerBound)
        let last = BlockTiles.Key(
            cellRow: Swift.max(0, range.rows.upperBound - 1), cellColumn: Swift.max(0, range.columns.upperBound - 1))
        rowEnd = isEmpty ? first.row : last.row + 1
        columns = first.column..<(Swift.max(first.column, last.column) + 1)
        upcoming = first
    }

    mutating func next() -> BlockTiles.Key? {
        guard upcoming.row < rowEnd else { return nil }
        defer {
            upcoming.column += 1
            if upcoming.column == columns.upperBound {
                upcoming = BlockTiles.Key(row: upcoming.row + 1, column: columns.lowerBound)
            }
        }
        return upcoming
    }
}
