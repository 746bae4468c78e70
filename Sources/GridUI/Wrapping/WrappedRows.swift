import GridLayout

/// The measurements of row heights with wrapped text.
///
/// A row is measured for the columns that are in memory, and in a table of many columns grows when a horizontal scroll
/// reveals a taller cell; so measurements are recorded cell by cell.
struct WrappedRows: Sendable {
    var isOn = false
    /// The measured heights of rows. A row with another height, except the default, has it from the user.
    private(set) var heights: [Int: Double] = [:]
    /// The widths that the texts of columns were measured for, by column of the table.
    private(set) var widths: [Int: Double] = [:]
    /// A bit for each measured cell: 64 columns of one row per entry.
    private var measured: [Stretch: UInt64] = [:]

    /// The approximate number of heights that are kept, enough for many screens around the visible rows. As many others may
    /// be discarded between two frames.
    static let heightLimit = 4_096
    /// The maximum number of entries of `measured`, about a megabyte. Discarded cells are measured again, with the same result.
    private static let capacity = 1 << 14

    private struct Stretch: Hashable {
        var row: Int
        var group: Int
    }

    /// Columns of one group of 64 to be measured.
    struct Columns {
        var group: Int
        var bits: UInt64
    }

    /// Records the width of a column. Returns false where texts were measured for another width before.
    mutating func setWidth(_ width: Double, ofColumn column: Int) -> Bool {
        guard let known = widths[column] else {
            widths[column] = width
            return true
        }
        return known == width
    }

    /// Returns those of `columns` that the row was not measured for.
    func unmeasured(_ columns: Columns, row: Int) -> UInt64 {
        columns.bits & ~(measured[Stretch(row: row, group: columns.group)] ?? 0)
    }

    mutating func setMeasured(row: Int, column: Int) {
        if measured.count >= Self.capacity { measured.removeAll(keepingCapacity: true) }
        measured[Stretch(row: row, group: column / 64), default: 0] |= 1 << UInt64(column % 64)
    }

    mutating func setHeight(_ height: Double, ofRow row: Int) { heights[row] = height }

    /// Discards the measurement of a row, to measure it again.
    mutating func forget(row: Int, _ columns: [Columns]) {
        heights[row] = nil
        for columns in columns { measured[Stretch(row: row, group: columns.group)] = nil }
    }

    /// Discards the heights of the rows furthest from those in `bands`, where more heights are recorded than the limit:
    /// half of the limit remain. Returns the discarded heights.
    ///
    /// - Complexity: O(1) below the limit, else O(`heightLimit` · log), amortized over that many grown rows.
    mutating func forgetFar(from bands: [Range<Int>]) -> [Int: Double] {
        guard heights.count > Self.heightLimit else { return [:] }
        func distance(_ row: Int) -> Int {
            bands.reduce(.max) { least, band in
                guard !band.isEmpty else { return least }
                return min(least, row < band.lowerBound ? band.lowerBound - row : max(0, row - band.upperBound + 1))
            }
        }
        let ordered = heights.keys.map { (row: $0, distance: distance($0)) }.sorted { $0.distance < $1.distance }
        var far: [Int: Double] = [:]
        for (row, distance) in ordered[(Self.heightLimit / 2)...] where distance > 0 {
            far[row] = heights.removeValue(forKey: row)
        }
        measured = measured.filter { far[$0.key.row] == nil }
        return far
    }

    /// Discards all measurements, to measure all rows again.
    mutating func forgetAll() {
        let isOn = isOn
        self = WrappedRows()
        self.isOn = isOn
    }

    /// Adds a column to the columns to be measured.
    static func insert(_ column: Int, into columns: inout [Columns]) {
        let bit = 1 << UInt64(column % 64) as UInt64
        if let known = columns.firstIndex(where: { $0.group == column / 64 }) {
            columns[known].bits |= bit
        } else {
            columns.append(Columns(group: column / 64, bits: bit))
        }
    }
}
