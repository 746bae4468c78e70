import BenchmarkKit
import Tabular
import TabularText
import Testing

@Suite struct SamplesTests {
    private static let cases: [([Double], Double, Double)] = [
        ([], 0, 0),
        ([3], 3, 3),
        ([1, 2], 1.5, 2),
        ([9, 1, 5], 5, 9),
        (Array(stride(from: 1, through: 200, by: 1)), 100.5, 198),
    ]

    @Test(arguments: cases)
    func theMedianAndThe99thPercentileAreThoseOfTheSortedValues(values: [Double], median: Double, p99: Double) {
        #expect(Samples(values).median == median)
        #expect(Samples(values.reversed()).percentile(99) == p99)
    }
}

@Suite struct ContestTests {
    @Test func oursIsHeldAgainstThePeersTurnByTurn() {
        var contest = Contest("find", against: "rg")
        contest.add(ours: Cost(wall: 2, cpu: 4), peer: Cost(wall: 1, cpu: 1))
        contest.add(ours: Cost(wall: 3, cpu: 4), peer: Cost(wall: 3, cpu: 2))
        contest.add(ours: Cost(wall: 4, cpu: 4), peer: Cost(wall: 8, cpu: 8))
        let figures = contest.figures
        #expect(figures.map(\.name) == ["find", "find, rg", "find : rg", "find : rg, processor time"])
        #expect(figures.map(\.samples.median) == [4, 2, 1, 2])
        #expect(figures[0].wall?.median == 3 && figures[1].wall?.median == 3)
        #expect(figures[2].samples.values == [2, 1, 0.5] && figures[2].verdict?.isOver == false)
    }

    @Test func withoutThePeerOursStandsAlone() {
        var contest = Contest("find", against: "rg")
        contest.add(ours: Cost(wall: 2, cpu: 4), peer: nil)
        contest.add(ours: Cost(wall: 2, cpu: 4), peer: Cost(wall: 1, cpu: 1))
        #expect(contest.figures.map(\.name) == ["find"])
    }

    @Test func aLimitMayBeOneOfTheClock() {
        var figure = Figure("sum", unit: "s", clock: .cpu, Samples([3]))
        figure.wall = Samples([1])
        #expect(figure.limited(to: .atMost(2)).verdict?.isOver == true)
        #expect(figure.limited(to: .atMost(2), ofWall: true).verdict?.isOver == false)
    }
}

@Suite struct ReportTests {
    private var report: Report {
        var report = Report(machine: [("cpu", "an \"abacus\"")])
        var fast = Figure("layout", unit: "µs", clock: .cpu, Samples([60.04, 62, 61])).limited(to: .atMost(200))
        fast.wall = Samples([70, 71, 72])
        fast.work = [("elements", 4610)]
        let large = Figure("memory", unit: "MiB", clock: .none, Samples([1234.5])).limited(to: .atMost(64))
        report.figures = [fast, large]
        report.skipped = [("paint", "no display")]
        return report
    }

    @Test func theTableIsAlignedAndSaysWhatIsOver() {
        #expect(
            report.table() == """
                cpu           an "abacus"

                figure  n  median   p99  unit  clock  wall  wall p99  limit   of it        work
                layout  3    61.0  62.0  µs    cpu    71.0      72.0  ≤ 200  0.305×  ok    4610 elements
                memory  1    1235  1235  MiB   -                       ≤ 64   19.3×  OVER
                skipped paint: no display

                """)
    }

    @Test func theJSONHasTheFiguresUnrounded() {
        let json = report.json()
        #expect(json.contains(#""machine": {"cpu": "an \"abacus\""}"#))
        #expect(json.contains(#""limit": 64.0, "ofLimit": 19.2890625, "ok": false"#))
        #expect(json.contains(#""wall": "#) == false)
        #expect(json.contains(#""work": {"elements": 4610}"#))
    }
}

@Suite struct OrderGeneratorTests {
    private func text(records: Int) -> [UInt8] {
        var writer = ByteWriter(capacity: 1 << 20)
        OrderGenerator.appendHeader(to: &writer)
        var generator = OrderGenerator(seed: 7)
        for _ in 0..<records { generator.appendRecord(to: &writer) }
        return writer.withBytes { Array($0) }
    }

    @Test func aSeedGivesTheSameTextAgain() {
        #expect(text(records: 500) == text(records: 500))
    }

    @Test func aboutTwoFieldsOfAHundredAreQuotedAndSomeHoldLineBreaks() {
        let text = String(decoding: text(records: 5000), as: UTF8.self)
        let quoted = text.split(separator: ",\"").count - 1
        #expect((800...1200).contains(quoted))
        #expect(text.split(separator: "\n").count > 5001)
    }
}

@Suite struct JSONGeneratorTests {
    @Test(arguments: JSONGenerator.Form.allCases)
    func textIsBalancedAndItsRecordsAreNumbered(form: JSONGenerator.Form) {
        var writer = ByteWriter(capacity: 1 << 20)
        var generator = JSONGenerator(form, seed: 7)
        generator.appendBeginning(to: &writer)
        for _ in 0..<500 { generator.appendRecord(to: &writer) }
        generator.appendEnd(to: &writer)
        let text = writer.withBytes { String(decoding: $0, as: UTF8.self) }
        for (open, close) in [("{", "}"), ("[", "]")] as [(Character, Character)] {
            #expect(text.count { $0 == open } == text.count { $0 == close })
        }
        let ids = text.split(separator: "\"id\":").dropFirst().compactMap { Int($0.prefix(while: \.isNumber)) }
        #expect(ids == Array(1...500))
        #expect(text.split(separator: "\n").count == (form == .lines ? 500 : 502))
    }
}
