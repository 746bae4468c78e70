import Geometry
import GridLayout

/// A part, laid out item by item.
indirect enum SlowPart {
    case item(width: Length, height: Length)
    case group(axis: Axis, count: PartCount?, parts: [SlowPart], spacing: Double, sides: SlowSides)
    case decorated(SlowPart, [SlowDecoration])

    var declared: LayoutPart {
        switch self {
        case .item(let width, let height): return .item(width: width, height: height)
        case .decorated(let part, let decorations):
            return decorations.reduce(part.declared) { $0.decorated($1.declared) }
        case .group(let axis, let count, let parts, let spacing, let sides):
            let children = parts.map(\.declared)
            var part: LayoutPart
            switch (axis, count) {
            case (.horizontal, let count?): part = .horizontal(count, of: children[0], spacing: spacing)
            case (.vertical, let count?): part = .vertical(count, of: children[0], spacing: spacing)
            case (.horizontal, nil): part = .horizontal(children, spacing: spacing)
            case (.vertical, nil): part = .vertical(children, spacing: spacing)
            }
            if let width = sides.width { part = part.width(width) }
            if let height = sides.height { part = part.height(height) }
            return sides.insets == .zero ? part : part.insets(sides.insets)
        }
    }

    /// What a part holds at its size, from its corner.
    struct Laid {
        var size = Size.zero
        var frames: [Rect] = []
        var ornaments: [(decoration: SlowDecoration, item: Int, frame: Rect)] = []

        mutating func add(_ part: Laid, at origin: Point) {
            ornaments += part.ornaments.map { ($0.decoration, frames.count + $0.item, $0.frame.offset(by: origin)) }
            frames += part.frames.map { $0.offset(by: origin) }
        }
    }

    func layOut(in container: Size, items: Int) -> Laid {
        switch self {
        case .item(let width, let height):
            let size = Size(width: width.slow(in: container.width), height: height.slow(in: container.height))
            return Laid(size: size, frames: [Rect(origin: .zero, size: size)])
        case .decorated(let part, let decorations):
            var laid = part.layOut(in: container, items: items)
            if laid.frames.isEmpty { return laid }
            let frame = Rect(origin: .zero, size: laid.size)
            laid.ornaments += decorations.map { ($0, 0, $0.frame(in: frame)) }
            return laid
        case .group(let axis, let count, let parts, let spacing, let sides):
            let across: Axis = axis == .horizontal ? .vertical : .horizontal
            let insets = sides.insets
            let around = Size(width: insets.leading + insets.trailing, height: insets.top + insets.bottom)
            let said = Size(
                width: sides.width?.slow(in: container.width) ?? container.width,
                height: sides.height?.slow(in: container.height) ?? container.height)
            let room = Size(
                width: max(0, said.width - around.width), height: max(0, said.height - around.height))
            var children = parts.map { $0.layOut(in: room, items: items) }
            var laid = Laid(
                size: Size(width: sides.width == nil ? 0 : said.width, height: sides.height == nil ? 0 : said.height))
            if let count {
                let length = children[0].size[axis]
                var times = 1
                switch count {
                case .exactly(let exactly): times = exactly
                case .items: times = items
                case .fitting:
                    while Double(times + 1) * (length + spacing) - spacing <= room[axis] { times += 1 }
                    if (axis == .horizontal ? sides.width : sides.height) == nil {
                        laid.size[axis] = room[axis] + around[axis]
                    }
                }
                children = Array(repeating: children[0], count: times)
            }
            var place = Point(x: insets.leading, y: insets.top)
            let start = place
            laid.size[axis] = max(laid.size[axis], around[axis])
            laid.size[across] = max(laid.size[across], around[across])
            for child in children {
                laid.add(child, at: place)
                let end = place[axis] - start[axis] + child.size[axis]
                laid.size[axis] = max(laid.size[axis], end + around[axis])
                laid.size[across] = max(laid.size[across], child.size[across] + around[across])
                place[axis] += child.size[axis] + spacing
            }
            return laid
        }
    }
}

/// A decoration by its plain rules.
struct SlowDecoration {
    var kind: ElementKind
    var z: Int
    var line: (edge: Decoration.Edge, thickness: Double)?

    var declared: Decoration {
        line.map { Decoration(kind, along: $0.edge, thickness: $0.thickness, z: z) } ?? Decoration(kind, z: z)
    }

    func frame(in whole: Rect) -> Rect {
        guard let line else { return whole }
        let width = min(line.thickness, whole.width)
        let height = min(line.thickness, whole.height)
        switch line.edge {
        case .top: return Rect(x: whole.x, y: whole.y, width: whole.width, height: height)
        case .bottom: return Rect(x: whole.x, y: whole.maxY - height, width: whole.width, height: height)
        case .leading: return Rect(x: whole.x, y: whole.y, width: width, height: whole.height)
        case .trailing: return Rect(x: whole.maxX - width, y: whole.y, width: width, height: whole.height)
        }
    }
}

struct SlowSides {
    var width: Length?
    var height: Length?
    var insets = Insets.zero
}

extension Length {
    func slow(in container: Double) -> Double {
        switch self {
        case .absolute(let length), .estimated(let length): length
        case .fractional(let fraction): fraction * container
        case .share(.exactly(let count), let spacing, let least):
            max(least, (container - Double(count - 1) * spacing) / Double(count))
        case .share(_, _, let least): least
        }
    }
}

/// A boundary element by its plain rules.
struct SlowBoundary {
    var kind: ElementKind
    var size: (width: Length, height: Length)
    var alignment: [BoundaryElement.Alignment]
    var offset: Point
    var extensions: Insets
    var pin: Edges
    var z: Int?
    var repeated: (count: Int, axis: Axis)?

    var declared: BoundaryElement {
        var element = BoundaryElement(kind, width: size.width, height: size.height)
            .aligned(horizontal: alignment[0], vertical: alignment[1]).offset(x: offset.x, y: offset.y)
            .extends(extensions).pinned(pin)
        if let z { element = element.z(z) }
        if let repeated { element = element.repeated(.exactly(repeated.count), along: repeated.axis) }
        return element
    }

    /// One place on an axis: where, how long, whether it is held, and in which band (nil between two).
    typealias Place = (low: Double, length: Double, isHeld: Bool, band: Region.Band?)

    func pins(_ axis: Axis) -> (start: Bool, end: Bool) {
        if let repeated, repeated.axis == axis { return (false, false) }
        return axis == .horizontal
            ? (pin.contains(.leading), pin.contains(.trailing)) : (pin.contains(.top), pin.contains(.bottom))
    }

    func alignment(_ axis: Axis) -> BoundaryElement.Alignment {
        if let repeated, repeated.axis == axis { return .start }
        return alignment[axis == .horizontal ? 0 : 1]
    }

    func length(_ axis: Axis, in container: Double) -> Double {
        let left = alignment(axis) == .center ? container : max(0, container - offset[axis])
        return (axis == .horizontal ? size.width : size.height).slow(in: left)
    }

    /// `bands`: how thick the pinned bands are; `reserve`: how far inside the viewport's edges it pins.
    func places(
        _ axis: Axis, in container: (low: Double, high: Double), visible: Rect, bands: Insets, reserve: Insets
    ) -> [Place] {
        let extent = container.high - container.low
        if let repeated, repeated.axis == axis {
            let length = length(axis, in: extent)
            return (0..<repeated.count).compactMap { index in
                let low = container.low + offset[axis] + Double(index) * length
                return length > 0 && low + length <= container.high ? (low, length, false, .scrolling) : nil
            }
        }
        let length = min(extent, length(axis, in: extent))
        var low = container.low
        switch alignment(axis) {
        case .start: low = min(container.low + offset[axis], container.high - length)
        case .center: low = container.low + (extent - length) / 2
        case .end: low = max(container.high - length - offset[axis], container.low)
        }
        let isHorizontal = axis == .horizontal
        let shown = isHorizontal ? (visible.minX, visible.maxX) : (visible.minY, visible.maxY)
        let taken = isHorizontal ? (reserve.leading, reserve.trailing) : (reserve.top, reserve.bottom)
        let thickness = isHorizontal ? (bands.leading, bands.trailing) : (bands.top, bands.bottom)
        let first = shown.0 + taken.0 + (alignment(axis) == .start ? offset[axis] : 0)
        let last = shown.1 - taken.1 - (alignment(axis) == .end ? offset[axis] : 0) - length
        let pins = pins(axis)
        if pins.start, low < first { low = max(low, min(first, container.high - length)) }
        if pins.end, low > last { low = max(last, container.low) }
        let isHeld = pins.start && low == first || pins.end && low == last
        var band: Region.Band? = .scrolling
        if pins.end, low + length > shown.1 - thickness.1 { band = nil }
        if pins.end, low >= last { band = .trailing }
        if pins.start, low < shown.0 + thickness.0 { band = nil }
        if pins.start, low <= first { band = .leading }
        return [(low, length, isHeld, band)]
    }
}
