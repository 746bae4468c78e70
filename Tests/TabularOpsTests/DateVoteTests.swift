import SeededRandom
import Tabular
import Testing

@testable import TabularOps

private func source(_ values: [String]) -> ListSource {
    ListSource(values.map { [Array($0.utf8)] }, types: [.date])
}

extension BackgroundJob {
    /// What came of it; nil where it failed.
    fileprivate var outcome: Value? { if case .done(let value) = wait() { value } else { nil } }
}

private func sorted(_ values: [String], tuning: SortTuning = SortTuning()) throws -> [String] {
    let order = try RowSort.order(
        of: source(values), by: [SortKey(column: 0)], among: nil, tuning: tuning, control: JobControl())
    return try order.rows(at: 0..<order.count).map { values[$0] }
}

@Test func oneSlipDoesNotTurnASortRound() throws {
    let values = ["25/12/2024", "3/2/2024", "1/31/2024", "2/28/2024", "2/3/2024"]
    #expect(try sorted(values) == ["1/31/2024", "2/3/2024", "2/28/2024", "3/2/2024", "25/12/2024"])
}

@Test func allDatesVoteWhereSamplesShowNothing() throws {
    var tuning = SortTuning()
    tuning.samples = (places: 1, rows: 2)
    let values = ["1/2/2024", "2/1/2024", "1/15/2024", "13/1/2024", "14/1/2024"]
    #expect(try sorted(values, tuning: tuning) == ["2/1/2024", "13/1/2024", "14/1/2024", "1/15/2024", "1/2/2024"])
}

@Test(arguments: 0..<30 as Range<UInt64>)
func aColumnOfDatesIsSummedUpAsItIsSorted(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    let separator = random.pick(["/", "-"])
    let values = Set(
        (0..<random.int(1...12)).map { _ in
            "\(random.int(1...random.pick([12, 12, 31])))\(separator)\(random.int(1...12))\(separator)\(random.int(2000...2003))"
        }
            + (0..<random.int(0...3)).map { _ in
                "\(random.int(1...12))\(separator)\(random.int(13...31))\(separator)2001"
            }
    ).sorted()
    let sorted = try sorted(values)
    guard case .done(let all) = TableStatistics.job(of: [0], in: source(values), order: nil, onChange: {}).wait() else {
        Issue.record("no statistics")
        return
    }
    func day(_ text: String?) -> Int? {
        let style = values.reduce(into: DateVotes()) { votes, value in
            Array(value.utf8).withUnsafeBufferPointer { votes.add($0) }
        }.style
        return text.flatMap { Array($0.utf8).withUnsafeBufferPointer { CalendarText.date($0, style) } }
    }
    #expect(day(all[0].least) == day(sorted.first) && day(all[0].greatest) == day(sorted.last), "\(sorted)")
}

@Test func datesOfSomeRowsAreReadAsThoseOfTheWholeColumn() throws {
    let source = source(["31/12/2024", "1/2/2024", "2/1/2024"])
    let order = RowOrder(rows: [1, 2], sourceRowCount: 3)
    for limit in [nil, 2] {
        let found = try #require(TableStatistics.job(of: [0], in: source, order: order, atMost: limit).outcome?.first)
        #expect(found.least == "2/1/2024" && found.greatest == "1/2/2024")
    }
    let cells = SelectedCells(rows: 1..<3, columns: [0])
    let sum = try SelectionScan(source: source, order: nil, memory: 1 << 20, control: JobControl()).summary(of: [cells])
    #expect(sum.least == "2/1/2024" && sum.greatest == "1/2/2024")
}

@Test func aListSaysByWhatItsDatesAreRead() throws {
    let source = source(["1/25/2024", "1/2/2024", "2/1/2024"])
    let list = try #require(ValueList.job(ofColumn: 0, in: source).outcome)
    let condition = Condition(column: 0, .isIn, ["2024-01-02"])
    let values = ["1/2/2024", "2/1/2024"]
    #expect(condition.lists(values, type: .date, style: list.dateStyle) == [true, false])
    let order = try RowFilter.order(of: source, meeting: [condition], control: JobControl())
    #expect(try order.rows(at: 0..<order.count) == [1])
}
