import SeededRandom
import Testing

@testable import Tabular

@Suite struct ProblemPlaceTests {
    private typealias Placed = (kind: Problem.Kind, record: Int)

    /// Problems of all kinds in records up to some limit, a few of them close to each other.
    private static func problems(_ count: Int, upTo limit: Int, seed: UInt64) -> [Placed] {
        var random = SplitMix64(seed: seed)
        return (0..<count).map { _ in
            let kind = Problem.Kind.text.randomElement(using: &random) ?? .ragged
            return (kind, Int.random(in: 1...Int.random(in: 1...limit, using: &random), using: &random))
        }
    }

    private static func list(_ problems: some Sequence<Placed>) -> ProblemList {
        var list = ProblemList()
        for (kind, record) in problems {
            let position = SourcePosition(record: record, line: record, byte: record)
            list.append(Problem(kind: kind, position: position, message: ""))
        }
        return list
    }

    @Test(arguments: [1, 5, 4095, 4096, 4097, 8192, 8193, 100_000, 1 << 40])
    func everyProblemHasItsPlaceAndNoOtherIsMarked(limit: Int) {
        for seed in 0..<3 as Range<UInt64> {
            let problems = Self.problems(1000, upTo: limit, seed: seed)
            var places = ProblemPlaces()
            for problem in problems { places.insert(problem.kind, record: problem.record) }
            // The slow way: buckets of the smallest length with which there are few enough of them.
            let last = (problems.map(\.record).max() ?? 1) - 1
            var length = 1
            while last / length >= 4096 { length *= 2 }
            #expect(places.bucketLength == length)
            for kind in [nil] + Problem.Kind.text.map(Optional.some) {
                let buckets = Set(problems.filter { kind == nil || $0.kind == kind }.map { ($0.record - 1) / length })
                let expected = buckets.sorted().map { $0 * length + 1..<($0 + 1) * length + 1 }
                #expect(places.records(of: kind) == expected)
            }
        }
    }

    @Test(arguments: 0..<40)
    func partsInWhateverOrderGiveWhatTheWholeGives(seed: Int) {
        var random = SplitMix64(seed: UInt64(seed) + 100)
        let problems = Self.problems(300, upTo: 1 << Int.random(in: 3...30, using: &random), seed: UInt64(seed))
        let whole = Self.list(problems).places
        var parts: [[Placed]] = Array(repeating: [], count: 5)
        for problem in problems { parts[Int.random(in: 0..<5, using: &random)].append(problem) }
        var merged = ProblemPlaces()
        for part in parts.shuffled(using: &random) { merged.formUnion(Self.list(part).places) }
        #expect(merged == whole)
        var list = ProblemList()
        for part in parts { list.append(Self.list(part), behindLines: 0) }
        #expect(list.places == whole && list.count == problems.count)
        #expect(ProblemPlaces(doublings: whole.doublings, kinds: whole.kinds) == whole)
    }

    @Test func whatNoProblemsLeaveBehindIsNotTakenUp() {
        #expect(ProblemPlaces(doublings: 0, kinds: []) == ProblemPlaces())
        #expect(ProblemPlaces(doublings: 0, kinds: [0, 1, 0]) == nil)
        #expect(ProblemPlaces(doublings: 1, kinds: [1]) == nil)
        #expect(ProblemPlaces(doublings: 48, kinds: Array(repeating: 1, count: 4000)) == nil)
        #expect(ProblemPlaces(doublings: -1, kinds: Array(repeating: 1, count: 4000)) == nil)
        #expect(ProblemPlaces(doublings: 0, kinds: Array(repeating: 1, count: 4097)) == nil)
    }
}
