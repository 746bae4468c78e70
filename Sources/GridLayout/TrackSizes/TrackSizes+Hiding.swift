extension TrackSizes {
    /// Hides the tracks in `range`: they take up no space until they are shown again, with the size that they have then.
    ///
    /// - Complexity: O((1 + hidden ranges in `range`) · log overrides), for any number of tracks and overrides in it. As the
    ///   hidden ranges become one, that is an amortized O(log overrides).
    public mutating func hide(_ range: Range<Int>) { replace(range) { $0.hidden } }

    /// Shows the hidden tracks in `range`, in their own sizes or the default one. As fast as `hide`.
    public mutating func show(_ range: Range<Int>) {
        checkBounds(range)
        let known = range.clamped(to: 0..<runs.totals.tracks)
        if hiddenCount > 0 { replace(known) { $0.shown } }
    }

    /// Returns true where track `index` was hidden by `hide`. A track of size 0 takes up no space either, but is not hidden.
    public func isHidden(_ index: Int) -> Bool {
        precondition(index >= 0 && index < count, "index \(index) is outside 0..<\(count)")
        return runs.run(containing: index, defaultSize: defaultSize)?.isHidden ?? false
    }

    /// The number of hidden tracks. O(1).
    public var hiddenCount: Int { runs.totals.hiddenTracks }

    /// The size of track `index` if it were shown.
    public func fullSize(of index: Int) -> Double {
        precondition(index >= 0 && index < count, "index \(index) is outside 0..<\(count)")
        return runs.ownSize(of: index) ?? defaultSize
    }

    /// The first track from `index` on that takes up space: not hidden, and not of size 0. Nil when there is none; `index` may
    /// be out of bounds.
    public func shown(atOrAfter index: Int) -> Int? { first(atOrAfter: index, atLeast: Self.smallestSize) }

    /// The last track up to and including `index` that takes up space, by the rules of `shown(atOrAfter:)`.
    public func shown(atOrBefore index: Int) -> Int? { last(atOrBefore: index, atLeast: Self.smallestSize) }

    /// The smallest size except 0.
    private static let smallestSize = 1.0 / 64

    /// Returns the first track from `index` on with a visible length of at least `size`, which is greater than 0.
    func first(atOrAfter index: Int, atLeast size: Double) -> Int? {
        let index = max(0, index)
        guard index < count else { return nil }
        let search = SizeSearch(atLeast: size, defaultSize: defaultSize)
        if let found = runs.first(atOrAfter: index, search) { return found }
        let tail = tail
        return tail.count > 0 && tail.size >= size ? max(index, tail.first) : nil
    }

    /// Returns the last track up to and including `index` with a visible length of at least `size`, which is greater than 0.
    func last(atOrBefore index: Int, atLeast size: Double) -> Int? {
        let index = min(index, count - 1)
        guard index >= 0 else { return nil }
        if index >= tail.first, tail.size >= size { return index }
        return runs.last(atOrBefore: index, SizeSearch(atLeast: size, defaultSize: defaultSize))
    }

    /// The ranges of tracks in `range` that each take up space, and at least `size`, first to last. Ranges with at most `gap`
    /// other tracks between them are joined, including those, so that a few hidden tracks do not split a range.
    ///
    /// - Complexity: O((1 + runs of such tracks in `range`) · log overrides), for any tracks between them.
    public func shownRanges(in range: Range<Int>, atLeast size: Double = 0, joining gap: Int = 0) -> [Range<Int>] {
        var found: [Range<Int>] = []
        forEachShownRange(in: range, atLeast: size, joining: gap) { found.append($0) }
        return found
    }

    /// Calls `body` with each range of `shownRanges`, without allocation.
    public func forEachShownRange(
        in range: Range<Int>, atLeast size: Double = 0, joining gap: Int = 0, _ body: (Range<Int>) -> Void
    ) {
        checkBounds(range)
        let size = max(size, Self.smallestSize)
        var found: Range<Int>?
        var next = first(atOrAfter: range.lowerBound, atLeast: size)
        while let start = next, start < range.upperBound {
            let end = min(placedRun(containing: start).end, range.upperBound)
            if let last = found, start - last.upperBound <= gap {
                found = last.lowerBound..<end
            } else {
                if let found { body(found) }
                found = start..<end
            }
            next = first(atOrAfter: end, atLeast: size)
        }
        if let found { body(found) }
    }

    /// Returns true where a visible track has a size less than `size`, but greater than 0. O(1).
    func hasShown(below size: Double) -> Bool {
        let totals = runs.totals
        let hasDefault = totals.defaultTracks > 0 || count > totals.tracks
        return totals.smallestOwn < size || (hasDefault && defaultSize > 0 && defaultSize < size)
    }

    /// Calls `body` with each range of tracks in `range` that are visible and have no size of their own, first to last: if
    /// sizes are measured, their sizes are still estimates.
    ///
    /// - Complexity: O(log overrides + ranges in `range`).
    public func forEachUnsized(in range: Range<Int>, _ body: (Range<Int>) -> Void) {
        checkBounds(range)
        runs.forEachDefault(in: range, body)
        let behind = range.clamped(to: runs.totals.tracks..<count)
        if !behind.isEmpty { body(behind) }
    }
}
