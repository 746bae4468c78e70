/// Scans a segment of a source whose beginning nobody has come to yet: a stretch for each of its cells.
struct SegmentRows: Sendable {
    private let form: RowForm
    /// Beginning of the first cell of the source, and bytes of each.
    private let base: Int
    private let interval: Int
    private let isChecking: Bool
    /// The offset after the last scanned byte.
    private(set) var offset: Int
    /// One after the other, the last of them not to the end of its cell where the segment was not.
    private(set) var stretches: [RowStretch] = []

    /// The segment begins at `offset`, with any byte; the cells are those of `pass`, whose rows `RowStretch` can find.
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
