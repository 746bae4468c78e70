import Dispatch
import QuadrilleRuntime
import SeededRandom
import Synchronization
import Tabular

/// A table of typed columns in memory with everything that a file of text lacks: nulls beside empty texts, NaN and infinities,
/// years of five digits and before the common era, values that cannot be read, kinds that differ within a column, texts that
/// are shown in another form, labels of rows, and a layout of its own.
///
/// It reads the columns that are asked for and no others, and counts the values that it reads of each.
public final class TypedSource: RowPicking {
    /// The contents of a column; columns have them by turns.
    public enum Contents: Int, CaseIterable, Sendable {
        case integers, decimals, floats, texts, booleans, dates, dateTimes, mixed, durations, blobs, nested
    }

    public let rowCount: Int
    public let columns: [Column]
    private let seed: UInt64
    /// Whether some values are unreadable.
    private let isDamaged: Bool
    /// Whether values come one by one, those that are missing together, and not in batches.
    private let isSingly: Bool
    private let counts: Mutex<[Int]>
    private let layout: DeclaredLayout
    private let problems: ProblemList
    /// The values where they are not made up.
    private let records: [[TestCell]]?
    private let hasBareRecords: Bool

    /// A value that cannot be read, as formats with pages have them.
    public static let damagedPage = Problem.Kind("damaged-page", ordinal: 31, severity: .error) { "Damaged page" }

    private struct Damage: ProblemDetail {
        var message: String { "a page that cannot be read. The value is left out." }
    }
    private let shown = Mutex(Shown())
    private let reading = DispatchQueue(label: "typed cells")

    /// The cells that are in memory, and the one who is told of more.
    private struct Shown {
        var version = Version()
        var cells = BlockTiles()
        var handler: (@Sendable () -> Void)?
    }

    /// Rows from one stop to the next.
    public static let stopRows = 100

    public convenience init(
        rows: Int, columns count: Int = 400, seed: UInt64 = 1, isDamaged: Bool = true, isSingly: Bool = false
    ) {
        var layout = DeclaredLayout()
        layout.frozenColumns = 1
        layout.rowLabels = .counted(first: 3)
        self.init(rows: rows, columns: count, layout: layout, (seed, isDamaged, isSingly))
    }

    /// A table with the layout `layout`.
    public convenience init(rows: Int, columns: Int, layout: DeclaredLayout) {
        var problems = ProblemList()
        let cells = TypedSource(rows: rows, columns: columns)
        for row in 0..<rows {
            for column in 0..<columns where cells.cell(row, column).state == .unreadable {
                let label = layout.rowLabels?.label(ofRow: row) ?? row + 1
                problems.append(
                    Problem(
                        kind: Self.damagedPage, row: row, column: column,
                        location: "Orders!\(Column.letters(for: column))\(label)", detail: Damage()))
            }
        }
        self.init(rows: rows, columns: columns, layout: layout, (1, true, false), problems)
    }

    private init(
        rows: Int, columns count: Int, layout: DeclaredLayout,
        _ values: (seed: UInt64, isDamaged: Bool, isSingly: Bool), _ problems: ProblemList = ProblemList()
    ) {
        self.problems = problems
        (rowCount, self.layout) = (rows, layout)
        (seed, isDamaged, isSingly) = values
        columns = (0..<count).map { Self.column(at: $0) }
        counts = Mutex([Int](repeating: 0, count: count))
        (records, hasBareRecords) = (nil, false)
    }

    /// A table of `records`, none of which has more values than there are `columns`.
    public init(_ columns: [Column], _ records: [[TestCell]], hasBareRecords: Bool = false, isSingly: Bool = false) {
        (self.columns, self.records, self.hasBareRecords, self.isSingly) = (columns, records, hasBareRecords, isSingly)
        (rowCount, layout, problems) = (records.count, DeclaredLayout(), ProblemList())
        (seed, isDamaged) = (0, false)
        counts = Mutex([Int](repeating: 0, count: columns.count))
    }

    public static func contents(ofColumn column: Int) -> Contents {
        Contents.allCases[column % Contents.allCases.count]
    }

    private static func column(at index: Int) -> Column {
        let (type, declared): (ColumnType, String) =
            switch contents(ofColumn: index) {
            case .integers: (.integer, "BIGINT")
            case .decimals: (.decimal, "DECIMAL(38, 9)")
            case .floats: (.decimal, "DOUBLE")
            case .texts: (.text, "VARCHAR")
            case .booleans: (.boolean, "BOOLEAN")
            case .dates: (.date, "DATE")
            case .dateTimes: (.dateTime, "TIMESTAMP")
            case .mixed: (.mixed, "ANY")
            case .durations: (.duration, "INTERVAL")
            case .blobs: (.binary, "BLOB")
            case .nested: (.json, "JSON")
            }
        var form = ValueForm(type, nullWords: .none)
        form.readsSpecialNumbers = declared == "DOUBLE"
        var column = Column(name: "c\(index)", form: form)
        column.declaredType = declared
        return column
    }

    /// Values that were read of each column so far.
    public var decodedCounts: [Int] { counts.withLock { $0 } }
    /// Columns of which any value was read.
    public var decodedColumns: [Int] { decodedCounts.indices.filter { decodedCounts[$0] > 0 } }

    public func forgetCounts() { counts.withLock { $0 = [Int](repeating: 0, count: $0.count) } }

    // MARK: - Values

    /// The value at `row` and `column`, which is the same each time.
    public func cell(_ row: Int, _ column: Int, _ form: RecordRequest.Form = .value) -> TestCell {
        guard columns.indices.contains(column) else { return .missing }
        if let records { return column < records[row].count ? records[row][column] : .missing }
        var random = SplitMix64(seed: seed &+ UInt64(row) &* 0x9E37_79B9 &+ UInt64(column) &* 0x85EB_CA6B)
        _ = random.next()
        if random.oneIn(9) { return .null }
        if isDamaged, random.oneIn(40) { return .unreadable }
        let contents = Self.contents(ofColumn: column)
        let cell = Self.cell(of: contents, &random)
        guard form == .shown, contents == .integers else { return cell }
        return TestCell("No. " + cell.text, .number)
    }

    private static func cell(of contents: Contents, _ random: inout SplitMix64) -> TestCell {
        func pick(_ texts: [String]) -> String { texts[random.int(0...texts.count - 1)] }
        func digits(_ number: Int, _ count: Int) -> String {
            let text = String(number)
            return String(repeating: "0", count: max(0, count - text.count)) + text
        }
        func day() -> String { "\(digits(random.int(1...12), 2))-\(digits(random.int(1...28), 2))" }
        func year() -> String { pick(["2024", "0000", "9999", "1582", "-0044", "-0045", "+12345", "+5881580"]) }
        switch contents {
        case .integers:
            return TestCell(
                pick(["\(random.int(-50...50))", "9223372036854775807", "-170141183460469231731687303715884105728"]),
                .number)
        case .decimals: return TestCell("\(random.int(-9...9)).\(digits(random.int(0...999), 9))", .number)
        case .floats:
            return TestCell(
                pick(["NaN", "Infinity", "-Infinity", "-0", "1e+300", "5e-324", "\(random.int(-9...9)).5"]), .number)
        case .texts:
            return TestCell(
                pick([
                    "", "a", "kettle", "Kettle", "null", "NaN", "é", "x,\"y\"\n",
                    "long " + String(repeating: "z", count: random.int(0...90)),
                ]))
        case .booleans: return TestCell(pick(["true", "false"]), .boolean)
        case .dates: return TestCell(year() + "-" + day(), .date)
        case .dateTimes:
            return TestCell("\(year())-\(day()) \(digits(random.int(0...23), 2)):05:59.\(random.int(1...9))", .dateTime)
        case .mixed:
            switch random.int(0...4) {
            case 0: return TestCell("\(random.int(-5...5))", .number)
            case 1: return TestCell("{\"k\": [1, null, \"v\"]}", .json)
            case 2: return TestCell("true", .boolean)
            case 3: return TestCell("0AFF", .binary)
            default: return TestCell(pick(["text", "", "{", "7"]))
            }
        case .durations:
            return TestCell(
                pick(["PT0S", "P14M3DT1H2M3.004S", "-PT0.5S", "P1M-2DT0.000000003S", "PT\(random.int(0...9000))S"]),
                .duration)
        case .blobs: return TestCell(pick(["", "00", "0AFF", "89504E470D0A1A0A"]), .binary)
        case .nested: return TestCell(pick(["[1,2]", "{\"k\": [1, null, \"v\"]}", "\"x\"", "-0", "null"]), .json)
        }
    }

    /// The same table as rows in memory.
    public func inMemory() -> MemorySource {
        func value(_ row: Int, _ column: Int) -> MemoryValue {
            let cell = cell(row, column)
            return switch cell.state {
            case .value: MemoryValue(cell.text, as: cell.kind, shown: self.cell(row, column, .shown).text)
            case .null: .null
            case .missing: .missing
            case .unreadable: .unreadable
            }
        }
        return MemorySource(
            snapshot.description, columns: columns,
            rows: (0..<rowCount).map { row in (records?[row].indices ?? columns.indices).map { value(row, $0) } })
    }

    // MARK: - The source

    public var snapshot: TableSnapshot {
        var description = TableDescription(format: "typed")
        (description.hasKinds, description.problemKinds) = (true, [Self.damagedPage])
        description.hasBareRecords = hasBareRecords
        var snapshot = TableSnapshot(
            description: description, columns: columns, rowCount: .exactly(rowCount), phase: .complete)
        snapshot.bytesPerRow = 8 * columns.count
        (snapshot.declaredLayout, snapshot.problems) = (layout, problems)
        (snapshot.version, snapshot.cells) = shown.withLock { ($0.version, $0.cells) }
        return snapshot
    }

    public func want(_ ranges: [CellRange]) {
        reading.async { [weak self] in
            for key in ranges.flatMap(BlockTiles.keys(covering:)) { self?.read(key) }
        }
    }

    /// Puts a tile into memory, in the form that is shown.
    private func read(_ key: BlockTiles.Key) {
        guard shown.withLock({ $0.cells[key] == nil }) else { return }
        let range = BlockTiles.range(of: key, rowCount: rowCount, columnCount: columns.count)
        var block = RowBlockBuilder(firstRow: range.rows.lowerBound, columns: range.columns)
        for row in range.rows {
            for column in range.columns {
                let cell = cell(row, column, .shown)
                block.append(cell.bytes)
                block.endCell(CellInfo(state: cell.state, kind: cell.kind))
            }
        }
        let built = block.build()
        let handler = shown.withLock { shown in
            shown.cells[key] = built
            shown.version.advance()
            return shown.handler
        }
        handler?()
    }

    public func onChange(_ handler: (@Sendable () -> Void)?) { shown.withLock { $0.handler = handler } }
    public func close() { onChange(nil) }

    public var abilities: Abilities {
        var abilities = Abilities(pick: self)
        abilities.stops = RowStops(Array(stride(from: 0, to: rowCount, by: Self.stopRows)))
        return abilities
    }

    public func streamHeader(into sink: inout some RecordSink) throws(ReadError) {
        for column in columns {
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
        stream(rows.clamped(to: 0..<rowCount), request, into: &sink)
    }

    public func streamRecords(at rows: [Int], into sink: inout some RecordSink) throws(ReadError) {
        try streamRecords(at: rows, of: .all, into: &sink)
    }

    public func streamRecords(
        at rows: [Int], of request: RecordRequest, into sink: inout some RecordSink
    ) throws(ReadError) {
        stream(rows.filter { $0 < rowCount }, request, into: &sink)
    }

    private func stream(_ rows: some Sequence<Int>, _ request: RecordRequest, into sink: inout some RecordSink) {
        func wanted(_ row: Int) -> [Int] {
            switch request.columns {
            case .all: Array(records?[row].indices ?? columns.indices)
            case .some(let columns): columns
            }
        }
        var batch = WholeBatch()
        var decoded = [Int](repeating: 0, count: columns.count)
        for row in rows where !sink.isFinished {
            let wanted = wanted(row)
            var missing = 0
            for column in wanted {
                let cell = cell(row, column, request.form)
                if columns.indices.contains(column) { decoded[column] += 1 }
                if isSingly, cell.state == .missing {
                    missing += 1
                } else if isSingly {
                    if missing > 0 { sink.endMissing(missing) }
                    missing = 0
                    cell.bytes.withUnsafeBufferPointer { sink.append($0) }
                    sink.endValue(cell.state, as: cell.kind)
                } else {
                    batch.append(cell)
                }
            }
            if isSingly {
                if missing > 0 { sink.endMissing(missing) }
                sink.endRecord()
            } else {
                batch.endRecord(width: wanted.count)
                if batch.isFull { batch.give(to: &sink) }
            }
        }
        batch.give(to: &sink)
        counts.withLock { counts in for column in counts.indices { counts[column] += decoded[column] } }
    }
}

/// Records with all their values, of one piece each.
private struct WholeBatch {
    private var bytes: [UInt8] = []
    private var pieces: [RecordBatch.Piece] = []
    private var states: [CellState] = []
    private var kinds: [CellKind] = []
    private var recordCount = 0
    private var (most, least) = (0, Int.max)

    var isFull: Bool { pieces.count >= 1 << 10 }

    mutating func append(_ cell: TestCell) {
        pieces.append(RecordBatch.Piece(start: bytes.count, count: cell.bytes.count, endsValue: true))
        bytes += cell.bytes
        states.append(cell.state)
        kinds.append(cell.kind)
    }

    mutating func endRecord(width: Int) {
        if width == 0 {
            pieces.append(RecordBatch.Piece(start: bytes.count, count: 0, endsValue: false))
            states.append(.value)
            kinds.append(.text)
        }
        pieces[pieces.count - 1].endsRecord = true
        recordCount += 1
        (most, least) = (max(most, width), min(least, width))
    }

    mutating func give(to sink: inout some RecordSink) {
        if pieces.isEmpty { return }
        // As a source does it: none where there is nothing to say.
        let states = states.allSatisfy { $0 == .value } ? [] : states
        let kinds = kinds.allSatisfy { $0 == .text } ? [] : kinds
        RecordBatch.withBatch(of: bytes, pieces, states, kinds) { batch in
            (batch.recordCount, batch.mostValues, batch.leastValues) = (recordCount, most, least)
            // Empty buffers of arrays have an address.
            if states.isEmpty { batch.states = UnsafeBufferPointer(start: UnsafePointer(bitPattern: 16), count: 0) }
            if kinds.isEmpty { batch.kinds = UnsafeBufferPointer(start: UnsafePointer(bitPattern: 16), count: 0) }
            sink.take(batch)
        }
        self = WholeBatch()
    }
}

extension TypedSource {
    /// A table of nested columns, of which each third row lacks the address.
    ///
    ///     id,address.city,tags,address.zip,n.m,address."a.b"
    ///     0,,"[0, {""k"": null}]",,true,
    ///     1,city 2,"[1, {""k"": null}]",1.10,,
    ///     2,city 1,"[2, {""k"": null}]",1.10,true,text
    public static func nested(rows: Int) -> TypedSource {
        let paths = [["id"], ["address", "city"], ["tags"], ["address", "zip"], ["n.m"], ["address", "a.b"]]
        let types: [ColumnType] = [.integer, .text, .json, .decimal, .boolean, .text]
        let columns = zip(paths, types).map { path, type in
            var column = Column(name: path.last ?? "", type: type, groups: [path.count > 1 ? path[0] : ""])
            column.path = path
            return column
        }
        let records = (0..<rows).map { row in
            let hasAddress = row % 3 > 0
            return [
                TestCell("\(row)", .number), hasAddress ? TestCell("city \(rows - row)") : .missing,
                TestCell("[\(row), {\"k\": null}]", .json), hasAddress ? TestCell("1.10", .number) : .missing,
                row % 2 == 0 ? TestCell("true", .boolean) : .null, row % 3 == 2 ? TestCell("text") : .missing,
            ]
        }
        return TypedSource(columns, records)
    }
}
