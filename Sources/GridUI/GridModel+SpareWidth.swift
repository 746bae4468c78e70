import Geometry
import GridLayout

// What is left of a window beside a table goes to those of its columns that are cut.
extension GridModel {
    /// So many columns at most get something: more are hardly in one window.
    private static let mostSharers = 64

    /// Gives the columns that are cut, and that no person gave a width, an equal part of the room that is left beside the
    /// last column, no more than their texts ask for; where there is less room than before, takes it back. True when a
    /// width changed; the layout is to follow.
    ///
    /// Not after each change of a width: who makes a column narrower by hand does not want another one to grow.
    ///
    /// - Complexity: O(columns that are cut · log).
    @discardableResult
    mutating func shareSpareWidth() -> Bool {
        guard isSheet, !sizing.cut.isEmpty, sizing.cut.count <= Self.mostSharers,
            shown.choice.parameters[.columnWidth] == nil
        else { return false }
        var room = viewport.contentExtent.width - sheet.contentSize.width
        var sharers: [(place: Int, need: Double)] = []
        for (column, wanted) in sizing.cut where !sizing.given.contains(column) {
            guard let place = columns.place(of: column), !sheet.columns.isHidden(place) else { continue }
            sharers.append((place, wanted - GridMetrics.maximumColumnWidth))
            room += sheet.columns.size(of: place) - GridMetrics.maximumColumnWidth
        }
        // Those that need little leave more to the others.
        sharers.sort { ($0.need, $0.place) < ($1.need, $1.place) }
        var changed = false
        for (index, sharer) in sharers.enumerated() {
            let share = max(0, min(sharer.need, (room / Double(sharers.count - index)).rounded(.down)))
            room -= share
            let width = GridMetrics.maximumColumnWidth + share
            guard width != sheet.columns.size(of: sharer.place) else { continue }
            sheet.columns.setSize(width, for: sharer.place)
            changed = true
        }
        return changed
    }
}
