import Geometry
import GridLayout

/// A part, laid out item by item.
indirect enum SlowPart {
    case item(width: Length, height: Length)
    case group(axis: Axis, count: PartCount?, parts: [SlowPart], spacing: Double, sides: SlowSides)

    var declared: LayoutPart {
        switch self {
        case .item(let width, let height): return .item(width: width, height: height)
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
            return part
        }
    }

    /// The size, and the frames of its items from its corner.
    func layOut(in container: Size, items: Int) -> (size: Size, frames: [Rect]) {
        switch self {
        case .item(let width, let height):
            let size = Size(width: width.slow(in: container.width), height: height.slow(in: container.height))
            return (size, [Rect(origin: .zero, size: size)])
        case .group(let axis, let count, let parts, let spacing, let sides):
            let room = Size(
                width: sides.width?.slow(in: container.width) ?? container.width,
                height: sides.height?.slow(in: container.height) ?? container.height)
            let laidOut = parts.map { $0.layOut(in: room, items: items) }
            var children = laidOut
            var size = Size(width: sides.width == nil ? 0 : room.width, height: sides.height == nil ? 0 : room.height)
            if let count {
                let length = laidOut[0].size[axis]
                var times = 1
                switch count {
                case .exactly(let exactly): times = exactly
                case .items: times = items
                case .fitting:
                    while Double(times + 1) * (length + spacing) - spacing <= room[axis] { times += 1 }
                    size[axis] = room[axis]
                }
                children = Array(repeating: laidOut[0], count: times)
            }
            var frames: [Rect] = []
            var place = 0.0
            for child in children {
                var origin = Point.zero
                origin[axis] = place
                frames += child.frames.map { $0.offset(by: origin) }
                size[axis] = max(size[axis], place + child.size[axis])
                let across: Axis = axis == .horizontal ? .vertical : .horizontal
                size[across] = max(size[across], child.size[across])
                place += child.size[axis] + spacing
            }
            return (size, frames)
        }
    }
}

struct SlowSides {
    var width: Length?
    var height: Length?
}

extension Length {
    func slow(in container: Double) -> Double {
        switch self {
        case .absolute(let length): length
        case .fractional(let fraction): fraction * container
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
