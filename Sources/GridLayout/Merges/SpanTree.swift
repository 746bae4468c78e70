import Geometry

/// Spans in a packed tree of bounding boxes: eight spans a box, eight boxes a box, and so on.
///
/// Spans that are close on the sheet are close in the array, which follows a Z-curve (Morton, 1966) through their centers; so
/// the boxes are small, and the array indices imply the structure of the tree.
struct SpanTree: Sendable, Equatable {
    private static let fanOut = 8

    /// The spans in the order of the curve.
    private(set) var spans: [CellSpan]
    private(set) var hasRemoved = false
    /// The boxes of all levels, from the finest to the coarsest, which has one.
    private(set) var boxes: [SpanBox] = []
    /// The start of each level in `boxes`.
    private(set) var levels: [Int] = []

    init(ordered spans: [CellSpan] = []) {
        self.spans = spans
        guard !spans.isEmpty else { return }
        var below = 0..<0
        repeat {
            let count = levels.isEmpty ? spans.count : below.count
            levels.append(boxes.count)
            for first in stride(from: 0, to: count, by: Self.fanOut) {
                let range = first..<min(first + Self.fanOut, count)
                boxes.append(levels.count == 1 ? box(ofSpans: range) : box(of: range, from: below.lowerBound))
            }
            below = levels[levels.count - 1]..<boxes.count
        } while below.count > 1
    }

    static func == (a: SpanTree, b: SpanTree) -> Bool { a.spans == b.spans }

    /// Returns the indices `valid` of `spans`, in the order that a tree requires. O(n log n).
    static func order(of spans: [CellSpan], among valid: [Int]) -> [Int] {
        // Twice the center of a span; bits that are equal in all of them, or beyond 32, do not affect the order.
        func middle(_ range: Range<Int>) -> UInt { UInt(range.lowerBound) + UInt(range.upperBound) }
        let (rows, columns) = valid.reduce((0, 0)) { bits, index in
            (bits.0 | middle(spans[index].rows), bits.1 | middle(spans[index].columns))
        }
        let shifts = (max(0, 32 - rows.leadingZeroBitCount), max(0, 32 - columns.leadingZeroBitCount))
        let places = valid.map { index in
            let row = spread(middle(spans[index].rows) >> shifts.0)
            return (key: row << 1 | spread(middle(spans[index].columns) >> shifts.1), index: index)
        }
        return places.sorted { a, b in
            if a.key != b.key { return a.key < b.key }
            let (first, second) = (spans[a.index], spans[b.index])
            // Equal sets of spans must be equal arrays.
            return (first.rows.lowerBound, first.columns.lowerBound, a.index)
                < (second.rows.lowerBound, second.columns.lowerBound, b.index)
        }.map(\.index)
    }

    /// Returns the lower 32 bits with a zero bit between any two.
    private static func spread(_ number: UInt) -> UInt {
        var bits = number & 0xFFFF_FFFF
        bits = (bits | bits << 16) & 0x0000_FFFF_0000_FFFF
        bits = (bits | bits << 8) & 0x00FF_00FF_00FF_00FF
        bits = (bits | bits << 4) & 0x0F0F_0F0F_0F0F_0F0F
        bits = (bits | bits << 2) & 0x3333_3333_3333_3333
        return (bits | bits << 1) & 0x5555_5555_5555_5555
    }

    // MARK: Removal

    func isRemoved(at place: Int) -> Bool { spans[place].rows.isEmpty }

    /// Removes a span and keeps its array element empty. O(log n).
    mutating func remove(at place: Int) {
        spans[place] = CellSpan(rows: 0..<0, columns: 0..<0)
        hasRemoved = true
        var index = place / Self.fanOut
        for level in levels.indices {
            let range = children(index, level)
            boxes[levels[level] + index] =
                level == 0 ? box(ofSpans: range) : box(of: range, from: levels[level - 1])
            index /= Self.fanOut
        }
    }

    private func box(ofSpans range: Range<Int>) -> SpanBox {
        range.reduce(into: SpanBox.nothing) { $0.formUnion(spans[$1]) }
    }

    private func box(of range: Range<Int>, from start: Int) -> SpanBox {
        range.reduce(into: SpanBox.nothing) { $0.formUnion(boxes[start + $1]) }
    }

    // MARK: Traversal

    /// The index after the last track that any span covers; 0 where there is none.
    func end(_ axis: Axis) -> Int { boxes.last?.tracks(axis).high ?? 0 }

    /// Returns the children of box `index` of `level`: indices of the level below, or of spans.
    func children(_ index: Int, _ level: Int) -> Range<Int> {
        let end = level > 0 ? levels[level] - levels[level - 1] : spans.count
        return index * Self.fanOut..<min((index + 1) * Self.fanOut, end)
    }

    /// Calls `body` with the index of each span that shares a cell with `area`.
    func forEach(meeting area: CellSpan, _ body: (Int) -> Void) {
        _ = firstPlace(meeting: area) { place in
            body(place)
            return false
        }
    }

    /// Returns one of the spans that share a cell with `area`.
    func first(meeting area: CellSpan) -> CellSpan? {
        firstPlace(meeting: area) { _ in true }.map { spans[$0] }
    }

    private func firstPlace(meeting area: CellSpan, where isWanted: (Int) -> Bool) -> Int? {
        guard !spans.isEmpty, !area.rows.isEmpty, !area.columns.isEmpty else { return nil }
        return firstPlace(meeting: area, below: 0, level: levels.count - 1, where: isWanted)
    }

    private func firstPlace(
        meeting area: CellSpan, below index: Int, level: Int, where isWanted: (Int) -> Bool
    ) -> Int? {
        WorkCounter.countNodeVisit()
        guard boxes[levels[level] + index].meets(area) else { return nil }
        for child in children(index, level) {
            if level > 0 {
                let found = firstPlace(meeting: area, below: child, level: level - 1, where: isWanted)
                if let found { return found }
            } else if spans[child].overlaps(area), isWanted(child) {
                return child
            }
        }
        return nil
    }

    /// Calls `body` with each span that has a row of `area.rows` and a column of `area.columns`.
    func forEach(meeting area: (rows: SpanTracks, columns: SpanTracks), _ body: (CellSpan) -> Void) {
        if !spans.isEmpty { forEach(meeting: area, below: 0, level: levels.count - 1, body) }
    }

    private func forEach(
        meeting area: (rows: SpanTracks, columns: SpanTracks), below index: Int, level: Int, _ body: (CellSpan) -> Void
    ) {
        WorkCounter.countNodeVisit()
        for child in children(index, level) {
            if level > 0 {
                let box = boxes[levels[level - 1] + child]
                let (rows, columns) = (box.tracks(.vertical), box.tracks(.horizontal))
                if area.rows.meets(rows.low, rows.high), area.columns.meets(columns.low, columns.high) {
                    forEach(meeting: area, below: child, level: level - 1, body)
                }
            } else {
                let span = spans[child]
                if area.rows.meets(span.rows.lowerBound, span.rows.upperBound),
                    area.columns.meets(span.columns.lowerBound, span.columns.upperBound)
                {
                    body(span)
                }
            }
        }
    }
}
