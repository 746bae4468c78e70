/// The lengths of a sheet besides those of its rows and columns, in logical pixels. They are quantized to 1/64 like track
/// sizes, and a negative one counts as 0.
public struct SheetParameters: Sendable, Hashable {
    /// The height of the column headers; 0 switches them off.
    public var headerHeight: Double
    /// The width of the row headers; 0 switches them off. The owner, which knows the font, makes it wide enough for the largest
    /// row number.
    public var gutterWidth: Double
    /// The thickness of the lines between rows and between columns; 0 switches them off.
    public var separatorThickness: Double
    /// The height of each row of group headers; 0 switches them off.
    public var groupHeaderHeight: Double
    /// The length of the shadow of a freeze line; 0 switches it off.
    public var shadowLength: Double

    public init(
        headerHeight: Double = 32, gutterWidth: Double = 56, separatorThickness: Double = 1,
        shadowLength: Double = 6, groupHeaderHeight: Double = 28
    ) {
        self.headerHeight = headerHeight
        self.gutterWidth = gutterWidth
        self.separatorThickness = separatorThickness
        self.shadowLength = shadowLength
        self.groupHeaderHeight = groupHeaderHeight
    }

    /// The default height of a row.
    public static var rowHeight: Double { 28 }
    /// The default width of a column.
    public static var columnWidth: Double { 120 }

    var quantized: SheetParameters {
        SheetParameters(
            headerHeight: TrackSizes.quantized(headerHeight), gutterWidth: TrackSizes.quantized(gutterWidth),
            separatorThickness: TrackSizes.quantized(separatorThickness),
            shadowLength: TrackSizes.quantized(shadowLength),
            groupHeaderHeight: TrackSizes.quantized(groupHeaderHeight))
    }
}
