import Geometry
import GridLayout
import Translation

// Aggregates: items of a group that are each too narrow to be seen and share one element.
extension GridModel {
    /// Returns the number of items that `element` represents; nil where it is no aggregate.
    ///
    /// - Complexity: O(log² items).
    func itemCount(ofAggregate element: Element) -> Int? { items(ofAggregate: element)?.count }

    /// "750 rows, each too narrow to be seen".
    func words(ofAggregate element: Element) -> String? {
        itemCount(ofAggregate: element).map {
            tr(
                one: "{count} row, too narrow to be seen", many: "{count} rows, each too narrow to be seen", $0)
        }
    }

    /// Returns the start of the active cell's item in an aggregate, as a fraction of the aggregate's width; nil where the
    /// aggregate does not contain it.
    ///
    /// - Complexity: O(log² items).
    package func activePlace(inAggregate element: Element) -> Double? {
        activeCell.flatMap { place(of: $0, inAggregate: element) }
    }

    /// The same for the item of any cell.
    func place(of cell: CellPosition, inAggregate element: Element) -> Double? {
        guard let item = shown.map.element(showing: cell, columns: columns), item.section == element.section,
            let items = items(ofAggregate: element), items.contains(item.item)
        else { return nil }
        let (low, high) = ends(of: items, section: element.section)
        guard high > low else { return 0 }
        return (share(before: item.item, of: element.section) - low) / (high - low)
    }

    /// The cell of the item before or after a cell's item in the same aggregate; nil at its end, or where it is no aggregate.
    func cell(beside cell: CellPosition, inAggregate element: Element, by sign: Int) -> CellPosition? {
        guard let items = items(ofAggregate: element), let item = shown.map.element(showing: cell, columns: columns),
            items.contains(item.item + sign)
        else { return nil }
        return self.cell(of: .cell(section: element.section, item: item.item + sign))
    }

    /// The cell whose item lies under a point in content space, where `found` is the element there; the cell of its first
    /// item if it is no aggregate.
    ///
    /// - Complexity: O(log² items).
    func cell(at point: Point, in found: LayoutAttributes) -> CellPosition? {
        let element = found.element
        guard let items = items(ofAggregate: element), found.frame.width > 0 else { return cell(of: element) }
        let (low, high) = ends(of: items, section: element.section)
        let share = low + (point.x - found.frame.x) / found.frame.width * (high - low)
        // The last item that begins before the point.
        var (first, end) = (items.lowerBound, items.upperBound)
        while end - first > 1 {
            let middle = first + (end - first) / 2
            if self.share(before: middle, of: element.section) <= share { first = middle } else { end = middle }
        }
        return cell(of: .cell(section: element.section, item: first))
    }

    /// Requests the sheet for a double click on items too narrow to be seen; returns false where the point has none.
    mutating func askToShowGroup(at point: Point) -> Bool {
        guard !isSheet, let found = hitTest(point), itemCount(ofAggregate: found.element) != nil,
            case .cell(let cell) = pointerTarget(at: point), let action = groupInSheet(cell)
        else { return false }
        // The first press may have started a drag.
        _ = cancelDrag()
        pointer.asked = action
        return true
    }

    private func items(ofAggregate element: Element) -> Range<Int>? {
        guard element.kind == .aggregate, let layout = shown.layout, let content = groups?.content,
            content.contains(section: element.section, item: element.item)
        else { return nil }
        var (end, last) = (element.item + 1, content.itemCount(of: element.section))
        while end < last {
            let middle = end + (last - end) / 2
            let isPart = layout.element(showing: .cell(section: element.section, item: middle)) == element
            if isPart { end = middle + 1 } else { last = middle }
        }
        return element.item..<end
    }

    private func ends(of items: Range<Int>, section: Int) -> (low: Double, high: Double) {
        (share(before: items.lowerBound, of: section), share(before: items.upperBound, of: section))
    }

    private func share(before item: Int, of section: Int) -> Double {
        groups?.content.share(section: section, before: item) ?? 0
    }
}
