extension TrackSizes {
    /// Gives track `index` a size of its own, in logical pixels; 0 hides it.
    public mutating func setSize(_ size: Double, for index: Int) {
        precondition(index >= 0 && index < count, "index \(index) is outside 0..<\(count)")
        setSize(size, for: index..<index + 1)
    }

    /// Gives every track in `range` the same size of its own; 0 hides them. O(log overrides), however long the range.
    public mutating func setSize(_ size: Double, for range: Range<Int>) {
        checkBounds(range)
        replace(range, with: TrackRun(count: range.count, size: Self.quantized(size)))
    }

    /// Gives the tracks from `index` on the sizes in `sizes`, one each. O(sizes + log overrides).
    public mutating func setSizes(_ sizes: [Double], from index: Int) {
        let range = index..<index + sizes.count
        checkBounds(range)
        guard !range.isEmpty else { return }
        var batch: [TrackRun] = []
        for size in sizes {
            let run = TrackRun(count: 1, size: Self.quantized(size))
            if let last = batch.indices.last, batch[last].size == run.size {
                batch[last].count += 1
            } else {
                batch.append(run)
            }
        }
        let behind = cut(range)
        runs.append(RunTree(batch))
        runs.append(behind)
        settle()
    }

    /// Gives track `index` the default size back.
    public mutating func reset(_ index: Int) {
        precondition(index >= 0 && index < count, "index \(index) is outside 0..<\(count)")
        reset(index..<index + 1)
    }

    /// Gives the tracks in `range` the default size back. O(log overrides), however long the range.
    public mutating func reset(_ range: Range<Int>) {
        checkBounds(range)
        replace(range, with: TrackRun(count: range.count, size: nil))
    }

    /// Puts `newCount` tracks of default size before track `index`, or at the end when `index` is `count`.
    public mutating func insert(count newCount: Int, at index: Int) {
        precondition(newCount >= 0, "a count of \(newCount) tracks is negative")
        precondition(index >= 0 && index <= count, "index \(index) is outside 0...\(count)")
        count += newCount
        if index < runs.totals.tracks { replace(index..<index, with: TrackRun(count: newCount, size: nil)) }
    }

    /// Takes the tracks in `range` out.
    public mutating func remove(_ range: Range<Int>) {
        checkBounds(range)
        if range.lowerBound < runs.totals.tracks {
            let behind = cut(range)
            runs.append(behind)
            settle()
        }
        count -= range.count
    }

    /// Puts `run` where `range` was; it may be longer or shorter.
    private mutating func replace(_ range: Range<Int>, with run: TrackRun) {
        guard run.count > 0 else { return }
        let behind = cut(range)
        runs.append(run)
        runs.append(behind)
        settle()
    }

    /// Ends the runs at the start of `range`, exactly, and returns those from its end on.
    private mutating func cut(_ range: Range<Int>) -> RunTree {
        let missing = range.lowerBound - runs.totals.tracks
        var behind = runs.split(at: range.lowerBound)
        behind = behind.split(at: range.count)
        runs.append(TrackRun(count: missing, size: nil))
        return behind
    }
}
