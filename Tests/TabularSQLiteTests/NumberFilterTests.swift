import QuadrilleRuntime
import SeededRandom
import Tabular
import Testing

@testable import TabularOps
@testable import TabularSQLite

/// Makes a table of numbers of both types, and one of all types.
private let makeNumbers = """
    import random, sqlite3, struct, sys
    c = sqlite3.connect(sys.argv[1]); r = random.Random(int(sys.argv[2]))
    c.execute('create table numbers(a integer, b real, c)'); c.execute('create table mixed(a, b, c)')
    def integer():
        return r.choice([0, 1, -1, 2**63 - 1, -2**63, 2**53, 2**53 + 1, -2**53 - 1, 10**18, r.randint(-30, 30),
                         r.randint(-2**63, 2**63 - 1) >> r.randint(0, 63)])
    def real():
        x = struct.unpack('<d', struct.pack('<Q', r.getrandbits(64)))[0]
        return r.choice([0.0, -0.0, float('inf'), float('-inf'), 5e-324, -5e-324, 1.7976931348623157e308, 1e15, 1e16,
                         123456789012345680.0, 0.1, 1/3, r.randint(-99, 99) / 10, r.randint(-99, 99) * 1.0, x if x == x else 1.0])
    def number(): return integer() if r.random() < 0.5 else real()
    def anything():
        if r.random() < 0.5: return number()
        return r.choice([None, '', 'text', '7', '1.5', '-0', 'Infinity', 'nan', b'', b'7', b'\\0\\xff', '9007199254740993'])
    c.executemany('insert into numbers values(?, ?, ?)', [(integer(), real(), number()) for i in range(5000)])
    c.execute('update numbers set a = null, c = null where rowid % 17 = 0')
    c.executemany('insert into mixed values(?, ?, ?)', [(anything(), anything(), anything()) for i in range(5000)])
    if len(sys.argv) > 3: c.execute("update mixed set b = 'long ' || hex(zeroblob(530000)) where rowid in (100, 4000)")
    c.commit()
    """

/// A source that passes all numbers as texts.
private final class TextRows: RowPicking {
    private let base: SQLiteSource

    init(_ base: SQLiteSource) { self.base = base }

    var snapshot: TableSnapshot { base.snapshot }
    var abilities: Abilities {
        var abilities = base.abilities
        (abilities.scan, abilities.pick) = (self, self)
        return abilities
    }

    func want(_ ranges: [CellRange]) {}
    func onChange(_ handler: (@Sendable () -> Void)?) {}
    func prioritize() {}
    func close() {}
    func wait(until isReady: (TableSnapshot) -> Bool, unless cancellation: Cancellation) -> TableSnapshot? {
        base.wait(until: isReady, unless: cancellation)
    }

    func streamHeader(into sink: inout some RecordSink) throws(ReadError) { try base.streamHeader(into: &sink) }

    func streamRecords(_ rows: Range<Int>, into sink: inout some RecordSink) throws(ReadError) {
        try base.streamRecords(rows, into: &sink)
    }

    func streamRecords(
        _ rows: Range<Int>, of request: RecordRequest, into sink: inout some RecordSink
    ) throws(ReadError) {
        var request = request
        request.numberColumns = []
        try base.streamRecords(rows, of: request, into: &sink)
    }

    func streamRecords(at rows: [Int], into sink: inout some RecordSink) throws(ReadError) {
        try base.streamRecords(at: rows, into: &sink)
    }

    func streamRecords(at rows: [Int], of request: RecordRequest, into sink: inout some RecordSink) throws(ReadError) {
        var request = request
        request.numberColumns = []
        try base.streamRecords(at: rows, of: request, into: &sink)
    }
}

/// Counts the numbers that arrive in 8 bytes, and keeps the texts of all cells.
private struct NumberSink: RecordSink {
    var cells = CellSink()
    var numberCount = 0

    var isFinished: Bool { false }
    mutating func append(_ bytes: UnsafeBufferPointer<UInt8>) { cells.append(bytes) }
    mutating func endValue(_ state: CellState) { cells.endValue(state) }
    mutating func endValue(_ state: CellState, as kind: CellKind) { cells.endValue(state, as: kind) }
    mutating func endRecord() { cells.endRecord() }

    mutating func take(_ batch: RecordBatch) {
        numberCount += batch.encodings.count { $0 != .text }
        for index in batch.pieces.indices { batch.give(index, to: &self) }
    }
}

@Suite struct NumberFilterTests {
    private let folder: TestFolder

    init() throws { folder = try TestFolder() }

    private static let thresholds = [
        "0", "-0", "1", "1.5", "0.1", "0.10000000000000001", "9007199254740992", "9007199254740993",
        "9.007199254740993e15",
        "9223372036854775807", "-9223372036854775808", "9223372036854775807.0000001", "1e300", "1e400", "-1e-400",
        "5e-324", "123456789012345680", "Infinity", "-Infinity", "NaN", "-3.3", "7", "1000000000000000000",
    ]

    @Test(arguments: 1...3) func filterByNumbersEqualsFilterByTexts(seed: Int) throws {
        let path = folder.path("numbers.db")
        try Python.run(makeNumbers, path, String(seed))
        var random = SplitMix64(seed: UInt64(seed))
        let comparisons: [Condition.Comparison] = [.equals, .notEquals, .less, .lessOrEqual, .greater, .greaterOrEqual]
        for name in ["numbers", "mixed"] {
            let source = try OpenDatabase(path).source(name)
            let texts = TextRows(source)
            for _ in 0..<25 {
                let conditions = (0..<random.int(1...2)).map { _ in
                    random.oneIn(8)
                        ? Condition(column: random.int(0...2), random.pick([.contains, .isIn, .empty]), ["1"])
                        : Condition(
                            column: random.int(0...2), random.pick(comparisons), [random.pick(Self.thresholds)])
                }
                let words = "\(name): \(conditions.map { $0.text(column: "\($0.column)") })"
                let expected = try rows(texts, conditions)
                #expect(try rows(source, conditions) == expected, "\(words)")
                if expected == nil { continue }
                #expect(
                    try RowFilter.counts(of: source, meetingEachOf: conditions, rowCount: 5000, control: control)
                        == RowFilter.counts(of: texts, meetingEachOf: conditions, rowCount: 5000, control: control),
                    "\(words)")
            }
        }
    }

    private var control: JobControl { JobControl { _, _ in } }

    /// The rows, or the reason why there are none.
    private func rows(_ source: some RowPicking, _ conditions: [Condition]) throws -> [Int]? {
        do throws(ReadError) {
            let order = try RowFilter.order(of: source, meeting: conditions, control: control)
            return try order.rows(at: 0..<order.count)
        } catch {
            #expect(error.description.contains("NaN") || error.description.contains("Infinity"))
            return nil
        }
    }

    @Test func numbersArriveInMemoryWhereRequested() throws {
        let path = folder.path("numbers.db")
        try Python.run(makeNumbers, path, "1", "with long values")
        for name in ["numbers", "mixed"] {
            let source = try OpenDatabase(path).source(name)
            var texts = CellSink()
            try source.streamRecords(0..<5000, of: .all, into: &texts)
            var request = RecordRequest.columns([2, 0, 0])
            request.numberColumns = [0]
            var numbers = NumberSink()
            try source.streamRecords(0..<5000, of: request, into: &numbers)
            #expect(numbers.cells.records == texts.records.map { [$0[2], $0[0], $0[0]] })
            #expect(numbers.numberCount == texts.records.count { $0[0].kind == .number } * 2)
            // Rows with long values are read one by one.
            request.numberColumns = [0, 1, 2]
            request.columns = .all
            var others = NumberSink()
            try source.streamRecords(0..<5000, of: request, into: &others)
            #expect(others.cells.records == texts.records)
            request.marksReals = true
            var marked = NumberSink()
            try source.streamRecords(0..<5000, of: request, into: &marked)
            #expect(marked.numberCount == 0)
        }
    }
}
