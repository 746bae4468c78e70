import Geometry

/// A boundary element of a section or of the layout, with its numbers among those of its kind.
struct NumberedElement: Sendable {
    let declared: BoundaryElement
    /// The first of its numbers.
    let first: Int
    /// The number of elements if the container has room for all; `.fitting` is limited by the container alone.
    let most: Int
    /// The number of items in the largest section.
    let items: Int

    static func numbered(_ elements: [BoundaryElement], items: Int) -> [NumberedElement] {
        var numbered: [NumberedElement] = []
        for element in elements {
            let before = numbered.last { $0.declared.kind == element.kind }
            let most = element.repetition?.count.most(items: items) ?? 1
            numbered.append(
                NumberedElement(
                    declared: element, first: before.map { $0.first + $0.most } ?? 0, most: most, items: items))
        }
        return numbered
    }

    /// Returns its position in `container` (content space) when the viewport shows `visible` and `reserve` is taken.
    func place(in container: Rect, visible: Rect, reserve: Insets) -> PlacedElement {
        PlacedElement(
            horizontal: placed(.horizontal, in: container, visible: visible, reserve: reserve),
            vertical: placed(.vertical, in: container, visible: visible, reserve: reserve),
            axis: declared.repetition?.axis ?? .horizontal)
    }

    private func placed(_ axis: Axis, in container: Rect, visible: Rect, reserve: Insets) -> PlacedSpan {
        let (space, alignment) = (container.interval(axis), declared.alignment(axis))
        let offset = declared.inset(axis)
        let raw = declared.length(axis, in: space.high - space.low, items: items)
        if declared.repetition?.axis == axis {
            return repeated(size: raw, from: space.low + offset, room: max(0, space.high - space.low - offset))
        }
        let length = min(raw.onEdgeGrid, space.high - space.low)
        let last = space.high - length
        let natural =
            switch alignment {
            case .start: min(space.low + offset, last)
            case .center: space.low + ((space.high - space.low - length) / 2).onEdgeGrid
            case .end: max(space.low, last - offset)
            }
        var span = PlacedSpan(tracks: EvenTracks(count: 1, origin: natural, span: length))
        let (pins, shown) = (declared.pins(axis), visible.interval(axis))
        if pins.start {
            let edge = shown.low + reserve.start(axis) + (alignment == .start ? offset : 0)
            let place = Interval(low: span.tracks.origin, high: span.tracks.origin + length).pinned(to: edge, in: space)
            span.tracks.origin = place.low
            span.startEdge = edge
        }
        if pins.end {
            let edge = shown.high - reserve.end(axis) - (alignment == .end ? offset : 0) - length
            span.tracks.origin = min(span.tracks.origin, max(edge, space.low))
            span.endEdge = edge
        }
        return span
    }

    private func repeated(size: Double, from start: Double, room: Double) -> PlacedSpan {
        guard size > 0 else { return PlacedSpan(tracks: EvenTracks()) }
        // A tolerance of one grid step: equal parts of the room fit, however their lengths are rounded.
        let fitting = WrappedItems.fitting(size: size, spacing: 0, in: room + 1.0 / 1_048_576)
        let count = size <= room + 1.0 / 1_048_576 ? min(most, fitting) : 0
        return PlacedSpan(tracks: EvenTracks(count: count, from: start, pitch: size, gap: 0))
    }

    /// Returns the insets that it takes from the viewport at the edges to which it is pinned.
    func pinnedInsets(_ content: Size, _ reserve: Insets) -> Insets {
        func depth(_ axis: Axis, _ alignment: BoundaryElement.Alignment, _ reserve: Double) -> Double {
            let offset = declared.alignment(axis) == alignment ? declared.inset(axis) : 0
            return reserve + offset + declared.length(axis, in: content[axis], items: items).onEdgeGrid
        }
        let (across, down) = (declared.pins(.horizontal), declared.pins(.vertical))
        return Insets(
            top: down.start ? depth(.vertical, .start, reserve.top) : 0,
            leading: across.start ? depth(.horizontal, .start, reserve.leading) : 0,
            bottom: down.end ? depth(.vertical, .end, reserve.bottom) : 0,
            trailing: across.end ? depth(.horizontal, .end, reserve.trailing) : 0)
    }
}

/// A boundary element on one axis: one position, or several.
struct PlacedSpan {
    var tracks: EvenTracks
    /// The start of the span while it is held at the start or at the end of the viewport; nil where it is not pinned.
    var startEdge: Double?
    var endEdge: Double?

    /// A Boolean value that indicates whether the span stays put when the viewport moves.
    var isHeld: Bool { tracks.origin == startEdge || tracks.origin == endEdge }

    /// Returns the band that contains it, for pinned bands of `visible` of that thickness; nil in between two bands.
    func band(_ visible: Interval, _ start: Double, _ end: Double) -> Region.Band? {
        let (low, high) = (tracks.origin, tracks.origin + tracks.span)
        if let startEdge {
            if low <= startEdge { return .leading }
            if low < visible.low + start { return nil }
        }
        if let endEdge {
            if low >= endEdge { return .trailing }
            if high > visible.high - end { return nil }
        }
        return .scrolling
    }
}

/// A boundary element at its position, or at its positions along `axis`.
struct PlacedElement {
    var horizontal: PlacedSpan
    var vertical: PlacedSpan
    var axis: Axis

    var tracks: EvenTracks { axis == .horizontal ? horizontal.tracks : vertical.tracks }

    func indices(meeting rect: Rect) -> Range<Int> {
        let cross = axis == .horizontal ? vertical.tracks : horizontal.tracks
        return cross.indices(meeting: rect.interval(axis.other)).isEmpty
            ? 0..<0 : tracks.indices(meeting: rect.interval(axis))
    }

    func frame(_ index: Int) -> Rect {
        let (x, width) = span(horizontal, axis == .horizontal ? index : 0)
        let (y, height) = span(vertical, axis == .vertical ? index : 0)
        return Rect(x: x, y: y, width: width, height: height)
    }

    /// The size is exactly as declared, even where an element is pinned to an edge at an odd fraction.
    private func span(_ span: PlacedSpan, _ index: Int) -> (start: Double, size: Double) {
        let tracks = span.tracks
        return (tracks.start(of: index), tracks.count == 1 ? tracks.span : tracks.size(of: index))
    }
}

extension PartCount {
    /// Returns the maximum number of repetitions of a boundary element. Bounded, so that numbers of one kind cannot run out.
    func most(items: Int) -> Int {
        switch self {
        case .exactly(let count): max(0, min(count, 1_073_741_824))
        case .fitting: 1_073_741_824
        case .items: min(items, 1_073_741_824)
        }
    }
}
