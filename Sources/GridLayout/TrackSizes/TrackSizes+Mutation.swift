extension TrackSizes {
    /// Sets the size of track `index`, in logical pixels. A hidden track stays hidden and has the size when it is shown.
    public mutating func setSize(_ size: Double, for index: Int) {
        precondition(index >= 0 && index < count, "index \(index) is outside 0..<\(count)")
        setSize(size, for: index..<index + 1)
    }

    /// Sets the same size for every track in `range`; hidden ones stay hidden.
    ///
    /// - Complexity: O((1 + hidden ranges in `range`) · log overrides), for a range of any length.
    public mutating func setSize(_ size: Double, for range: Range<Int>) {
        give(Self.quantized(size), to: range)
    }

    /// Sets the sizes of the tracks from `index` on to those in `sizes`, one each; hidden ones stay hidden.
    ///
    /// - Complexity: O(sizes + (1 + hidden ranges among them) · log overrides).
    public mutating func setSizes(_ sizes: [Double], from index: Int) {
        replace(index..<index + sizes.count) { old in
            old.refilled { part in
                var batch: [TrackRun] = []
                for size in sizes[part] {
                    let run = TrackRun(count: 1, size: Self.quantized(size))
                    if let last = batch.last, last.isLike(run) {
                        batch[batch.count - 1] = last.merged(with: run)
                    } else {
                        batch.append(run)
                    }
                }
                return batch
            }
        }
    }

    /// Resets track `index` to the default size.
    public mutating func reset(_ index: Int) {
        precondition(index >= 0 && index < count, "index \(index) is outside 0..<\(count)")
        reset(index..<index + 1)
    }

    /// Resets the tracks in `range` to the default size; hidden ones stay hidden. As fast as `setSize`.
    public mutating func reset(_ range: Range<Int>) { give(nil, to: range) }

    /// Inserts `newCount` visible tracks of default size before track `index`, or at the end when `index` is `count`.
    public mutating func insert(count newCount: Int, at index: Int) {
        precondition(newCount >= 0, "a count of \(newCount) tracks is negative")
        precondition(index >= 0 && index <= count, "index \(index) is outside 0...\(count)")
        count += newCount
        guard index < runs.totals.tracks else { return }
        let (_, behind) = cut(index..<index)
        runs.append(TrackRun(count: newCount, size: nil))
        runs.append(behind)
        settle()
    }

    /// Removes the tracks in `range`.
    public mutating func remove(_ range: Range<Int>) {
        checkBounds(range)
        if range.lowerBound < runs.totals.tracks { replace(range) { _ in RunTree() } }
        count -= range.count
    }

    /// Moves the tracks in `range` to before the track that has index `destination` now, or to the end when that is
    /// `count`. They keep their sizes, and stay hidden if they are. A destination in or next to the range moves nothing.
    public mutating func move(_ range: Range<Int>, to destination: Int) {
        checkBounds(range)
        precondition(destination >= 0 && destination <= count, "index \(destination) is outside 0...\(count)")
        guard !range.isEmpty, destination < range.lowerBound || destination > range.upperBound,
            min(range.lowerBound, destination) < runs.totals.tracks
        else { return }
        let (moved, behind) = cut(range)
        runs.append(behind)
        let place = destination < range.lowerBound ? destination : destination - range.count
        let (_, following) = cut(place..<place)
        runs.append(moved)
        runs.append(following)
        settle()
    }

    private mutating func give(_ size: Double?, to range: Range<Int>) {
        replace(range) { old in old.refilled { [TrackRun(count: $0.count, size: size)] } }
    }

    /// Replaces the runs in `range` with the result of `change`.
    mutating func replace(_ range: Range<Int>, with change: (RunTree) -> RunTree) {
        checkBounds(range)
        guard !range.isEmpty else { return }
        let (old, behind) = cut(range)
        runs.append(change(old))
        runs.append(behind)
        settle()
    }

    /// Truncates the runs at the start of `range`, and returns exactly those in it, and those from its end on.
    private mutating func cut(_ range: Range<Int>) -> (inside: RunTree, behind: RunTree) {
        var inside = runs.split(at: range.lowerBound)
        runs.append(TrackRun(count: range.lowerBound - runs.totals.tracks, size: nil))
        let behind = inside.split(at: range.count)
        inside.append(TrackRun(count: range.count - inside.totals.tracks, size: nil))
        return (inside, behind)
    }
}
