import GridLayout
import SeededRandom
import Testing

@Suite struct TrackSizesLawTests {
    @Test(arguments: 0..<8)
    func anyEditsAgreeWithAnArray(block: Int) {
        for seed in UInt64(block) * 100..<UInt64(block + 1) * 100 {
            var random = SplitMix64(seed: seed)
            var slow = SlowTrackSizes(
                own: Array(repeating: nil, count: random.int(0...40)), defaultSize: Double(random.int(0...3) * 8))
            var fast = TrackSizes(slow)
            var trace: [String] = []
            for _ in 0..<12 {
                trace.append(edit(&fast, &slow, &random))
                fast._checkInvariants()
                guard agrees(fast, slow, &random) else {
                    Issue.record("seed \(seed), after \(trace), sizes \(slow.sizes)")
                    return
                }
            }
        }
    }

    @Test(arguments: 0..<4)
    func theFirstDifferenceAgreesWithAnArray(block: Int) {
        for seed in UInt64(block) * 200..<UInt64(block + 1) * 200 {
            var random = SplitMix64(seed: seed)
            var a = SlowTrackSizes(own: Array(repeating: nil, count: random.int(0...30)), defaultSize: 8)
            var fastA = TrackSizes(a)
            for _ in 0..<6 { _ = edit(&fastA, &a, &random) }
            var b = a
            var fastB = fastA
            for _ in 0..<random.int(0...3) { _ = edit(&fastB, &b, &random) }
            let common = min(a.own.count, b.own.count)
            var expected = (0..<common).first {
                a.tracks[$0].own != b.tracks[$0].own || a.tracks[$0].isHidden != b.tracks[$0].isHidden
            }
            if expected == nil, a.own.count != b.own.count { expected = common }
            if a.defaultSize != b.defaultSize { expected = 0 }
            #expect(fastA.firstDifference(from: fastB) == expected, "seed \(seed)")
            #expect((fastA == fastB) == (expected == nil), "seed \(seed)")
        }
    }

    private func agrees(_ fast: TrackSizes, _ slow: SlowTrackSizes, _ random: inout SplitMix64) -> Bool {
        let sizes = slow.sizes
        guard fast.count == sizes.count, fast.extent == sizes.reduce(0, +),
            fast.overrideCount == slow.own.count(where: { $0 != nil }),
            fast.hiddenCount == slow.tracks.count(where: \.isHidden)
        else { return false }
        for index in sizes.indices {
            let track = Track(index: index, offset: slow.offset(of: index), size: sizes[index])
            guard fast.track(at: index) == track, fast.isHidden(index) == slow.tracks[index].isHidden,
                fast.fullSize(of: index) == slow.tracks[index].own ?? slow.defaultSize
            else { return false }
            if track.size > 0, fast.index(containing: track.offset) != index { return false }
        }
        let range = random.range(in: sizes.count)
        let shown = range.filter { sizes[$0] > 0 }
        var walked: [Int] = []
        fast.forEach(in: range) { walked.append($0.index) }
        var back: [Int] = []
        fast.forEachReversed(in: range) { back.append($0.index) }
        for index in -2...sizes.count + 2 {
            guard fast.shown(atOrAfter: index) == sizes.indices.first(where: { $0 >= index && sizes[$0] > 0 }),
                fast.shown(atOrBefore: index) == sizes.indices.last(where: { $0 <= index && sizes[$0] > 0 })
            else { return false }
        }
        var unsized: [Range<Int>] = []
        fast.forEachUnsized(in: range) { unsized.append($0) }
        // No two of them touch: each is as long as can be.
        guard zip(unsized, unsized.dropFirst()).allSatisfy({ $0.upperBound < $1.lowerBound }),
            unsized.flatMap({ $0 }) == range.filter({ slow.tracks[$0].own == nil && !slow.tracks[$0].isHidden })
        else { return false }
        let (least, gap) = (Double(random.pick([0, 8, 12])), random.int(0...2))
        var joined: [Range<Int>] = []
        for index in range where sizes[index] > 0 && sizes[index] >= least {
            if let last = joined.last, index - last.upperBound <= gap {
                joined[joined.count - 1] = last.lowerBound..<index + 1
            } else {
                joined.append(index..<index + 1)
            }
        }
        guard fast.shownRanges(in: range, atLeast: least, joining: gap) == joined else { return false }
        let low = Double(random.int(-20...400)) / 2
        let high = low + Double(random.int(-2...120)) / 2
        let met = fast.indices(from: low, to: high)
        return walked == shown && back == shown.reversed()
            && fast.index(containing: low) == slow.index(containing: low)
            && met.filter { sizes[$0] > 0 } == slow.indices(from: low, to: high)
            && (met.first.map { sizes[$0] > 0 } ?? true) && (met.last.map { sizes[$0] > 0 } ?? true)
    }
}
