import GridLayout
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
            var expected = (0..<common).first { a.own[$0] != b.own[$0] }
            if expected == nil, a.own.count != b.own.count { expected = common }
            if a.defaultSize != b.defaultSize { expected = 0 }
            #expect(fastA.firstDifference(from: fastB) == expected, "seed \(seed)")
            #expect((fastA == fastB) == (expected == nil), "seed \(seed)")
        }
    }

    /// One random edit of both, and what it was.
    private func edit(_ fast: inout TrackSizes, _ slow: inout SlowTrackSizes, _ random: inout SplitMix64) -> String {
        let count = slow.own.count
        let range = random.range(in: count)
        let size = Double(random.int(0...4)) * 7.015625
        switch random.int(0...7) {
        case 0:
            fast.setSize(size, for: range)
            for index in range { slow.own[index] = size }
            return "set \(range) to \(size)"
        case 1:
            guard count > 0 else { return "nothing" }
            let index = random.int(0...count - 1)
            fast.setSize(size, for: index)
            slow.own[index] = size
            return "set \(index) to \(size)"
        case 2:
            fast.reset(range)
            for index in range { slow.own[index] = nil }
            return "reset \(range)"
        case 3:
            let added = random.int(0...5)
            let index = random.int(0...count)
            fast.insert(count: added, at: index)
            slow.own.insert(contentsOf: Array(repeating: nil, count: added), at: index)
            return "insert \(added) at \(index)"
        case 4:
            let few = range.lowerBound..<min(range.upperBound, range.lowerBound + 6)
            fast.remove(few)
            slow.own.removeSubrange(few)
            return "remove \(few)"
        case 5:
            let sizes = range.map { _ in Double(random.int(0...3) * 5) }
            fast.setSizes(sizes, from: range.lowerBound)
            for (index, size) in zip(range, sizes) { slow.own[index] = size }
            return "set \(range) to \(sizes)"
        case 6:
            let newCount = max(0, count + random.int(-3...8))
            fast.count = newCount
            slow.own = Array(slow.own.prefix(newCount)) + Array(repeating: nil, count: max(0, newCount - count))
            return "count \(newCount)"
        default:
            fast.defaultSize = size
            slow.defaultSize = size
            return "default \(size)"
        }
    }

    private func agrees(_ fast: TrackSizes, _ slow: SlowTrackSizes, _ random: inout SplitMix64) -> Bool {
        let sizes = slow.sizes
        guard fast.count == sizes.count, fast.extent == sizes.reduce(0, +),
            fast.overrideCount == slow.own.count(where: { $0 != nil })
        else { return false }
        for index in sizes.indices {
            let track = Track(index: index, offset: slow.offset(of: index), size: sizes[index])
            guard fast.track(at: index) == track else { return false }
            if track.size > 0, fast.index(containing: track.offset) != index { return false }
        }
        let range = random.range(in: sizes.count)
        let shown = range.filter { sizes[$0] > 0 }
        var walked: [Int] = []
        fast.forEach(in: range) { walked.append($0.index) }
        var back: [Int] = []
        fast.forEachReversed(in: range) { back.append($0.index) }
        let low = Double(random.int(-20...400)) / 2
        let high = low + Double(random.int(-2...120)) / 2
        let met = fast.indices(from: low, to: high)
        return walked == shown && back == shown.reversed()
            && fast.index(containing: low) == slow.index(containing: low)
            && met.filter { sizes[$0] > 0 } == slow.indices(from: low, to: high)
            && (met.first.map { sizes[$0] > 0 } ?? true) && (met.last.map { sizes[$0] > 0 } ?? true)
    }
}
