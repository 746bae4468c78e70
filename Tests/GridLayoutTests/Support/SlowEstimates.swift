import Geometry
import GridLayout

/// Lines of items with estimated lengths, line by line: sections under headers, in lines of `lengths.count` items of
/// which each is 50 across the axis.
struct SlowEstimates {
    var axis: Axis
    /// Along the axis, one for each item of a line; nil is estimated.
    var lengths: [Double?]
    var estimate: Double
    var insets: Insets
    var spacing: Double
    var header: Double
    var counts: [Int]
    /// By section and item.
    var measured: [[Int]: Double] = [:]

    var declared: LayoutDeclaration {
        let items = lengths.map { length -> LayoutPart in
            let along = length.map { Length.absolute($0) } ?? .estimated(estimate)
            return axis == .vertical
                ? .item(width: .absolute(50), height: along) : .item(width: along, height: .absolute(50))
        }
        let isPlain = items.count == 1 && insets == .zero
        let line = isPlain ? items[0] : axis == .vertical ? .horizontal(items) : .vertical(items)
        let start = axis == .vertical ? Insets(top: header) : Insets(leading: header)
        return LayoutDeclaration(
            axis: axis,
            section: LayoutSection(
                of: (insets == .zero ? line : line.insets(insets)).background(ElementKind("line")), spacing: spacing,
                boundary: [
                    axis == .vertical
                        ? BoundaryElement(.sectionHeader, width: .fractional(1), height: .absolute(header))
                            .extends(start).pinned([.top])
                        : BoundaryElement(.sectionHeader, width: .absolute(header), height: .fractional(1))
                            .extends(start)
                ]))
    }

    func layOut() -> (size: Size, elements: [LayoutAttributes]) {
        var elements: [LayoutAttributes] = []
        var place = 0.0
        let cross: Axis = axis == .vertical ? .horizontal : .vertical
        func total(_ axis: Axis) -> Double { axis == .vertical ? insets.vertical : insets.horizontal }
        let start = Point(x: insets.leading, y: insets.top)
        let thickness = total(cross) + 50 * Double(lengths.count)
        func add(_ element: Element, _ low: Point, _ length: Double, _ width: Double, z: Int) {
            var size = Size.zero
            size[axis] = length
            size[cross] = width
            elements.append(
                LayoutAttributes(
                    element: element, frame: Rect(origin: low, size: size), z: z, scrollAxes: .both,
                    region: .scrolling))
        }
        for (section, count) in counts.enumerated() {
            place += header
            for first in stride(from: 0, to: count, by: lengths.count) {
                if first > 0 { place += spacing }
                let items = first..<min(count, first + lengths.count)
                var longest = 0.0
                for (item, length) in zip(first..., lengths) {
                    if let length { longest = max(longest, length) }
                    if length == nil, item < count { longest = max(longest, measured[[section, item]] ?? estimate) }
                }
                var low = Point.zero
                low[axis] = place
                add(
                    Element(category: .decoration, kind: ElementKind("line"), section: section, item: first), low,
                    longest + total(axis), thickness, z: -1)
                for item in items {
                    var low = start
                    low[axis] += place
                    low[cross] += 50 * Double(item - first)
                    add(.cell(section: section, item: item), low, lengths[item - first] ?? longest, 50, z: 0)
                }
                place += longest + total(axis)
            }
        }
        var size = Size.zero
        size[axis] = place
        size[cross] = thickness
        return (size, elements)
    }
}
