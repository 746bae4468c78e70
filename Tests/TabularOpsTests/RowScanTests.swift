import QuadrilleRuntime
import SeededRandom
import Tabular
import Testing

@testable import TabularOps

/// A row as it came: its place in the scan, its row in the source, and its values.
private struct Taken: Hashable {
    var place: Int
    var row: Int
    var values: [[UInt8]?]
    var isNull = false
}

/// Writes down what comes.
private struct Writer: RowTaker {
    var rows: [Taken] = []
    var limit = Int.max
    let columns: Int

    var isFinished: Bool { rows.count >= limit }

    mutating func take(_ rows: ScannedRows) {
        #expect(rows.count > 0)
        for row in 0..<rows.count {
            var taken = Taken(place: rows.first + row, row: rows.sourceRow(row), values: [])
            for column in 0..<columns {
                let value = rows.value(column, of: row)
                let state = rows.state(column, of: row)
                if state == .null { taken.isNull = true }
                #expect(state == .value || value.isEmpty)
                taken.values.append(state == .value ? Array(value) : nil)
                let readable = rows.readableCount(from: value)
                #expect(value.isEmpty || readable >= value.count)
            }
            self.rows.append(taken)
        }
    }
}

/// The slow and obvious way: every row by itself.
private func reference(_ source: any RecordStreaming, _ columns: [Int], rows: [Int], first: Int) throws -> [Taken] {
    var result: [Taken] = []
    for (place, row) in rows.enumerated() {
        var sink = Values()
        try source.streamRecords(row..<row + 1, into: &sink)
        let values = columns.map { $0 < sink.values.count ? sink.values[$0] : nil }
        var taken = Taken(place: first + place, row: row, values: values)
        taken.isNull = columns.contains { sink.nulls.contains($0) }
        result.append(taken)
    }
    return result
}

private struct Values: RecordSink {
    var values: [[UInt8]?] = []
    var nulls: Set<Int> = []
    private var value: [UInt8] = []
    let isFinished = false

    mutating func append(_ bytes: UnsafeBufferPointer<UInt8>) { value += bytes }

    mutating func endValue(_ state: CellState) {
        if state == .null { nulls.insert(values.count) }
        values.append(state == .value ? value : nil)
        value = []
    }

    mutating func endRecord() {}
}

private func scanned(_ scan: RowScan, columns: Int) throws -> [Taken] {
    var taken: [Taken] = []
    var parts: [Int] = []
    let isWhole = try scan.run(
        into: { _ in Writer(columns: columns) },
        then: { (part, taker) throws(ReadError) in
            parts.append(part.number)
            #expect(taker.rows.count == part.rows.count)
            taken += taker.rows
        })
    #expect(isWhole && parts == Array(parts.indices))
    return taken
}

private func tuning(_ random: inout SplitMix64) -> RowScan.Tuning {
    var tuning = RowScan.Tuning()
    tuning.threads = random.int(1...4)
    tuning.partRows = random.pick([1, 3, 10, 1000])
    tuning.ahead = random.int(1...3)
    return tuning
}

@Test(arguments: 0..<40 as Range<UInt64>)
func aScanGivesTheValuesOfEachRow(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    let text = someText(&random, rows: random.int(0...120))
    let block = random.pick([7, 64, 1000, 1 << 18])
    let source = textTable(
        text, headerRows: random.int(0...1), block: block, interval: random.pick([20, 300, 1 << 18]))
    let count = source.snapshot.rowCount.known
    for _ in 0..<3 {
        let columns = (0..<random.int(0...4)).map { _ in random.int(0...7) }
        let rows = random.range(in: count)
        let scan = RowScan(source, columns: columns, rows: rows, control: JobControl(), tuning: tuning(&random))
        let expected = try reference(source, columns, rows: Array(rows), first: rows.lowerBound)
        #expect(try scanned(scan, columns: columns.count) == expected)

        let some = (0..<count).filter { _ in random.oneIn(3) }
        let order = RowOrder(rows: some.map { UInt32($0) }, sourceRowCount: count)
        let picking = RowScan(source, columns: columns, order: order, control: JobControl(), tuning: tuning(&random))
        #expect(try scanned(picking, columns: columns.count) == (try reference(source, columns, rows: some, first: 0)))
    }
}

@Test(arguments: 0..<20 as Range<UInt64>)
func aScanOfValuesInPiecesTellsNullFromMissing(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    let palette: [[UInt8]?] = [[], nil, [65], Array("longer than a piece".utf8)]
    let rows = (0..<random.int(0...700)).map { _ in (0..<random.int(1...4)).map { _ in random.pick(palette) } }
    let source = ListSource(rows, piece: random.int(1...5))
    let columns = [1, 0, 1, 3]
    let scan = RowScan(
        source, columns: columns, rows: 0..<rows.count, control: JobControl(), tuning: tuning(&random))
    let expected = try reference(source, columns, rows: Array(rows.indices), first: 0)
    #expect(try scanned(scan, columns: 4) == expected)
}

@Test func partsAreOfAFewMebibytesRowsAndValues() {
    let text = Array(String(repeating: "0123456789\n", count: 1000).utf8)
    let source = textTable(text)
    func parts(_ change: (inout RowScan.Tuning) -> Void) -> [Range<Int>] {
        var tuning = RowScan.Tuning()
        change(&tuning)
        return RowScan(source, columns: [0], rows: 10..<1000, control: JobControl(), tuning: tuning).parts.map(\.rows)
    }
    #expect(parts { _ in } == [10..<1000])
    #expect(parts { $0.partBytes = 3300 }.prefix(2) == [10..<310, 310..<610])
    #expect(parts { $0.partRows = 500 } == [10..<510, 510..<1000])
    #expect(parts { $0.partValues = 600 } == [10..<610, 610..<1000])
    #expect(parts { $0.partBytes = 1 }.count == 990)
}

@Test func aTakerThatHasEnoughEndsItsPartAlone() throws {
    let source = GeneratedSource(rows: 100, columns: 1)
    var tuning = RowScan.Tuning()
    tuning.partRows = 50
    let scan = RowScan(source, columns: [0], rows: 0..<100, control: JobControl(), tuning: tuning)
    var first: [Int] = []
    try scan.run(
        into: { _ in Writer(limit: 0, columns: 1) },
        then: { (part, taker) throws(ReadError) in
            first.append(part.rows.lowerBound)
            #expect(taker.rows.count < 50)
        })
    #expect(first == [0, 50])
}

@Test func aScanEndsWhenItsJobIsCancelled() throws {
    let control = JobControl()
    let source = GeneratedSource(rows: 1000, columns: 1)
    var tuning = RowScan.Tuning()
    tuning.partRows = 10
    let scan = RowScan(source, columns: [0], rows: 0..<1000, control: control, tuning: tuning)
    var taken = 0
    let isWhole = try scan.run(
        into: { _ in Writer(columns: 1) },
        then: { (_, _) throws(ReadError) in
            taken += 1
            control.cancel()
        })
    #expect(!isWhole && taken == 1)
}

@Test func aValueThatIsTooLongToBeHeldIsSaid() throws {
    let long = String(repeating: "x", count: 2000)
    let source = textTable(Array("a,b\nc,\(long)\nd,e\n".utf8), block: 100)
    var tuning = RowScan.Tuning()
    tuning.rules.longestValue = 1999
    // Of a column that is not looked at it does not matter.
    let first = RowScan(source, columns: [0], rows: 0..<3, control: JobControl(), tuning: tuning)
    #expect(try scanned(first, columns: 1).map(\.values) == [[[97]], [[99]], [[100]]])
    let second = RowScan(source, columns: [1], rows: 0..<3, control: JobControl(), tuning: tuning)
    let error = #expect(throws: ReadError.self) { try scanned(second, columns: 1) }
    #expect(
        error?.description == """
            the table: row 2 has a value of more than 1,999 bytes in column 2, which is not held in memory. Leave that \
            column out, or split the value.
            """)
    tuning.rules.longestValue = 2000
    let third = RowScan(source, columns: [1], rows: 0..<3, control: JobControl(), tuning: tuning)
    #expect(try scanned(third, columns: 1).map { $0.values[0]?.count } == [1, 2000, 1])
}

@Test func longValueEndsScanWithoutMemory() throws {
    let source = textTable(Array("a,\(String(repeating: "x", count: 3 << 20))\nb,c\n".utf8), block: 1 << 16)
    var tuning = RowScan.Tuning()
    tuning.rules.memory = LargeMemory { _ in false }
    let scan = RowScan(source, columns: [1], rows: 0..<2, control: JobControl(), tuning: tuning)
    #expect(throws: ReadError.self) { try scanned(scan, columns: 1) }
    tuning.rules.memory = .system
    let whole = RowScan(source, columns: [1], rows: 0..<2, control: JobControl(), tuning: tuning)
    #expect(try scanned(whole, columns: 1).map { $0.values[0]?.count } == [3 << 20, 1])
}

@Test func rowsThatWereCountedAndDoNotComeAreSaid() throws {
    let source = ListSource([[[65]], [[66]]], rowCount: .exactly(5))
    let scan = RowScan(source, columns: [0], rows: 0..<5, control: JobControl())
    let error = #expect(throws: ReadError.self) { try scanned(scan, columns: 1) }
    #expect(error?.message == "ended before row 3, which was counted. Open it again and retry.")
}

@Test func aFailureComesInItsPlace() throws {
    let failure = ReadError(kind: .changed, source: "t.csv", message: "was cut.")
    let source = ListSource([[[65]], [[66]]], failure: failure)
    let scan = RowScan(source, columns: [0], rows: 0..<2, control: JobControl())
    #expect(throws: failure) { try scanned(scan, columns: 1) }
}

@Test func aJobLearnsHowManyRowsThereAre() throws {
    let control = JobControl()
    let snapshot = try RowScan.waitForRows(of: GeneratedSource(rows: 7, columns: 1), control: control)
    #expect(snapshot.rowCount == .exactly(7))
    let closed = ListSource([[[65]]])
    control.cancel()
    #expect(throws: Never.self) { try RowScan.waitForRows(of: closed, isComplete: true, control: control) }
    #expect(throws: ReadError.self) { try RowScan.waitForRows(of: EndlessSource(), control: control) }
}
