import Geometry
import GridLayout
import Tabular

/// What the marks of rows depend on besides the rows: while it stays, so do they.
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

    /// The marks of `rows` (0-based over the data) where they stand in the view that is shown; one that it does not show
    /// has none.
    ///
    /// - Complexity: O(rows × log).
    public func scrollMarks(ofRows rows: some Sequence<Int>) -> ScrollMarks {
        ScrollMarks(rows.lazy.compactMap { scrollShare(ofRow: $0) })
    }

    /// How far down in what there is to scroll the middle of a row stands, 0 … 1.
    func scrollShare(ofRow row: Int) -> Double? {
        let extent = max(contentSize.height, viewport.contentExtent.height)
        guard row >= 0, row < rowCount, columnCount > 0, extent > 0 else { return nil }
        if isSheet {
            // A frozen row counts where it stands in the table, not where it is pinned.
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
