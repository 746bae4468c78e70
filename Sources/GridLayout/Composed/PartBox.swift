import Geometry

/// A part with resolved sizes: a `LayoutPart` with all lengths and counts known.
struct PartBox: Sendable, Equatable {
    /// Parts in a row, all of one size.
    struct Run: Sendable, Equatable {
        var box: PartBox
        /// Their positions on the group's axis, from the start of the group.
        var slots: EvenTracks
        /// The number of items of the group before the run.
        var firstItem: Int
    }

    /// The size: rounded to the edge grid for a group, as declared for an item.
    private(set) var size = Size.zero
    private(set) var itemCount = 1
    private(set) var axis = Axis.horizontal
    /// Nil for an item.
    private(set) var runs: [Run]?
    /// The start of a group's parts across its axis.
    private(set) var crossStart = 0.0
    /// The insets of a group at both sides across its axis.
    private(set) var crossInsets = 0.0
    /// The axis on which the item, or an item of the group, has an estimated length.
    private(set) var estimatedAxis: Axis?
    let decorations: [Decoration]
    /// True where a part in it is decorated.
    private(set) var holdsDecorations = false

    /// `items`: the number of items in the largest section.
    init(_ part: LayoutPart, in container: Size, items: Int) {
        decorations = part.decorations
        for axis in Axis.allCases {
            size[axis] = part.length(axis)?.resolved(in: container[axis], items: items) ?? 0
            if part.length(axis)?.isEstimated == true { estimatedAxis = axis }
        }
        switch part.content {
        case .item, .weighted: return
        case .repeated(let count, let child): addRuns(part, [child], count, container, items)
        case .list(let children): addRuns(part, children, 1, container, items)
        }
    }

    private mutating func addRuns(
        _ part: LayoutPart, _ children: [LayoutPart], _ count: PartCount, _ container: Size, _ items: Int
    ) {
        let (axis, cross, insets) = (part.axis, part.axis.other, part.insets)
        var room = container
        for axis in Axis.allCases {
            if part.length(axis) != nil { room[axis] = size[axis] }
            room[axis] = max(0, room[axis] - insets.total(axis))
        }
        var runs: [Run] = []
        var (end, thickness) = (insets.start(axis), 0.0)
        itemCount = 0
        for child in children {
            let box = PartBox(child, in: room, items: items)
            let count = count.resolved(size: box.size[axis], spacing: part.spacing, in: room[axis], items)
            guard count > 0 else { continue }
            let pitch = box.size[axis] + part.spacing
            let slots = EvenTracks(count: count, from: end, pitch: pitch, gap: part.spacing)
            runs.append(Run(box: box, slots: slots, firstItem: itemCount))
            end += Double(count) * pitch
            thickness = max(thickness, box.size[cross].onEdgeGrid)
            estimatedAxis = estimatedAxis ?? box.estimatedAxis
            holdsDecorations = holdsDecorations || box.isDecorated
            let (more, overflow) = count.multipliedReportingOverflow(by: box.itemCount)
            precondition(!overflow && more < Int.max - itemCount, "a group of more items than an Int holds")
            itemCount += more
        }
        if !runs.isEmpty { end = (end - part.spacing).onEdgeGrid }
        if count == .fitting, part.length(axis) == nil { size[axis] = room[axis] + insets.total(axis) }
        // Rounds down to the grid, or parts that fill a container would exceed it by rounding.
        for axis in Axis.allCases { size[axis] = (size[axis] * 1_048_576).rounded(.down) / 1_048_576 }
        size[axis] = max(size[axis], end + insets.end(axis))
        size[cross] = max(size[cross], thickness + insets.total(cross))
        (crossStart, crossInsets) = (insets.start(cross), insets.total(cross))
        self.axis = axis
        self.runs = runs
    }

    var isDecorated: Bool { holdsDecorations || !decorations.isEmpty }

    /// The frame of the part itself.
    func frame(at place: PartPlace) -> Rect {
        var size = Size(width: size.width.onEdgeGrid, height: size.height.onEdgeGrid)
        if let length = place.length { size[estimatedAxis ?? .vertical] = length }
        return Rect(origin: place.origin, size: size)
    }

    /// Returns the run that contains one of its items, the index of the run's part, and the index of the item in the part.
    func place(of item: Int, in runs: [Run]) -> (run: Run, slot: Int, rest: Int) {
        // The last run that begins at or before the item: runs without items before it begin at the same item.
        let run = runs[partitionPoint(in: 0..<runs.count) { runs[$0].firstItem <= item } - 1]
        let (slot, rest) = (item - run.firstItem).quotientAndRemainder(dividingBy: run.box.itemCount)
        return (run, slot, rest)
    }

    /// Returns the frame of one of its items, when the part lies at `place`. O(log parts) for each level of groups.
    func frame(of item: Int, at place: PartPlace) -> Rect {
        guard let runs else { return frame(at: place) }
        let (run, slot, rest) = self.place(of: item, in: runs)
        let frame = frame(run, slot, at: place)
        return run.box.runs == nil ? frame : run.box.frame(of: rest, at: PartPlace(frame.origin))
    }

    /// Calls `body` with those of `items` that may intersect `rect`, last to first, when the part lies at `place`. `items` are
    /// numbers in the section; the first is that of the part's first item.
    func forEachReversed(
        at place: PartPlace, items: Range<Int>, meeting rect: Rect, _ body: (_ item: Int, _ frame: Rect) -> Void
    ) {
        guard !items.isEmpty else { return }
        guard runs != nil else { return body(items.lowerBound, frame(at: place)) }
        forEachPartReversed(at: place, items: items, meeting: rect) { box, items, frame in
            if box.runs == nil {
                body(items.lowerBound, frame)
            } else {
                box.forEachReversed(at: PartPlace(frame.origin), items: items, meeting: rect, body)
            }
        }
    }

    /// Calls `body` with the parts of a group that may intersect `rect` and the items of each, last to first.
    func forEachPartReversed(
        at place: PartPlace, items: Range<Int>, meeting rect: Rect,
        _ body: (_ box: PartBox, _ items: Range<Int>, _ frame: Rect) -> Void
    ) {
        guard let runs else { return }
        let origin = place.origin
        let wanted = rect.interval(axis)
        var index = partitionPoint(in: 0..<runs.count) { runs[$0].slots.origin + origin[axis] < wanted.high } - 1
        while index >= 0 {
            let run = runs[index]
            let slots = run.placed(at: origin[axis])
            if slots.start(of: slots.count) <= wanted.low { return }
            index -= 1
            let first = items.lowerBound + run.firstItem
            guard run.box.itemCount > 0, first < items.upperBound else { continue }
            let filled = WrappedItems.lineCount(of: items.upperBound - first, perLine: run.box.itemCount)
            for slot in slots.indices(meeting: wanted).clamped(to: 0..<filled).reversed() {
                let start = first + slot * run.box.itemCount
                let end = min(items.upperBound, start + run.box.itemCount)
                body(run.box, start..<end, frame(run, slot, at: place))
            }
        }
    }

    func frame(_ run: Run, _ slot: Int, at place: PartPlace) -> Rect {
        let slots = run.placed(at: place.origin[axis])
        var (origin, size) = (place.origin, Size.zero)
        origin[axis.other] += crossStart
        origin[axis] = slots.start(of: slot)
        size[axis] = slots.size(of: slot)
        size[axis.other] = run.box.size[axis.other].onEdgeGrid
        if let length = place.length, run.box.estimatedAxis != nil { size[axis.other] = max(0, length - crossInsets) }
        return Rect(origin: origin, size: size)
    }
}

/// The start of a part, and its length on the axis on which it is estimated.
struct PartPlace {
    var origin: Point
    var length: Double?

    init(_ origin: Point, length: Double? = nil) { (self.origin, self.length) = (origin, length) }
}

extension PartBox.Run {
    /// The tracks add the start once, so that search and placement round the same at any distance.
    fileprivate func placed(at start: Double) -> EvenTracks {
        var placed = slots
        placed.origin += start
        return placed
    }
}

extension PartCount {
    func resolved(size: Double, spacing: Double, in space: Double, _ items: Int) -> Int {
        switch self {
        case .exactly(let count): max(0, count)
        case .fitting: WrappedItems.fitting(size: size, spacing: spacing, in: space)
        case .items: items
        }
    }
}

extension EvenTracks {
    /// Tracks of any size: exact where it is a multiple of 1/64, else rounded so that adjacent edges coincide.
    init(count: Int, from start: Double, pitch: Double, gap: Double) {
        let origin = start.onEdgeGrid
        let isExact = (pitch * 64).rounded() == pitch * 64
        let span = (start + Double(count) * pitch).onEdgeGrid - origin
        self.init(
            count: count, origin: origin, span: isExact ? pitch : span, tracksPerSpan: isExact ? 1 : max(1, count),
            gap: gap)
    }
}
