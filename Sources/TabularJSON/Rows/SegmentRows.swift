/// A scan of a segment of a source that the pass has not reached yet: a stretch for each of its intervals.
struct SegmentRows: Sendable {
    private let form: RowForm
    /// The beginning of the first interval of the source, and bytes of each.
    private let base: Int
    private let interval: Int
    private let isChecking: Bool
    /// The offset after the last scanned byte.
    private(set) var offset: Int
    /// The stretches in order; the last one is incomplete where the segment was not read to its end.
    private(set) var stretches: [RowStretch] = []

    /// Begins a segment at `offset`, with any byte; the intervals are those of `pass`, whose rows `RowStretch` can find.
    init(of pass: RowIndexing, at offset: Int) {
        form = pass.scanner.form
        base = pass.start
        interval = pass.interval
        isChecking = pass.isChecking
        self.offset = offset
    }

    /// Scans the next bytes.
    mutating func scan(_ bytes: UnsafeBufferPointer<UInt8>) {
        var rest = bytes
        while !rest.isEmpty {
            let cell = base + (offset - base) / interval * interval
            var stretch = stretches.popLast()
            if let last = stretch, last.end == cell {
                stretches.append(last)
                stretch = nil
            }
            var current = stretch ?? RowStretch(form, at: offset, cell: isChecking ? cell : nil)
            let part = UnsafeBufferPointer(rebasing: rest.prefix(cell + interval - offset))
            current.scan(part)
            stretches.append(current)
            offset += part.count
            rest = UnsafeBufferPointer(rebasing: rest[part.count...])
        }
    }
}
