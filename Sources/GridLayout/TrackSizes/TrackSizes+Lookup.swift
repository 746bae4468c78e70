extension TrackSizes {
    /// Returns the offset at which track `index` begins; for `count`, the extent.
    public func offset(of index: Int) -> Double {
        precondition(index >= 0 && index <= count, "index \(index) is outside 0...\(count)")
        return index == count ? extent : placedRun(containing: index).track(at: index).offset
    }

    /// The visible size of track `index`: 0 where it is hidden. `fullSize(of:)` is its size if it were shown.
    public func size(of index: Int) -> Double { track(at: index).size }

    /// The track `index` with its position.
    public func track(at index: Int) -> Track {
        precondition(index >= 0 && index < count, "index \(index) is outside 0..<\(count)")
        return placedRun(containing: index).track(at: index)
    }

    /// The track that contains `offset`, by half-open edges, so never one that takes up no space; nil before 0, from the extent
    /// on and for NaN.
    public func track(containing offset: Double) -> Track? {
        guard offset >= 0, offset < extent else { return nil }
        let run = runs.run(containing: offset, defaultSize: defaultSize) ?? tail
        // Past 2^47 pixels, where sums are rounded, the tail can be empty although the extent indicates otherwise.
        return run.count > 0 && run.size > 0 ? run.track(containing: offset) : nil
    }

    /// The index of the track that contains `offset`, by the rules of `track(containing:)`.
    public func index(containing offset: Double) -> Int? { track(containing: offset)?.index }

    /// The tracks that share a point with the offsets from `low` up to, not including, `high`: the first and the last track of
    /// the range do, and so do all others that take up space. Empty where there is none.
    public func indices(from low: Double, to high: Double) -> Range<Int> {
        guard low < high, high > 0, let first = index(containing: max(low, 0)) else { return 0..<0 }
        var end = count
        if let next = track(containing: high) { end = next.offset < high ? next.index + 1 : next.index }
        end = shown(atOrBefore: end - 1).map { $0 + 1 } ?? first
        return first..<max(first, end)
    }

    /// The tracks after the last run.
    var tail: PlacedRun {
        let totals = runs.totals
        return PlacedRun(
            first: totals.tracks, offset: totals.extent(defaultSize: defaultSize), count: count - totals.tracks,
            size: defaultSize, isHidden: false)
    }

    func placedRun(containing index: Int) -> PlacedRun {
        runs.run(containing: index, defaultSize: defaultSize) ?? tail
    }

    /// Calls `body` with each track in `range` that takes up space, first to last. The iteration goes from run to run: no track
    /// needs a search of its own, and adjacent hidden tracks are skipped in one step.
    ///
    /// - Complexity: O(log overrides + tracks passed to `body` + hidden ranges in `range`).
    public func forEach(in range: Range<Int>, _ body: (Track) -> Void) {
        checkBounds(range)
        forEachRun(in: range, reversed: false) { run in
            for index in max(run.first, range.lowerBound)..<min(run.end, range.upperBound) {
                body(run.track(at: index))
            }
        }
    }

    /// The same as `forEach`, last to first.
    public func forEachReversed(in range: Range<Int>, _ body: (Track) -> Void) {
        checkBounds(range)
        forEachRun(in: range, reversed: true) { run in
            var index = min(run.end, range.upperBound)
            let start = max(run.first, range.lowerBound)
            while index > start {
                index -= 1
                body(run.track(at: index))
            }
        }
    }

    private func forEachRun(in range: Range<Int>, reversed: Bool, _ body: (PlacedRun) -> Void) {
        guard !range.isEmpty else { return }
        let tail = tail
        let reachesTail = range.upperBound > tail.first && tail.size > 0
        if reversed, reachesTail { body(tail) }
        if range.lowerBound < tail.first {
            runs.forEachRun(in: range, reversed: reversed, defaultSize: defaultSize) { run in
                if run.size > 0 { body(run) }
            }
        }
        if !reversed, reachesTail { body(tail) }
    }

    func checkBounds(_ range: Range<Int>) {
        precondition(range.lowerBound >= 0 && range.upperBound <= count, "range \(range) is outside 0..<\(count)")
    }
}
