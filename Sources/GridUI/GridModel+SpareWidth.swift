import Drawing
import Geometry
import GridLayout
import Tabular

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

    /// Widens columns of texts in sight that are cut where there is room left beside the last column, as long as that lasts.
    /// Columns only grow, and only those in sight, so what is left of them stays where it is. True when one grew.
    ///
    /// Looked at is what is longer, in bytes, than all that was before, and plain: nothing is shaped for it.
    ///
    /// - Complexity: O(1) where there is no room; else O(cells in sight).
    mutating func widenTexts(measuring text: some TextMeasuring) -> Bool {
        var room = (viewport.contentExtent.width - sheet.contentSize.width).rounded(.down)
        guard room > 0 else { return false }
        let tracks = sheet.visibleTracks(in: viewport.visible)
        let rows = rowsInSight(tracks)
        var grew = false
        for column in columnsInSight(tracks)
        where !table.columns[column].type.isNumeric && !sizing.given.contains(column) && formats[column] == nil {
            guard let place = columns.place(of: column) else { continue }
            let width = sheet.columns.size(of: place)
            guard width < GridMetrics.maximumColumnWidth, !wraps(column: column) else { continue }
            var growth = sizing.growth[column] ?? ColumnSizing.Growth()
            let cells = table.cells
            guard let longest = cells.longestText(ofColumn: column, rows: rows, longerThan: growth.longest) else {
                continue
            }
            growth.longest = longest.count
            let wanted = Self.padded(longest.withUnsafeBufferPointer { text.width(of: $0, font: metrics.font) })
            let more = min(wanted, GridMetrics.maximumColumnWidth, width + room) - width
            if more > 0 {
                // The same table read anew begins with that: what it has in sight may be other texts.
                growth.ownWidth = growth.ownWidth ?? width
                sheet.columns.setSize(width + more, for: place)
                room -= more
                grew = true
            }
            sizing.growth[column] = growth
        }
        if grew { relayout() }
        return grew
    }
}

extension BlockTiles {
    /// The plain text of most bytes, more than `count`, that a column shows in some rows, as far as those are in memory: of
    /// characters of one byte that show as they are. Nil where there is none.
    fileprivate func longestText(ofColumn column: Int, rows: [Range<Int>], longerThan count: Int) -> [UInt8]? {
        var longest: [UInt8]?
        var length = count
        forEachValue(ofColumn: column, rows: rows) { bytes in
            guard bytes.count > length, bytes.allSatisfy({ (0x20..<0x7F).contains($0) }) else { return }
            (longest, length) = (Array(bytes), bytes.count)
        }
        return longest
    }
}
