import QuadrilleRuntime
import Tabular
import TabularBytes

/// A reader of a table whose columns are arrays of a text:
///
///     pass: of each array the index, then types and problems  →  growth lane, a turn whenever something happens to the file
///                                                             →  tile lane, a turn whenever tiles are wanted
///
/// The rows are known before it begins. Each array is read like a table of one column, the arrays of a row in step.
final class ArraysReader: GrowthFollowing {
    /// Rows that give columns their first types.
    private static let sampledRows = 100
    /// Bytes of memory for arrays that are read in step.
    private static let laneBytes = 1 << 22
    private static let leastBlock = 1 << 12

    let text: OpenText
    let arrays: ColumnArrays
    /// One for each array.
    let tables: [JSONTable]
    let tuning: JSONTuning
    let state: Monitor<ArraysState>
    /// The other arrays and objects of the text that the user can choose.
    let containers: JSONContainers
    let lines = LinePlaces()
    /// The priority of its work compared to other readers.
    let priority = WorkPriority()
    /// The columns of one array.
    let tree = ColumnTree(ColumnLayout(.elements), records: .values)

    /// Reads the first rows; waits for them.
    init(_ text: OpenText, _ arrays: ColumnArrays, _ shape: TextShape, _ tuning: JSONTuning) throws(ReadError) {
        (self.text, self.arrays, self.tuning) = (text, arrays, tuning)
        containers = JSONContainers(rowsAt: RowsPath(), paths: shape.paths)
        tables = arrays.arrays.map {
            JSONTable(
                store: text.store, name: text.name, form: .elements, start: $0.bytes.lowerBound,
                isRelaxed: shape.isRelaxed)
        }
        var description = text.description(format: shape.format)
        description.hasLateColumns = false
        description.json?.facts = [.columns(at: RowsPath())]
        description.problemKinds = Problem.Kind.json
        var snapshot = TableSnapshot(
            description: description, rowCount: .exactly(arrays.rowCount), phase: .auditing)
        snapshot.progress = (0, arrays.bytes.upperBound)
        snapshot.bytesPerRow = arrays.bytes.count / arrays.rowCount
        let indexes = arrays.arrays.map { RecordIndex(startingAt: $0.bytes.lowerBound, interval: tuning.interval) }
        state = Monitor(ArraysState(snapshot: snapshot, indexes: indexes))
        let forms = try (0..<tables.count).map { (column) throws(ReadError) in try sampledForm(of: column) }
        state.withLock { $0.snapshot.columns = zip(arrays.arrays, forms).map { $0.column($1) } }
    }

    /// The form of the first values of a column.
    private func sampledForm(of column: Int) throws(ReadError) -> ValueForm {
        var lane = ArrayLane(self, column, of: tables.count)
        var tally = [KindTally()]
        for _ in 0..<min(Self.sampledRows, arrays.rowCount) {
            guard try lane.readNext() else { break }
            lane.fields.count(in: &tally, of: lane.text)
        }
        return tally[0].form
    }

    /// Begins to read in the background.
    func start() {
        startTiles(in: tuning.background.pool, noThread: .noThread(text.name))
        tuning.background.pool.submit(
            .pass, priority: priority, refused: .call({ [self] in fail(.noThread(text.name)) })
        ) { [self] in
            do throws(ReadError) {
                try audit()
                startFollowing(())
            } catch {
                fail(error)
            }
        }
    }

    func fail(_ error: ReadError) { state.fail(error, text.store.change) }

    /// Does nothing: bytes after the object are not rows.
    func readGrowth(_ passes: inout Void) {}

    func index(of column: Int) -> RecordIndex { state.withLock(wakes: false) { $0.indexes[column] } }

    /// The error for a text that ends before `row` (1-based), which was counted.
    func shorter(than row: Int) -> ReadError { ReadError(JSONFailure.endsBefore(row: row), of: .source(text.name)) }

    /// Sizes of the work on one of `count` arrays that are read in step.
    func tuning(ofOneAmong count: Int) -> JSONTuning {
        var tuning = tuning
        tuning.block = min(tuning.block, max(Self.leastBlock, Self.laneBytes / max(1, count)))
        return tuning
    }
}

extension ColumnArrays.Array {
    func column(_ form: ValueForm) -> Column {
        var column = Column(name: name.text, form: form)
        column.path = [name.text]
        if let bytes = StringText.repaired(name.bytes) { column.pathBytes = [bytes] }
        return column
    }
}
