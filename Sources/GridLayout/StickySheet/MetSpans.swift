import Geometry

/// A merged cell that may intersect the rectangle of a frame, with the positions of its intersecting tracks, including whole
/// bundles.
struct MetSpan {
    let span: CellSpan
    private let rowPositions: (low: Int32, high: Int32)
    private let columnPositions: (low: Int32, high: Int32)

    init(_ span: CellSpan, rows: Range<Int>, columns: Range<Int>) {
        self.span = span
        rowPositions = (Int32(clamping: rows.lowerBound), Int32(clamping: rows.upperBound))
        columnPositions = (Int32(clamping: columns.lowerBound), Int32(clamping: columns.upperBound))
    }

    var rows: Range<Int> { Int(rowPositions.low)..<Int(rowPositions.high) }
    var columns: Range<Int> { Int(columnPositions.low)..<Int(columnPositions.high) }

    func positions(_ axis: Axis) -> Range<Int> { axis == .vertical ? rows : columns }
}

/// The merged cells of a frame that may intersect its rectangle, unordered, looked up once. As many as a screen can legibly
/// show fit the scratch memory, so that a frame allocates nothing.
struct MetSpans: ~Copyable {
    private let scratch: UnsafeMutableBufferPointer<MetSpan>
    /// The merged cells that do not fit the scratch memory.
    private var rest: [MetSpan] = []
    private(set) var count = 0

    /// Creates an empty set, for a sheet without merged cells.
    init() { scratch = UnsafeMutableBufferPointer(start: nil, count: 0) }

    /// Looks up the visible merged cells. Each marks the lines that it crosses in `cuts`. `scratch` must stay valid and
    /// exclusive as long as this value is used.
    init(
        _ sheet: StickySheet, _ place: (rect: Rect, visible: Rect), rows: borrowing MetTracks,
        columns: borrowing MetTracks,
        _ room: (spans: UnsafeMutableBufferPointer<MetSpan>, cuts: (rows: LineCuts?, columns: LineCuts?))
    ) {
        scratch = room.spans
        let (rect, visible) = place
        let down = SpanTracks(sheet.vertical, rect.interval(.vertical), visible: visible.interval(.vertical))
        let across = SpanTracks(sheet.horizontal, rect.interval(.horizontal), visible: visible.interval(.horizontal))
        sheet.merges.tree.forEach(meeting: (down, across)) { found in
            let span = sheet.clamped(found)
            let met = MetSpan(
                span, rows: rows.positions(coveredBy: span.rows, sheet.vertical),
                columns: columns.positions(coveredBy: span.columns, sheet.horizontal))
            room.cuts.rows?.mark(met, lines: rows, across: columns)
            room.cuts.columns?.mark(met, lines: columns, across: rows)
            if sheet.shows(span) { append(met) }
        }
    }

    private mutating func append(_ span: MetSpan) {
        if count < scratch.count { scratch[count] = span } else { rest.append(span) }
        count += 1
    }

    subscript(index: Int) -> MetSpan { index < scratch.count ? scratch[index] : rest[index - scratch.count] }
}

/// For each line after a track of a frame, a bit for each position on the other axis where a merged cell crosses the line.
/// Lines are identified by the position of the track before them.
struct LineCuts {
    let axis: Axis
    private let words: UnsafeMutableBufferPointer<UInt64>
    /// The number of words of a line; the first tells whether the others are complete.
    private let width: Int

    /// Nil where `words` is too small.
    init?(_ axis: Axis, _ frame: (lines: Int, across: Int), in words: UnsafeMutableBufferPointer<UInt64>) {
        self.axis = axis
        self.words = words
        width = 2 + frame.across / 64
        guard frame.lines <= words.count / width else { return nil }
        words[..<(frame.lines * width)].update(repeating: 0)
    }

    /// Marks the lines that the merged cell crosses.
    func mark(_ met: MetSpan, lines: borrowing MetTracks, across: borrowing MetTracks) {
        let along = met.span.tracks(axis)
        var crossed = met.positions(axis)
        guard along.count > 1, !crossed.isEmpty else { return }
        // The line after its last track is not crossed.
        if lines[crossed.lowerBound].index == along.upperBound - 1 { crossed = crossed.dropFirst() }
        let cut = met.positions(axis.other)
        let isPlain = !hidesEdge(met.span.tracks(axis.other), at: cut, across)
        for line in crossed {
            if isPlain { setBits(cut, ofLine: line) } else { words[line * width] = 1 }
        }
    }

    /// Returns true where one of its edges is a hidden track within the frame: then the bits do not show where it ends.
    private func hidesEdge(_ tracks: Range<Int>, at cut: Range<Int>, _ across: borrowing MetTracks) -> Bool {
        guard !cut.isEmpty else { return true }
        let (first, last) = (across[cut.upperBound - 1], across[cut.lowerBound])
        if first.index != tracks.lowerBound, cut.upperBound < across.count, across[cut.upperBound].band == first.band {
            return true
        }
        return last.index != tracks.upperBound - 1 && cut.lowerBound > 0
            && across[cut.lowerBound - 1].band == last.band
    }

    private func setBits(_ range: Range<Int>, ofLine line: Int) {
        let start = line * width + 1
        for word in range.lowerBound / 64...(range.upperBound - 1) / 64 {
            let low = max(range.lowerBound - word * 64, 0)
            let high = min(range.upperBound - word * 64, 64)
            words[start + word] |= (.max >> UInt64(64 - (high - low))) << UInt64(low)
        }
    }

    /// Returns true where the bits describe all cuts of a line.
    func isKnown(_ line: Int) -> Bool { words[line * width] == 0 }

    /// Returns the first position of `range` at which the line is cut, or is not; the end of the range if there is none.
    func first(in range: Range<Int>, isCut: Bool, ofLine line: Int) -> Int {
        var position = range.lowerBound
        while position < range.upperBound {
            let word = words[line * width + 1 + position / 64]
            let bits = (isCut ? word : ~word) >> UInt64(position % 64)
            if bits != 0 { return min(position + bits.trailingZeroBitCount, range.upperBound) }
            position = (position / 64 + 1) * 64
        }
        return range.upperBound
    }
}

extension MetTracks {
    /// Returns the positions that `tracks` cover completely, without a bundle of which they have only the first tracks.
    fileprivate func positions(coveredBy tracks: Range<Int>, _ axis: SheetAxis) -> Range<Int> {
        let positions = positions(of: tracks, in: 0..<count)
        guard !positions.isEmpty, self[positions.lowerBound].isBundle,
            axis.bundle(around: self[positions.lowerBound].index).upperBound > tracks.upperBound
        else { return positions }
        return positions.dropFirst()
    }
}

/// Stack memory for the data of a frame with merged cells, besides its tracks. Data beyond that is looked up piece by piece.
struct SpanScratch {
    let spans: UnsafeMutableBufferPointer<MetSpan>
    let rowCuts: UnsafeMutableBufferPointer<UInt64>
    let columnCuts: UnsafeMutableBufferPointer<UInt64>
    let nearest: UnsafeMutableBufferPointer<Int>

    private static let cutWords = 1024
    private static let nearestWords = 6 * 256
    private static let spanCount = 1024

    static func with<R>(_ body: (SpanScratch) -> R) -> R {
        // Zeroed words are initialized at once; spans would be initialized one by one.
        var room = InlineArray<9728, UInt64>(repeating: 0)
        return withUnsafeMutableBytes(of: &room) { bytes in
            func words(_ range: Range<Int>) -> UnsafeMutableRawBufferPointer {
                UnsafeMutableRawBufferPointer(rebasing: bytes[range.lowerBound * 8..<range.upperBound * 8])
            }
            let (nearest, spans) = (2 * cutWords, 2 * cutWords + nearestWords)
            let scratch = SpanScratch(
                spans: words(spans..<spans + spanCount * MemoryLayout<MetSpan>.stride / 8).bindMemory(to: MetSpan.self),
                rowCuts: words(0..<cutWords).bindMemory(to: UInt64.self),
                columnCuts: words(cutWords..<2 * cutWords).bindMemory(to: UInt64.self),
                nearest: words(nearest..<spans).bindMemory(to: Int.self))
            return body(scratch)
        }
    }
}
