/// The selection of a sheet: ranges of cells, whole rows and columns, or all, in any number, overlapping as they were
/// made. If empty, only the active cell is selected.
///
/// Like a set of cells, but its memory depends on the number of ranges, even for 10^12 rows. Rows are those of the
/// table, columns are identified by their positions; when the order of columns changes, it stays on the same values
/// (`follow`). Whole columns grow with the rows that arrive.
///
/// - Complexity: queries and changes O(ranges); `bands` O(ranges · (log + adjacent ranges)).
public struct Selection: Sendable, Hashable {
    /// In the order in which they were made: the last one is being extended.
    public private(set) var ranges: [SelectedRange]
    /// A Boolean value that indicates whether the last range is subtracted from the others.
    public private(set) var takesOut = false

    public init(_ ranges: [SelectedRange] = []) { self.ranges = ranges }

    public var isEmpty: Bool { ranges.isEmpty }

    /// Returns true where a cell is selected.
    public func contains(row: Int, place: Int) -> Bool {
        if takesOut, let last = ranges.last, last.contains(row: row, place: place) { return false }
        return ranges.contains { $0.contains(row: row, place: place) }
    }

    /// Returns true where all of `range` is selected. O(ranges²) at worst.
    public func contains(_ range: SelectedRange) -> Bool {
        var rest = [range]
        for other in settled().ranges {
            rest = rest.flatMap { $0.without(other) }
            if rest.isEmpty { return true }
        }
        return rest.isEmpty
    }

    /// Adds `range` to the selection, or removes it from the selection.
    public mutating func add(_ range: SelectedRange, takingOut: Bool = false) {
        self = settled()
        takesOut = takingOut && !isEmpty
        ranges.append(range)
    }

    /// Replaces the last range.
    public mutating func replaceLast(with range: SelectedRange) {
        guard !ranges.isEmpty else { return ranges.append(range) }
        ranges[ranges.count - 1] = range
    }

    /// The same cells, without a subtracted range.
    public func settled() -> Selection {
        guard takesOut, let last = ranges.last else { return self }
        return Selection(ranges.dropLast().flatMap { $0.without(last) })
    }

    /// Ranges of consecutive numbers, which may come in any order.
    package static func runs(of numbers: [Int]) -> [Range<Int>] {
        var runs: [Range<Int>] = []
        for number in numbers.sorted() {
            if let last = runs.last, last.upperBound == number {
                runs[runs.count - 1] = last.lowerBound..<number + 1
            } else {
                runs.append(number..<number + 1)
            }
        }
        return runs
    }

    /// Keeps the selection on the same values when the order of columns changes: a range whose columns are no longer adjacent
    /// becomes several. O(selected columns).
    mutating func follow(_ old: ColumnOrder, _ new: ColumnOrder) {
        guard !isEmpty else { return }
        self = settled()
        ranges = ranges.flatMap { range -> [SelectedRange] in
            guard range.places != SelectedRange.everything else { return [range] }
            let places = range.places.clamped(to: 0..<old.count).compactMap { new.place(of: old.column(at: $0)) }
            let runs = Self.runs(of: places)
            return runs == [range.places] ? [range] : runs.map { SelectedRange(rows: range.rows, places: $0) }
        }
    }
}

/// Consecutive rows in which the same columns are selected.
public struct SelectedBand: Sendable, Hashable {
    public var rows: Range<Int>
    /// Ascending, not adjacent.
    public var places: [Range<Int>]

    /// The number of its cells; `Int.max` on overflow.
    var cellCount: Int {
        let (count, isTooLarge) = rows.count.multipliedReportingOverflow(by: places.reduce(0) { $0 + $1.count })
        return isTooLarge ? .max : count
    }
}

extension Selection {
    /// The selected cells of a sheet of that size, each once: bands in order, adjacent ones with different columns.
    public func bands(rowCount: Int, placeCount: Int) -> [SelectedBand] {
        let (all, columns) = (0..<rowCount, 0..<placeCount)
        let ranges = settled().ranges.map { (rows: $0.rows.clamped(to: all), places: $0.places.clamped(to: columns)) }
            .filter { !$0.rows.isEmpty && !$0.places.isEmpty }.sorted { $0.rows.lowerBound < $1.rows.lowerBound }
        let edges = Set(ranges.flatMap { [$0.rows.lowerBound, $0.rows.upperBound] }).sorted()
        var bands: [SelectedBand] = []
        var met: [(rows: Range<Int>, places: Range<Int>)] = []
        var next = 0
        for (top, bottom) in zip(edges, edges.dropFirst()) {
            met.removeAll { $0.rows.upperBound <= top }
            while next < ranges.count, ranges[next].rows.lowerBound == top {
                met.append(ranges[next])
                next += 1
            }
            guard !met.isEmpty else { continue }
            let places = Self.union(met.map(\.places))
            if let last = bands.last, last.rows.upperBound == top, last.places == places {
                bands[bands.count - 1].rows = last.rows.lowerBound..<bottom
            } else {
                bands.append(SelectedBand(rows: top..<bottom, places: places))
            }
        }
        return bands
    }

    /// Returns the number of selected cells in a sheet of that size, each counted once; `Int.max` on overflow.
    public func cellCount(rowCount: Int, placeCount: Int) -> Int {
        bands(rowCount: rowCount, placeCount: placeCount).reduce(0) { count, band in
            let (sum, isTooLarge) = count.addingReportingOverflow(band.cellCount)
            return isTooLarge ? .max : sum
        }
    }

    private static func union(_ ranges: [Range<Int>]) -> [Range<Int>] {
        var union: [Range<Int>] = []
        for range in ranges.sorted(by: { $0.lowerBound < $1.lowerBound }) {
            if let last = union.last, range.lowerBound <= last.upperBound {
                union[union.count - 1] = last.lowerBound..<max(last.upperBound, range.upperBound)
            } else {
                union.append(range)
            }
        }
        return union
    }
}
