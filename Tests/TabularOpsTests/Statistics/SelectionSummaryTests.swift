import QuadrilleRuntime
import SeededRandom
import Tabular
import TabularText
import Testing

@testable import TabularOps

/// What a person finds by looking at each of the cells.
private func slowSummary(of cells: [SelectedCells], in rows: [[String?]], order: [Int]) -> SelectionSummary {
    var summary = SelectionSummary()
    var (sum, values, numbers) = (SlowNumber(), [String](), [String]())
    for part in cells {
        for place in part.rows {
            for column in part.columns {
                summary.cellCount += 1
                let row = rows[order[place]]
                guard column < row.count, let value = row[column], !value.isEmpty else { continue }
                values.append(value)
                let isNumber = Array(value.utf8).withUnsafeBufferPointer { DecimalText($0) != nil }
                if isNumber {
                    numbers.append(value)
                    sum = sum + SlowNumber(value)
                }
            }
        }
    }
    (summary.valueCount, summary.numberCount) = (values.count, numbers.count)
    summary.distinct = Set(values.map { Array($0.utf8) }).count
    if !numbers.isEmpty {
        var exact = DecimalSum()
        for number in numbers {
            Array(number.utf8).withUnsafeBufferPointer { if let decimal = DecimalText($0) { exact.add(decimal) } }
        }
        (summary.sum, summary.mean) = (exact.value, exact.mean)
        #expect(summary.sum?.description == sum.text)
    }
    return summary
}

private func summary(
    of cells: [SelectedCells], in source: any RecordStreaming, order: RowOrder? = nil, memory: Int = 1 << 20,
    threads: Int = 2, partRows: Int = 7
) throws -> SelectionSummary {
    var tuning = RowScan.Tuning()
    (tuning.threads, tuning.partRows) = (threads, partRows)
    return try SelectionScan(source: source, order: order, memory: memory, control: JobControl(), tuning: tuning)
        .summary(of: cells)
}

@Test(arguments: 0..<10)
func aSummaryIsThatOfEachCell(seed: Int) throws {
    var random = SplitMix64(seed: UInt64(seed))
    let words = ["", "a", "NaN", "word", "a longer word than eight bytes", "é", "inf", "Zebra"]
    let columns = random.int(1...4)
    let rows: [[String?]] = (0..<random.int(1...60)).map { _ in
        (0..<(random.oneIn(6) ? random.int(1...columns) : columns)).map { _ in
            random.oneIn(9) ? nil : random.oneIn(2) ? random.number() : random.pick(words)
        }
    }
    let source = ListSource(rows.map { $0.map { $0.map { Array($0.utf8) } } }, piece: random.int(1...20))
    var cells: [SelectedCells] = []
    var first = 0
    while first < rows.count {
        let last = random.int(first...rows.count - 1)
        let start = random.int(0...columns - 1)
        cells.append(SelectedCells(rows: first..<last + 1, columns: Array(start..<random.int(start + 1...columns))))
        first = last + 1 + random.int(0...3)
    }
    let found = try summary(
        of: cells, in: source, threads: random.int(1...4), partRows: random.pick([1, 3, 50]))
    var expected = slowSummary(of: cells, in: rows, order: Array(rows.indices))
    // Of equal numbers either may be the first, so only the number counts.
    (expected.least, expected.greatest) = (found.least, found.greatest)
    #expect(found == expected)
}

@Test(arguments: 0..<6)
func aSummaryOfAnOrderIsThatOfItsRows(seed: Int) throws {
    var random = SplitMix64(seed: UInt64(seed))
    let texts = (0..<90).map { _ in [random.number(), random.pick(["x", "yy", ""])] }
    let text = "a,b\n" + texts.map { $0.joined(separator: ",") + "\n" }.joined()
    let table = textTable(Array(text.utf8), headerRows: 1)
    let rows = (0..<90).shuffled(using: &random).prefix(random.int(1...90))
    let order = RowOrder(rows: rows.map(UInt32.init), sourceRowCount: 90)
    let middle = order.count / 2
    let cells = [
        SelectedCells(rows: 0..<middle, columns: [0]), SelectedCells(rows: middle..<order.count, columns: [0, 1]),
    ]
    let found = try summary(of: cells, in: table, order: order)
    var expected = slowSummary(of: cells, in: texts, order: Array(rows))
    (expected.least, expected.greatest) = (found.least, found.greatest)
    #expect(found == expected)
}

@Test func theEndsAreNumbersElseDatesElseTexts() throws {
    func ends(_ texts: [String], type: ColumnType = .text, _ order: DateOrder = .dayFirst) -> [String?] {
        let source = ListSource(texts.map { [$0] })
        let kind = ValueKind(type) == .number || ValueKind(type) == .text ? ValueKind.mixed : ValueKind(type)
        var form = ValueForm(type)
        form.dateOrder = order
        let scan = TallyScan(places: [0]) { [form] in
            [ValueTally(kind, form, limits: .init(memory: 1 << 16, frequent: 0))]
        }
        _ = try? scan.run(RowScan(source, columns: [0], rows: 0..<texts.count, control: JobControl()))
        let ends = scan.sum().first?.totals.ends
        return [ends?.least, ends?.greatest].map {
            $0.map { String(decoding: $0, as: UTF8.self) }
        }
    }
    #expect(ends(["10", "9", "-1", "word", "1e1"]) == ["-1", "10"])
    #expect(ends(["12345678901234567890123", "12345678901234567890124", "5"]) == ["5", "12345678901234567890124"])
    #expect(ends(["b", "a", "Z", ""]) == ["Z", "b"])
    #expect(ends(["31.1.2024", "1.2.2024", "5.12.2023"], type: .date) == ["5.12.2023", "1.2.2024"])
    #expect(ends(["1/2/2024", "2/1/2024"], type: .date, .monthFirst) == ["1/2/2024", "2/1/2024"])
    #expect(ends(["1/2/2024", "2/1/2024", "13/1/2024"], type: .date) == ["2/1/2024", "1/2/2024"])
    #expect(ends(["9:05", "23:00", "10:00:00.5"], type: .time) == ["9:05", "23:00"])
    #expect(
        ends(["2024-01-31T09:05Z", "2024-01-31T10:00+02:00"], type: .dateTime)
            == ["2024-01-31T10:00+02:00", "2024-01-31T09:05Z"])
    #expect(ends(["", ""]) == [nil, nil])
}

@Test func moreValuesThanFitAreEstimatedWithinMemory() throws {
    let count = 30_000
    let limits = ValueTally.Limits(memory: 1 << 18, frequent: 0)
    let tally = ValueTally(.mixed, ValueForm(.integer), limits: limits)
    let scan = TallyScan(places: [0]) {
        tally.valueCount == 0 ? [tally] : [ValueTally(.mixed, ValueForm(.integer), limits: limits)]
    }
    var tuning = RowScan.Tuning()
    tuning.threads = 1
    let source = GeneratedSource(rows: count, columns: 1)
    _ = try scan.run(RowScan(source, columns: [0], rows: 0..<count, control: JobControl(), tuning: tuning))
    #expect(!tally.isExact && tally.valueCount == count)
    #expect(tally.counts.memory < 1 << 18)
    #expect(abs(Double(tally.distinct.count) / Double(count) - 1) < tally.distinct.error)
    #expect(tally.totals.sum.value?.description == "450015000")
}

@Test func aSummaryIsCancelled() {
    let job = SelectionSummary.job(
        of: [SelectedCells(rows: 0..<1_000_000_000, columns: [0])],
        in: GeneratedSource(rows: 1_000_000_000_000, columns: 3)
    ) {}
    job.cancel()
    guard case .cancelled = job.wait() else {
        Issue.record("it went on")
        return
    }
}

@Test func rowsThatAreNotThereAnyMoreAreSaidToBeGone() throws {
    let source = ListSource([["1"], ["2"], ["3"]])
    let cells = [0..<1, 2..<5].map { SelectedCells(rows: $0, columns: [0]) }
    for order in [nil, RowOrder(rows: [2, 0], sourceRowCount: 3)] {
        let error = #expect(throws: ReadError.self) { try summary(of: cells, in: source, order: order) }
        #expect(error?.kind == .changed)
        #expect(
            error?.description == "the table: has fewer rows than when they were selected. Select them again.")
    }
}

@Test func codesAndDigitsAfterZeroAreNoQuantities() throws {
    func sum(_ values: [String], _ form: ValueForm) throws -> SelectionSummary {
        let source = ListSource(values.map { [Array($0.utf8)] }, forms: [form])
        return try summary(of: [SelectedCells(rows: 0..<values.count, columns: [0])], in: source)
    }
    let codes = try sum(["01067", "10115", "80331"], ValueForm(.code))
    #expect(codes.sum == nil && codes.mean == nil && codes.numberCount == 0 && codes.valueCount == 3)
    #expect(codes.least == "01067" && codes.greatest == "80331")
    let texts = try sum(["007", "8", "x", "0.5"], ValueForm(.text))
    #expect(texts.sum?.description == "8.5" && texts.numberCount == 2)
}

@Test func columnsAreSummedByTheirOwnForms() throws {
    var (comma, percent, euro) = (ValueForm(.decimal), ValueForm(.integer), ValueForm(.decimal))
    comma.decimalMark = .comma
    percent.unit = .percent
    let rows = [["1.234,5", "1.234", "10%", "5 €"], ["-", "NA", "5 %", "(2)"]]
    euro.unit = try #require(Array("1€".utf8).withUnsafeBufferPointer { NumberScan($0)?.unit })
    let source = ListSource(
        rows.map { $0.map { Array($0.utf8) } }, forms: [comma, ValueForm(.decimal), percent, euro])
    func sum(_ columns: [Int]) throws -> SelectionSummary {
        try summary(of: [SelectedCells(rows: 0..<2, columns: columns)], in: source)
    }
    #expect(try sum([0]).sum?.description == "1234.5")
    let both = try sum([0, 1])
    #expect(both.sum?.description == "1235.734" && both.valueCount == 2 && both.distinct == 2)
    #expect(both.least == "1.234" && both.greatest == "1.234,5")
    #expect(try sum([2]).sum?.description == "15" && sum([3]).sum?.description == "3")
    // Percents and money do not add up.
    #expect(try sum([2, 3]).sum == nil && sum([1, 2]).sum == nil && sum([2, 3]).numberCount == 4)
}
