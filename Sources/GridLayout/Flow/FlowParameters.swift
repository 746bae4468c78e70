import Geometry

/// The lengths of a flow, in logical pixels. They are quantized to 1/64 like track sizes, and a negative one counts as 0.
public struct FlowParameters: Sendable, Hashable {
    public var itemSize: Size
    /// The minimum spacing between the items of a line.
    public var itemSpacing: Double
    /// The spacing between the lines of a section.
    public var lineSpacing: Double
    /// The height of the section headers; 0 switches them off.
    public var headerHeight: Double
    /// The insets around the items of a section, below its header. A section without items has none.
    public var sectionInsets: Insets

    public init(
        itemSize: Size = Size(width: 160, height: 120), itemSpacing: Double = 10, lineSpacing: Double = 10,
        headerHeight: Double = 32, sectionInsets: Insets = Insets(top: 10, leading: 10, bottom: 10, trailing: 10)
    ) {
        self.itemSize = itemSize
        self.itemSpacing = itemSpacing
        self.lineSpacing = lineSpacing
        self.headerHeight = headerHeight
        self.sectionInsets = sectionInsets
    }

    var quantized: FlowParameters {
        FlowParameters(
            itemSize: itemSize.quantized, itemSpacing: TrackSizes.quantized(itemSpacing),
            lineSpacing: TrackSizes.quantized(lineSpacing), headerHeight: TrackSizes.quantized(headerHeight),
            sectionInsets: sectionInsets.quantized)
    }
}
