import SeededRandom
import Testing

@testable import Tabular

private func problem(_ kind: Problem.Kind, _ byte: Int) -> Problem {
    Problem(kind: kind, position: SourcePosition(record: byte + 1, line: byte + 1, byte: byte), message: "\(byte)")
}

@Test func theOrdinalOfAKindIsItsPlace() {
    #expect(Problem.Kind.text.map(\.ordinal) == Array(0..<Problem.Kind.text.count))
}

@Test func noKindFillsTheListAlone() {
    var list = ProblemList()
    for byte in 0..<(2 * ProblemList.kept) { list.append(problem(.ragged, byte)) }
    list.append(problem(.nul, 5000))
    #expect(list.first.count == ProblemList.kept + 1)
    #expect(list.first.last == problem(.nul, 5000))
    #expect(list.counts == [.ragged: 2 * ProblemList.kept, .nul: 1] && list.count == 2 * ProblemList.kept + 1)
}

@Test func problemsStandInTheOrderOfTheirBytes() {
    var list = ProblemList()
    for (kind, byte) in [(Problem.Kind.strayQuote, 12), (.nul, 14), (.ragged, 10), (.invalidEncoding, 14)] {
        list.append(problem(kind, byte))
    }
    #expect(list.first.map(\.position.byte) == [10, 12, 14, 14])
    // Where two stand at one byte, the one that came first.
    #expect(list.first.map(\.kind) == [.ragged, .strayQuote, .nul, .invalidEncoding])
}

@Test(arguments: 0..<20)
func listsOfPartsMakeTheListOfTheWhole(seed: Int) {
    var random = SplitMix64(seed: UInt64(seed))
    var (whole, joined) = (ProblemList(), ProblemList())
    var byte = 0
    for part in 0..<5 {
        var own = ProblemList()
        for _ in 0..<Int(random.next() % 900) {
            byte += 1
            let kind: Problem.Kind = random.next() % 8 == 0 ? .nul : .ragged
            var problem = problem(kind, byte)
            whole.append(problem)
            problem.position.line -= part * 7
            own.append(problem)
        }
        joined.append(own, behindLines: part * 7)
    }
    #expect(joined == whole)
}
