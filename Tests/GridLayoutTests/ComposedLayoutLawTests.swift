import Geometry
import GridLayout
import SeededRandom
import Testing

@Suite struct ComposedLayoutLawTests {
    /// Two thousand declarations, in blocks that run side by side.
    @Test(arguments: 0..<8)
    func anyDeclarationAgreesWithItsPlainRules(block: Int) {
        for seed in UInt64(block) * 300..<UInt64(block + 1) * 300 {
            var random = SplitMix64(seed: seed)
            let slow = random.declaration()
            var fast = ComposedLayout(
                content: LayoutContent(SectionCounts(slow.counts)), declaration: slow.declared)
            _ = fast.prepare(viewport: slow.viewport)
            let size = slow.layOut().size
            let visible = random.visibleBounds(over: size, viewport: slow.viewport)
            guard fast.contentSize == size, fast.pinnedInsets == slow.pinnedInsets else {
                Issue.record(
                    "seed \(seed): \(fast.contentSize), not \(size); \(fast.pinnedInsets), not \(slow.pinnedInsets)")
                return
            }
            let laws = LayoutLaws(
                fast, all: slow.elements(visible: visible), visible: visible, kinds: SplitMix64.ownKinds)
            if let violation = laws.violation(&random) {
                Issue.record("seed \(seed): \(violation)")
                return
            }
        }
    }
}

extension SplitMix64 {
    fileprivate static let ownKinds =
        [ElementKind("composedTitle"), ElementKind("composedBack")] + ornamentKinds
    /// The section's, and those at each depth of groups, since a kind is but once on the way down.
    fileprivate static let ornamentKinds = ["composedSection", "composedCard", "composedField", "composedLine"].map {
        ElementKind($0)
    }

    /// Lengths such that nothing is rounded anywhere: what divides unevenly has tests of its own.
    private mutating func declaredLength() -> Length {
        oneIn(3) ? .fractional(pick([0.25, 0.5, 1])) : .absolute(pick([40, 25.5, 60, 0]))
    }

    private mutating func part(depth: Int) -> SlowPart {
        let part = plainPart(depth: depth)
        return depth < 3 && oneIn(3) ? .decorated(part, [ornament(Self.ornamentKinds[depth + 1])]) : part
    }

    private mutating func ornament(_ kind: ElementKind) -> SlowDecoration {
        SlowDecoration(
            kind: kind, z: int(-1...1), line: oneIn(2) ? (pick(Decoration.Edge.allCases), pick([1, 0.5, 30])) : nil)
    }

    private mutating func plainPart(depth: Int) -> SlowPart {
        if depth == 0 || oneIn(4) { return .item(width: declaredLength(), height: declaredLength()) }
        let isRepeated = oneIn(2)
        let parts = (0..<(isRepeated ? 1 : int(0...3))).map { _ in part(depth: depth - 1) }
        var sides = SlowSides()
        if oneIn(3) { sides.width = declaredLength() }
        if oneIn(3) { sides.height = declaredLength() }
        if oneIn(3) { sides.insets = Insets(top: 2, leading: 4.5, bottom: 1.25, trailing: 0) }
        let spacing = pick([0, 2.5, 10])
        // Items without any length would fit without end.
        let count: PartCount = spacing > 0 && oneIn(3) ? .fitting : oneIn(4) ? .items : .exactly(int(0...4))
        return .group(
            axis: pick(Axis.allCases), count: isRepeated ? count : nil, parts: parts, spacing: spacing, sides: sides)
    }

    private mutating func boundary(_ kinds: [ElementKind]) -> [SlowBoundary] {
        (0..<int(0...3)).map { _ in
            let alignments: [BoundaryElement.Alignment] = [.start, .start, .center, .end]
            var extensions = Insets.zero
            if oneIn(2) { extensions.top = pick([20, 30.5]) }
            if oneIn(3) { extensions.leading = pick([20, 30.5]) }
            if oneIn(4) { extensions.bottom = 12 }
            if oneIn(4) { extensions.trailing = 12 }
            return SlowBoundary(
                kind: pick(kinds), size: (declaredLength(), declaredLength()),
                alignment: [pick(alignments), pick(alignments)],
                offset: Point(x: pick([0, 0, 7.5]), y: pick([0, 0, 7.5])), extensions: extensions,
                pin: Edges(rawValue: oneIn(3) ? 0 : UInt8(int(0...15))), z: oneIn(3) ? int(-1...4) : nil,
                repeated: oneIn(3) ? (int(0...8), pick(Axis.allCases)) : nil)
        }
    }

    fileprivate mutating func declaration() -> SlowDeclaration {
        func quarters(_ length: Double) -> Double { (length * 4).rounded() / 4 }
        let size = viewport()
        let kinds = (0..<pick([1, 1, 2, 3])).map { _ in
            SlowSection(
                part: part(depth: int(0...3)),
                insets: oneIn(2) ? Insets(top: 3, leading: 8.5, bottom: 1, trailing: 2) : .zero,
                spacing: pick([0, 5, 1.25]), minimumParts: oneIn(3) ? int(0...2) : 0,
                decorations: oneIn(2) ? [ornament(Self.ornamentKinds[0])] : [],
                own: boundary([.rowHeader, .sectionHeader]))
        }
        return SlowDeclaration(
            axis: pick(Axis.allCases), kinds: kinds, order: (0..<int(0...6)).map { _ in int(0...kinds.count - 1) },
            sectionSpacing: pick([0, 9, 2.5]), outer: boundary([.columnHeader, Self.ownKinds[0]]),
            counts: counts(most: 12), viewport: Size(width: quarters(size.width), height: quarters(size.height)))
    }
}
