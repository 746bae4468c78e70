import Drawing
import Geometry
import GridLayout
import Tabular

// Words in columns whose texts wrap. A column's width follows from its first rows; a longer word in a later row would be
// broken within, and be hard to read.
extension GridModel {
    /// The columns of the table that wrap and determine row heights.
    func columnsOfHeights(_ tracks: VisibleTracks) -> [Int] {
        guard wrapsText else { return [] }
        return placesOfHeights(tracks).flatMap { places in
            places.lazy.filter { !self.sheet.columns.isHidden($0) }.map { self.columns.column(at: $0) }
        }.filter(wraps)
    }

    /// Widens wrapping columns for words of visible rows that do not fit, up to the maximum automatic width. Columns only
    /// grow, and visible ones stay in place. Returns true when one grew.
    ///
    /// Measures only plain words that are longer, in bytes, than all before: nothing else is shaped.
    ///
    /// - Complexity: O(bytes of the cells).
    mutating func widenWords(measuring text: some TextMeasuring) -> Bool {
        guard wrapsText else { return false }
        let tracks = sheet.visibleTracks(in: viewport.visible)
        let rows = rowsInSight(tracks)
        let anchor = min(tracks.columns.lowerBound, columns.count)
        let place = viewport.offset.x - sheet.columns.offset(of: anchor)
        var grew = false
        for column in columnsOfHeights(tracks) where !sizing.given.contains(column) && formats[column] == nil {
            guard let place = columns.place(of: column) else { continue }
            let width = sheet.columns.size(of: place)
            guard width < GridMetrics.maximumColumnWidth else { continue }
            var growth = sizing.growth[column] ?? ColumnSizing.Growth()
            let cells = table.cells
            guard let longest = cells.longestWord(ofColumn: column, rows: rows, longerThan: growth.longestWord) else {
                continue
            }
            growth.longestWord = longest.count
            let wanted = Self.padded(longest.withUnsafeBufferPointer { text.width(of: $0, font: metrics.font) })
            if wanted > width {
                growth.ownWidth = growth.ownWidth ?? width
                sheet.columns.setSize(min(wanted, GridMetrics.maximumColumnWidth), for: place)
                grew = true
            }
            sizing.growth[column] = growth
        }
        guard grew else { return false }
        if viewport.offset.x > 0 { viewport.offset.x = sheet.columns.offset(of: anchor) + place }
        relayout()
        return true
    }
}

extension BlockTiles {
    /// The longest plain word in bytes, longer than `count`, in the texts of a column in some rows, as far as those are in
    /// memory.
    fileprivate func longestWord(ofColumn column: Int, rows: [Range<Int>], longerThan count: Int) -> [UInt8]? {
        var longest: [UInt8]?
        var length = count
        forEachValue(ofColumn: column, rows: rows) { bytes in
            guard bytes.count > length else { return }
            for word in bytes.split(whereSeparator: { $0 <= 0x20 }) where word.count > length {
                guard word.allSatisfy({ $0 < 0x7F }) else { continue }
                (longest, length) = (Array(word), word.count)
            }
        }
        return longest
    }
}
