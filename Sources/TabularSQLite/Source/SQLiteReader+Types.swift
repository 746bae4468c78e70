import QuadrilleRuntime
import Tabular

/// The types of the values in some columns of adjacent rows.
struct RowTypes: Sendable {
    let columns: [Int]
    private var tallies: [StorageTally]
    /// The rows whose values were added.
    private(set) var rows: Range<Int>
    /// Their values that cannot be read.
    private(set) var damages: [UnreadableCell] = []

    init(_ columns: [Int], from row: Int) {
        (self.columns, rows) = (columns, row..<row)
        tallies = columns.map { _ in StorageTally() }
    }

    /// Adds the rows of `buffer`, which are the next ones.
    mutating func add(_ buffer: CellBuffer) {
        for place in columns.indices { tallies[place].addColumn(place, of: buffer) }
        for (index, reason) in buffer.unreadable where !columns.isEmpty {
            let (row, place) = index.quotientAndRemainder(dividingBy: columns.count)
            damages.append(
                UnreadableCell(row: rows.upperBound + row, column: columns[place], reason: reason))
        }
        rows = rows.lowerBound..<rows.upperBound + buffer.rowCount
    }

    func add(to typing: inout [Int: ColumnTyping]) {
        for (column, tally) in zip(columns, tallies) { typing[column, default: ColumnTyping()].add(tally, of: rows) }
    }
}

extension SQLiteReader {
    /// The most rows that are read between two looks at whether the work is cancelled.
    private static let typedRows = 1 << 16

    /// Returns the columns, `wanted` with their types by all values: those that nobody has read yet are read now. Nil after a
    /// cancellation.
    func settleTypes(of wanted: [Int], unless cancellation: Cancellation) throws(ReadError) -> [Column]? {
        while true {
            guard let snapshot = waitForTypes(unless: cancellation) else { return nil }
            if let failure = snapshot.failure, snapshot.interruption == nil { throw failure }
            if snapshot.phase != .auditing { return snapshot.columns }
            let columns = Set(wanted).filter(snapshot.columns.indices.contains).sorted()
            guard let gap = firstGap(of: columns, below: snapshot.rowCount.known) else {
                return publishTypes(of: columns)
            }
            try readTypes(gap.columns, gap.rows)
        }
    }

    /// Waits until all rows are known, or for a table without keys all values; nil after a cancellation.
    private func waitForTypes(unless cancellation: Cancellation) -> TableSnapshot? {
        while !cancellation.isRequested {
            let (snapshot, isReady, isClosed) = state.wait(
                until: { $0.isClosed || $0.hasTypes }, deadline: monotonicNow() + 50_000_000,
                then: { ($0.snapshot, $0.hasTypes, $0.isClosed) })
            if isReady { return snapshot }
            if isClosed { return nil }
        }
        return nil
    }

    /// The first rows of which values of `columns` were not read yet, and these columns.
    private func firstGap(of columns: [Int], below count: Int) -> (rows: Range<Int>, columns: [Int])? {
        let gaps = state.withLock(wakes: false) { state in
            columns.compactMap { column in
                (state.typing[column] ?? ColumnTyping()).firstGap(below: count).map { (column, $0) }
            }
        }
        guard let rows = gaps.map(\.1).min(by: { $0.lowerBound < $1.lowerBound }) else { return nil }
        return (rows.prefix(Self.typedRows), gaps.filter { $0.1.contains(rows.lowerBound) }.map(\.0))
    }

    private func readTypes(_ columns: [Int], _ rows: Range<Int>) throws(ReadError) {
        var (feed, types) = (RowFeed(self, columns), RowTypes(columns, from: rows.lowerBound))
        let step = CellBuffer.mostRows(columnCount: columns.count)
        while types.rows.upperBound < rows.upperBound {
            let start = types.rows.upperBound
            let buffer = try feed.next(start..<min(rows.upperBound, start + step))
            if buffer.rowCount == 0 { throw ReadError(SQLiteFailure.changed, of: .source(database.name)) }
            types.add(buffer)
        }
        add(types)
    }

    /// Remembers types that a stream of rows has found.
    func add(_ types: RowTypes) {
        state.withLock(wakes: false) { state in
            if state.snapshot.phase != .complete { types.add(to: &state.typing) }
        }
        if !types.damages.isEmpty { state.publish { $0.add(types.damages) } }
    }

    private func publishTypes(of columns: [Int]) -> [Column] {
        state.publish { state in
            guard let table = state.table, state.snapshot.phase == .auditing else { return }
            for column in columns {
                guard let tally = state.typing[column]?.tally else { continue }
                state.snapshot.columns[column].form = tally.form(table.columns[column].affinity)
            }
        }
        return state.withLock(wakes: false) { $0.snapshot.columns }
    }
}

extension SQLiteState {
    /// True once the types can be found, or are.
    fileprivate var hasTypes: Bool {
        switch snapshot.phase {
        case .opening, .indexing: false
        case .auditing, .complete, .failed: true
        }
    }
}
