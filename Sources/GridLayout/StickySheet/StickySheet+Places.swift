import Geometry

/// The rows and columns that are visible in a viewport, whose data a frame needs. The ranges include hidden tracks.
public struct VisibleTracks: Sendable, Hashable {
    public var frozenRows: Range<Int>
    public var rows: Range<Int>
    public var frozenTrailingRows: Range<Int>
    public var frozenColumns: Range<Int>
    public var columns: Range<Int>
    public var frozenTrailingColumns: Range<Int>
}

extension StickySheet {
    /// The visible tracks when the viewport shows `visible` (content space), without those under a frozen part. O(log
    /// overrides).
    public func visibleTracks(in visible: Rect) -> VisibleTracks {
        VisibleTracks(
            frozenRows: vertical.indices(of: .leading),
            rows: vertical.scrollingIndices(visible: visible.interval(.vertical)),
            frozenTrailingRows: vertical.indices(of: .trailing),
            frozenColumns: horizontal.indices(of: .leading),
            columns: horizontal.scrollingIndices(visible: visible.interval(.horizontal)),
            frozenTrailingColumns: horizontal.indices(of: .trailing))
    }

    /// The row at `y` (content space: the position in the viewport plus the offset) when the viewport shows `visible`, with
    /// frozen rows at their pinned positions; nil over the header, below the last row and outside the viewport.
    public func row(containing y: Double, visible: Rect) -> Int? {
        vertical.index(showingAt: y, visible: visible.interval(.vertical))
    }

    /// The column at `x`, by the rules of `row(containing:visible:)`.
    public func column(containing x: Double, visible: Rect) -> Int? {
        horizontal.index(showingAt: x, visible: visible.interval(.horizontal))
    }
}
