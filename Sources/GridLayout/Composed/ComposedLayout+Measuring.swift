import Geometry

// Lengths that are estimates until the owner measures them: outside `attributes(in:visible:into:)`, in one batch.
extension ComposedLayout {
    /// The cells in `rect` (content space) whose length along the layout's axis is estimated and not yet measured, first to
    /// last. The owner measures them for the length of their frame on the other axis.
    ///
    /// - Complexity: O(log + cells in `rect` · log measured).
    public func unmeasured(in rect: Rect) -> [Element] { plan?.unmeasured(in: rect) ?? [] }

    /// Sets measured lengths of cells along the layout's axis, in logical pixels and quantized like track sizes. Returns by how
    /// much the content before `visible` grew: adding it to the offset keeps the first visible line, below pinned elements, at
    /// its position on the screen, exactly where sums are exact.
    ///
    /// A line is as long as its longest item. Frames and `contentSize` change at once, and the next `prepare` reports it.
    /// Elements other than cells with an estimated length are ignored. Measured lengths survive insertion and removal of
    /// sections, and growth or shrinking of a section at its end; a change of the declaration or of the items' length across
    /// the axis discards them.
    ///
    /// - Complexity: O((extents · items in a line + visible) · log measured).
    @discardableResult
    public mutating func setMeasured(
        _ extents: [(element: Element, extent: Double)], visible: Rect
    ) -> Double {
        guard let old = plan, let result = old.measured(extents, visible: visible) else { return 0 }
        plan = old.with(result.lines)
        if let section = result.firstSection { pending.formUnion(.sizes(fromSection: section, fromItem: 0)) }
        return result.moved
    }

    /// Discards the measured lengths of some sections whose data changed: their estimates apply again.
    ///
    /// - Complexity: O(measured).
    public mutating func forgetMeasured(sections: Range<Int>) {
        guard let plan, let lines = plan.sections.lines else { return }
        let counts = plan.content.counts
        let range = sections.clamped(to: 0..<counts.sectionCount)
        var items = lines.items
        items.reset(counts.before(range.lowerBound)..<counts.before(range.upperBound))
        self.plan = plan.with(Plan.lines(plan.content, plan.declaration, plan.shape, items: items))
        pending.formUnion(.sizes(fromSection: range.lowerBound, fromItem: 0))
    }
}

extension ComposedLayout.Plan {
    /// The lines of a section with estimated items: all lines, and the first of the section.
    func lines(of section: Int, _ kind: SectionKind) -> (all: TrackSizes, first: Int, spacing: Double)? {
        guard kind.part.estimatedAxis != nil, let lines = sections.lines else { return nil }
        return (lines.lines, lines.firstLine(of: section), kind.shape.spacing)
    }

    func unmeasured(in rect: Rect) -> [Element] {
        guard let lines = sections.lines, !rect.isEmpty else { return [] }
        var found: [Element] = []
        forEachSectionReversed(meeting: rect) { section in
            let kind = kind(of: section)
            let part = kind.part
            guard part.estimatedAxis != nil else { return }
            let before = content.counts.before(section)
            forEachPartReversed(of: section, kind, meeting: rect) { place, items in
                part.forEachReversed(at: place, items: items, meeting: rect) { item, frame in
                    guard frame.intersects(rect), part.isEstimated(item - items.lowerBound),
                        lines.extent(ofItem: before + item) == nil
                    else { return }
                    found.append(.cell(section: section, item: item))
                }
            }
        }
        return found.reversed()
    }

    /// Returns the lines after measuring, by how much the first visible line moved, and the first section that moved.
    func measured(
        _ extents: [(element: Element, extent: Double)], visible: Rect
    ) -> (lines: MeasuredLines, moved: Double, firstSection: Int?)? {
        guard var lines = sections.lines else { return nil }
        let anchor = firstLine(in: visible, lines)
        let old = lines.offset(of: anchor)
        var changed: Int?
        var touched: [(section: Int, part: Int)] = []
        for (element, extent) in extents where element.category == .cell && element.kind == .cell {
            guard content.contains(section: element.section, item: element.item) else { continue }
            let part = kind(of: element.section).part
            guard part.estimatedAxis != nil, part.isEstimated(element.item % part.itemCount) else { continue }
            lines.setItem(content.counts.before(element.section) + element.item, extent)
            touched.append((element.section, element.item / part.itemCount))
        }
        for (section, part) in touched {
            if updateLine(part, of: section, &lines) { changed = min(changed ?? section, section) }
        }
        return (lines, lines.offset(of: anchor) - old, changed)
    }

    /// Sets a line to the length that its items require, and returns true where that changes it.
    private func updateLine(_ part: Int, of section: Int, _ lines: inout MeasuredLines) -> Bool {
        let shape = kind(of: section).shape
        let (perPart, before) = (shape.part.itemCount, content.counts.before(section))
        let items = part * perPart..<min(content.itemCount(of: section), part * perPart + perPart)
        let extent = shape.part.lineExtent(of: items, along: declaration.axis) { lines.extent(ofItem: before + $0) }
        let index = lines.firstLine(of: section) + part
        guard lines.lines.size(of: index) != extent + shape.spacing else { return false }
        lines.setLine(index, extent + shape.spacing)
        return true
    }

    /// The first visible line below pinned elements, or else the first one after that; the count of lines where there is none.
    private func firstLine(in visible: Rect, _ lines: MeasuredLines) -> Int {
        let axis = declaration.axis
        let edge = visible.interval(axis).low + pinnedInsets.start(axis)
        let start = shape.layoutExtension.start(axis)
        let section = partitionPoint(in: 0..<sections.count) { start + sections.start(of: $0) <= edge } - 1
        guard section >= 0 else { return 0 }
        let kind = kind(of: section)
        let (first, end) = (lines.firstLine(of: section), lines.firstLine(of: section + 1))
        guard first < end else { return end }
        let place = edge - partsOrigin(of: section, kind)[axis]
        guard place >= lines.offset(of: first) else { return first }
        guard let line = lines.lines.track(containing: place), line.index < end else { return end }
        // A line of which only the trailing spacing is visible does not count.
        return place < line.end - kind.shape.spacing ? line.index : line.index + 1
    }
}

// Transfer of measured lengths after changes of the content and of the viewport.
extension ComposedLayout.Plan {
    /// The lines of all sections, with the measured lengths of unchanged sections.
    static func lines(
        _ content: LayoutContent, _ declaration: LayoutDeclaration, _ shape: ComposedLayout.Shape,
        keeping old: ComposedLayout.Plan?
    ) -> MeasuredLines? {
        let estimated = shape.sections.filter(\.isEstimated)
        guard let first = estimated.first else { return nil }
        precondition(
            estimated.allSatisfy { $0.linePitch == first.linePitch },
            "kinds of sections differ in the estimated length of their lines, spacing included")
        var items = TrackSizes(count: content.counts.total, defaultSize: 0)
        if let old, let lines = old.sections.lines, old.declaration == declaration,
            old.shape.measuredFor(declaration.axis) == shape.measuredFor(declaration.axis)
        {
            items = lines.items
            items.follow(from: old.content, to: content)
        }
        return Self.lines(content, declaration, shape, items: items)
    }

    /// - Complexity: O(measured).
    static func lines(
        _ content: LayoutContent, _ declaration: LayoutDeclaration, _ shape: ComposedLayout.Shape, items: TrackSizes
    ) -> MeasuredLines {
        var lines = MeasuredLines((content, declaration, shape), items: items)
        items.forEachOwnRange { range in
            var number = range.lowerBound
            while number < range.upperBound, let place = content.counts.place(of: number) {
                let kind = shape.sections[declaration.kind(of: place.section)]
                let (perPart, before) = (max(1, kind.part.itemCount), number - place.item)
                let part = place.item / perPart
                let end = min(content.itemCount(of: place.section), part * perPart + perPart)
                number = before + end
                guard kind.isEstimated else { continue }
                let extent = kind.part.lineExtent(of: part * perPart..<end, along: declaration.axis) {
                    lines.extent(ofItem: before + $0)
                }
                lines.setLine(lines.firstLine(of: place.section) + part, extent + kind.spacing)
            }
        }
        return lines
    }
}

extension ComposedLayout.Shape {
    /// The lengths across the axis for which lengths were measured.
    fileprivate func measuredFor(_ axis: Axis) -> [[Double]] {
        sections.map { $0.part.estimatedWidths(across: axis) }
    }
}

extension TrackSizes {
    /// Moves the sizes of items to their indices in the new content; drops those of changed sections.
    fileprivate mutating func follow(from old: LayoutContent, to new: LayoutContent) {
        switch new.change(from: old) {
        case .nothing, .pinned, .sizes:
            return
        case .data(.insert(let sections)):
            let range = new.counts.numbers(of: sections)
            insert(count: range.count, at: range.lowerBound)
        case .data(.remove(let sections)):
            remove(old.counts.numbers(of: sections))
        case .data(.reload(let sections)):
            let (before, after) = (old.counts.numbers(of: sections), new.counts.numbers(of: sections))
            let kept = sections.count == 1 ? min(before.count, after.count) : 0
            remove(before.lowerBound + kept..<before.upperBound)
            insert(count: after.count - kept, at: after.lowerBound + kept)
        case .data(.move), .all:
            self = TrackSizes(count: new.counts.total, defaultSize: defaultSize)
        }
    }
}

extension SectionCounts {
    /// The numbers of the items of some sections, counted through all sections.
    fileprivate func numbers(of sections: Range<Int>) -> Range<Int> {
        before(sections.lowerBound)..<before(sections.upperBound)
    }
}
