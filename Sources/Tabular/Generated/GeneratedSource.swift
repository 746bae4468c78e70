import Synchronization

/// A table of computed values, of any size up to 10¹² rows and 10⁵ columns: invented ones for trying, testing and measuring, or
/// those of your own program.
///
///     let squares = GeneratedSource(rows: 1_000_000, columns: [Column(name: "n²", type: .integer)]) { row, _ in
///         String(row * row)
///     }
///
/// Every value follows from its row and column alone, so that the same cell reads the same everywhere and always.
/// Unlike a source that reads, it has everything at once: a wanted block is in the next snapshot.
public final class GeneratedSource: TableSource {
    /// Bytes of blocks that one request may fill; as many are kept of earlier ones.
    static let cacheBytes = 8 << 20
    /// The most tiles of one request.
    static let tileLimit = 1024

    private struct State: Sendable {
        var snapshot: TableSnapshot
        var handler: (@Sendable () -> Void)?
    }

    private let state: Mutex<State>
    private let value: GeneratedValue.Writer

    /// Makes a table of invented values, `rows × columns`.
    public convenience init(rows: Int, columns: Int) {
        precondition(columns >= 0, "a generated table of \(rows) × \(columns)")
        self.init(
            rows: rows, columns: (0..<columns).map { GeneratedValue.column(at: $0) },
            writer: GeneratedValue.append(row:column:to:))
    }

    /// Makes a table of the texts that `value` returns for the cells of `columns` in each of so many rows (0-based).
    ///
    /// `value` is called for cells about to be shown, a block of cells at a time: by `want`, thus before a frame, and by
    /// streaming, on any thread. It must be quick, and return the same for the same cell.
    public convenience init(
        rows: Int, columns: [Column], value: @escaping @Sendable (_ row: Int, _ column: Int) -> String
    ) {
        self.init(rows: rows, columns: columns) { row, column, bytes in
            bytes.append(contentsOf: value(row, column).utf8)
        }
    }

    private init(rows: Int, columns: [Column], writer: @escaping GeneratedValue.Writer) {
        precondition(rows >= 0, "a generated table of \(rows) × \(columns.count)")
        value = writer
        var snapshot = TableSnapshot(
            description: TableDescription(format: "generated", GeneratedDetails()), columns: columns,
            rowCount: .exactly(rows), phase: .complete)
        snapshot.progress = (0, 0)
        state = Mutex(State(snapshot: snapshot))
    }

    public var snapshot: TableSnapshot { state.withLock { $0.snapshot } }

    public func want(_ ranges: [CellRange]) {
        // Not under the lock: `value` is the caller's, and may read the snapshot.
        guard let made = snapshot.makeBlocks(for: ranges, value) else { return }
        let handler = state.withLock { state in
            state.snapshot.take(made)
            return state.handler
        }
        handler?()
    }

    public func onChange(_ handler: (@Sendable () -> Void)?) { state.withLock { $0.handler = handler } }

    public func close() { onChange(nil) }
}

extension GeneratedSource: RecordStreaming {
    public func streamHeader(into sink: inout some RecordSink) throws(ReadError) {
        for column in snapshot.columns {
            Array(column.name.utf8).withUnsafeBufferPointer { sink.append($0) }
            sink.endValue(.value)
        }
        sink.endRecord()
    }

    public func streamRecords(_ rows: Range<Int>, into sink: inout some RecordSink) throws(ReadError) {
        try streamRecords(rows, of: .all, into: &sink)
    }

    public func streamRecords(
        _ rows: Range<Int>, of request: RecordRequest, into sink: inout some RecordSink
    ) throws(ReadError) {
        stream(rows.clamped(to: 0..<snapshot.rowCount.known), of: request, into: &sink)
    }

    private func stream(_ rows: some Sequence<Int>, of request: RecordRequest, into sink: inout some RecordSink) {
        let snapshot = snapshot
        let count = snapshot.rowCount.known
        let columns: [Int] =
            switch request.columns {
            case .all: Array(snapshot.columns.indices)
            case .some(let columns): columns
            }
        var value: [UInt8] = []
        for row in rows {
            if row >= count { return }
            for column in columns {
                if sink.isFinished { return }
                guard snapshot.columns.indices.contains(column) else {
                    sink.endValue(.missing)
                    continue
                }
                value.removeAll(keepingCapacity: true)
                self.value(row, column, &value)
                value.withUnsafeBufferPointer { sink.append($0) }
                sink.endValue(.value)
            }
            sink.endRecord()
        }
    }
}

extension GeneratedSource: RowPicking {
    public func streamRecords(at rows: [Int], into sink: inout some RecordSink) throws(ReadError) {
        stream(rows, of: .all, into: &sink)
    }

    public func streamRecords(
        at rows: [Int], of request: RecordRequest, into sink: inout some RecordSink
    ) throws(ReadError) {
        stream(rows, of: request, into: &sink)
    }
}

/// The blocks that were made for a request.
private struct MadeBlocks {
    var blocks: [(BlockTiles.Key, RowBlock)] = []
    /// The tiles of the want.
    var wanted: [BlockTiles.Key] = []
    /// The bytes of the existing ones among them.
    var bytes = 0
}

extension TableSnapshot {
    /// Makes the missing blocks of `ranges`, most wanted first, while there is room; nil where none is missing.
    fileprivate func makeBlocks(for ranges: [CellRange], _ value: GeneratedValue.Writer) -> MadeBlocks? {
        // Scrolling requests the same tiles for many frames.
        var (count, isComplete) = (0, true)
        forEachTile(of: ranges) { key in
            count += 1
            if isComplete, cells[key] == nil { isComplete = false }
        }
        if isComplete { return nil }
        var made = MadeBlocks()
        made.wanted.reserveCapacity(count)
        forEachTile(of: ranges) { made.wanted.append($0) }
        for key in made.wanted where made.bytes < GeneratedSource.cacheBytes {
            if let block = cells[key] {
                made.bytes += block.byteCount
            } else {
                let range = BlockTiles.range(of: key, rowCount: rowCount.known, columnCount: columns.count)
                let block = GeneratedValue.block(range, value)
                made.blocks.append((key, block))
                made.bytes += block.byteCount
            }
        }
        return made.blocks.isEmpty ? nil : made
    }

    /// Adds the new blocks, and removes others where there would be too many.
    fileprivate mutating func take(_ made: MadeBlocks) {
        if cells.byteCount + made.bytes > 2 * GeneratedSource.cacheBytes {
            let kept = Set(made.wanted)
            for key in Array(cells.keys) where !kept.contains(key) { cells[key] = nil }
        }
        for (key, block) in made.blocks { cells[key] = block }
        version.advance()
    }

    /// Calls `body` with the tiles that `ranges` touch, up to the limit.
    private func forEachTile(of ranges: [CellRange], _ body: (BlockTiles.Key) -> Void) {
        var left = GeneratedSource.tileLimit
        for range in ranges {
            let rows = range.rows.clamped(to: 0..<rowCount.known)
            let columns = range.columns.clamped(to: 0..<columns.count)
            if rows.isEmpty || columns.isEmpty { continue }
            for row in rows.lowerBound / BlockTiles.rowsPerTile...(rows.upperBound - 1) / BlockTiles.rowsPerTile {
                let last = (columns.upperBound - 1) / BlockTiles.columnsPerTile
                for column in columns.lowerBound / BlockTiles.columnsPerTile...last {
                    guard left > 0 else { return }
                    left -= 1
                    body(BlockTiles.Key(row: row, column: column))
                }
            }
        }
    }
}

/// The encoding of values that are computed.
struct GeneratedDetails: FormatDetails {
    var encodingName: String? { "UTF-8" }
    var statusWords: [String] { ["UTF-8"] }
    var infoLines: [(label: String, words: String)] { [("encoding", "UTF-8")] }
}
