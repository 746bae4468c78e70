import SeededRandom
import Testing

@testable import QuadrilleApp

/// Which lines of a list come and go.
struct LineChangeTests {
    @Test(
        arguments: [
            ("", "", [], []), ("abc", "abc", [], []), ("", "ab", [], [0, 1]), ("ab", "", [0, 1], []),
            ("abd", "acde", [1], [1, 3]), ("bc", "abc", [], [0]), ("abc", "bc", [0], []),
            ("ace", "bdf", [0, 1, 2], [0, 1, 2]),
        ] as [(String, String, [Int], [Int])])
    func whatIsInOneListAloneGoesOrComes(old: String, new: String, gone: [Int], come: [Int]) throws {
        let change = try #require(LineChange(from: Array(old), to: Array(new), limit: 6))
        #expect(change.gone == gone && change.come == come)
    }

    @Test func moreThanTheLimitIsNoChangeOfLines() {
        #expect(LineChange(from: [1, 2, 3], to: [3, 4, 5], limit: 3) == nil)
        #expect(LineChange(from: [1, 2, 3], to: [3, 4, 5], limit: 4) != nil)
    }

    @Test func linesThatStayAreFoundWhereTheyAre() throws {
        var random = SplitMix64(seed: 7)
        for _ in 0..<200 {
            let (old, new) = (
                (0..<30).filter { _ in Bool.random(using: &random) },
                (0..<30).filter { _ in Bool.random(using: &random) }
            )
            let change = try #require(LineChange(from: old, to: new, limit: 60))
            for (line, name) in old.enumerated() { #expect(change.place(of: line) == new.firstIndex(of: name)) }
            // As a list takes lines out and puts them in.
            var lines = old
            for line in change.gone.reversed() { lines.remove(at: line) }
            for line in change.come { lines.insert(new[line], at: line) }
            #expect(lines == new)
        }
    }
}
