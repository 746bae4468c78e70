import Geometry

/// A part that a section repeats: an item, or a group of parts side by side or one below another.
///
///     LayoutPart.horizontal(12, of: .item(width: .absolute(100), height: .absolute(40)))
///
/// A group is as long as its parts and as thick as the thickest of them, unless `width` or `height` is larger: it is never
/// smaller than its contents. Fractions of its parts refer to its own length if it has one, else to its container. Items are
/// numbered through a group in the order of the parts.
public struct LayoutPart: Sendable, Hashable {
    indirect enum Content: Sendable, Hashable {
        case item
        /// All items of a section, with `divider` logical pixels before each.
        case weighted(divider: Double)
        case repeated(PartCount, LayoutPart)
        case list([LayoutPart])
    }

    let content: Content
    /// The axis along which the parts of a group follow one another.
    let axis: Axis
    let spacing: Double
    private(set) var width: Length?
    private(set) var height: Length?
    /// The insets between a group's edges and its parts.
    private(set) var insets = Insets.zero
    private(set) var decorations: [Decoration] = []

    private init(_ content: Content, axis: Axis, spacing: Double) {
        self.content = content
        self.axis = axis
        self.spacing = TrackSizes.quantized(spacing)
    }

    /// Creates the part for one item.
    public static func item(width: Length, height: Length) -> LayoutPart {
        LayoutPart(.item, axis: .horizontal, spacing: 0).width(width).height(height)
    }

    /// Creates the part for all items of a section, side by side from the leading edge on: each gets its weight's share of the
    /// section's width, `LayoutContent.share(section:item:)`, minus `divider` logical pixels that stay free before it. It must
    /// be the section's whole part, in a layout with a vertical axis.
    ///
    /// Items narrower than `ComposedLayout.devicePixel` between two wider ones are one element, an aggregate, by the rules of
    /// `Timeline`.
    public static func weighted(height: Length, divider: Double = 0) -> LayoutPart {
        LayoutPart(.weighted(divider: TrackSizes.quantized(divider)), axis: .horizontal, spacing: 0)
            .width(.fractional(1)).height(height)
    }

    /// Repeats a part horizontally from the leading edge on. Takes no memory per repetition.
    public static func horizontal(_ count: PartCount, of part: LayoutPart, spacing: Double = 0) -> LayoutPart {
        LayoutPart(.repeated(count, part), axis: .horizontal, spacing: spacing)
    }

    /// Parts one after another from the leading edge on.
    public static func horizontal(_ parts: [LayoutPart], spacing: Double = 0) -> LayoutPart {
        LayoutPart(.list(parts), axis: .horizontal, spacing: spacing)
    }

    /// Repeats a part vertically from the top down. Takes no memory per repetition.
    public static func vertical(_ count: PartCount, of part: LayoutPart, spacing: Double = 0) -> LayoutPart {
        LayoutPart(.repeated(count, part), axis: .vertical, spacing: spacing)
    }

    /// Parts one below another from the top down.
    public static func vertical(_ parts: [LayoutPart], spacing: Double = 0) -> LayoutPart {
        LayoutPart(.list(parts), axis: .vertical, spacing: spacing)
    }

    /// Returns the part with a width of its own.
    public func width(_ width: Length) -> LayoutPart {
        var part = self
        part.width = width
        return part
    }

    /// Returns the part with a height of its own.
    public func height(_ height: Length) -> LayoutPart {
        var part = self
        part.height = height
        return part
    }

    /// Returns the part with insets around its contents, in logical pixels. A group's own width and height include them; an
    /// item becomes a group of one, and grows by them.
    public func insets(_ insets: Insets) -> LayoutPart {
        if !isGroup { return .vertical([self]).insets(insets) }
        var part = self
        part.insets = insets.quantized
        return part
    }

    /// Returns the part with an ornament of its whole size, in each repetition.
    public func decorated(_ decoration: Decoration) -> LayoutPart {
        var part = self
        part.decorations.append(decoration)
        return part
    }

    /// Returns the part with a background of its own size.
    public func background(_ kind: ElementKind, z: Int = -1) -> LayoutPart { decorated(Decoration(kind, z: z)) }

    /// A Boolean value that indicates whether it is a group of parts, even an empty one.
    private var isGroup: Bool {
        switch content {
        case .item, .weighted: false
        case .repeated, .list: true
        }
    }

    /// The contained parts, a repeated part once.
    var parts: [LayoutPart] {
        switch content {
        case .item, .weighted: []
        case .repeated(_, let part): [part]
        case .list(let parts): parts
        }
    }

    /// The free space before each weighted item; nil for any other part.
    var divider: Double? { if case .weighted(let divider) = content { divider } else { nil } }

    /// Stops the program where weighted items are not a section's whole part, or not side by side in it.
    func checkWeights(along axis: Axis) {
        precondition(divider == nil || axis == .vertical, "weighted items in a layout of horizontal axis")
        precondition(
            divider == nil || length(.horizontal) == .fractional(1), "weighted items have a width of their own")
        for part in parts {
            precondition(part.divider == nil, "weighted items are not the whole part of a section")
            part.checkWeights(along: axis)
        }
    }

    func length(_ axis: Axis) -> Length? { axis == .horizontal ? width : height }
}
