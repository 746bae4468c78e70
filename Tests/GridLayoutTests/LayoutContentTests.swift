import GridLayout
import SeededRandom
import Testing

@Suite struct LayoutContentTests {
    @Test func uniformCountsTakeNoMemory() {
        let counts = SectionCounts(sections: 1_000_000_000_000, each: 9)
        #expect(counts.isUniform)
        #expect(counts.total == 9_000_000_000_000)
        #expect(counts[999_999_999_999] == 9)
        #expect(counts.before(1_000_000_000_000) == 9_000_000_000_000)
        #expect(counts.place(of: 9_000_000_000) ?? (0, 0) == (1_000_000_000, 0))
        #expect(SectionCounts([4, 4, 4]) == SectionCounts(sections: 3, each: 4))
        #expect(SectionCounts([]) == SectionCounts(sections: 0, each: 0))
        #expect(SectionCounts(sections: 0, each: 7).largest == 7)
    }

    @Test func listedCountsAnswerLikeAnArray() {
        for seed in UInt64(0)..<500 {
            var random = SplitMix64(seed: seed)
            let plain = random.counts(most: 5)
            let counts = SectionCounts(plain)
            #expect(counts.sectionCount == plain.count)
            #expect(counts.largest == plain.max() ?? 0)
            var places: [(Int, Int)] = []
            for (section, count) in plain.enumerated() {
                #expect(counts[section] == count)
                #expect(counts.before(section) == places.count)
                places += (0..<count).map { (section, $0) }
            }
            #expect(counts.total == places.count)
            for (number, place) in places.enumerated() {
                #expect(counts.place(of: number) ?? (-1, -1) == place, "seed \(seed)")
            }
            #expect(counts.place(of: -1) == nil)
            #expect(counts.place(of: places.count) == nil)
        }
    }

    @Test func aPlaceAmongAMillionSectionsIsFoundBySearch() {
        let counts = SectionCounts((0..<1_000_000).map { $0 % 7 })
        let visits = WorkCounter.nodeVisits { _ = counts.place(of: 2_345_678) }
        #expect(visits <= 20)
    }

    @Test func whatIsNoWeightCountsAsNothingAndIsMarked() {
        let content = LayoutContent(
            SectionCounts([8, 2, 2]),
            weights: [4, -1, .nan, 2, .infinity, -.infinity, -0.0, 2] + [-1, -2] + [1e308, 1e308])
        let marked = (0..<8).filter { content.isMarked(section: 0, item: $0) }
        #expect(marked == [1, 2, 4, 5])
        #expect((0..<8).map { content.share(section: 0, item: $0) } == [0.5, 0, 0, 0.25, 0, 0, 0, 0.25])
        #expect(
            (0...8).map { content.share(section: 0, before: $0) }
                == [0, 0.5, 0.5, 0.5, 0.75, 0.75, 0.75, 0.75, 1])
        #expect(content.isMarked(section: 1, item: 1))
        #expect(content.share(section: 1, item: 1) == 0.5)
        // The sum of the two is no number.
        #expect(content.isMarked(section: 2, item: 1))
        #expect(content.share(section: 2, item: 0) == 1)
        #expect(content.markedCount == 7)
    }

    @Test func itemsWithoutWeightsHaveEqualShares() {
        let content = LayoutContent(sections: 3, items: 1_000_000_000)
        #expect(content.share(section: 2, item: 0) == 1e-9)
        #expect(content.markedCount == 0)
        #expect(!content.isMarked(section: 0, item: 0))
    }

    @Test func aLateSectionKeepsItsWeightsHoweverMuchLiesBefore() {
        let content = LayoutContent(SectionCounts([1, 2]), weights: [1e300, 1, 3])
        #expect(content.share(section: 1, item: 0) == 0.25)
    }

    @Test(arguments: [
        ([3, 1, 2], [3, 1, 2], Invalidation.nothing), ([3, 1, 2], [3, 1, 2, 5, 6], .data(.insert(3..<5))),
        ([3, 1, 2], [3, 2], .data(.remove(1..<2))), ([3, 1, 2], [3, 9, 1, 2], .data(.insert(1..<2))),
        ([3, 1, 2], [3, 7, 2], .data(.reload(1..<2))), ([3, 1, 2], [4, 5], .all), ([], [3], .data(.insert(0..<1))),
        ([3], [], .data(.remove(0..<1))), ([4, 4], [4, 4, 4], .data(.insert(2..<3))),
        ([4, 4], [5, 5], .data(.reload(0..<2))), ([4, 4], [4, 4, 5], .data(.insert(2..<3))),
    ])
    func aChangeOfCountsSaysWhatItIs(old: [Int], new: [Int], change: Invalidation) {
        #expect(LayoutContent(SectionCounts(new)).change(from: LayoutContent(SectionCounts(old))) == change)
    }

    @Test func aChangeOfWeightsReloadsTheSectionsBetweenTheFirstAndTheLast() {
        let counts = SectionCounts([2, 0, 1, 3])
        let old = LayoutContent(counts, weights: [1, 2, 3, 4, 5, 6])
        #expect(LayoutContent(counts, weights: [1, 2, 9, 4, 5, 6]).change(from: old) == .data(.reload(2..<3)))
        #expect(LayoutContent(counts, weights: [1, 2, 3, 4, 5, 6]).change(from: old) == .nothing)
        #expect(LayoutContent(counts).change(from: old) == .data(.reload(0..<4)))
        let marked = LayoutContent(counts, weights: [1, 2, 3, 4, 5, -1])
        #expect(LayoutContent(counts, weights: [1, 2, 3, 4, 5, 0]).change(from: marked) == .data(.reload(3..<4)))
        let longer = LayoutContent(SectionCounts([2, 0, 1, 3, 1]), weights: [1, 2, 3, 4, 5, 6, 7])
        #expect(longer.change(from: old) == .data(.insert(4..<5)))
    }

    @Test func aPlainTableThatGrowsIsComparedWithoutLooking() {
        let old = LayoutContent(sections: 1_000_000_000_000, items: 3)
        let new = LayoutContent(sections: 1_000_000_000_007, items: 3)
        #expect(new.change(from: old) == .data(.insert(1_000_000_000_000..<1_000_000_000_007)))
        #expect(LayoutContent(sections: 5, items: 4).change(from: old) == .all)
        let empty = LayoutContent(sections: 0, items: 3)
        #expect(old.change(from: empty) == .data(.insert(0..<1_000_000_000_000)))
        #expect(LayoutContent().change(from: empty) == .nothing)
    }

    @Test func countsAndWeightsThatCannotBeTrap() async {
        await #expect(processExitsWith: .failure) { _ = SectionCounts(sections: -1, each: 3) }
        await #expect(processExitsWith: .failure) { _ = SectionCounts([3, -1]) }
        await #expect(processExitsWith: .failure) { _ = SectionCounts(sections: .max, each: 2) }
        await #expect(processExitsWith: .failure) { _ = LayoutContent(SectionCounts([2]), weights: [1]) }
        await #expect(processExitsWith: .failure) { _ = LayoutContent(SectionCounts([2]), weights: [1, 2, 3]) }
    }
}
