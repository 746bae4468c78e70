import Geometry

/// The frame of one element for one position of the viewport, its rank in paint order, and the way it moves.
///
/// A frame has thousands of these, so they take only 56 bytes.
public struct LayoutAttributes: Sendable, Hashable {
    private var section: Int
    private var item: Int
    /// In content space, logical pixels before zoom, x from the leading edge; pinned elements at their pinned position. Exact:
    /// the drawing code snaps to device pixels.
    public var frame: Rect
    private var kind: ElementKind
    private var storedZ: Int16
    private var category: Element.Category
    /// The axes on which the element moves with the content. An element without axes stays fixed on the screen; one whose
    /// picture changes as its frame moves, such as a header that keeps its label visible, excludes that axis.
    public var scrollAxes: Axes
    private var bands: UInt8

    /// A `z` outside the range of 16 bits is clamped.
    public init(element: Element, frame: Rect, z: Int, scrollAxes: Axes, region: Region?) {
        section = element.section
        item = element.item
        kind = element.kind
        category = element.category
        self.frame = frame
        storedZ = Int16(clamping: z)
        self.scrollAxes = scrollAxes
        bands = region?.bands ?? Region.none
    }

    public var element: Element {
        get { Element(category: category, kind: kind, section: section, item: item) }
        set {
            section = newValue.section
            item = newValue.item
            kind = newValue.kind
            category = newValue.category
        }
    }

    /// Higher is painted later.
    public var z: Int {
        get { Int(storedZ) }
        set { storedZ = Int16(clamping: newValue) }
    }

    /// The part of the viewport to which the element is clipped, or nil for all of it.
    public var region: Region? {
        get { bands == Region.none ? nil : Region(bands: bands) }
        set { bands = newValue?.bands ?? Region.none }
    }
}

extension LayoutAttributes {
    /// The same attributes in another section, at another position on the vertical axis.
    func moved(toSection section: Int, y: Double, height: Double) -> LayoutAttributes {
        var moved = self
        moved.section = section
        moved.frame.y = y
        moved.frame.height = height
        return moved
    }
}

extension LayoutAttributes {
    /// The axes on which a scroll cannot copy the picture of the element along with its part of the viewport: it stays fixed
    /// over moving content, moves over fixed content, or changes its look.
    public var unsteadyAxes: Axes {
        guard let region else { return .both }
        var axes: Axes = []
        if !Self.isSteady(region.horizontal, region.horizontalEnd, scrollAxes.contains(.horizontal)) {
            axes.insert(.horizontal)
        }
        if !Self.isSteady(region.vertical, region.verticalEnd, scrollAxes.contains(.vertical)) {
            axes.insert(.vertical)
        }
        return axes
    }

    private static func isSteady(_ first: Region.Band, _ last: Region.Band, _ scrolls: Bool) -> Bool {
        if first == .scrolling && last == .scrolling { return scrolls }
        let staysPut = first != .scrolling && last != .scrolling && first == last
        return staysPut && !scrolls
    }
}

extension LayoutAttributes: CustomStringConvertible {
    public var description: String {
        "\(element), \(frame), z \(z), scrolls \(scrollAxes.rawValue), \(region.map { "\($0)" } ?? "no region")"
    }
}
