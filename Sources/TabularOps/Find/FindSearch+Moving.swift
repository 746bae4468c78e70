import Tabular

/// A cell that is a hit.
public struct FindHit: Sendable, Hashable {
    /// The row in the source, 0-based over the data.
    public var row: Int
    /// The row index of the hit in the order that was searched.
    public var place: Int
    public var column: Int
    /// The byte offset in the source of the first match; nil for a table without byte offsets. A doubled quote begins at the
    /// first of the two, and an escape at its backslash; an empty quoted value is between its quotes. Tables that lie in bytes
    /// but cannot be searched there (`ValueLocating`) have it in `forEachHit` only.
    public var byte: Int?
    /// The number of the hit among all hits, from 1; nil while unknown.
    public var number: Int?
    /// True for a hit found after the search wrapped around the table's end.
    public var hasWrapped = false
}

extension FindSearch {
    public enum Direction: Sendable, Hashable {
        case forward
        case backward
    }

    /// The cell from which a search for the next hit begins.
    public struct Start: Sendable, Hashable {
        /// The row index in the searched order, and the column of the source.
        public var place: Int
        public var column: Int
        /// A Boolean value that indicates whether this cell itself may be the hit.
        public var isIncluded: Bool
        /// The rank of every source column within a row, where the columns are in another order.
        public var ranks: [Int]?

        public init(place: Int, column: Int, isIncluded: Bool = false, ranks: [Int]? = nil) {
            (self.place, self.column, self.isIncluded, self.ranks) = (place, column, isIncluded, ranks)
        }

        func rank(_ column: Int) -> Int { ranks.flatMap { column < $0.count ? $0[column] : nil } ?? column }

        func isBefore(_ hit: FindHit) -> Bool {
            (place, rank(self.column)) < (hit.place, rank(hit.column))
        }

        func isBehind(_ hit: FindHit) -> Bool {
            (hit.place, rank(hit.column)) < (place, rank(self.column))
        }
    }

    /// The next hit from a cell on; wraps around the table's end. Nil when there is no hit at all, or the search was cancelled.
    /// It waits for rows that are still to come, and blocks its caller: never call it on a thread that draws.
    ///
    /// - Throws: Read errors.
    /// - Complexity: O(bytes of one part) where the hit counts of the parts are known, else O(bytes of the parts in between).
    public func hit(_ direction: Direction, from start: Start) throws(ReadError) -> FindHit? {
        if let order = core.order, !order.isAscending { return try core.hitInOrder(order, direction, start) }
        switch direction {
        case .forward: return try core.hitForward(start)
        case .backward: return try core.hitBackward(start)
        }
    }

    /// Passes all hits to `body`, in row order, until it returns false; on the caller's thread. No hit is stored. The rows must
    /// ascend in the searched order.
    ///
    /// - Throws: Read errors.
    public func forEachHit(_ body: (FindHit) -> Bool) throws(ReadError) {
        precondition(core.order?.isAscending ?? true, "the rows that are searched do not ascend")
        var walk = PartWalk(core, from: 0, locatesValues: true)
        while let hits = try walk.next() {
            for hit in hits where !body(hit) { return }
        }
    }
}

/// Walks a table part by part and lists the hits; skips parts that are known to have none.
struct PartWalk {
    private let core: FindCore
    private let search: PartSearch
    /// Locates values in a table whose bytes cannot be searched; nil where nobody asks for that.
    private let locating: (any ValueLocating)?
    /// The first row of the next part.
    private(set) var row: Int

    /// `locatesValues` determines whether hits have byte offsets where the values have to be read again for that.
    init(_ core: FindCore, from row: Int, locatesValues: Bool = false) {
        (self.core, self.row) = (core, row)
        locating = locatesValues && core.bytes == nil ? core.source.abilities.locate : nil
        search = PartSearch(core.source, core.plan, core.control, core.tuning)
    }

    /// The hits of the next part that may have any; nil at the end of the table, or when the search was cancelled.
    mutating func next() throws(ReadError) -> [FindHit]? {
        while let part = nextPart() {
            row = part.rows.upperBound
            if core.count(of: part) == 0 { continue }
            let hits = try list(part)
            if !hits.isEmpty { return hits }
        }
        return nil
    }

    /// Returns the part from `row` on once it is known; waits for rows that are still to come.
    private func nextPart() -> RowPart? {
        while !core.control.isCancelled {
            let snapshot = core.source.snapshot
            let isSettled = snapshot.phase != .opening && snapshot.phase != .indexing
            if let part = PartSearch.part(of: core.source, fromRow: row, core.tuning), isSettled || !part.isLast {
                return part
            }
            if isSettled { return nil }
            _ = core.source.wait(
                until: { $0.version != snapshot.version }, unless: core.control.cancellation)
        }
        return nil
    }

    func list(_ part: RowPart) throws(ReadError) -> [FindHit] {
        let listed = try core.hits(of: part, search, mayBeOdd: core.mayBeOdd(part), listing: true)
        core.noteUndecided(listed)
        let found = listed.hits ?? []
        let before = core.count(before: part)
        var places: [Int] = []
        if let order = core.order {
            places = try order.places(of: found.map(\.row)).map { $0 ?? 0 }
        }
        let offsets = try locating?.sourceOffsets(
            of: found.map { ValueByte(row: $0.row, column: $0.column, index: $0.byte) })
        var hits: [FindHit] = []
        hits.reserveCapacity(found.count)
        for (index, hit) in found.enumerated() {
            let byte = if let offsets { offsets[index] } else { try core.sourceByte(hit.byte) }
            hits.append(
                FindHit(
                    row: hit.row, place: places.isEmpty ? hit.row : places[index], column: hit.column, byte: byte,
                    number: before.map { $0 + index + 1 }))
        }
        return hits
    }
}

extension FindCore {
    /// The source row at a row index of the order, where rows ascend.
    private func row(at place: Int) throws(ReadError) -> Int {
        guard let order else { return place }
        if order.count == 0 { return 0 }
        return try order.row(at: min(max(0, place), order.count - 1))
    }

    fileprivate func hitForward(_ start: FindSearch.Start) throws(ReadError) -> FindHit? {
        let row = try row(at: start.place)
        var walk = PartWalk(self, from: partStart(holding: row))
        while let hits = try walk.next() {
            let hit = Self.sorted(hits, start).first { start.isBefore($0) || start.isIncluded && $0.isAt(start) }
            if let hit { return hit }
        }
        // Wraps around.
        walk = PartWalk(self, from: 0)
        guard var hit = try walk.next().flatMap({ Self.sorted($0, start).first }) else { return nil }
        hit.hasWrapped = true
        return hit
    }

    fileprivate func hitBackward(_ start: FindSearch.Start) throws(ReadError) -> FindHit? {
        let row = try row(at: start.place)
        waitUntilSearched(row)
        let walk = PartWalk(self, from: 0)
        let first = partNumber(holding: row)
        if let hit = try lastHit(upTo: first, walk, { start.isBehind($0) || start.isIncluded && $0.isAt(start) }, start)
        {
            return hit
        }
        waitUntilSearched(.max)
        let last = state.withLock(wakes: false) { $0.starts.count - 1 }
        var hit = try lastHit(upTo: last, walk, { _ in true }, start)
        hit?.hasWrapped = true
        return hit
    }

    /// The last hit in a part up to the one `number` for which `isWanted`.
    private func lastHit(
        upTo number: Int, _ walk: PartWalk, _ isWanted: (FindHit) -> Bool, _ start: FindSearch.Start
    ) throws(ReadError) -> FindHit? {
        for number in stride(from: number, through: 0, by: -1) {
            if control.isCancelled { return nil }
            let (row, count) = state.withLock(wakes: false) { state in
                number < state.starts.count ? (state.starts[number], state.counts[number]) : (0, 0)
            }
            guard count != 0, let part = PartSearch.part(of: source, fromRow: row, tuning) else { continue }
            if let hit = Self.sorted(try walk.list(part), start).last(where: isWanted) { return hit }
        }
        return nil
    }

    /// Returns the hits in the order in which columns are shown, numbered accordingly. The row indices of `hits` ascend
    /// already: only hits of the same row change their order.
    private static func sorted(_ hits: [FindHit], _ start: FindSearch.Start) -> [FindHit] {
        guard start.ranks != nil else { return hits }
        var sorted = hits.sorted { ($0.place, start.rank($0.column)) < ($1.place, start.rank($1.column)) }
        for (index, hit) in hits.enumerated() { sorted[index].number = hit.number }
        return sorted
    }

    // MARK: - Hit counts of parts

    /// The number of the part that holds `row`, or would.
    private func partNumber(holding row: Int) -> Int {
        state.withLock(wakes: false) { state in
            var (low, high) = (0, state.starts.count)
            while low < high {
                let middle = (low + high) / 2
                if state.starts[middle] <= row { low = middle + 1 } else { high = middle }
            }
            return low - 1
        }
    }

    /// The first row of the part that holds `row`; the row itself where no part does.
    private func partStart(holding row: Int) -> Int {
        let number = partNumber(holding: row)
        return state.withLock(wakes: false) { state in
            number >= 0 && number < state.starts.count && row < state.nextRow ? state.starts[number] : row
        }
    }

    /// Returns the number of hits in a part; nil where it is not known, or no such part was searched.
    fileprivate func count(of part: RowPart) -> Int? {
        let number = partNumber(holding: part.rows.lowerBound)
        return state.withLock(wakes: false) { state in
            guard number >= 0, number < state.counts.count, state.starts[number] == part.rows.lowerBound else {
                return nil
            }
            let end = number + 1 < state.starts.count ? state.starts[number + 1] : state.nextRow
            let isSame =
                end == part.rows.upperBound
                && (number + 1 < state.starts.count || state.tail == (part.isLast ? part : nil))
            return isSame && state.counts[number] >= 0 ? state.counts[number] : nil
        }
    }

    /// Returns the number of hits before a part; nil where it is not known.
    fileprivate func count(before part: RowPart) -> Int? {
        let number = partNumber(holding: part.rows.lowerBound)
        return state.withLock(wakes: false) { state in
            guard number >= 0, number < state.starts.count, state.starts[number] == part.rows.lowerBound else {
                return nil
            }
            if number < state.before.count { return state.before[number] }
            return number == state.before.count ? state.found : nil
        }
    }

    private func waitUntilSearched(_ row: Int) {
        precondition(tuning.threads > 0, "a search that does not count is never through")
        state.withLock(wakes: false) { $0.awaitedRows.append(row) }
        state.wait(
            until: { $0.isCancelled || $0.progress.isComplete || $0.progress.rows > row },
            then: { state in
                // Then all waiters wake.
                if state.isCancelled || state.progress.isComplete { state.awaitedRows = [] }
            })
    }

    fileprivate func mayBeOdd(_ part: RowPart) -> Bool {
        let snapshot = source.snapshot
        return state.withLock(wakes: false) { mayBeOdd(part.rows, snapshot, &$0) }
    }

    /// Counts given-up values where no thread counts hits.
    fileprivate func noteUndecided(_ hits: PartHits) {
        guard tuning.threads == 0 && !hits.givenUp.isEmpty else { return }
        state.withLock { $0.progress.note(hits.givenUp) }
    }

    fileprivate func sourceByte(_ byte: Int) throws(ReadError) -> Int? {
        try bytes?.sourceByte(ofText: byte)
    }

    // MARK: - Rows that do not ascend

    /// The next hit in an order in which rows do not ascend, once all hits are known.
    fileprivate func hitInOrder(
        _ order: RowOrder, _ direction: FindSearch.Direction, _ start: FindSearch.Start
    ) throws(ReadError) -> FindHit? {
        waitUntilSearched(.max)
        guard let rowHits, !control.isCancelled, progress.count > 0 else { return nil }
        let step = direction == .forward ? 1 : -1
        let stretches = (order.count + RowHits.stretch - 1) / RowHits.stretch
        let first = min(max(0, start.place), order.count - 1) / RowHits.stretch
        // Every range, and the first once more after the wrap.
        for turn in 0...stretches {
            let stretch = ((first + step * turn) % stretches + stretches) % stretches
            let places = stretch * RowHits.stretch..<min(order.count, (stretch + 1) * RowHits.stretch)
            let before = rowHits.count(beforeStretch: stretch)
            if rowHits.count(beforeStretch: stretch + 1) == before { continue }
            let rows = try order.rows(at: places)
            var number = before
            var numbers = rows.map { row in
                defer { number += rowHits.count(ofRow: row) }
                return number
            }
            numbers.append(number)
            let indices = rows.indices.filter { rowHits.count(ofRow: rows[$0]) > 0 }
            for index in direction == .forward ? indices : indices.reversed() {
                let place = places.lowerBound + index
                let hasWrapped =
                    turn > 0
                    && (step > 0 ? place <= start.place && stretch <= first : place >= start.place && stretch >= first)
                if turn == 0 && (step > 0 ? place < start.place : place > start.place) { continue }
                var hits = try hits(ofRow: rows[index], at: place, behind: numbers[index])
                hits = Self.sorted(hits, start)
                let found =
                    direction == .forward
                    ? hits.first { hasWrapped || start.isBefore($0) || start.isIncluded && $0.isAt(start) }
                    : hits.last { hasWrapped || start.isBehind($0) || start.isIncluded && $0.isAt(start) }
                guard var found else { continue }
                found.hasWrapped = hasWrapped
                return found
            }
        }
        return nil
    }

    /// The hits of one row, the first of which has the number after `number`.
    private func hits(ofRow row: Int, at place: Int, behind number: Int) throws(ReadError) -> [FindHit] {
        var finder = ValueFinder(
            ValueMatcher(plan), plan.query, rows: row..<row + 1, listing: true, control: control,
            longest: tuning.longestValue)
        let request = finder.project()
        try source.streamRecords(row..<row + 1, of: request, into: &finder)
        return (finder.found.hits ?? []).enumerated().map { index, hit in
            FindHit(row: row, place: place, column: hit.column, byte: nil, number: number + index + 1)
        }
    }
}

extension FindHit {
    fileprivate func isAt(_ start: FindSearch.Start) -> Bool { place == start.place && column == start.column }
}
