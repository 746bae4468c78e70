import Geometry
import GridLayout
import Tabular

/// The state besides the rows that determines the marks of rows. While it is unchanged, so are they.
public struct ScrollMarkBasis: Sendable, Hashable {
    var extent: Double
    var choice: ViewChoice
    var hiddenRows: Int
}

extension GridModel {
    public var scrollMarkBasis: ScrollMarkBasis {
        ScrollMarkBasis(
            extent: max(contentSize.height, viewport.contentExtent.height), choice: viewChoice,
            hiddenRows: sheet.rows.hiddenCount)
    }

    /// The marks of `rows`, ranges of rows (0-based over the data) with something to mark in each, in the current view. A
    /// range without any shown row has no mark; a view with rows in another order than the table marks the first, middle and
    /// last row of a longer range.
    ///
    /// - Complexity: O(ranges × log).
    public func scrollMarks(ofRows rows: [Range<Int>]) -> ScrollMarks {
        var marks = ScrollMarks()
        for rows in rows where !rows.isEmpty {
            if isSheet && rows.count > 1 {
                if let shares = scrollShares(ofRows: rows) { marks.insert(shares) }
            } else {
                for row in Set([rows.lowerBound, (rows.lowerBound + rows.upperBound) / 2, rows.upperBound - 1]) {
                    if let share = scrollShare(ofRow: row) { marks.insert(share) }
                }
            }
        }
        return marks
    }

    /// The fractions of the scroll height that rows of a sheet span; nil where all are hidden.
    private func scrollShares(ofRows rows: Range<Int>) -> ClosedRange<Double>? {
        let rows = rows.clamped(to: 0..<rowCount)
        let extent = max(contentSize.height, viewport.contentExtent.height)
        guard !rows.isEmpty, columnCount > 0, extent > 0 else { return nil }
        let headers = sheet.contentSize.height - sheet.rows.extent
        let (first, last) = (sheet.rows.track(at: rows.lowerBound), sheet.rows.track(at: rows.upperBound - 1))
        guard last.end > first.offset else { return nil }
        return (headers + first.offset) / extent...(headers + last.end) / extent
    }

    /// Returns the middle of a row as a fraction of the scroll height, 0 … 1; nil where the view does not show it.
    func scrollShare(ofRow row: Int) -> Double? {
        let extent = max(contentSize.height, viewport.contentExtent.height)
        guard row >= 0, row < rowCount, columnCount > 0, extent > 0 else { return nil }
        if isSheet {
            // A frozen row counts at its position in the table, not where it is pinned.
            guard !sheet.rows.isHidden(row) else { return nil }
            let headers = sheet.contentSize.height - sheet.rows.extent
            let place = sheet.rows.track(at: row)
            return (headers + (place.offset + place.end) / 2) / extent
        }
        let cell = CellPosition(row: row, column: columns.count > 0 ? columns.column(at: 0) : 0)
        guard let element = element(showing: cell), let found = attributes(for: element) else { return nil }
        return found.frame.midY / extent
    }
}
