import QuadrilleRuntime
import Tabular

/// One row of a table as an upright table: a row for each column, with its name and its value.
///
///     id,name,total            column   value
///     7,Anna,12.50      →      id       7
///     8,Bo,3.00                name     Anna
///                              total    12.50
///
/// `show` selects the row: a panel follows the cursor with it. It does not block: the source reads the last requested row in
/// the background, and the previous row stays until then.
public final class RecordSource: TableSource {
    private struct State: Sendable {
        var snapshot: TableSnapshot
        var handler: (@Sendable () -> Void)?
    }

    private let state: Monitor<State>
    private let work: LatestWork<Int?>

    /// Shows rows of `base`, none at first. It does not close `base`.
    public init(of base: any RecordStreaming) {
        let columns = [Column(name: "Column", type: .text), Column(name: "Value", type: .text)]
        let snapshot = TableSnapshot(
            description: TableDescription(format: "record"), columns: columns, rowCount: .exactly(0), phase: .complete)
        let state = Monitor(State(snapshot: snapshot))
        self.state = state
        work = LatestWork { row, cancellation in
            guard let change = Self.read(row, of: base, cancellation) else { return }
            let handler = state.withLock { state in
                change(&state.snapshot)
                state.snapshot.version.advance()
                return state.handler
            }
            // Outside the lock, since the handler may request the snapshot.
            handler?()
        }
    }

    /// Shows the row `row` (0-based) of the table as soon as it has been read; nil shows nothing.
    public func show(row: Int?) { work.ask(row) }

    public var snapshot: TableSnapshot { state.withLock(wakes: false) { $0.snapshot } }

    // A row is complete as soon as it is shown.
    public func want(_ ranges: [CellRange]) {}

    public func onChange(_ handler: (@Sendable () -> Void)?) {
        state.withLock(wakes: false) { $0.handler = handler }
    }

    public func close() {
        work.close()
        onChange(nil)
    }

    /// Reads a row and returns the change that shows it in the table; nil when the row is not wanted any more.
    private static func read(
        _ row: Int?, of base: any RecordStreaming, _ cancellation: Cancellation
    ) -> ((inout TableSnapshot) -> Void)? {
        var sink = RecordTiles(columns: base.snapshot.columns, unless: cancellation)
        var failure: ReadError?
        if let row {
            do throws(ReadError) {
                try base.streamRecords(row..<row + 1, of: RecordRequest(form: .shown), into: &sink)
            } catch { failure = error }
        }
        if cancellation.isRequested { return nil }
        let (rowCount, tiles) = sink.finish()
        let phase = failure.map { ReadingPhase.failed($0) } ?? .complete
        return { snapshot in
            snapshot.rowCount = .exactly(rowCount)
            (snapshot.cells, snapshot.phase) = (tiles, phase)
        }
    }
}

/// Builds the tiles of an upright record.
struct RecordTiles: RecordSink {
    /// The most bytes of a value to show; a longer one shows its beginning and its length.
    private static let limit = 4096
    private static let workBetweenLooks = 1 << 16

    private let columns: [Column]
    private let cancellation: Cancellation
    private var tiles = BlockTiles()
    private var builder = RowBlockBuilder(firstRow: 0, columns: 0..<2)
    private var value: [UInt8] = []
    private var length = 0
    private var row = 0
    private var work = 0
    private var hasRecord = false
    private(set) var isFinished = false

    init(columns: [Column], unless cancellation: Cancellation) {
        self.columns = columns
        self.cancellation = cancellation
    }

    mutating func append(_ bytes: UnsafeBufferPointer<UInt8>) {
        guard !hasRecord else { return }
        let room = length > value.count ? 0 : max(0, Self.limit - value.count)
        value += bytes.prefix(room)
        length += bytes.count
        work += bytes.count
        look()
    }

    mutating func endValue(_ state: CellState) { endValue(state, as: .text) }

    mutating func endValue(_ state: CellState, as kind: CellKind) {
        guard !hasRecord else { return }
        appendName()
        append(state, kind)
        value.removeAll(keepingCapacity: true)
        length = 0
        work += 1
        look()
    }

    /// The source streams one record, and perhaps a little of the next.
    mutating func endRecord() {
        hasRecord = true
        isFinished = true
    }

    /// Returns the number of rows and their tiles; fields that the record lacks are missing. No record has no rows.
    mutating func finish() -> (rows: Int, tiles: BlockTiles) {
        guard hasRecord else { return (0, BlockTiles()) }
        while row < columns.count {
            appendName()
            append(.missing)
        }
        if builder.cellCount > 0 { endTile() }
        return (row, tiles)
    }

    private mutating func look() {
        guard work >= Self.workBetweenLooks else { return }
        work = 0
        if cancellation.isRequested { isFinished = true }
    }

    private mutating func appendName() {
        var name = row < columns.count ? columns[row].title(at: row) : Column.letters(for: row)
        if row < columns.count, columns[row].isGenerated { name = Self.name(ofGenerated: name) }
        builder.append(name.utf8)
        builder.endCell(CellInfo(state: .value))
    }

    private mutating func append(_ state: CellState, _ kind: CellKind = .text) {
        let isCut = length > value.count
        var info = CellInfo(state: state, isCut: isCut, kind: kind)
        // A truncated text ends at a character boundary.
        let text = isCut ? value.prefix(UTF8Boundary.completeEnd(of: value)) : value[...]
        if let valid = String(validating: text, as: UTF8.self) {
            builder.append(valid.utf8)
        } else {
            info.isMalformed = true
            builder.append(String(decoding: text, as: UTF8.self).utf8)
        }
        builder.endCell(info, length: isCut || info.isMalformed ? length : nil)
        row += 1
        if row % BlockTiles.rowsPerTile == 0 { endTile() }
    }

    private mutating func endTile() {
        let block = builder.build()
        tiles[BlockTiles.Key(cellRow: block.range.rows.lowerBound, cellColumn: 0)] = block
        builder = RowBlockBuilder(firstRow: row, columns: 0..<2)
    }
}
