import Drawing
import GridLayout

/// A painter of the elements of one kind: writes their draw commands.
///
/// It receives a run: elements of one kind and region that are adjacent in paint order, with the clip already set to their
/// region. So it can paint in passes: one background for all, then the texts. A painter of your own may call another, such as
/// the one that it replaces:
///
///     let standard = registry[.cell]
///     registry[.cell] = Painter { run, context, list in
///         for attributes in run { list.fill(context.frame(attributes), color(of: attributes.element)) }
///         standard?.paint(run, context, &list)
///     }
///
/// A frame is seldom painted whole: content that only moved is copied, and a run contains only the elements that intersect
/// the damage. So the picture of an element must depend on that element alone, and stay within its frame.
public struct Painter: Sendable {
    public typealias Run = ArraySlice<LayoutAttributes>
    /// Appends the commands of a run to the list; must not change the clip.
    public let paint: @Sendable (Run, borrowing PaintContext, inout DisplayList) -> Void
    /// Returns true where the picture of a partly visible element depends on its visible part, as that of a label that
    /// stays visible does: then a scroll repaints it.
    let followsSight: @Sendable (Element, borrowing PaintContext) -> Bool

    /// A custom painter: scrolls repaint its partly visible elements.
    public init(_ paint: @escaping @Sendable (Run, borrowing PaintContext, inout DisplayList) -> Void) {
        self.init(paint: paint, followsSight: { _, _ in true })
    }

    init(
        paint: @escaping @Sendable (Run, borrowing PaintContext, inout DisplayList) -> Void,
        followsSight: @escaping @Sendable (Element, borrowing PaintContext) -> Bool
    ) {
        self.paint = paint
        self.followsSight = followsSight
    }

    /// A painter whose pictures move with their elements.
    static func steady(
        _ paint: @escaping @Sendable (Run, borrowing PaintContext, inout DisplayList) -> Void
    ) -> Painter { Painter(paint: paint, followsSight: { _, _ in false }) }

    /// A painter of labels that stay visible.
    static func followingSight(
        _ paint: @escaping @Sendable (Run, borrowing PaintContext, inout DisplayList) -> Void
    ) -> Painter { Painter(paint) }
}

/// The painters, by kind of element. Code that defines a kind registers its painter here.
public struct PainterRegistry: Sendable {
    private var painters: [ElementKind: Painter]
    /// True where all painters are the standard ones below, whose inputs are known. Other painters may read anything in
    /// the model, so any change of it repaints the whole frame.
    private(set) var isStandard = false

    public init(_ painters: [ElementKind: Painter] = [:]) {
        self.painters = painters
    }

    private init(standard painters: [ElementKind: Painter]) {
        self.painters = painters
        isStandard = true
    }

    /// The painter of a kind. A kind without one is not painted.
    public subscript(kind: ElementKind) -> Painter? {
        get { painters[kind] }
        set {
            painters[kind] = newValue
            isStandard = false
        }
    }

    /// The painters of the kinds that the module `GridLayout` defines, and of the cards.
    public static let standard = PainterRegistry(standard: [
        .cell: .cells,
        .columnHeader: .columnHeaders,
        .rowHeader: .rowHeaders,
        .corner: .corner,
        .separator: .rowSeparators,
        .columnSeparator: .columnSeparators,
        .freezeShadow: .freezeShadow,
        .groupHeader: .groupHeaders,
        .sectionHeader: .sectionHeaders,
        .aggregate: .aggregates,
        .card: .cards,
    ])
}

extension ElementKind {
    /// The background of a card, which contains one row of the table.
    static let card = ElementKind("card")
}
