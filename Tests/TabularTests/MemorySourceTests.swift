import Glibc
import QuadrilleRuntime
import Tabular
import TestSources
import TestWaiting
import Testing

private let description = TableDescription(format: "test")
private let columns = [Column(name: "a", type: .text), Column(name: "b", type: .integer)]

private struct Damage: ProblemDetail {
    var message: String { "damaged." }
}

private let damaged = ReadError(kind: .damaged, source: "t", message: "the rest is damaged.")

private func numbers(_ rows: Range<Int>) -> [[MemoryValue]] {
    rows.map { ["row \($0)", MemoryValue("\($0)", as: .number)] }
}

private func records(
    _ source: MemorySource, _ rows: Range<Int>, of request: RecordRequest = .all, limit: Int = .max
) throws -> [[TestCell]] {
    var list = RecordList(limit: limit)
    try source.streamRecords(rows, of: request, into: &list)
    return list.records
}

@Suite struct MemorySourceTests {
    @Test func rowsHaveStatesKindsAndShownTexts() throws {
        let source = MemorySource(
            description, columns: columns,
            rows: [
                ["x", MemoryValue("12.50", as: .number, shown: "€ 12.50")], [.null, .unreadable], [.missing, ""],
                ["short"], [],
            ])
        let first: [TestCell] = [TestCell("x"), TestCell("12.50", .number)]
        #expect(
            try records(source, 0..<9) == [
                first, [.null, .unreadable], [.missing, TestCell("")], [TestCell("short")], [],
            ])
        #expect(
            try records(source, 0..<4, of: .columns([1, 7, 0, 1], form: .shown)).first == [
                TestCell("€ 12.50", .number), .missing, TestCell("x"), TestCell("€ 12.50", .number),
            ])
        #expect(
            try records(source, 3..<5, of: .columns([1, 0])) == [[.missing, TestCell("short")], [.missing, .missing]])
        #expect(try records(source, 0..<5, of: .columns([])) == [[], [], [], [], []])
        var header = RecordList()
        try source.streamHeader(into: &header)
        #expect(header.records == [[TestCell("a"), TestCell("b")]])
        #expect(source.snapshot.phase == .complete && source.snapshot.rowCount == .exactly(5))
        source.want([CellRange(rows: 0..<5, columns: 0..<2)])
        let block = try #require(source.wait { $0.cells.keys.count == 1 }.cells.block(row: 4, column: 1))
        #expect(block.text(row: 0, column: 1) == "€ 12.50" && block.info(row: 0, column: 1).kind == .number)
        #expect((1..<5).map { block.info(row: $0, column: 1).state } == [.unreadable, .value, .missing, .missing])
    }

    @Test func manyRowsAndLongRowsAreStreamed() throws {
        var rows = numbers(0..<5000)
        rows[2000] = [MemoryValue(String(repeating: "é", count: 1 << 20)), .null]
        let source = MemorySource(description, columns: columns, rows: rows)
        let expected = rows.map { $0.map { TestCell(Array($0.text.utf8), $0.state, $0.kind) } }
        #expect(try records(source, -3..<9000) == expected)
        let picked = stride(from: 1, to: 5000, by: 3).map { $0 }
        var list = RecordList()
        try source.streamRecords(at: picked, of: .columns([1]), into: &list)
        #expect(list.records == picked.map { [expected[$0][1]] })
    }

    @Test func rowsArriveAndStayAfterAFailure() throws {
        let gate = Monitor(0)
        let kind = Problem.Kind("damage", ordinal: 0, severity: .error) { "Damage" }
        let source = MemorySource(description, columns: columns) { (rows) throws(ReadError) in
            rows.append(numbers(0..<100))
            gate.wait(until: { $0 == 1 }, then: { _ in })
            rows.append(numbers(100..<200))
            rows.append(Problem(kind: kind, row: 3, location: "t!A3", detail: Damage()))
            gate.wait(until: { $0 == 2 }, then: { _ in })
            throw damaged
        }
        try finish {
            // The tile is there with the first rows, and again with more.
            source.want([CellRange(rows: 0..<200, columns: 0..<2)])
            let first = source.wait { $0.cells.block(row: 99, column: 1) != nil }
            #expect(first.phase == .indexing && first.rowCount == .atLeast(100))
            #expect(first.cells.block(row: 100, column: 0) == nil)
            #expect(source.wait(until: { $0.rowCount.known > 100 }, unless: Cancellation { true }) == nil)
            gate.withLock { $0 = 1 }
            // Waits for the rows that are still to come.
            let all = try records(source, 0..<200)
            #expect(all == numbers(0..<200).map { $0.map { TestCell($0.text, $0.kind) } })
            #expect(source.wait { $0.cells.block(row: 199, column: 1) != nil }.version > first.version)
            #expect(source.wait { $0.problems.count == 1 }.problems.first.first?.location == "t!A3")
            gate.withLock { $0 = 2 }
            let last = source.wait { _ in false }
            #expect(last.phase == .failed(damaged) && last.rowCount == .exactly(200))
            let rest = try records(source, 150..<200)
            #expect(rest.count == 50)
            var list = RecordList()
            #expect(throws: damaged) { try source.streamRecords(190..<300, into: &list) }
            #expect(list.records.count == 10)
        }
    }

    @Test func closeEndsReadingAndWaiting() throws {
        let (closes, isReadToTheEnd) = (Monitor(0), Monitor(false))
        let source = MemorySource(
            description, columns: columns, onClose: { closes.withLock { $0 += 1 } },
            read: { rows in
                rows.append(numbers(0..<10))
                closes.wait(until: { $0 > 0 }, then: { _ in })
                #expect(rows.isCancelled)
                rows.append(numbers(10..<20))
                isReadToTheEnd.withLock { $0 = true }
            })
        try finish {
            BackgroundThread.start {
                source.wait { $0.rowCount.known == 10 }
                source.close()
            }
            let known = try records(source, 0..<1000)
            #expect(known.count == 10)
            #expect(source.wait(until: { _ in false }, unless: .never) == nil)
            isReadToTheEnd.wait(until: { $0 }, then: { _ in })
            source.close()
            #expect(source.snapshot.rowCount == .atLeast(10) && closes.current == 1)
        }
    }

    @Test func sourceThatIsNoLongerUsedIsClosed() throws {
        let (isClosed, isCancelled) = (Monitor(false), Monitor(false))
        do {
            _ = MemorySource(
                description, columns: columns, onClose: { isClosed.withLock { $0 = true } },
                read: { rows in
                    isClosed.wait(until: { $0 }, then: { _ in })
                    isCancelled.withLock { $0 = rows.isCancelled }
                })
        }
        try finish { isCancelled.wait(until: { $0 }, then: { _ in }) }
    }

    @Test func finishedSinkEndsAWait() throws {
        let isClosed = Monitor(false)
        let source = MemorySource(
            description, columns: columns, onClose: { isClosed.withLock { $0 = true } },
            read: { rows in
                rows.append(numbers(0..<10))
                isClosed.wait(until: { $0 }, then: { _ in })
            })
        try finish {
            let known = try records(source, 0..<1000, limit: 10)
            #expect(known.count == 10)
        }
        source.close()
    }
}
