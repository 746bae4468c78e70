import SeededRandom
import Testing

@testable import Tabular

private func columns(_ groups: [[String]]) -> [Column] { groups.map { Column(name: "n", type: .text, groups: $0) } }

private func lines(_ groups: [[String]]) -> [String] {
    HeaderGroups(columns(groups)).levels.map { level in
        level.map { "\($0.title) \($0.range.lowerBound)..<\($0.range.upperBound)" }.joined(separator: ", ")
    }
}

@Test func neighboursUnderOneParentAreOneGroup() {
    #expect(
        lines([["", ""], ["2025", "Spring"], ["2025", "Spring"], ["2025", "Autumn"], ["2026", "Autumn"]])
            == ["2025 1..<4, 2026 4..<5", "Spring 1..<3, Autumn 3..<4, Autumn 4..<5"])
    #expect(lines([["a", "x"], ["a", ""], ["a", "x"]]) == ["a 0..<3", "x 0..<1, x 2..<3"])
}

@Test func columnsWithoutGroupsHaveNone() {
    #expect(lines([]) == [])
    #expect(lines([[], []]) == [])
    #expect(lines([[""]]) == [""])
    // Columns that records added behind the header have fewer titles than the others.
    #expect(lines([["a", "x"], ["a"], []]) == ["a 0..<2", "x 0..<1"])
}

@Test func anyGroupsAreThoseFoundColumnByColumn() {
    var random = SplitMix64(seed: 11)
    for _ in 0..<300 {
        let depth = random.int(0...4)
        let groups = (0..<random.int(0...20)).map { _ in (0..<depth).map { _ in random.pick(["", "a", "b"]) } }
        let levels = HeaderGroups(columns(groups)).levels
        #expect(levels.count == (groups.isEmpty ? 0 : depth))
        for (level, found) in levels.enumerated() {
            // Which columns are in one group with the next.
            func isOne(_ a: Int, _ b: Int) -> Bool { groups[a].prefix(level + 1) == groups[b].prefix(level + 1) }
            var expected: [HeaderGroups.Group] = []
            for index in groups.indices where !groups[index][level].isEmpty {
                if let last = expected.last, last.range.upperBound == index, isOne(index - 1, index) {
                    expected[expected.count - 1] = .init(range: last.range.lowerBound..<index + 1, title: last.title)
                } else {
                    expected.append(.init(range: index..<index + 1, title: groups[index][level]))
                }
            }
            #expect(found == expected, "\(groups)")
        }
    }
}
