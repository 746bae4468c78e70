import QuadrilleRuntime
import Tabular

// Tiles are built by picking their rows from the source.
extension OrderedSource {
    func makeTiles() -> TileServer {
        let refused: @Sendable () -> Void = { [weak self] in
            guard let self else { return }
            state.withLock(wakes: false) { $0.fail(.noThreadForTask, $0.wants.version) }
            announce()
        }
        return TileServer(refused: refused) { [weak self, state, base] in
            // The task retains what it needs but not the source, so that releasing the source ends it.
            Self.makeNextTiles(state, base) { self?.announce() }
        }
    }

    /// Builds the most wanted tiles; returns false if no tiles are wanted.
    private static func makeNextTiles(_ state: Monitor<State>, _ base: any RowPicking, announce: () -> Void) -> Bool {
        guard let (load, order, version) = nextLoad(state) else { return false }
        do throws(ReadError) {
            let rows = try order.rows(at: load.rows)
            let cancellation = Cancellation {
                state.withLock(wakes: false) { state in
                    state.isClosed || state.version != version || !state.wants.wants(load, in: state.shown)
                }
            }
            var sink = OrderedTileSink(load, rows: rows, unless: cancellation)
            try base.streamRecords(at: sink.sortedRows, of: sink.request, into: &sink)
            guard let blocks = try sink.blocks() else { return true }
            state.withLock { state in
                guard state.version == version else { return }
                state.failure = nil
                state.shown.order?.note(rows, at: load.rows.lowerBound)
                state.wants.store(Array(zip(load.keys, blocks)), in: &state.shown)
                let tiles = Set(state.shown.cells.keys.map(\.row))
                state.shown.order?.keep { tiles.contains($0) }
                state.changes.advance()
            }
        } catch {
            state.withLock { if $0.version == version { $0.fail(error, load.version) } }
        }
        announce()
        return true
    }

    /// Returns the tiles to build next; nil if there are none.
    private static func nextLoad(_ state: Monitor<State>) -> (TileLoad, RowOrder, version: Version)? {
        state.withLock(wakes: false) { state in
            guard !state.isClosed, let order = state.order, let load = state.wants.nextLoad(in: state.shown) else {
                return nil
            }
            return (load, order, state.version)
        }
    }
}

extension OrderedSource.State {
    /// Records a failure to build the tiles of the wants with `version`.
    fileprivate mutating func fail(_ error: ReadError, _ version: Version) {
        failure = error
        wants.noteFailure(of: version)
        changes.advance()
    }
}

/// Builds the blocks of one row of tiles from the records of its columns, which arrive in ascending row order.
struct OrderedTileSink: RecordSink {
    /// Longer values are truncated, as in a reader's tiles: a cell shows no more, and a block stays small.
    static let cellLimit = 4096
    static let roomyBytes = 1 << 20
    static let tightCellLimit = 256

    /// The part of a value that is stored.
    private struct Cell {
        var end: Int
        var length: Int
        var state: CellState
        var kind: CellKind
    }

    /// The rows, ascending.
    let sortedRows: [Int]
    /// The values to request from the source.
    let request: RecordRequest
    private let load: TileLoad
    /// The index in `sortedRows` of each row of the load.
    private let ranks: [Int]
    private let cancellation: Cancellation
    private var bytes: [UInt8] = []
    /// The wanted cells of all rows, row after row.
    private var cells: [Cell] = []
    private var rowCount = 0
    private let width: Int

    /// The index of the next value, or of the unfinished one.
    private var column = 0
    private var length = 0
    private var start = 0
    private(set) var isFinished = false

    /// `load` lists the columns of tiles in ascending order; every row checks the cancellation.
    init(_ load: TileLoad, rows: [Int], unless cancellation: Cancellation) {
        self.load = load
        self.cancellation = cancellation
        let sorted = rows.indices.sorted { rows[$0] < rows[$1] }
        sortedRows = sorted.map { rows[$0] }
        var ranks = [Int](repeating: 0, count: rows.count)
        for (rank, place) in sorted.enumerated() { ranks[place] = rank }
        self.ranks = ranks
        width = load.columns.reduce(0) { $0 + $1.count }
        request = .columns(load.columns.flatMap { Array($0) }, form: .shown)
    }

    mutating func append(_ more: UnsafeBufferPointer<UInt8>) {
        guard column < width else { return }
        let limit = bytes.count < Self.roomyBytes ? Self.cellLimit : Self.tightCellLimit
        let isCut = length > bytes.count - start
        length += more.count
        // A truncated value takes no more bytes: nothing may be missing between two stored bytes.
        bytes.append(contentsOf: more.prefix(isCut ? 0 : max(0, limit - (bytes.count - start))))
    }

    mutating func endValue(_ state: CellState) { endValue(state, as: .text) }

    mutating func endValue(_ state: CellState, as kind: CellKind) {
        guard column < width else { return }
        cells.append(Cell(end: bytes.count, length: length, state: state, kind: kind))
        (length, start) = (0, bytes.count)
        column += 1
    }

    mutating func endRecord() {
        while column < width { endValue(.missing) }
        column = 0
        rowCount += 1
        isFinished = rowCount == sortedRows.count || cancellation.isRequested
    }

    /// Returns the blocks, one for each range of columns; nil if they are not wanted any more.
    func blocks() throws(ReadError) -> [RowBlock]? {
        guard rowCount == sortedRows.count else {
            if isFinished { return nil }
            throw .task(.endsBefore(row: sortedRows[rowCount], retries: false))
        }
        var first = 0
        return load.columns.map { columns in
            defer { first += columns.count }
            var builder = RowBlockBuilder(firstRow: load.rows.lowerBound, columns: columns)
            for rank in ranks {
                for index in rank * width + first..<rank * width + first + columns.count {
                    append(cells[index], from: index == 0 ? 0 : cells[index - 1].end, to: &builder)
                }
            }
            return builder.build()
        }
    }

    private func append(_ cell: Cell, from start: Int, to builder: inout RowBlockBuilder) {
        let text = bytes[start..<cell.end]
        var info = CellInfo(state: cell.state, isCut: cell.length > text.count, kind: cell.kind)
        let repaired = String(decoding: text, as: UTF8.self)
        if repaired.utf8.elementsEqual(text) {
            builder.append(text)
        } else if info.isCut, let whole = Self.wholeCharacters(text) {
            // Truncation ends at a character boundary.
            builder.append(whole)
        } else {
            info.isMalformed = true
            builder.append(repaired.utf8)
        }
        builder.endCell(info, length: info.isCut || info.isMalformed ? cell.length : nil)
    }

    /// Returns the text without the character that truncation splits; nil where there are other errors in it.
    private static func wholeCharacters(_ text: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
        for count in 1...3 where count <= text.count {
            let rest = text.dropLast(count)
            guard text[text.endIndex - count] >= 0xC0 else { continue }
            return String(decoding: rest, as: UTF8.self).utf8.elementsEqual(rest) ? rest : nil
        }
        return nil
    }
}
