import Geometry

// Elements are created in paint order, so nothing is sorted: by z, then later sections before earlier ones; within a section,
// cells and boundary elements are each created last to first and merged by number. The layout's own elements have section 0,
// which comes last, and are merged with its elements.
extension ComposedLayout.Plan {
    public func attributes(in rect: Rect, visible: Rect, into output: inout [LayoutAttributes]) {
        // Without this check, a strip beside the content would iterate over all its sections in vain.
        guard !rect.isEmpty, Rect(origin: .zero, size: contentSize).intersects(rect) else { return }
        for level in levels.indices {
            let request = Request(rect: rect, visible: visible, level: level, hasCells: levels[level] == 0)
            appendMain(request, &output)
            for key in decorations where key.z == levels[level] { appendDecorations(key, rect, &output) }
        }
    }

    /// The input of one pass over the elements.
    struct Request {
        var rect: Rect
        var visible: Rect
        /// The index of the z in `levels`.
        var level: Int
        var hasCells: Bool
    }

    private func appendMain(_ request: Request, _ output: inout [LayoutAttributes]) {
        var meetsFirst = false
        var model = LineModel()
        if request.hasCells || kinds.contains(where: { !$0.elements[request.level].isEmpty }) {
            forEachSectionReversed(meeting: request.rect) { section in
                guard section > 0 else {
                    meetsFirst = true
                    return
                }
                append(section, kind(of: section), request, &model, &output)
            }
        }
        append(0, meetsFirst ? kind(of: 0) : nil, request, &model, &output)
    }

    func forEachSectionReversed(meeting rect: Rect, _ body: (Int) -> Void) {
        let (axis, wanted) = (declaration.axis, rect.interval(declaration.axis))
        let start = shape.layoutExtension.start(axis)
        let across = shape.layoutExtension.start(axis.other)
        // Without this check, a strip beside the sections would iterate over all of them in vain.
        guard Interval(low: across, high: across + shape.thickness).meets(rect.interval(axis.other)) else { return }
        // The slack covers the rounding when the start is subtracted; elements that do not intersect are filtered out later.
        let slack = 1.0 / 64
        sections.forEachReversed(
            meeting: Interval(low: wanted.low - start - slack, high: wanted.high - start + slack), body)
    }

    /// Appends the elements with that section number. `kind`: nil where the section does not intersect the rectangle.
    private func append(
        _ section: Int, _ kind: SectionKind?, _ request: Request, _ model: inout LineModel,
        _ output: inout [LayoutAttributes]
    ) {
        let own = kind?.elements[request.level] ?? []
        if section > 0 || layoutElements[request.level].isEmpty {
            if own.isEmpty { return appendCells(section, kind, request, &model, &output) }
            if !request.hasCells, own.count == 1, own[0].declared.repetition == nil {
                return appendOnly(own[0], section, request, &output)
            }
        }
        var next = boundary(section, kind, request)
        if let kind, request.hasCells {
            forEachPartReversed(of: section, kind, meeting: request.rect) { place, items in
                if let line = kind.plainLine, next == nil || next.map({ $0.element.item <= items.lowerBound }) == true {
                    let cells = PlainCells(line: line, section: section, items: items, origin: place.origin)
                    return append(cells, request, &model, &output)
                }
                forEachItemReversed(of: section, kind, (place, items), meeting: request.rect) { item in
                    while let header = next, header.element.isPainted(before: item.element) {
                        append(&next, kind, request, &output)
                    }
                    output.append(item, ifMeeting: request.rect)
                }
            }
        }
        while next != nil { append(&next, kind, request, &output) }
    }

    /// Appends consecutive cells of a section, without boundary elements between them.
    private func appendCells(
        _ section: Int, _ kind: SectionKind?, _ request: Request, _ model: inout LineModel,
        _ output: inout [LayoutAttributes]
    ) {
        guard let kind, request.hasCells else { return }
        forEachPartReversed(of: section, kind, meeting: request.rect) { place, items in
            if let line = kind.plainLine {
                let cells = PlainCells(line: line, section: section, items: items, origin: place.origin)
                append(cells, request, &model, &output)
            } else {
                forEachItemReversed(of: section, kind, (place, items), meeting: request.rect) { item in
                    output.append(item, ifMeeting: request.rect)
                }
            }
        }
    }

    /// Appends the only boundary element of a section at its z.
    private func appendOnly(
        _ element: NumberedElement, _ section: Int, _ request: Request, _ output: inout [LayoutAttributes]
    ) {
        let place = element.place(in: frame(ofSection: section), visible: request.visible, reserve: shape.reserve)
        let frame = place.frame(0)
        guard frame.intersects(request.rect) else { return }
        var attributes = attributes(element, place, section: section, request.visible)
        attributes.frame = frame
        output.append(attributes)
    }

    private func forEachItemReversed(
        of section: Int, _ kind: SectionKind, _ part: (place: PartPlace, items: Range<Int>), meeting rect: Rect,
        _ body: (LayoutAttributes) -> Void
    ) {
        if let row = row(section, kind, part.place) {
            row.forEachReversed(meeting: rect.interval(.horizontal), body)
        } else {
            kind.part.forEachReversed(at: part.place, items: part.items, meeting: rect) { body(cell(section, $0, $1)) }
        }
    }

    /// Calls `body` with each part of a section that may intersect `rect` and has items, last to first: its position and its
    /// items.
    func forEachPartReversed(
        of section: Int, _ kind: SectionKind, meeting rect: Rect,
        _ body: (_ place: PartPlace, _ items: Range<Int>) -> Void
    ) {
        let (axis, count) = (declaration.axis, content.itemCount(of: section))
        let perPart = kind.shape.itemsPerPart(items: count)
        guard perPart > 0 else { return }
        let wanted = rect.interval(axis)
        var origin = partsOrigin(of: section, kind)
        func items(_ part: Int) -> Range<Int> { part * perPart..<min(count, part * perPart + perPart) }
        let filled = 0..<WrappedItems.lineCount(of: count, perLine: perPart)
        if let lines = lines(of: section, kind) {
            let start = origin[axis]
            // The slack covers the rounding when the start is subtracted; non-intersecting elements are filtered out later.
            let slack = 1.0 / 64
            let met = lines.all.indices(from: wanted.low - start - slack, to: wanted.high - start + slack)
                .clamped(to: lines.first..<lines.first + filled.count)
            lines.all.forEachReversed(in: met) { track in
                origin[axis] = start + track.offset
                body(PartPlace(origin, length: track.size - lines.spacing), items(track.index - lines.first))
            }
        } else if kind.shape.divider != nil {
            body(PartPlace(origin, length: partLength(of: section, kind)), 0..<count)
        } else {
            let tracks = tracks(of: section, kind, from: origin)
            for part in tracks.indices(meeting: wanted).clamped(to: filled).reversed() {
                origin[axis] = tracks.start(of: part)
                body(PartPlace(origin), items(part))
            }
        }
    }
}

/// The cells of a line of equal items, by number in their section, and the start of the line.
struct PlainCells {
    let line: PlainLine
    let section: Int
    let items: Range<Int>
    let origin: Point
}

/// A line of cells in the output that serves as the model for lines elsewhere along the layout's axis, so that the positions
/// across it are computed once a frame instead of once a line.
struct LineModel {
    /// The range of the cells in the output.
    var cells = 0..<0
    /// The number of items of a line like it, its first item, and the start of the line across the axis.
    var items = 0
    var firstItem = 0
    var crossStart = 0.0
    var size = 0.0
    var slots = EvenTracks()
}

extension ComposedLayout.Plan {
    /// Appends the items of a line, last to first. No boundary element comes between them.
    private func append(
        _ cells: PlainCells, _ request: Request, _ model: inout LineModel, _ output: inout [LayoutAttributes]
    ) {
        let (line, origin, section, items) = (cells.line, cells.origin, cells.section, cells.items)
        let (axis, across) = (line.axis.other, line.axis)
        let place = Interval(low: origin[axis] + line.start, high: origin[axis] + line.start + line.size)
        guard place.meets(request.rect.interval(axis)) else { return }
        if model.items == items.count, model.crossStart == origin[across], model.size == line.size,
            model.slots == line.slots
        {
            let moved = items.lowerBound - model.firstItem
            for index in model.cells {
                // Builds the element from its fields: loading it as a whole right after storing the fields one by one is slow.
                let item = output[index].element.item + moved
                var frame = output[index].frame
                if axis == .vertical { frame.y = place.low } else { frame.x = place.low }
                output.append(cell(section, item, frame))
            }
            return
        }
        var slots = line.slots
        slots.origin += origin[across]
        let start = output.count
        for slot in slots.indices(meeting: request.rect.interval(across)).clamped(to: 0..<items.count).reversed() {
            let (low, length) = (slots.start(of: slot), slots.size(of: slot))
            let frame =
                axis == .vertical
                ? Rect(x: low, y: place.low, width: length, height: line.size)
                : Rect(x: place.low, y: low, width: line.size, height: length)
            output.append(cell(section, items.lowerBound + slot, frame))
        }
        model = LineModel(
            cells: start..<output.count, items: items.count, firstItem: items.lowerBound, crossStart: origin[across],
            size: line.size, slots: line.slots)
    }
}

extension Element {
    /// Returns true where it comes before another cell or supplementary element of its section in paint order.
    fileprivate func isPainted(before other: Element) -> Bool {
        item > other.item || item == other.item && kind.order < other.kind.order
    }
}
