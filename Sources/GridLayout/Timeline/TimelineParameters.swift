import Geometry

/// The lengths of a timeline, in logical pixels. They are quantized to 1/64 like track sizes, and a negative one counts as 0.
public struct TimelineParameters: Sendable, Hashable {
    /// The width of the row headers; 0 switches them off.
    public var headerWidth: Double
    /// The space left free before each item (width) and below each row (height).
    public var divider: Size
    /// The number of rows that fill the viewport, at least 1.
    public var visibleRows: Int
    /// The minimum height of a row, for which fewer rows may fill the viewport; at least 1.
    public var minimumRowHeight: Double

    public init(
        headerWidth: Double = 80, divider: Size = Size(width: 2, height: 2), visibleRows: Int = 7,
        minimumRowHeight: Double = 16
    ) {
        self.headerWidth = headerWidth
        self.divider = divider
        self.visibleRows = visibleRows
        self.minimumRowHeight = minimumRowHeight
    }

    var quantized: TimelineParameters {
        TimelineParameters(
            headerWidth: TrackSizes.quantized(headerWidth), divider: divider.quantized,
            visibleRows: max(1, visibleRows), minimumRowHeight: max(1, TrackSizes.quantized(minimumRowHeight)))
    }
}
