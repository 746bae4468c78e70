import Geometry

/// The lengths of section columns, in logical pixels. They are quantized to 1/64 like track sizes, and a negative one counts as
/// 0.
public struct SectionColumnsParameters: Sendable, Hashable {
    /// The height of the section headers; 0 switches them off.
    public var headerHeight: Double
    public var itemSize: Size
    /// The spacing between the items of a section, on both axes.
    public var itemSpacing: Double
    /// The spacing between sections.
    public var sectionSpacing: Double

    public init(
        headerHeight: Double = 60, itemSize: Size = Size(width: 50, height: 50), itemSpacing: Double = 10,
        sectionSpacing: Double = 20
    ) {
        self.headerHeight = headerHeight
        self.itemSize = itemSize
        self.itemSpacing = itemSpacing
        self.sectionSpacing = sectionSpacing
    }

    var quantized: SectionColumnsParameters {
        SectionColumnsParameters(
            headerHeight: TrackSizes.quantized(headerHeight), itemSize: itemSize.quantized,
            itemSpacing: TrackSizes.quantized(itemSpacing), sectionSpacing: TrackSizes.quantized(sectionSpacing))
    }
}
