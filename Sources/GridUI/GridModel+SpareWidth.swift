import Drawing
import Geometry
import GridLayout
import Tabular

// The spare width of a window beside a table is shared among the columns whose texts are truncated.
extension GridModel {
    /// The maximum number of columns that share it: more hardly fit one window.
    private static let mostSharers = 64

    /// Shares the spare width after the last column equally among truncated columns whose width the user did not choose, at
    /// most what their texts require; where there is less room than before, takes it back. Returns true when a width changed
    /// and the layout must be updated.
    ///
    /// Not called after each change of a width: a user who narrows a column does not want another one to grow.
    ///
    /// - Complexity: O(truncated columns · log).
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
        // Columns that need little leave more to the others.
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

    /// Widens visible columns of truncated texts while there is spare width after the last column. Columns only grow, and
    /// only visible ones, so everything before them stays in place. Returns true when one grew.
    ///
    /// Measures only plain texts that are longer, in bytes, than all before: nothing is shaped.
    ///
    /// - Complexity: O(1) where there is no room; else O(visible cells).
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
                // After a reload the column starts from that width: other texts may be visible.
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
    /// The longest plain text in bytes, longer than `count`, that a column shows in some rows, as far as those are in memory:
    /// plain texts consist of one-byte characters that show unchanged. Nil where there is none.
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
