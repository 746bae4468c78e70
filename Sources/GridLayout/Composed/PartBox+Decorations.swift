import Geometry

extension PartBox {
    /// Calls `body` with each decoration of that kind and z, on this part or on parts in it, that may intersect `rect`, last to
    /// first. The part has the given frame and contains `items`, which are numbers in the section.
    func forEachDecorationReversed(
        _ key: DecorationKey, on frame: Rect, items: Range<Int>, meeting rect: Rect,
        _ body: (_ item: Int, _ frame: Rect) -> Void
    ) {
        guard !items.isEmpty else { return }
        if holdsDecorations {
            forEachPartReversed(
                at: PartPlace(frame.origin, length: estimatedAxis.map { frame.size[$0] }), items: items, meeting: rect
            ) { box, items, frame in
                box.forEachDecorationReversed(key, on: frame, items: items, meeting: rect, body)
            }
        }
        for decoration in decorations where DecorationKey(decoration) == key {
            body(items.lowerBound, decoration.frame(in: frame))
        }
    }

    /// Returns the decoration of that kind whose part, in a part with that frame or the part itself, begins with `item`.
    func decoration(_ kind: ElementKind, at item: Int, on frame: Rect) -> (decoration: Decoration, frame: Rect)? {
        if item == 0, let own = decorations.first(where: { $0.kind == kind }) { return (own, own.frame(in: frame)) }
        guard holdsDecorations, let runs else { return nil }
        let (run, slot, rest) = place(of: item, in: runs)
        return run.box.decoration(
            kind, at: rest,
            on: self.frame(run, slot, at: PartPlace(frame.origin, length: estimatedAxis.map { frame.size[$0] })))
    }
}

/// The kind and z that group decorations for painting.
struct DecorationKey: Sendable, Equatable {
    let kind: ElementKind
    let z: Int

    init(_ decoration: Decoration) { (kind, z) = (decoration.kind, decoration.z) }

    static func inPaintOrder(_ decorations: [Decoration]) -> [DecorationKey] {
        var keys: [DecorationKey] = []
        for key in decorations.map(DecorationKey.init) where !keys.contains(key) { keys.append(key) }
        return keys.sorted { ($0.z, $0.kind.order) < ($1.z, $1.kind.order) }
    }
}

extension LayoutPart {
    /// Returns the decorations of the part and of all parts in it. Stops the program where a kind occurs twice on a part, or on
    /// a part and one in it: two decorations would have one identity.
    func allDecorations() -> [Decoration] {
        let inner = parts.flatMap { $0.allDecorations() }
        for (index, own) in decorations.enumerated() {
            let isTwice = (inner + decorations[..<index]).contains { $0.kind == own.kind }
            precondition(!isTwice, "kind \(own.kind) decorates a part twice, or a part and one that lies in it")
        }
        return inner + decorations
    }
}
