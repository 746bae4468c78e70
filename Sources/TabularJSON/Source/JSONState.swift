import QuadrilleRuntime
import Tabular
import TabularBytes

/// The values that a reader's threads share.
struct JSONState: ReadingState {
    var snapshot: TableSnapshot
    var index: RecordIndex
    /// The breaks after broken rows.
    var breaks: [RowBreak] = []
    var tree: ColumnTree
    /// The columns that were known with the first snapshot.
    private var firstColumns = 0
    var wants = WantList()
    var handler: (@Sendable () -> Void)?
    var lanes: (tiles: TileServer?, growth: WorkLane?) = (nil, nil)
    var isClosed = false
    /// The last row (0-based), while it may still grow.
    var openRow: Int?
    /// The rows and columns that were stored when the text was last read, until the passes begin.
    var kept: KeptTable?
    /// Work that was done, for tests.
    var work = JSONWork()

    /// A Boolean value that indicates whether `count` rows were found and can still be read after a failure.
    func hasRows(_ count: Int) -> Bool { snapshot.interruption != nil && snapshot.rowCount.known >= count }
}

/// Counts of a reader's work.
struct JSONWork: Sendable, Hashable {
    var tileLoads = 0
    var tileBytesRead = 0
    var publications = 0
    /// Streams of rows that were begun.
    var streams = 0
}

extension JSONState {
    /// The state of a table of which `bytes` are the first rows.
    init(
        _ bytes: UnsafeBufferPointer<UInt8>, isWhole: Bool, _ table: JSONTable, _ layout: ColumnLayout,
        _ description: TableDescription
    ) {
        var rows: [UnsafeBufferPointer<UInt8>] = []
        var scanner = table.scanner
        var (end, record) = (0, 0)
        while end < bytes.count {
            let found = scanner.scan(UnsafeBufferPointer(rebasing: bytes[end...]), limit: 1)
            let row = UnsafeBufferPointer(rebasing: bytes[end..<end + found.bytes])
            if found.rows > 0 || isWhole && scanner.isInsideRow, !table.omitted.contains(record) { rows.append(row) }
            guard found.rows > 0 else { break }
            end += found.bytes
            record += 1
        }
        // The beginning of a row has columns too.
        let isPart = rows.isEmpty && !scanner.isEnded && end < bytes.count && table.omitted.isEmpty
        if isPart { rows = [bytes] }
        let (tree, tallies) = ColumnTree.sampled(rows, layout)
        (self.tree, firstColumns) = (tree, tree.columnCount)
        index = RecordIndex(startingAt: table.start, interval: RecordIndex.interval)
        snapshot = TableSnapshot(
            description: description, columns: tree.columns { tallies[$0].form },
            rowCount: .atLeast(isPart ? 0 : rows.count), phase: .indexing)
        snapshot.description.describe(tree)
        let length = table.store.length
        snapshot.progress = (0, length.isComplete ? length.known : 0)
    }
}

extension JSONState {
    /// Adopts the findings of an audit so far.
    mutating func take(_ audit: JSONAudit) {
        tree = audit.tree
        snapshot.columns = tree.columns { audit.tallies[$0].form }
        snapshot.description.describe(tree)
        snapshot.problems = audit.problems.list
        guard let row = audit.firstLateRow else {
            firstColumns = tree.columnCount
            return
        }
        snapshot.description.json?.facts.removeAll { $0.name == SourceDetail.lateColumnsName }
        snapshot.description.json?.facts.append(.lateColumns(tree.columnCount - firstColumns, fromRow: row + 1))
    }
}

extension TableDescription {
    /// Adopts the facts of the columns that are in `tree`.
    fileprivate mutating func describe(_ tree: ColumnTree) {
        (hasBareRecords, hasLists, constantMember) = (tree.hasBareRecords, tree.hasLists, tree.constantMember)
        guard let others = tree.othersColumn, let facts = json?.facts,
            !facts.contains(where: { $0.name == SourceDetail.othersName })
        else { return }
        json?.facts.append(.others(behind: others))
    }
}
