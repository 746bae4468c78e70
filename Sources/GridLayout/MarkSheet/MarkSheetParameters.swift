/// The lengths of a mark sheet, in logical pixels. They are quantized to 1/64 like track sizes, and a negative one counts as 0.
public struct MarkSheetParameters: Sendable, Hashable {
    /// The width of the row headers; 0 switches them off.
    public var rowHeaderWidth: Double
    public var rowHeight: Double
    /// The height of the column headers; 0 switches them off.
    public var columnHeaderHeight: Double
    /// The thickness of the lines between rows; 0 switches them off.
    public var separatorThickness: Double
    /// The minimum width of a column, for which the columns may exceed the viewport; at least 1.
    public var minimumColumnWidth: Double

    public init(
        rowHeaderWidth: Double = 100, rowHeight: Double = 50, columnHeaderHeight: Double = 40,
        separatorThickness: Double = 1, minimumColumnWidth: Double = 60
    ) {
        self.rowHeaderWidth = rowHeaderWidth
        self.rowHeight = rowHeight
        self.columnHeaderHeight = columnHeaderHeight
        self.separatorThickness = separatorThickness
        self.minimumColumnWidth = minimumColumnWidth
    }

    var quantized: MarkSheetParameters {
        MarkSheetParameters(
            rowHeaderWidth: TrackSizes.quantized(rowHeaderWidth), rowHeight: TrackSizes.quantized(rowHeight),
            columnHeaderHeight: TrackSizes.quantized(columnHeaderHeight),
            separatorThickness: TrackSizes.quantized(separatorThickness),
            minimumColumnWidth: max(1, TrackSizes.quantized(minimumColumnWidth)))
    }
}
