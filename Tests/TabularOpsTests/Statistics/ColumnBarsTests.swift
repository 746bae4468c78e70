import QuadrilleRuntime
import SeededRandom
import Tabular
import Testing

@testable import TabularOps

@Suite struct ColumnBarsTests {
    /// Values of one kind, as a file may have them.
    enum Kind: CaseIterable {
        case integers, decimals, tinyNumbers, isoDates, dottedDates, slashDates, times, dateTimes, words

        func value(_ random: inout SplitMix64) -> String {
            func two(_ range: ClosedRange<Int>) -> String {
                let text = String(random.int(range))
                return text.count < 2 ? "0" + text : text
            }
            switch self {
            case .integers: return "\(random.int(-300...900))"
            case .decimals: return "\(random.int(0...12)).\(two(0...99))"
            case .tinyNumbers: return "0.000\(random.int(1...9))\(random.int(0...9))"
            case .isoDates: return "20\(two(19...24))-\(two(1...12))-\(two(1...28))"
            case .dottedDates: return "\(random.int(1...28)).\(random.int(1...12)).20\(two(21...23))"
            case .slashDates: return "\(random.int(1...12))/\(random.int(13...28))/2023"
            case .times: return "\(two(0...23)):\(two(0...59)):\(two(0...59))"
            case .dateTimes:
                let zone = random.pick(["", "Z", "+02:00"])
                let (date, time) = ("2024-\(two(1...12))-\(two(1...28))", "\(two(0...23)):\(two(0...59))")
                return date + (zone.isEmpty ? " " : "T") + time + zone
            case .words: return random.pick(["red", "green", "blue", "a grey one", "none"])
            }
        }
    }

    private func statistics(_ source: any RecordStreaming, atMost limit: Int? = nil) throws -> ColumnStatistics {
        try #require(TableStatistics.job(of: [0], in: source, atMost: limit).value?.first)
    }

    private func rows(_ source: any RowPicking, _ conditions: [Condition]) throws -> Int {
        try RowFilter.order(of: source, meeting: conditions, control: JobControl()).count
    }

    @Test(arguments: Kind.allCases, 0..<4)
    func aBarStandsForAsManyRowsAsItSays(kind: Kind, seed: Int) throws {
        var random = SplitMix64(seed: UInt64(seed))
        let values = (0..<random.int(20...300)).map { _ in random.oneIn(9) ? "" : kind.value(&random) }
        let text = "v,x\n" + values.map { "\($0),\n" }.joined()
        let source = textTable(Array(text.utf8), headerRows: 1)
        let bars = ColumnBars(try statistics(source))
        #expect(bars.areStretches == (kind != .words) && bars.counts.count > 1)
        for index in bars.counts.indices {
            let conditions = bars.conditions(for: index..<index + 1, ofColumn: 0)
            #expect(try rows(source, conditions) == bars.counts[index], "\(conditions)")
        }
        let some = random.range(in: bars.counts.count)
        guard !some.isEmpty else { return }
        #expect(
            try rows(source, bars.conditions(for: some, ofColumn: 0)) == bars.counts[some].reduce(0, +), "\(some)")
        let all = values.count { !$0.isEmpty }
        if kind != .words {
            #expect(try rows(source, bars.conditions(for: bars.counts.indices, ofColumn: 0)) == all)
        }
    }

    @Test func aBarSaysWhatItIsOf() {
        let numbers = ColumnBars(
            [
                ColumnStatistics.Bar(lower: 0, upper: 0.5, count: 1),
                ColumnStatistics.Bar(lower: 0.5, upper: 1, count: 1204),
            ], of: ValueForm(.decimal))
        #expect(numbers.words(for: 0..<1) == "0 to 0.5: 1 value")
        #expect(numbers.words(for: 0..<2) == "0 to 1: 1,205 values")
        #expect(numbers.words(for: 7..<9) == "")
        #expect(
            numbers.conditions(for: 0..<1, ofColumn: 3) == [
                Condition(column: 3, .greaterOrEqual, ["0"]), Condition(column: 3, .less, ["0.5"]),
            ])
        #expect(numbers.conditions(for: 1..<2, ofColumn: 3).last?.comparison == .lessOrEqual, "the last has its end")
        let guessed = ColumnBars(
            [ColumnStatistics.Bar(lower: 0, upper: 1, count: 9)], of: ValueForm(.integer), error: 0.0076)
        #expect(guessed.words(for: 0..<1) == "0 to 1: about 9 values (±0.76 % of all)")
        let values = ColumnBars([
            ColumnStatistics.FrequentValue(text: "red", length: 3, count: 9, countAtMost: 9),
            ColumnStatistics.FrequentValue(text: "a long", length: 5000, count: 3, countAtMost: 4),
            ColumnStatistics.FrequentValue(text: "blue", length: 4, count: 2, countAtMost: 3),
        ])
        #expect(values.words(for: 0..<1) == "red: 9 values")
        #expect(values.words(for: 1..<2) == "a long: between 3 and 4 values")
        #expect(values.conditions(for: 0..<1, ofColumn: 1) == [Condition(column: 1, .equals, ["red"])])
        #expect(values.conditions(for: 1..<2, ofColumn: 1).isEmpty, "all of the value is not known")
        #expect(values.conditions(for: 0..<3, ofColumn: 1) == [Condition(column: 1, .isIn, ["red", "blue"])])
    }

    @Test func momentsAreWrittenAsTheyAreRead() {
        for (kind, texts) in [
            (ValueKind.date, ["0001-03-01", "1900-02-28", "2000-02-29", "2024-12-31", "9999-12-31"]),
            (.time, ["00:00:00", "09:05:07", "23:59:59"]),
            (.dateTime, ["2024-02-29 00:00:00", "1969-12-31 23:59:59", "2024-03-01 07:08:09"]),
        ] {
            for text in texts {
                let moment = Array(text.utf8).withUnsafeBufferPointer { kind.moment($0, .dayFirst) }
                #expect(moment.flatMap { kind.text(ofSeconds: $0.position) } == text)
            }
        }
        #expect(ValueKind.time.text(ofSeconds: 86_400) == nil)
        #expect(ValueKind.date.text(ofSeconds: -1) == nil && ValueKind.number.text(ofSeconds: 1) == nil)
        #expect(ValueKind.date.text(ofSeconds: 1e18) == nil && ValueKind.dateTime.text(ofSeconds: .nan) == nil)
    }

    @Test func ofManyRowsSomeAreLookedAtHereAndThere() throws {
        let source = GeneratedSource(rows: 1_000_000_000_000, columns: 3)
        let found = try statistics(source, atMost: 1000)
        #expect(found.rowCount == 1000)
        let few = textTable(Array(("n\n" + (0..<500).map { "\($0)\n" }.joined()).utf8), headerRows: 1)
        let some = try statistics(few, atMost: 50)
        #expect(some.rowCount == 50 && some.least == "0" && some.greatest == "499")
        #expect(try statistics(few, atMost: 500).rowCount == 500)
        let order = RowOrder(rows: (0..<500).reversed().map { UInt32($0) }, sourceRowCount: 500)
        let ordered = TableStatistics.job(of: [0], in: few, order: order, atMost: 70).value?.first
        #expect(ordered?.rowCount == 70 && ordered?.least == "0" && ordered?.greatest == "499")
    }

    @Test func theSampleOfALookAtSomeRowsIsOfThose() throws {
        let lines = (0..<40_000).map { "\($0 * 7919 % 40_000)\n" }
        let many = textTable(Array(("n\n" + lines.joined()).utf8), headerRows: 1)
        var tuning = TableStatistics.Tuning()
        (tuning.rows, tuning.sampleRows, tuning.memory) = (2000, 2000, 1 << 12)
        let found = try #require(
            TableStatistics.statistics(of: [0], in: many, order: nil, control: JobControl(), tuning: tuning).first)
        #expect(found.rowCount == 2000 && found.distinctError > 0, "not all values were kept")
        #expect(found.histogram.reduce(0) { $0 + $1.count } > 1500 && found.quantileError < 0.04)
    }

    @Test func namesAreFoundWhateverTheirCaseAndMarks() {
        #expect(NameSearch("").holds("x") && NameSearch("zur").holds("Zürich") && NameSearch("ÜRI").holds("zurich"))
        #expect(!NameSearch("zurichs").holds("Zürich") && !NameSearch("a").holds(""))
    }
}

extension Job {
    fileprivate var value: Value? { if case .done(let value) = wait() { value } else { nil } }
}
