import Geometry
import GridLayout

/// A kind of section by its plain rules.
struct SlowSection {
    var part: SlowPart
    var insets: Insets
    var spacing: Double
    var minimumParts: Int
    var decorations: [SlowDecoration]
    var own: [SlowBoundary]

    var declared: LayoutSection {
        var section = LayoutSection(
            of: part.declared, insets: insets, spacing: spacing, boundary: own.map(\.declared)
        ).minimumParts(minimumParts)
        section.decorations = decorations.map(\.declared)
        return section
    }
}

/// A declared layout, section by section.
struct SlowDeclaration {
    var axis: Axis
    var kinds: [SlowSection]
    /// Of each section, as far as it is said.
    var order: [Int]
    var sectionSpacing: Double
    var outer: [SlowBoundary]
    var counts: [Int]
    var viewport: Size

    var declared: LayoutDeclaration {
        LayoutDeclaration(
            axis: axis, sections: kinds.map(\.declared), kinds: order.map { UInt8($0) },
            sectionSpacing: sectionSpacing, boundary: outer.map(\.declared))
    }

    private func kind(of section: Int) -> SlowSection {
        kinds[order.isEmpty ? 0 : section < order.count ? order[section] : order[order.count - 1]]
    }

    /// The content's size, the cells and the decorations of parts, and the frame of each section.
    struct Laid {
        var size = Size.zero
        var cells: [(section: Int, item: Int, frame: Rect)] = []
        var ornaments: [(decoration: SlowDecoration, section: Int, item: Int, frame: Rect)] = []
        var sections: [Rect] = []
    }

    func layOut() -> Laid {
        let around = extensions(outer)
        let isVertical = axis == .vertical
        let room = Size(
            width: max(0, viewport.width - around.horizontal), height: max(0, viewport.height - around.vertical))
        let ones = kinds.map { kind in
            let before = before(kind)
            return kind.part.layOut(
                in: Size(
                    width: max(0, room.width - before.horizontal), height: max(0, room.height - before.vertical)),
                items: counts.max() ?? 0)
        }
        let thickness =
            zip(kinds, ones).map { kind, one in
                isVertical ? one.size.width + before(kind).horizontal : one.size.height + before(kind).vertical
            }.max() ?? 0
        var laid = Laid()
        var place = isVertical ? around.top : around.leading
        let side = isVertical ? around.leading : around.top
        for (section, count) in counts.enumerated() {
            let number = order.isEmpty ? 0 : section < order.count ? order[section] : order[order.count - 1]
            let (kind, one) = (kinds[number], ones[number])
            let (before, inside, frames) = (before(kind), extensions(kind.own), one.frames)
            if section > 0 { place += sectionSpacing }
            let start = place
            let needed = frames.isEmpty ? 0 : (count + frames.count - 1) / frames.count
            let parts = max(kind.minimumParts, needed)
            place += isVertical ? inside.vertical : inside.horizontal
            if parts > 0 {
                place += isVertical ? kind.insets.vertical : kind.insets.horizontal
                place += Double(parts) * one.size[axis] + Double(parts - 1) * kind.spacing
            }
            for item in 0..<(frames.isEmpty ? 0 : count) {
                let line = Double(item / frames.count) * (one.size[axis] + kind.spacing)
                let origin =
                    isVertical
                    ? Point(x: side + before.leading, y: start + before.top + line)
                    : Point(x: start + before.leading + line, y: side + before.top)
                laid.cells.append((section, item, frames[item % frames.count].offset(by: origin)))
                for ornament in one.ornaments where ornament.item == item % frames.count {
                    laid.ornaments.append((ornament.decoration, section, item, ornament.frame.offset(by: origin)))
                }
            }
            laid.sections.append(
                isVertical
                    ? Rect(minX: side, minY: start, maxX: side + thickness, maxY: place)
                    : Rect(minX: start, minY: side, maxX: place, maxY: side + thickness))
        }
        laid.size =
            isVertical
            ? Size(width: thickness + around.horizontal, height: place + around.bottom)
            : Size(width: place + around.trailing, height: thickness + around.vertical)
        return laid
    }

    /// From the edges of a section to its parts.
    private func before(_ kind: SlowSection) -> Insets {
        let (inside, insets) = (extensions(kind.own), kind.insets)
        return Insets(
            top: inside.top + insets.top, leading: inside.leading + insets.leading,
            bottom: inside.bottom + insets.bottom, trailing: inside.trailing + insets.trailing)
    }

    func elements(visible: Rect) -> [LayoutAttributes] {
        let laid = layOut()
        let sections = laid.sections
        var all = laid.cells.map { section, item, frame in
            LayoutAttributes(
                element: .cell(section: section, item: item), frame: frame, z: 0, scrollAxes: .both, region: .scrolling)
        }
        let ornaments = sections.enumerated().flatMap { section, frame in
            kind(of: section).decorations.map { ($0, section, 0, $0.frame(in: frame)) }
        }
        all += (laid.ornaments + ornaments).map { decoration, section, item, frame in
            LayoutAttributes(
                element: Element(category: .decoration, kind: decoration.kind, section: section, item: item),
                frame: frame, z: decoration.z, scrollAxes: .both, region: .scrolling)
        }
        for (section, frame) in sections.enumerated() {
            all += boundary(kind(of: section).own, section, in: frame, visible, reserve)
        }
        return all + boundary(outer, 0, in: Rect(origin: .zero, size: laid.size), visible, .zero)
    }

    private func boundary(
        _ elements: [SlowBoundary], _ section: Int, in frame: Rect, _ visible: Rect, _ reserve: Insets
    ) -> [LayoutAttributes] {
        var numbers: [ElementKind: Int] = [:]
        var all: [LayoutAttributes] = []
        for element in elements {
            let bands = pinnedInsets
            let columns = element.places(
                .horizontal, in: (frame.minX, frame.maxX), visible: visible, bands: bands, reserve: reserve)
            let rows = element.places(
                .vertical, in: (frame.minY, frame.maxY), visible: visible, bands: bands, reserve: reserve)
            var number = numbers[element.kind, default: 0]
            numbers[element.kind] = number + (element.repeated?.count ?? 1)
            for column in columns {
                for row in rows {
                    var axes = Axes.both
                    if column.isHeld { axes.remove(.horizontal) }
                    if row.isHeld { axes.remove(.vertical) }
                    var region: Region?
                    if let x = column.band, let y = row.band { region = Region(horizontal: x, vertical: y) }
                    all.append(
                        LayoutAttributes(
                            element: .supplementary(element.kind, section: section, item: number),
                            frame: Rect(x: column.low, y: row.low, width: column.length, height: row.length),
                            z: element.z ?? (element.pin.isEmpty ? 0 : 3), scrollAxes: axes, region: region))
                    number += 1
                }
            }
        }
        return all
    }

    private func extensions(_ elements: [SlowBoundary]) -> Insets {
        Insets(
            top: elements.map(\.extensions.top).max() ?? 0, leading: elements.map(\.extensions.leading).max() ?? 0,
            bottom: elements.map(\.extensions.bottom).max() ?? 0,
            trailing: elements.map(\.extensions.trailing).max() ?? 0)
    }

    private var reserve: Insets {
        Insets(
            top: extensions(outer.filter { $0.pin.contains(.top) }).top,
            leading: extensions(outer.filter { $0.pin.contains(.leading) }).leading,
            bottom: extensions(outer.filter { $0.pin.contains(.bottom) }).bottom,
            trailing: extensions(outer.filter { $0.pin.contains(.trailing) }).trailing)
    }

    /// How far from each edge of the viewport a pinned element reaches.
    var pinnedInsets: Insets {
        let size = layOut().size
        func depth(
            _ axis: Axis, _ alignment: BoundaryElement.Alignment, _ taken: Double,
            _ isPinned: (SlowBoundary) -> Bool
        ) -> Double {
            func reach(_ element: SlowBoundary, _ taken: Double) -> Double {
                guard isPinned(element) else { return 0 }
                let offset = element.alignment(axis) == alignment ? element.offset[axis] : 0
                return taken + offset + element.length(axis, in: size[axis])
            }
            return max(kinds.flatMap(\.own).map { reach($0, taken) }.max() ?? 0, outer.map { reach($0, 0) }.max() ?? 0)
        }
        return Insets(
            top: depth(.vertical, .start, reserve.top) { $0.pins(.vertical).start },
            leading: depth(.horizontal, .start, reserve.leading) { $0.pins(.horizontal).start },
            bottom: depth(.vertical, .end, reserve.bottom) { $0.pins(.vertical).end },
            trailing: depth(.horizontal, .end, reserve.trailing) { $0.pins(.horizontal).end })
    }
}
