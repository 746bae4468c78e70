import Geometry

// Lookup of elements by their identity.
extension ComposedLayout.Plan {
    public func attributes(for element: Element, visible: Rect) -> LayoutAttributes? {
        let section = element.section
        let isSection = section >= 0 && section < sections.count
        switch element.category {
        case .cell:
            return element.kind == .cell ? item(element) : nil
        case .supplementary:
            if isSection {
                let frame = frame(ofSection: section)
                let own = find(element, in: kind(of: section).elements, frame, shape.reserve, visible)
                if let own { return own }
            }
            if element.kind == .aggregate, let item = item(element) { return item }
            let content = Rect(origin: .zero, size: contentSize)
            return section == 0 ? find(element, in: layoutElements, content, .zero, visible) : nil
        case .decoration:
            return isSection ? decoration(element) : nil
        }
    }

    private func item(_ element: Element) -> LayoutAttributes? {
        guard let place = place(of: element) else { return nil }
        let kind = kind(of: element.section)
        if let row = row(element.section, kind, place.part) { return row.attributes(for: element) }
        guard element.category == .cell else { return nil }
        return cell(element.section, element.item, kind.part.frame(of: place.rest, at: place.part))
    }

    func cell(_ section: Int, _ item: Int, _ frame: Rect) -> LayoutAttributes {
        LayoutAttributes(
            element: .cell(section: section, item: item), frame: frame, z: 0, scrollAxes: .both,
            region: Region(horizontal: .scrolling, vertical: .scrolling))
    }

    /// The weighted items of a section; nil where items are not weighted.
    func row(_ section: Int, _ kind: SectionKind, _ place: PartPlace) -> WeightedRow? {
        guard let divider = kind.shape.divider, let height = place.length else { return nil }
        return WeightedRow(
            section: section,
            frame: Rect(origin: place.origin, size: Size(width: kind.part.size.width, height: height)),
            divider: divider, devicePixel: devicePixel, shares: content.shares(of: section))
    }

    /// Returns the position of the part that contains an item, and the item's index in it; nil where there is no such item.
    func place(of element: Element) -> (part: PartPlace, rest: Int)? {
        guard content.contains(section: element.section, item: element.item) else { return nil }
        let (section, kind, axis) = (element.section, kind(of: element.section), declaration.axis)
        let perPart = kind.shape.itemsPerPart(items: content.itemCount(of: section))
        guard perPart > 0 else { return nil }
        let (number, rest) = element.item.quotientAndRemainder(dividingBy: perPart)
        var origin = partsOrigin(of: section, kind)
        if let lines = lines(of: section, kind) {
            let track = lines.all.track(at: lines.first + number)
            origin[axis] += track.offset
            return (PartPlace(origin, length: track.size - lines.spacing), rest)
        }
        if kind.shape.divider != nil { return (PartPlace(origin, length: partLength(of: section, kind)), rest) }
        origin[axis] = tracks(of: section, kind, from: origin).start(of: number)
        return (PartPlace(origin), rest)
    }

    /// The length of the only part of a section, without the section's extensions and insets.
    func partLength(of section: Int, _ kind: SectionKind) -> Double {
        let axis = declaration.axis
        let extent = sections.end(of: section) - sections.start(of: section)
        return max(0, extent - kind.shape.extensions.total(axis) - kind.shape.insets.total(axis))
    }

    private func find(
        _ element: Element, in layers: [[NumberedElement]], _ container: Rect, _ reserve: Insets, _ visible: Rect
    ) -> LayoutAttributes? {
        for elements in layers {
            for numbered in elements where numbered.declared.kind == element.kind && element.item >= numbered.first {
                let place = numbered.place(in: container, visible: visible, reserve: reserve)
                let index = element.item - numbered.first
                guard index < place.tracks.count else { continue }
                var found = attributes(numbered, place, section: element.section, visible)
                (found.element.item, found.frame) = (element.item, place.frame(index))
                return found
            }
        }
        return nil
    }

    /// Returns the attributes shared by all repetitions of a boundary element.
    func attributes(
        _ element: NumberedElement, _ place: PlacedElement, section: Int, _ visible: Rect
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
            element: .supplementary(element.declared.kind, section: section, item: element.first), frame: .zero,
            z: element.declared.z, scrollAxes: axes, region: region)
    }
}
