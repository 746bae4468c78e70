import Geometry

// Elements are made in paint order, so nothing is sorted: z by z, in each z later sections before earlier ones, and
// in a section cells and boundary elements, both last to first, merged by their numbers. The layout's own elements
// have section 0, which comes last, and so are merged with those of it.
extension ComposedLayout.Plan {
    func append(_ rect: Rect, _ visible: Rect, _ output: inout [LayoutAttributes]) {
        // Without this, a strip beside the content would walk along all its sections for nothing.
        guard !rect.isEmpty, Rect(origin: .zero, size: contentSize).intersects(rect) else { return }
        for z in levels {
            let request = Request(rect: rect, visible: visible, z: z)
            appendMain(request, &output)
            for key in decorations where key.z == z { appendDecorations(key, rect, &output) }
        }
    }

    /// What one pass over the elements looks for.
    struct Request {
        var rect: Rect
        var visible: Rect
        var z: Int
    }

    private func appendMain(_ request: Request, _ output: inout [LayoutAttributes]) {
        var meetsFirst = false
        if request.z == 0 || kinds.contains(where: { $0.elements.contains { $0.declared.z == request.z } }) {
            forEachSectionReversed(meeting: request.rect) { section in
                if section > 0 { append(section, true, request, &output) } else { meetsFirst = true }
            }
        }
        append(0, meetsFirst, request, &output)
    }

    func forEachSectionReversed(meeting rect: Rect, _ body: (Int) -> Void) {
        let (axis, wanted) = (declaration.axis, rect.interval(declaration.axis))
        let start = shape.layoutExtension.start(axis)
        let across = shape.layoutExtension.start(axis.other)
        // Without this, a strip beside the sections would walk along all of them for nothing.
        guard Interval(low: across, high: across + shape.thickness).meets(rect.interval(axis.other)) else { return }
        // A little wider than asked for, since taking the start off rounds; what does not meet is left out later.
        let slack = 1.0 / 64
        sections.forEachReversed(
            meeting: Interval(low: wanted.low - start - slack, high: wanted.high - start + slack), body)
    }

    private func append(
        _ section: Int, _ isMet: Bool, _ request: Request, _ output: inout [LayoutAttributes]
    ) {
        var next = boundary(section, isMet, before: nil, request)
        if isMet, request.z == 0 {
            forEachItemReversed(of: section, meeting: request.rect) { item in
                while let header = next, header.element.isPainted(before: item.element) {
                    output.append(header)
                    next = boundary(section, isMet, before: header.element, request)
                }
                output.append(item, ifMeeting: request.rect)
            }
        }
        while let header = next {
            output.append(header)
            next = boundary(section, isMet, before: header.element, request)
        }
    }

    /// Calls `body` with each cell or aggregate of a section that may meet `rect`, last to first.
    private func forEachItemReversed(of section: Int, meeting rect: Rect, _ body: (LayoutAttributes) -> Void) {
        let part = kind(of: section).part
        forEachPartReversed(of: section, meeting: rect) { place, items in
            if let row = row(section, place) {
                row.forEachReversed(meeting: rect.interval(.horizontal), body)
            } else {
                part.forEachReversed(at: place, items: items, meeting: rect) { body(cell(section, $0, $1)) }
            }
        }
    }

    /// The weighted items of a section; nil where they are not.
    private func row(_ section: Int, _ place: PartPlace) -> WeightedRow? {
        let shape = shape.sections[declaration.kind(of: section)]
        guard let divider = shape.divider, let height = place.length else { return nil }
        return WeightedRow(
            section: section,
            frame: Rect(origin: place.origin, size: Size(width: shape.part.size.width, height: height)),
            divider: divider, devicePixel: devicePixel, shares: content.shares(of: section))
    }

    /// The boundary element painted next after `last`, or first, of those with section `section` that meet. O(declared
    /// elements).
    private func boundary(
        _ section: Int, _ isMet: Bool, before last: Element?, _ request: Request
    ) -> LayoutAttributes? {
        var best: (element: NumberedElement, place: PlacedElement, number: Int)?
        func consider(_ element: NumberedElement, in container: Rect, _ reserve: Insets) {
            guard element.declared.z == request.z else { return }
            let place = element.place(in: container, visible: request.visible, reserve: reserve)
            var met = place.indices(meeting: request.rect)
            let order = element.declared.kind.order
            if let last {
                let end = last.item - element.first + (order > last.kind.order ? 1 : 0)
                met = met.clamped(to: 0..<max(0, end))
            }
            guard let index = met.last else { return }
            let number = element.first + index
            if let best {
                guard number > best.number || number == best.number && order < best.element.declared.kind.order else {
                    return
                }
            }
            best = (element, place, number)
        }
        if isMet {
            let (frame, elements) = (frame(ofSection: section), kind(of: section).elements)
            for element in elements { consider(element, in: frame, shape.reserve) }
        }
        if section == 0 {
            let frame = Rect(origin: .zero, size: contentSize)
            for element in layoutElements { consider(element, in: frame, .zero) }
        }
        return best.map { attributes($0.element, $0.place, section: section, number: $0.number, request.visible) }
    }

    private func attributes(
        _ element: NumberedElement, _ place: PlacedElement, section: Int, number: Int, _ visible: Rect
    ) -> LayoutAttributes {
        var axes = Axes.both
        if place.horizontal.isHeld { axes.remove(.horizontal) }
        if place.vertical.isHeld { axes.remove(.vertical) }
        let insets = pinnedInsets
        let column = place.horizontal.band(visible.interval(.horizontal), insets.leading, insets.trailing)
        let row = place.vertical.band(visible.interval(.vertical), insets.top, insets.bottom)
        var region: Region?
        if let column, let row { region = Region(horizontal: column, vertical: row) }
        return LayoutAttributes(
            element: .supplementary(element.declared.kind, section: section, item: number),
            frame: place.frame(number - element.first), z: element.declared.z, scrollAxes: axes, region: region)
    }

    private func cell(_ section: Int, _ item: Int, _ frame: Rect) -> LayoutAttributes {
        LayoutAttributes(
            element: .cell(section: section, item: item), frame: frame, z: 0, scrollAxes: .both,
            region: Region(horizontal: .scrolling, vertical: .scrolling))
    }

    func attributes(for element: Element, _ visible: Rect) -> LayoutAttributes? {
        let section = element.section
        let isSection = section >= 0 && section < sections.count
        switch element.category {
        case .cell:
            return element.kind == .cell ? item(element) : nil
        case .supplementary:
            let own =
                isSection
                ? find(element, in: kind(of: section).elements, frame(ofSection: section), shape.reserve, visible) : nil
            if own == nil, element.kind == .aggregate, let item = item(element) { return item }
            let content = Rect(origin: .zero, size: contentSize)
            return own ?? (section == 0 ? find(element, in: layoutElements, content, .zero, visible) : nil)
        case .decoration:
            return isSection ? decoration(element) : nil
        }
    }

    private func item(_ element: Element) -> LayoutAttributes? {
        guard let place = place(of: element) else { return nil }
        if let row = row(element.section, place.part) { return row.attributes(for: element) }
        guard element.category == .cell else { return nil }
        let part = kind(of: element.section).part
        return cell(element.section, element.item, part.frame(of: place.rest, at: place.part))
    }

    /// Where the part lies that holds an item, and which of its items that is.
    func place(of element: Element) -> (part: PartPlace, rest: Int)? {
        guard content.contains(section: element.section, item: element.item) else { return nil }
        let shape = shape.sections[declaration.kind(of: element.section)]
        let perPart = shape.itemsPerPart(items: content.itemCount(of: element.section))
        guard perPart > 0 else { return nil }
        let (number, rest) = element.item.quotientAndRemainder(dividingBy: perPart)
        let axis = declaration.axis
        var origin = partsOrigin(of: element.section)
        if let lines = lines(of: element.section) {
            let track = lines.all.track(at: lines.first + number)
            origin[axis] += track.offset
            return (PartPlace(origin, length: track.size - lines.spacing), rest)
        }
        if shape.divider != nil { return (PartPlace(origin, length: partLength(of: element.section)), rest) }
        origin[axis] = tracks(of: element.section, from: origin).start(of: number)
        return (PartPlace(origin), rest)
    }

    /// Calls `body` with each part of a section that may meet `rect` and has items, last to first: where it lies, and
    /// its items.
    func forEachPartReversed(
        of section: Int, meeting rect: Rect, _ body: (_ place: PartPlace, _ items: Range<Int>) -> Void
    ) {
        let (axis, count) = (declaration.axis, content.itemCount(of: section))
        let shape = shape.sections[declaration.kind(of: section)]
        let perPart = shape.itemsPerPart(items: count)
        guard perPart > 0 else { return }
        let wanted = rect.interval(axis)
        var origin = partsOrigin(of: section)
        func items(_ part: Int) -> Range<Int> { part * perPart..<min(count, part * perPart + perPart) }
        let filled = 0..<WrappedItems.lineCount(of: count, perLine: perPart)
        if let lines = lines(of: section) {
            let start = origin[axis]
            // A little more than asked for, since taking the start off rounds; what does not meet is left out later.
            let slack = 1.0 / 64
            let met = lines.all.indices(from: wanted.low - start - slack, to: wanted.high - start + slack)
                .clamped(to: lines.first..<lines.first + filled.count)
            lines.all.forEachReversed(in: met) { track in
                origin[axis] = start + track.offset
                body(PartPlace(origin, length: track.size - lines.spacing), items(track.index - lines.first))
            }
        } else if shape.divider != nil {
            body(PartPlace(origin, length: partLength(of: section)), 0..<count)
        } else {
            let tracks = tracks(of: section, from: origin)
            for part in tracks.indices(meeting: wanted).clamped(to: filled).reversed() {
                origin[axis] = tracks.start(of: part)
                body(PartPlace(origin), items(part))
            }
        }
    }

    /// The length of the only part of a section: what the section has left of its own.
    private func partLength(of section: Int) -> Double {
        let (axis, shape) = (declaration.axis, shape.sections[declaration.kind(of: section)])
        let extent = sections.end(of: section) - sections.start(of: section)
        return max(0, extent - shape.extensions.total(axis) - shape.insets.total(axis))
    }

    private func find(
        _ element: Element, in elements: [NumberedElement], _ container: Rect, _ reserve: Insets, _ visible: Rect
    ) -> LayoutAttributes? {
        for numbered in elements where numbered.declared.kind == element.kind && element.item >= numbered.first {
            let place = numbered.place(in: container, visible: visible, reserve: reserve)
            guard element.item - numbered.first < place.tracks.count else { continue }
            return attributes(numbered, place, section: element.section, number: element.item, visible)
        }
        return nil
    }
}

extension Element {
    /// Whether it comes before another cell or supplementary element of its section in paint order.
    fileprivate func isPainted(before other: Element) -> Bool {
        item > other.item || item == other.item && kind.order < other.kind.order
    }
}
