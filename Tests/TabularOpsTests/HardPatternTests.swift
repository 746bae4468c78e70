import QuadrilleRuntime
import Synchronization
import Tabular
import Testing

@testable import TabularOps

/// What takes a pattern too long.
private let hard = String(repeating: "a", count: 60) + "b!"
private let pattern = "^(a+)+b$"

/// A list that counts the rows that were read of it.
private final class CountedList: RowPicking {
    private let list: ListSource
    private let count = Mutex(0)

    init(_ rows: [[String]]) { list = ListSource(rows) }

    var readCount: Int { count.withLock { $0 } }
    var snapshot: TableSnapshot { list.snapshot }
    func streamHeader(into sink: inout some RecordSink) {}

    func streamRecords(_ wanted: Range<Int>, into sink: inout some RecordSink) throws(ReadError) {
        try streamRecords(at: Array(wanted.clamped(to: 0..<list.snapshot.rowCount.known)), into: &sink)
    }

    func streamRecords(at wanted: [Int], into sink: inout some RecordSink) throws(ReadError) {
        for row in wanted where !sink.isFinished {
            count.withLock { $0 += 1 }
            try list.streamRecords(at: [row], into: &sink)
        }
    }

    func want(_ ranges: [CellRange]) {}
    func onChange(_ handler: (@Sendable () -> Void)?) {}
    func close() {}
}

@Suite struct HardPatternTests {
    private static let conditions = [Condition(column: 0, .matches, [pattern])]

    private func filter(_ source: CountedList, partRows: Int) throws -> RowOrder {
        var tuning = RowScan.Tuning()
        (tuning.threads, tuning.partRows) = (1, partRows)
        return try RowFilter.order(
            of: source, meeting: Self.conditions, control: JobControl(), tuning: tuning)
    }

    @Test func afterTheRowInWhichAPatternIsGivenUpNoMoreAreLookedAt() throws {
        let source = CountedList([["x"], [hard]] + Array(repeating: ["x"], count: 100))
        let error = #expect(throws: ReadError.self) { try filter(source, partRows: 1) }
        #expect(error?.message.contains("row 2") == true)
        #expect(source.readCount == 2)
        // And within a part, no further than rows are held before they are looked at.
        let long = CountedList([["x"], [hard]] + Array(repeating: ["x"], count: 20_000))
        #expect(throws: ReadError.self) { try filter(long, partRows: 100_000) }
        #expect(long.readCount < 1000)
    }

    @Test func ofSeveralPatternsTheFirstRowOfAllIsNamed() throws {
        let rows = [["x", "x"], ["x", hard], [hard, "x"]]
        let source = ListSource(rows)
        let conditions = [0, 1].map { Condition(column: $0, .matches, [pattern + "|^x$"]) }
        let error = #expect(throws: ReadError.self) {
            try RowFilter.order(of: source, meeting: conditions, control: JobControl())
        }
        #expect(error?.message.contains("row 2") == true)
    }

    @Test func aCancelledFilterLooksAtNoMoreValuesOfABatch() throws {
        struct Taker: RowTaker {
            var test: ConditionTest
            let control: JobControl
            var mask: [Bool] = []

            mutating func take(_ rows: ScannedRows) {
                mask = [Bool](repeating: true, count: rows.count)
                test.narrow(&mask, rows, column: 0, control)
            }
        }
        let control = JobControl()
        control.cancel()
        let test = try ConditionTest(Condition(column: 0, .matches, ["^y$"]), ValueForm(.text))
        let taker = try RowScan.sequence(
            of: CancelledSource(), columns: [0], rows: 0..<2, into: Taker(test: test, control: control), JobControl())
        #expect(taker.mask == [true, true])
    }

    @Test func aCancelledSearchLooksAtNoMoreValuesOfABatch() throws {
        func found(isCancelled: Bool) throws -> Int {
            var query = FindQuery("^x$")
            query.isPattern = true
            let control = JobControl()
            if isCancelled { control.cancel() }
            var finder = ValueFinder(
                ValueMatcher(try FindPlan(query)), query, rows: 0..<2, listing: false, control: control, longest: 100)
            CancelledSource.give(["x", "x"], to: &finder)
            return finder.found.count
        }
        #expect(try found(isCancelled: false) == 2)
        #expect(try found(isCancelled: true) <= 1)
    }
}

/// Two rows in one batch, whether they are wanted or not.
private final class CancelledSource: RecordStreaming {
    var snapshot: TableSnapshot { ListSource([["x"], ["x"]]).snapshot }

    static func give(_ values: [String], to sink: inout some RecordSink) {
        var bytes: [UInt8] = []
        var pieces: [RecordBatch.Piece] = []
        for value in values {
            var piece = RecordBatch.Piece(start: bytes.count, count: value.utf8.count, endsValue: true)
            piece.endsRecord = true
            pieces.append(piece)
            bytes += value.utf8
        }
        bytes.withUnsafeBufferPointer { bytes in
            pieces.withUnsafeBufferPointer { pieces in
                var batch = RecordBatch(
                    bytes: bytes, elsewhere: UnsafeBufferPointer(start: nil, count: 0), pieces: pieces)
                (batch.recordCount, batch.mostValues, batch.leastValues) = (values.count, 1, 1)
                sink.take(batch)
            }
        }
    }

    func streamHeader(into sink: inout some RecordSink) {}
    func streamRecords(_ wanted: Range<Int>, into sink: inout some RecordSink) { Self.give(["x", "x"], to: &sink) }
    func want(_ ranges: [CellRange]) {}
    func onChange(_ handler: (@Sendable () -> Void)?) {}
    func close() {}
}
