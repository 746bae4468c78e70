import QuadrilleRuntime
import Synchronization
import Tabular
import TabularOps
import Testing

@testable import QuadrilleApp

/// A generated table that counts the rows that are read of it one behind the other.
private final class CountedRows: RowPicking {
    private let base: GeneratedSource
    private let read = Atomic(0)

    init(rows: Int) { base = GeneratedSource(rows: rows, columns: 3) }

    var rowsRead: Int { read.load(ordering: .relaxed) }

    var snapshot: TableSnapshot { base.snapshot }
    func onChange(_ handler: (@Sendable () -> Void)?) { base.onChange(handler) }
    func want(_ ranges: [CellRange]) { base.want(ranges) }
    func close() { base.close() }

    func streamHeader(into sink: inout some RecordSink) throws(ReadError) { try base.streamHeader(into: &sink) }

    func streamRecords(_ rows: Range<Int>, into sink: inout some RecordSink) throws(ReadError) {
        read.add(rows.count, ordering: .relaxed)
        try base.streamRecords(rows, into: &sink)
    }

    func streamRecords(at rows: [Int], into sink: inout some RecordSink) throws(ReadError) {
        read.add(rows.count, ordering: .relaxed)
        try base.streamRecords(at: rows, into: &sink)
    }
}

@MainActor
@Suite struct ConditionCountsTests {
    /// Filters, and follows what that leaves; the rows that were read for both.
    private func filter(
        _ source: CountedRows, by conditions: [Condition], orderVersion: Version, _ counts: ConditionCounts
    ) throws -> Int {
        let before = source.rowsRead
        let tally = counts.tally(of: conditions, of: source.snapshot, in: source)
        let order = try #require(
            try RowArrangement(conditions: conditions).order(of: source, counting: tally, control: JobControl()))
        counts.take(tally, of: source)
        var table = source.snapshot
        table.order = ShownOrder(version: orderVersion, order)
        table.rowCount = .exactly(order.count)
        counts.follow(conditions, of: table, in: source)
        #expect(counts.progress == nil && !counts.giveUp(), "nothing is counted behind the rows")
        return source.rowsRead - before
    }

    @Test func rowsAreReadOnceForAFilterAndAllItsCounts() throws {
        let (source, counts) = (CountedRows(rows: 1000), ConditionCounts())
        let first = Condition(column: 0, .contains, ["1"])
        let second = Condition(column: 1, .contains, ["2"])
        let third = Condition(column: 2, .notEquals, ["x"])
        #expect(try filter(source, by: [first, second], orderVersion: 1, counts) == 1000)
        let both = counts.counts
        #expect(both.count == 2 && !both.contains(nil))
        // Only what is not known is counted, in the pass that there is anyhow.
        let table = source.snapshot
        #expect(counts.tally(of: [first, second, third], of: table, in: source).conditions == [third])
        #expect(try filter(source, by: [first, second, third], orderVersion: 2, counts) == 1000)
        #expect(counts.counts == both + [.rows(1000)])
        #expect(try filter(source, by: [third, first], orderVersion: 3, counts) == 1000)
        #expect(counts.counts == [.rows(1000), both[0]])
        // They are of those rows.
        #expect(counts.tally(of: [first], of: table, in: CountedRows(rows: 1000)).conditions == [first])
    }
}
