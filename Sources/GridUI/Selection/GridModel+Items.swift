import GridLayout
import Tabular
import Translation

// Views of groups: a range contains all items between two items in reading order, item by item and group by group, as in any
// list.
extension GridModel {
    /// The maximum number of items that can be selected at once: each may be a range of its own.
    static let itemLimit = 10_000

    /// Selects the items from the active one to the one that shows `cell`, and nothing else. If there are more than
    /// `itemLimit`, it leaves the selection unchanged and sets `message`.
    ///
    /// - Complexity: O(items between · log).
    mutating func extendItems(to cell: CellPosition) {
        guard let groups, let active = activeCell, let anchor = groups.place(of: active.row),
            let head = groups.place(of: cell.row), let place = columns.place(of: cell.column)
        else { return }
        guard let rows = rows(of: groups, between: anchor, and: head) else {
            message = tr(
                """
                No more than {count} items are selected at once in this view. In the sheet a range is as long as you like.
                """, ["count": Self.itemLimit.grouped])
            return
        }
        // The end that moves belongs to the last range.
        let ends = (SheetPlace(row: active.row, place: place), SheetPlace(row: cell.row, place: place))
        var ranges = Selection.runs(of: rows).map { run in
            SelectedRange(.cells, rows: run, places: place..<place + 1, from: ends.0, to: ends.1)
        }
        if let index = ranges.firstIndex(where: { $0.rows.contains(cell.row) }) {
            ranges.append(ranges.remove(at: index))
        }
        selection = rows.count > 1 ? Selection(ranges) : Selection()
    }

    /// The rows of all items between two, in either order; nil where they are too many.
    private func rows(
        of groups: GroupedRows, between one: (group: Int, item: Int), and other: (group: Int, item: Int)
    ) -> [Int]? {
        let (first, last) = one < other ? (one, other) : (other, one)
        let content = groups.content
        var rows: [Int] = []
        for group in first.group...last.group {
            let start = group == first.group ? first.item : 0
            let end = group == last.group ? last.item + 1 : content.itemCount(of: group)
            guard rows.count + end - start <= Self.itemLimit else { return nil }
            for item in start..<max(start, end) { rows.append(groups.row(group: group, item: item)) }
        }
        return rows
    }

    /// The item at the moving end of the selection.
    var itemHead: CellPosition? {
        guard let active = activeCell else { return nil }
        // A range that a press began has its own head, not that of an earlier range.
        guard let head = selection.ranges.last?.head, groups?.place(of: head.row) != nil else { return active }
        return CellPosition(row: head.row, column: active.column)
    }
}
