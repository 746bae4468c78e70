import QuadrilleRuntime
import SeededRandom
import Tabular
import Testing

@testable import TabularOps

private func counts(_ source: any RowPicking, _ conditions: [Condition], rows: Int? = nil) throws -> [Int?] {
    var tuning = RowScan.Tuning()
    (tuning.threads, tuning.partRows) = (3, 7)
    return try RowFilter.counts(
        of: source, meetingEachOf: conditions, rowCount: rows ?? source.snapshot.rowCount.known,
        control: JobControl(), tuning: tuning)
}

@Test(arguments: 0..<20 as Range<UInt64>)
func eachConditionCountsTheRowsThatItAloneKeeps(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    let source = textTable(someText(&random, rows: random.int(0...200)), interval: 64)
    let conditions = (0..<random.int(1...5)).map { _ in
        // Those that say nothing of a column of texts are looked at below.
        let ordering: [Condition.Comparison] = [.less, .lessOrEqual, .greater, .greaterOrEqual]
        let comparison = random.pick(Condition.Comparison.allCases.filter { !ordering.contains($0) })
        let values = (0..<(comparison == .isIn ? 3 : 1)).map { _ in random.pick(["1", "22", "b", "", "9"]) }
        return Condition(column: random.int(0...6), comparison, values)
    }
    let alone = try conditions.map { condition -> Int? in
        try RowFilter.order(of: source, meeting: [condition], control: JobControl()).count
    }
    #expect(try counts(source, conditions) == alone)
}

@Test func rowsThatCameLaterAreNotCounted() throws {
    let source = textTable(Array("n\n1\n2\n1\n1\n".utf8), headerRows: 1)
    let conditions = [Condition(column: 0, .equals, ["1"]), Condition(column: 0, .greater, ["1"])]
    #expect(try counts(source, conditions) == [3, 1])
    #expect(try counts(source, conditions, rows: 3) == [2, 1])
    #expect(try counts(source, conditions, rows: 0) == [0, 0])
}

@Test func aPatternThatTakesTooLongLeavesTheOthersTheirCounts() throws {
    let text = "a\nxx\n" + String(repeating: "a", count: 60) + "b!\nxx\n"
    let source = textTable(Array(text.utf8), headerRows: 1)
    let conditions = [Condition(column: 0, .matches, ["^(a+)+b$"]), Condition(column: 0, .equals, ["xx"])]
    #expect(try counts(source, conditions) == [nil, 2])
    let job = RowFilter.countingJob(of: source, meetingEachOf: conditions, rowCount: 3) {}
    guard case .done([nil, 2]) = job.wait() else { return #expect(Bool(false), "\(job.state)") }
}

@Test(arguments: 0..<20 as Range<UInt64>)
func aFilterCountsEachConditionWhileItReadsTheRowsOnce(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    let source = textTable(someText(&random, rows: random.int(0...200)), interval: 64)
    let conditions = (0..<random.int(1...5)).map { index in
        let comparison = random.pick([Condition.Comparison.equals, .notEquals, .contains, .empty, .isIn, .matches])
        return Condition(column: random.int(0...6), comparison, [random.pick(["1", "22", "b", "", "9"])])
    }
    var tuning = RowScan.Tuning()
    (tuning.threads, tuning.partRows) = (3, 7)
    let (tally, control) = (ConditionTally(conditions), JobControl())
    let order = try RowFilter.order(
        of: source, meeting: conditions, counting: tally, control: control, tuning: tuning)
    let plain = try RowFilter.order(of: source, meeting: conditions, control: control, tuning: tuning)
    #expect(try order.rows(at: 0..<order.count) == plain.rows(at: 0..<plain.count))
    let found = try #require(tally.counts)
    #expect(found.rows == ConditionTally.Rows(reading: source.snapshot.reading, count: source.snapshot.rowCount.known))
    let alone = Dictionary(zip(conditions, try counts(source, conditions))) { $1 }
    for condition in Set(conditions) {
        let isCounted = condition == conditions[0] || condition.comparison != .matches
        #expect(found.counts[condition] == (isCounted ? alone[condition].flatMap { $0 } : nil))
    }
}

@Test func aPatternThatTakesTooLongIsNoReasonToGiveUpAFilterThatWouldNotPutItToThatRow() throws {
    let text = "a\nxx\n" + String(repeating: "a", count: 60) + "b!\nxx\n"
    let source = textTable(Array(text.utf8), headerRows: 1)
    let conditions = [Condition(column: 0, .equals, ["xx"]), Condition(column: 0, .matches, ["^(a+)+b$|x"])]
    let tally = ConditionTally(conditions)
    let order = try RowFilter.order(of: source, meeting: conditions, counting: tally, control: JobControl())
    #expect(order.count == 2 && tally.counts?.counts == [conditions[0]: 2])
    // What nobody asks about is not counted.
    let other = ConditionTally([conditions[1]])
    _ = try RowFilter.order(of: source, meeting: conditions, counting: other, control: JobControl())
    #expect(other.counts?.counts == [:])
}
