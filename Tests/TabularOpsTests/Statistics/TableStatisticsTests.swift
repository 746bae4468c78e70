import QuadrilleRuntime
import SeededRandom
import Tabular
import TestSources
import Testing

@testable import TabularOps

/// Looks at the columns of a table with tallies as small as `memory`, divided as the tuning says.
private func statistics(
    of columns: [Int], in source: any RecordStreaming, order: RowOrder? = nil,
    _ change: (inout TableStatistics.Tuning) -> Void
) throws -> [ColumnStatistics] {
    var tuning = TableStatistics.Tuning()
    change(&tuning)
    return try TableStatistics.statistics(of: columns, in: source, order: order, control: JobControl(), tuning: tuning)
}

/// The same of one column, value by value.
private struct SlowStatistics {
    var values: [String] = []
    var counts: [String: Int] = [:]
    var nulls = 0

    init(_ cells: [String?]) {
        for cell in cells {
            guard let cell, !cell.isEmpty else {
                nulls += 1
                continue
            }
            values.append(cell)
            counts[cell, default: 0] += 1
        }
    }

    /// The most frequent first, then by their bytes.
    var top: [String] {
        let sorted = counts.sorted {
            $0.value != $1.value
                ? $0.value > $1.value : Array($0.key.utf8).lexicographicallyPrecedes(Array($1.key.utf8))
        }
        return sorted.prefix(ColumnStatistics.topCount).map { "\($0.key) \($0.value)" }
    }

    func quantile(_ share: Double, _ isLess: (String, String) -> Bool) -> String {
        values.sorted(by: isLess)[max(1, Int((share * Double(values.count)).rounded(.up))) - 1]
    }
}

private let words = ["", "a", "b", "a longer word than eight bytes", "another of these long words", "é", "NaN"]

@Test(arguments: 0..<10)
func statisticsAreThoseOfAllValues(seed: Int) throws {
    var random = SplitMix64(seed: UInt64(seed))
    // Without spaces and exponents, so that no two texts are one number.
    var numbers = (0..<random.int(1...20)).map { _ in "\(random.int(-500...500))" }
    if random.oneIn(2) { numbers += (0..<9).map { _ in "\(random.int(0...99)).\(random.int(1...9))" } }
    if random.oneIn(3) { numbers += ["1234567890123456789012", "1234567890123456789013"] }
    let dates = (0..<12).map { _ in "20\(random.int(10...29))-0\(random.int(1...9))-1\(random.int(0...9))" }
    let rows = (0..<random.int(1...200)).map { _ in
        [random.pick(words), random.oneIn(9) ? "" : random.pick(numbers), random.pick(dates)]
    }
    let text = "w,n,d\n" + rows.map { $0.joined(separator: ",") + "\n" }.joined()
    let table = textTable(Array(text.utf8), headerRows: 1, block: random.int(64...4096))
    let found = try statistics(of: [0, 1, 2], in: table) {
        ($0.scan.threads, $0.scan.partRows) = (random.int(1...4), random.pick([1, 7, 1000]))
    }
    #expect(found.map(\.rowCount) == [rows.count, rows.count, rows.count])
    for column in 0..<3 {
        let slow = SlowStatistics(rows.map { $0[column] })
        let statistics = found[column]
        #expect(statistics.nullCount == slow.nulls && statistics.valueCount == slow.values.count)
        #expect(statistics.isDistinctExact && statistics.distinct == slow.counts.count)
        #expect(statistics.top.map { "\($0.text) \($0.count)" } == slow.top)
        #expect(statistics.top.allSatisfy { $0.count == $0.countAtMost && $0.length == $0.text.utf8.count })
        guard column > 0, !slow.values.isEmpty else {
            #expect(statistics.quantiles.isEmpty && statistics.histogram.isEmpty && statistics.mean == nil)
            continue
        }
        let isLess: (String, String) -> Bool = column == 1 ? { SlowNumber($0) < SlowNumber($1) } : { $0 < $1 }
        #expect(statistics.least == slow.values.min(by: isLess) && statistics.greatest == slow.values.max(by: isLess))
        #expect(statistics.areQuantilesExact)
        #expect(
            statistics.quantiles.map(\.text) == ColumnStatistics.shares.map { slow.quantile($0, isLess) })
        #expect(statistics.histogram.map(\.count).reduce(0, +) == slow.values.count)
        #expect(statistics.histogram.count <= 2 * OrderedValues.barCount)
        if column == 1 {
            let sum = slow.values.reduce(SlowNumber()) { $0 + SlowNumber($1) }
            #expect(statistics.sum?.description == sum.text)
        }
    }
}

@Test(arguments: 0..<4)
func whatDoesNotFitIsEstimatedAndSaysByHowMuch(seed: Int) throws {
    var random = SplitMix64(seed: UInt64(seed))
    let count = 2_500
    // One of five is the same value, the others are all different.
    let values = (0..<count).map { row in random.oneIn(5) ? "77" : "\(row * 7 + 1000)" }
    let table = textTable(Array(("n\n" + values.map { $0 + "\n" }.joined()).utf8), headerRows: 1)
    let found = try statistics(of: [0], in: table) {
        ($0.scan.threads, $0.scan.partRows) = (random.int(1...4), random.pick([50, 700, 5000]))
        $0.memory = 1 << 14
        $0.sampleRows = 500
    }[0]
    let slow = SlowStatistics(values)
    #expect(!found.isDistinctExact && found.distinctError < 0.15)
    #expect(abs(Double(found.distinct) / Double(slow.counts.count) - 1) < 2 * found.distinctError)
    // These stay exact.
    #expect(found.valueCount == count && found.least == "77")
    #expect(found.greatest == values.max { Int($0) ?? 0 < Int($1) ?? 0 })
    #expect(found.sum?.description == "\(values.compactMap { Int($0) }.reduce(0, +))")
    for value in found.top {
        let exact = slow.counts[value.text] ?? 0
        #expect(value.count <= exact && exact <= value.countAtMost, "\(value)")
    }
    #expect(found.top.first?.text == "77")
    let sorted = values.compactMap { Int($0) }.sorted()
    #expect(!found.areQuantilesExact && found.quantileError < 0.1)
    for quantile in found.quantiles {
        // The places that the value takes, of which there may be many.
        let number = Int(quantile.text) ?? 0
        let first = Double(sorted.firstIndex(of: number) ?? 0) / Double(count)
        let last = Double((sorted.lastIndex(of: number) ?? 0) + 1) / Double(count)
        #expect(first - 2 * found.quantileError <= quantile.share && quantile.share <= last + 2 * found.quantileError)
    }
    #expect(abs(found.histogram.map(\.count).reduce(0, +) - count) < 50)
}

@Test func statisticsOfAnOrderAreThoseOfItsRows() throws {
    let table = textTable(Array(("n\n" + (0..<100).map { "\($0)\n" }.joined()).utf8), headerRows: 1)
    let order = RowOrder(rows: [70, 3, 50, 4, 90], sourceRowCount: 100)
    let found = try statistics(of: [0], in: table, order: order) { $0.scan.partRows = 2 }[0]
    #expect(found.rowCount == 5 && found.distinct == 5)
    #expect(found.sum?.description == "217" && found.least == "3" && found.greatest == "90")
    #expect(found.quantiles.map(\.text) == ["3", "4", "50", "70", "90"])
}

@Test func aCountOfValuesStaysWithinItsMemory() {
    let counts = ValueCounts(limit: 1 << 16)
    var added = 0
    func add(_ text: String) -> Bool {
        Array(text.utf8).withUnsafeBufferPointer { counts.add(CountableValue($0, readable: $0.count)) }
    }
    while add("a value of its own, number \(added)") {
        added += 1
        #expect(counts.memory <= 1 << 16)
    }
    #expect(counts.count == added && added > 500)
    #expect(add("a value of its own, number 0"), "what is there is counted on")
    counts.keepFrequent(100)
    for index in 0..<2_000 { #expect(add("another one \(index)")) }
    #expect(counts.count <= 100 && counts.memory <= 1 << 16)
    #expect(counts.missed > 0)
}

@Test func veryLongValuesAreToldApart() throws {
    let long = String(repeating: "x", count: 100_000)
    let rows = [[long + "a"], [long + "b"], [long + "a"], [long]]
    let found = try statistics(of: [0], in: ListSource(rows)) { $0.scan.partRows = 1 }[0]
    #expect(found.distinct == 3 && found.isDistinctExact)
    #expect(found.top.map(\.count) == [2, 1, 1])
    #expect(found.top[0].length == 100_001 && found.top[0].text == String(repeating: "x", count: 256))
}

@Test func aTableOfManyColumnsIsLookedAt() throws {
    let columns = 10_000
    let line = (0..<columns).map { "\($0 % 10)" }.joined(separator: ",") + "\n"
    let wide = textTable(Array((line + line).utf8))
    let found = try statistics(of: Array(0..<columns), in: wide) { _ in }
    #expect(found.count == columns && found.allSatisfy { $0.distinct == 1 && $0.valueCount == 2 })
    // Columns that are not there have no values.
    let more = try statistics(of: [columns, 0], in: wide) { _ in }
    #expect(more.map(\.missingCount) == [2, 0])
}

@Test func valuesOfAnotherTypeAreCounted() throws {
    // The type is what it was taken for before all rows were looked at.
    let tally = ValueTally(.number, ValueForm(.integer), limits: .init(memory: 1 << 16, frequent: 4))
    let scan = TallyScan(places: [0]) { [tally] }
    var tuning = RowScan.Tuning()
    tuning.threads = 1
    let source = ListSource([["1"], ["x"], ["NaN"], ["2.5"], ["1,5"], ["inf"]])
    _ = try scan.run(RowScan(source, columns: [0], rows: 0..<6, control: JobControl(), tuning: tuning))
    let found = ColumnStatistics(tally)
    #expect(found.otherCount == 3 && found.wordCount == 1 && found.sum?.description == "3.5" && found.greatest == "2.5")
}

@Test(arguments: [10, 1_000, 30_000])
func estimatesOfDifferentKeysAreWithinTheirError(count: Int) {
    var (all, first, second) = (DistinctEstimate(), DistinctEstimate(), DistinctEstimate())
    for key in 0..<UInt64(count) {
        all.add(key)
        if key % 3 == 0 { first.add(key) } else { second.add(key) }
        second.add(key)
    }
    first.add(second)
    #expect(first.count == all.count)
    #expect(abs(Double(all.count) / Double(count) - 1) <= all.error)
    #expect(DistinctEstimate().count == 0)
}

@Test func barsHaveAWidthThatPeopleLike() throws {
    func bars(_ values: [String]) throws -> [ColumnStatistics.Bar] {
        let table = textTable(Array(("n,x\n" + values.map { $0 + ",\n" }.joined()).utf8), headerRows: 1)
        return try statistics(of: [0], in: table) { _ in }[0].histogram
    }
    #expect(try bars((0...99).map { "\($0)" }).map(\.count) == [Int](repeating: 5, count: 20))
    #expect(try bars(["0.5", "0.5"]) == [ColumnStatistics.Bar(lower: 0, upper: 1, count: 2)])
    #expect(try bars(["1e300", "-1e300"]).map(\.count).reduce(0, +) == 2)
    #expect(try bars(["1e308", "-1e308", "5"]).map(\.count).reduce(0, +) == 3)
    let days = try bars(["2024-01-01", "2024-01-02", "2024-01-02", "2024-01-10"])
    #expect(days.count == 10 && days[1].count == 2 && days[0].upper - days[0].lower == 86_400)
}

/// Records that lack nearly all values come value by value, others in batches.
@Test(arguments: 0..<8)
func sparseRecordsHaveTheStatisticsOfOthers(seed: Int) throws {
    var random = SplitMix64(seed: UInt64(seed))
    let width = random.pick([3, 100, 300])
    let columns = (0..<width).map { Column(name: "c\($0)", type: $0 % 2 == 0 ? .integer : .text) }
    let records = (0..<random.pick([1, 700])).map { _ in
        var cells = [TestCell](repeating: .missing, count: random.pick([width, random.int(0...width)]))
        for _ in 0..<random.int(0...4) where !cells.isEmpty {
            let number = TestCell("\(random.int(0...9))", .number)
            cells[random.int(0...cells.count - 1)] = random.pick([number, TestCell("x"), .null, .unreadable])
        }
        return cells
    }
    let partRows = random.pick([1, 90, 10_000])
    let found = try [false, true].map { isSingly in
        try statistics(of: Array(0..<width), in: TypedSource(columns, records, isSingly: isSingly)) {
            ($0.scan.partRows, $0.scan.threads) = (partRows, 1)
        }
    }
    #expect(found[0] == found[1])
    #expect(found[0].allSatisfy { $0.rowCount == records.count })
}
