import QuadrilleRuntime
import Synchronization
import Tabular
import TabularEncodings

/// A reader of the elements of the arrays in a column of another table:
///
///     pass lane, a turn whenever something happens to the table: columns, rows and types
///     tile lane, a turn whenever elements are wanted that are not in memory
///
/// Both stream the column's values, from a checkpoint on.
final class ElementsReader: Sendable {
    let base: any TableSource
    /// The name of the column with the arrays.
    let name: String
    let tuning: ElementsTuning
    let state: Monitor<ElementsState>
    /// The priority of its work compared to other readers.
    let priority = WorkPriority()

    init(_ base: any TableSource, _ name: String, _ tuning: ElementsTuning) {
        (self.base, self.name, self.tuning) = (base, name, tuning)
        let snapshot = TableSnapshot(
            description: .elements(of: base.snapshot.description), columns: ElementColumns.none)
        let index = ElementIndex(spacing: tuning.spacing, limit: tuning.checkpoints)
        state = Monitor(ElementsState(snapshot: snapshot, known: KnownElements(index: index)))
    }

    /// Begins to read in the background.
    func start() {
        startTiles(in: tuning.background.pool, noThread: .noThreadForTask)
        let pass = Mutex(ElementsPass())
        let lane = WorkLane(
            .pass, priority: priority, in: tuning.background.pool,
            refused: .call({ [weak self] in self?.fail(.noThreadForTask) })
        ) { [weak self] in
            guard let self else { return }
            do throws(ReadError) {
                try pass.withLock { (pass: inout ElementsPass) throws(ReadError) in try advance(&pass) }
            } catch {
                fail(error)
            }
        }
        state.withLock { $0.lanes.growth = lane }
        base.onChange { [weak lane] in lane?.signal() }
        lane.signal()
    }

    func close() {
        state.close()
        base.onChange(nil)
        base.close()
    }

    func fail(_ error: ReadError) { state.fail(error, base.snapshot.change) }

    // MARK: - Reading values

    /// Passes the elements `rows` of the table, which ascend, to `consumer`: waits for those still to arrive, and ends where
    /// there are no more.
    func give<Rows: RandomAccessCollection, Consumer: ElementConsumer>(
        _ rows: Rows, to consumer: inout Consumer
    ) throws(ReadError) where Rows.Element == Int, Rows.Index == Int {
        var next = rows.startIndex
        while next < rows.endIndex, !consumer.isFinished, !isClosed {
            let known = try waitForRows(rows[next] + 1)
            guard rows[next] < known.count else { return }
            let end = known.end(in: rows, from: next)
            let before = next
            let row = known.index.checkpoint(before: rows[before]).row
            next = try withUnsafeMutablePointer(to: &consumer) { (consumer) throws(ReadError) in
                let walk = ElementWalk(rows, before..<end, in: known, patience: tuning.patience, consumer)
                return try read(row..<known.rowCount, of: known.column, into: walk).consumer.next
            }
            if next == before, !consumer.isFinished, !isClosed { throw shorter(than: known.rowCount) }
        }
    }

    /// Passes the arrays of `rows` of the other table to `consumer`.
    func read<Consumer: ArrayConsumer>(
        _ rows: Range<Int>, of column: Int, into consumer: Consumer
    ) throws(ReadError) -> ArraySink<Consumer> {
        var sink = ArraySink(consumer, fromRow: rows.lowerBound)
        try values().streamRecords(rows, of: .columns([column]), into: &sink)
        return sink
    }

    /// Returns the other table's ability to stream its values.
    private func values() throws(ReadError) -> any RecordStreaming {
        let abilities = base.abilities
        guard let values = abilities.scan ?? abilities.pick else {
            throw ReadError(JSONFailure.notStreamed, of: .table)
        }
        return values
    }

    /// Checks that the values of the other table can be streamed.
    func checkAbilities() throws(ReadError) { _ = try values() }

    /// Waits until `count` elements are known, or all elements are.
    func waitForRows(_ count: Int) throws(ReadError) -> KnownElements {
        let known: Result<KnownElements, ReadError> = state.wait {
            switch $0.snapshot.phase {
            case .opening, .indexing: $0.isClosed || $0.known.count >= count
            case .auditing, .complete, .failed: true
            }
        } then: { state in
            if let failure = state.snapshot.failure {
                guard state.snapshot.interruption != nil, state.known.count >= count else { return .failure(failure) }
            }
            guard !state.isClosed else { return .failure(ReadError(JSONFailure.closed, of: .table)) }
            return .success(state.known)
        }
        return try known.get()
    }

    /// The error for a table that ends before `row` (1-based), which was counted.
    func shorter(than row: Int) -> ReadError { ReadError(JSONFailure.endsBefore(row: row), of: .table) }
}

extension KnownElements {
    /// The index in `rows`, which ascend, of the first from `start` on that is not known.
    fileprivate func end<Rows: RandomAccessCollection>(in rows: Rows, from start: Int) -> Int
    where Rows.Element == Int, Rows.Index == Int {
        var (low, high) = (start, rows.endIndex)
        while low < high {
            let middle = low + (high - low) / 2
            if rows[middle] < count { low = middle + 1 } else { high = middle }
        }
        return low
    }
}

extension TableDescription {
    /// The description of a table of elements in a table with `description`.
    static func elements(of description: TableDescription) -> TableDescription {
        let encoding = (description.details?.encodingName).map { EncodingDetails($0) }
        var elements = TableDescription(
            format: "JSON", JSONDetails(encoding: encoding), compression: description.compression)
        (elements.hasKinds, elements.hasLateColumns, elements.problemKinds) = (true, true, [])
        return elements
    }
}
