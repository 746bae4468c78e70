import Drawing
import GridLayout
import Tabular

// Views whose sizes follow from texts: the names of rows and groups, and labels.
extension GridModel {
    /// The minimum width of a column of longer texts where columns share the width.
    private static let sharedTextWidth = 60.0

    /// Measures the texts in memory that the view's sizes follow from. Returns true when a size changed.
    ///
    /// Sizes only grow as new texts are measured, so that nothing jumps during a scroll.
    ///
    /// - Complexity: O(rows of a tile); O(1) once these were measured.
    mutating func sizeTexts(measuring text: some TextMeasuring) -> Bool {
        let old = (shown.texts, sizing.rowHeaderWidth)
        measureRowHeaders(text)
        if shown.definition.centersColumns { measureColumns(text) }
        if case .groups(let groups, let label) = shown.map { measure(groups, label: label, text) }
        guard old != (shown.texts, sizing.rowHeaderWidth) else { return false }
        updateGutter()
        relayout()
        return true
    }

    /// Discards the measurements of group names and labels, as far as they are in memory, to measure them again.
    mutating func forgetTextSizes() {
        guard case .groups(_, let label) = shown.map else {
            let canMeasure = table.cells.block(row: 0, column: 0) != nil
            if shown.definition.centersColumns, canMeasure { shown.texts.itemWidth = nil }
            return
        }
        shown.texts.headerWidth = nil
        if table.cells.block(row: 0, column: label) != nil { shown.texts.itemWidth = nil }
    }

    private mutating func measureRowHeaders(_ text: some TextMeasuring) {
        let isMeasured = sizing.rowHeaderWidth != nil && sizing.rowHeaderScale == textScale
        guard !isMeasured, let column = columns.rowHeader,
            let block = table.cells.block(row: 0, column: column)
        else { return }
        let title = text.width(of: table.columns[column].title(at: column).visible, font: metrics.headerFont)
        let widest = max(title, widestValue(of: column, in: block, measuring: text))
        let width = min(Self.padded(widest), GridMetrics.maximumHeaderWidth)
        (sizing.rowHeaderWidth, sizing.rowHeaderScale) = (width, textScale)
        if shown.definition.shape == .cells { shown.texts.headerWidth = width }
    }

    /// Measures the minimum width of columns that share the width: the whole width of numbers, since a truncated number
    /// reads as another one, a word or two of other texts, and nothing for titles.
    private mutating func measureColumns(_ text: some TextMeasuring) {
        guard shown.texts.itemWidth == nil, let block = table.cells.block(row: 0, column: 0) else { return }
        var widest = 0.0
        for column in block.range.columns where column != columns.rowHeader {
            let width = Self.padded(widestValue(of: column, in: block, measuring: text))
            widest = max(widest, table.columns[column].type.isNumeric ? width : min(width, Self.sharedTextWidth))
        }
        shown.texts.itemWidth = min(widest, GridMetrics.maximumHeaderWidth)
    }

    private mutating func measure(_ groups: GroupedRows, label: Int, _ text: some TextMeasuring) {
        if shown.texts.headerWidth == nil {
            var widest = 0.0
            let keys = ShownText(limit: 160)
            var sample: [UInt8] = []
            for group in 0..<min(groups.content.sectionCount, Self.sampledRows) {
                groups.withKey(of: group) { key in
                    sample.removeAll(keepingCapacity: true)
                    keys.append(key, to: &sample)
                    widest = max(
                        widest, sample.withUnsafeBufferPointer { text.width(of: $0, font: metrics.headerFont) })
                }
            }
            shown.texts.headerWidth = min(Self.padded(widest), GridMetrics.maximumHeaderWidth)
        }
        if shown.texts.itemWidth == nil, shown.choice.columns[.label] != nil,
            let block = table.cells.block(row: 0, column: label)
        {
            let widest = widestValue(of: label, in: block, measuring: text)
            shown.texts.itemWidth = min(
                max(Self.padded(widest), GridMetrics.minimumColumnWidth), GridMetrics.maximumHeaderWidth)
        }
    }
}
