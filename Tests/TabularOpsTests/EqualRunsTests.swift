import SeededRandom
import Tabular
import Testing

@testable import TabularOps

private func equalRuns(_ values: [[UInt8]?], piece: Int = 2) throws -> EqualRuns {
    let job = EqualRunsJob(source: ListSource(values.map { [[65], $0] }, piece: piece), column: 1) {}
    guard case .done(let runs) = job.wait() else { throw JobEnd(description: "\(job.state)") }
    return runs
}

@Test func neighboursOfOneValueAreARun() throws {
    let runs = try equalRuns("a a b c c c b b".split(separator: " ").map { Array($0.utf8) })
    #expect(runs.runs == [0..<2, 3..<6, 6..<8])
    #expect(runs.rowCount == 8)
    #expect(runs.run(containing: 2) == nil)
    #expect(runs.run(containing: 5) == 3..<6)
    #expect(runs.run(containing: -1) == nil)
    #expect(runs.run(containing: 8) == nil)
}

@Test func emptyValuesMakeNoRun() throws {
    #expect(try equalRuns([[], [], nil, nil, [65], [65], []]).runs == [4..<6])
    #expect(try equalRuns([]).runs == [])
    let beyond = EqualRunsJob(source: ListSource([["a"], ["a"]]), column: 7) {}
    guard case .done(EqualRuns(runs: [], rowCount: 2)) = beyond.wait() else {
        Issue.record("\(beyond.state)")
        return
    }
}

@Test func anyColumnHasTheRunsFoundByHand() throws {
    for seed in 0..<100 as Range<UInt64> {
        var random = SplitMix64(seed: seed)
        let palette: [[UInt8]?] = [[], nil, [65], [65, 65], [66], [0xFF], Array("longer than a piece".utf8)]
        let size = random.int(1...7)
        let values = (0..<random.int(0...200)).map { _ in random.pick(Array(palette.suffix(size))) }
        let found = try equalRuns(values, piece: random.int(1...5))

        var expected: [Range<Int>] = []
        for row in values.indices {
            let value = values[row] ?? []
            guard row > 0, value == (values[row - 1] ?? []), !value.isEmpty else { continue }
            if expected.last?.upperBound == row {
                expected[expected.count - 1] = expected[expected.count - 1].lowerBound..<row + 1
            } else {
                expected.append(row - 1..<row + 1)
            }
        }
        #expect(found.runs == expected, "seed \(seed)")
        for row in values.indices {
            #expect(found.run(containing: row) == expected.first { $0.contains(row) }, "seed \(seed)")
        }
    }
}
