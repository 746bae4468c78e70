import Geometry
import GridLayout

// Moves by keys in views other than the sheet: to the cell beside one on the screen.
extension GridModel {
    mutating func viewTarget(_ command: GridCommand, from cell: CellPosition) -> CellPosition? {
        guard let element = element(showing: cell), let from = attributes(for: element) else { return nil }
        let isMirrored = viewport.direction == .rightToLeft
        switch command {
        case .moveUp: return neighbour(of: cell, from, .vertical, -1)
        case .moveDown: return neighbour(of: cell, from, .vertical, 1)
        case .moveLeft: return beside(cell, from, isMirrored ? 1 : -1)
        case .moveRight: return beside(cell, from, isMirrored ? -1 : 1)
        case .pageUp: return page(from: from, .vertical, -1)
        case .pageDown: return page(from: from, .vertical, 1)
        case .pageLeft: return page(from: from, .horizontal, isMirrored ? 1 : -1)
        case .pageRight: return page(from: from, .horizontal, isMirrored ? -1 : 1)
        case .firstColumn: return edgeItem(of: from.element, isLast: false)
        case .lastColumn: return edgeItem(of: from.element, isLast: true)
        case .firstRow: return edgeSection(keeping: cell, isLast: false)
        case .lastRow: return edgeSection(keeping: cell, isLast: true)
        case .tableStart: return end(isLast: false)
        case .tableEnd: return end(isLast: true)
        default: return nil
        }
    }

    /// The cell beside one: the next in the same aggregate, or the nearest on the screen.
    private func beside(_ cell: CellPosition, _ from: LayoutAttributes, _ sign: Int) -> CellPosition? {
        self.cell(beside: cell, inAggregate: from.element, by: sign) ?? neighbour(of: cell, from, .horizontal, sign)
    }

    /// The nearest cell to one that `from` shows, within a viewport's length; else the next one in the data's order.
    private func neighbour(
        of cell: CellPosition, _ from: LayoutAttributes, _ axis: Axis, _ sign: Int
    ) -> CellPosition? {
        let reach = max(viewport.contentExtent[axis], 1)
        var frame = from.frame
        if axis == .vertical, let place = place(of: cell, inAggregate: from.element) {
            // Above and below a cell in an aggregate are the elements above and below its item, not its whole frame.
            (frame.x, frame.width) = (frame.x + frame.width * place, 1)
        }
        let strip =
            axis == .vertical
            ? Rect(x: frame.minX, y: sign > 0 ? frame.maxY : frame.minY - reach, width: frame.width, height: reach)
            : Rect(x: sign > 0 ? frame.maxX : frame.minX - reach, y: frame.minY, width: reach, height: frame.height)
        var found: [LayoutAttributes] = []
        attributes(in: strip, into: &found)
        let cells = found.filter { candidate in
            guard candidate.element.category != .decoration, self.cell(of: candidate.element) != nil,
                candidate.element.kind == .cell || candidate.element.kind == .aggregate
            else { return false }
            // An element that reaches over the edge is beside the cell only if most of it is.
            return axis == .vertical
                ? (candidate.frame.midY - frame.midY) * Double(sign) > 0
                : (candidate.frame.midX - frame.midX) * Double(sign) > 0
        }
        let nearest = cells.min {
            distance(from: frame, to: $0.frame, axis) < distance(from: frame, to: $1.frame, axis)
        }
        if let nearest {
            let end = sign > 0 ? nearest.frame.minX : nearest.frame.maxX
            let place = Point(x: axis == .vertical ? frame.midX : end, y: nearest.frame.midY)
            return self.cell(at: place, in: nearest)
        }
        return following(shown.map.element(showing: cell, columns: columns) ?? from.element, by: sign)
    }

    /// Returns the distance between two frames: first along the axis, then across it.
    private func distance(from: Rect, to: Rect, _ axis: Axis) -> (Double, Double) {
        let across = Point(x: abs(to.midX - from.midX), y: abs(to.midY - from.midY))
        return axis == .vertical ? (across.y, across.x) : (across.x, across.y)
    }

    /// The cell before or after an element in the order of the data, into the next section that has items.
    private func following(_ element: Element, by sign: Int) -> CellPosition? {
        guard let content = shown.input?.content else { return nil }
        var (section, item) = (element.section, element.item + sign)
        while section >= 0, section < content.sectionCount {
            if content.contains(section: section, item: item) {
                return cell(of: .cell(section: section, item: item))
            }
            // Rows of a table do not continue from the end of the row above.
            guard shown.definition.shape != .cells else { return nil }
            section += sign
            guard section >= 0, section < content.sectionCount else { return nil }
            item = sign > 0 ? 0 : content.itemCount(of: section) - 1
        }
        return nil
    }

    /// Scrolls by a page and returns the cell that then is where `from` was on the screen.
    private mutating func page(from: LayoutAttributes, _ axis: Axis, _ sign: Int) -> CellPosition? {
        let pinned = axis == .vertical ? pinnedInsets.vertical : pinnedInsets.horizontal
        let length = viewport.contentExtent[axis] - pinned
        let own = axis == .vertical ? from.frame.height : from.frame.width
        let old = viewport.visible
        var offset = viewport.offset
        offset[axis] += max(own, length - own) * Double(sign)
        move(to: offset)
        let moved = viewport.visible.origin - old.origin
        guard moved != .zero else {
            let isForward = sign > 0
            return axis == .vertical
                ? edgeSection(keeping: cell(of: from.element), isLast: isForward)
                : edgeItem(of: from.element, isLast: isForward)
        }
        var found: [LayoutAttributes] = []
        attributes(in: viewport.visible, into: &found)
        let wanted = from.frame.offset(by: moved)
        let cells = found.filter { $0.element.category == .cell }
        return cells.min { distance(from: wanted, to: $0.frame, axis) < distance(from: wanted, to: $1.frame, axis) }
            .flatMap { cell(of: $0.element) }
    }

    private func edgeItem(of element: Element, isLast: Bool) -> CellPosition? {
        guard let content = shown.input?.content, element.section < content.sectionCount else { return nil }
        if case .records = shown.map, columns.fieldCount > 0 {
            let count = columns.fieldCount
            let record = element.item / count
            return cell(of: .cell(section: 0, item: record * count + (isLast ? count - 1 : 0)))
        }
        let count = content.itemCount(of: element.section)
        return count > 0 ? cell(of: .cell(section: element.section, item: isLast ? count - 1 : 0)) : nil
    }

    private func edgeSection(keeping cell: CellPosition?, isLast: Bool) -> CellPosition? {
        guard let cell else { return nil }
        if case .groups(let groups, _) = shown.map {
            let last = groups.content.sectionCount - 1
            return last < 0 ? nil : self.cell(of: .cell(section: isLast ? last : 0, item: 0))
        }
        return CellPosition(row: isLast ? rowCount - 1 : 0, column: cell.column)
    }

    private func end(isLast: Bool) -> CellPosition? {
        guard let content = shown.input?.content, content.sectionCount > 0 else { return nil }
        let section = isLast ? content.sectionCount - 1 : 0
        let count = content.itemCount(of: section)
        return count > 0 ? cell(of: .cell(section: section, item: isLast ? count - 1 : 0)) : nil
    }
}
