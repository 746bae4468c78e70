import Drawing
import GridLayout

/// Writes the draw commands of some elements of one kind.
///
/// It is given a run: elements of one kind in one region that follow each other in paint order, with the clip already set to
/// their region. So it can paint in passes: one background for all, then the texts. A painter of your own may call another,
/// such as the one that it takes the place of:
///
///     let standard = registry[.cell]
///     registry[.cell] = Painter { run, context, list in
///         for attributes in run { list.fill(context.frame(attributes), color(of: attributes.element)) }
///         standard?.paint(run, context, &list)
///     }
public struct Painter: Sendable {
    public typealias Run = ArraySlice<LayoutAttributes>
    /// Appends the commands of a run to the list; the clip that is set there stays.
    public let paint: @Sendable (Run, borrowing PaintContext, inout DisplayList) -> Void

    public init(_ paint: @escaping @Sendable (Run, borrowing PaintContext, inout DisplayList) -> Void) {
        self.paint = paint
    }
}

/// Which painter paints which kind of element. Whoever defines a kind registers its painter here.
public struct PainterRegistry: Sendable {
    private var painters: [ElementKind: Painter]

    public init(_ painters: [ElementKind: Painter] = [:]) {
        self.painters = painters
    }

    /// The painter of a kind. A kind without one is not painted.
    public subscript(kind: ElementKind) -> Painter? {
        get { painters[kind] }
        set { painters[kind] = newValue }
    }

    /// The painters of the kinds that the module `GridLayout` defines, and of the cards.
    public static let standard = PainterRegistry([
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
    /// The ground of a card, which holds one row of the table.
    static let card = ElementKind("card")
}
