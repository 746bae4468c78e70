import Geometry
import GridLayout
import SeededRandom

/// Checks the laws of every layout at one position of the viewport, given all elements as a slow, obvious twin
/// computes them, in any order.
struct LayoutLaws<Layout: CollectionLayout> {
    private let layout: Layout
    private let visible: Rect
    /// In paint order.
    private let expected: [LayoutAttributes]
    private let kinds: [ElementKind]

    init(_ layout: Layout, all elements: [LayoutAttributes], visible: Rect, kinds own: [ElementKind] = []) {
        self.layout = layout
        self.visible = visible
        let kinds: [ElementKind] =
            [
                .cell, .rowHeader, .columnHeader, .corner, .separator, .columnSeparator, .freezeShadow, .sectionHeader,
                .aggregate, .groupHeader,
            ] + own
        self.kinds = kinds
        expected = elements.sorted { Self.key($0, kinds) < Self.key($1, kinds) }
    }

    /// The law of paint order, word by word.
    private static func key(_ attributes: LayoutAttributes, _ kinds: [ElementKind]) -> (Int, Int, Int, Int, Int) {
        let element = attributes.element
        let kind = kinds.firstIndex(of: element.kind) ?? kinds.count
        return element.category == .decoration
            ? (attributes.z, 1, kind, -element.section, -element.item)
            : (attributes.z, 0, -element.section, -element.item, kind)
    }

    /// What is broken, or nil.
    func violation(_ random: inout SplitMix64) -> String? {
        frameViolation(&random) ?? lookupViolation(&random) ?? hitViolation(&random)
    }

    private func frameViolation(_ random: inout SplitMix64) -> String? {
        let around = Rect(
            x: visible.x + Double(random.int(-100...200)), y: visible.y + Double(random.int(-100...200)),
            width: Double(random.int(0...600)) / 4, height: Double(random.int(0...600)) / 4)
        // Of the edges of frames, each belongs to one of two neighbours.
        let edge = expected.isEmpty ? visible : random.pick(expected).frame
        let strip = Rect(x: edge.maxX, y: edge.minY, width: 1, height: max(edge.height, 1))
        let everything = Rect(x: -1_000, y: -1_000, width: 99_000, height: 99_000)
        for rect in [visible, around, edge, strip, everything] {
            var found: [LayoutAttributes] = []
            layout.attributes(in: rect, visible: visible, into: &found)
            let wanted = expected.filter { $0.frame.intersects(rect) }
            if found == wanted { continue }
            let common = zip(found, wanted).enumerated().first { $1.0 != $1.1 }?.offset
            let index = common ?? min(found.count, wanted.count)
            return """
                rect \(rect), visible \(visible): \(found.count) found, \(wanted.count) wanted; at \(index):
                \(found.dropFirst(index).first.map { "\($0)" } ?? "none")
                \(wanted.dropFirst(index).first.map { "\($0)" } ?? "none")
                """
        }
        return nil
    }

    private func lookupViolation(_ random: inout SplitMix64) -> String? {
        for attributes in expected {
            let found = layout.attributes(for: attributes.element, visible: visible)
            if found != attributes { return "\(attributes) is \(String(describing: found))" }
        }
        let known = Set(expected.map(\.element))
        for _ in 0..<20 {
            let element = Element(
                category: random.pick([.cell, .supplementary, .decoration]),
                kind: random.pick(kinds + [ElementKind("unknown")]),
                section: random.pick([-1, .min, .max, random.int(0...20)]),
                item: random.pick([-1, .min, .max, 0, random.int(0...20)]))
            if !known.contains(element), layout.attributes(for: element, visible: visible) != nil {
                return "\(element) is unknown"
            }
        }
        return nil
    }

    private func hitViolation(_ random: inout SplitMix64) -> String? {
        for _ in 0..<5 {
            let point = Point(
                x: visible.x + Double(random.int(-10...Int(visible.width) + 10)),
                y: visible.y + Double(random.int(-10...Int(visible.height) + 10)))
            let top = expected.last { attributes in
                attributes.element.category != .decoration && attributes.frame.contains(point)
                    && attributes.region?.frame(in: visible, pinned: layout.pinnedInsets).contains(point) ?? true
            }
            let hit = layout.hitTest(point, visible: visible)
            if hit != top { return "at \(point): \(String(describing: hit)), not \(String(describing: top))" }
        }
        return nil
    }
}

extension SplitMix64 {
    /// A viewport of that size somewhere over the content: mostly in it, sometimes past its ends, sometimes at an
    /// offset that is no binary fraction, so that what is pinned there is rounded.
    mutating func visibleBounds(over content: Size, viewport: Size) -> Rect {
        var origin = Point.zero
        for axis in Axis.allCases {
            let reach = Int(max(0, content[axis] - viewport[axis]))
            let whole = Double(oneIn(10) ? int(-40...reach + 40) : int(0...reach))
            origin[axis] = whole + pick([0, 0, 0.25, 1 / 11.0])
        }
        return Rect(origin: origin, size: viewport)
    }

    /// Mostly some hundreds of pixels each way, sometimes very little or nothing.
    mutating func viewport() -> Size {
        func length() -> Double {
            switch int(0...14) {
            case 0: 0
            case 1: Double(int(1...40))
            default: Double(int(100...700)) + pick([0, 0, 0.5, 1 / 3.0])
            }
        }
        return Size(width: length(), height: length())
    }

    /// Sections of up to `most` items: often all alike, often none, sometimes empty ones among them.
    mutating func counts(most: Int) -> [Int] {
        let sections = int(0...9)
        if oneIn(3) { return Array(repeating: int(0...most), count: sections) }
        return (0..<sections).map { _ in oneIn(3) ? 0 : int(0...most) }
    }
}

/// To the grid that edges are rounded to which follow from a division.
func onEdgeGrid(_ edge: Double) -> Double { (edge * 1_048_576).rounded(.toNearestOrEven) / 1_048_576 }

extension Region {
    static var scrolling: Region { Region(horizontal: .scrolling, vertical: .scrolling) }
}
