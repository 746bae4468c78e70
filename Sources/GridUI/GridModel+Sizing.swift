import Drawing
import Geometry
import GridLayout
import Tabular
import TabularOps

extension GridModel {
    /// Rows that are sampled to find a column's width.
    static let sampledRows = 100

    /// Applies the sizes that follow from the theme's font. Visible content stays in place.
    public mutating func restyle(_ theme: Theme, measuring text: some TextMeasuring) {
        keepingInSight { model in
            let old = model.metrics
            model.metrics = GridMetrics(theme: theme, measuring: text)
            model.metrics.isCompact = old.isCompact
            model.measureDigits(ScaledMeasuring(text, by: model.textScale))
            if model.metrics != old { model.forgetRowHeights() }
            // Automatic widths were measured in the old font.
            if model.metrics.font != old.font { (model.sizing.sizedTiles, model.sizing.widest) = ([:], [:]) }
            model.shown.texts.rowHeight = model.metrics.rowHeight
            model.applyLengths()
        }
    }

    /// True where rows of automatic height have little padding around their text, so that more of them are visible.
    public var isCompact: Bool { metrics.isCompact }

    /// Sets compact or default row padding. Visible content stays in place.
    public mutating func setCompact(_ isCompact: Bool) {
        guard isCompact != metrics.isCompact else { return }
        forgetRowHeights()
        keepingInSight { model in
            model.metrics.isCompact = isCompact
            model.shown.texts.rowHeight = model.metrics.rowHeight
            model.applyLengths()
        }
    }

    /// Updates the sheet's lengths to the font and to the user's choices.
    mutating func applyLengths() {
        let given = shown.definition.isSheet ? shown.choice.parameters : [:]
        var parameters = sheet.parameters
        parameters.headerHeight = given[.columnHeaderHeight] ?? metrics.headerHeight
        if pictures.areShown, parameters.headerHeight > 0 { parameters.headerHeight += Self.pictureHeight }
        parameters.groupHeaderHeight = given[.groupHeaderHeight] ?? metrics.rowHeight
        parameters.separatorThickness = given[.separatorThickness] ?? SheetParameters().separatorThickness
        sheet.parameters = parameters
        sheet.rows.defaultSize = given[.rowHeight] ?? metrics.rowHeight
        if let width = given[.columnWidth] { setWidth(ofAllColumns: width) }
        updateGutter()
    }

    /// Sets the width of all columns whose width the user did not choose.
    private mutating func setWidth(ofAllColumns width: Double) {
        sheet.columns.defaultSize = width
        for tile in sizing.sizedTiles.keys {
            let first = tile * BlockTiles.columnsPerTile
            for column in first..<min(first + BlockTiles.columnsPerTile, columnCount)
            where !sizing.given.contains(column) {
                if let place = columns.place(of: column) { sheet.columns.reset(place) }
            }
        }
        sizing.sizedTiles = [:]
    }

    /// Makes the gutter wide enough for the last row's number or for the row names. It has room for the expected rows, so
    /// that columns need not move when these are found, unless the table turns out to have far fewer.
    mutating func updateGutter() {
        let given = shown.definition.isSheet ? shown.choice.parameters[.rowHeaderWidth] : nil
        let natural = columns.rowHeader == nil ? metrics.gutterWidth(of: table) : sizing.rowHeaderWidth
        sheet.parameters.gutterWidth = given ?? max(natural ?? 0, GridMetrics.minimumGutterWidth)
    }

    /// Sets the widths of the visible columns from the values in memory. Returns true when a size changed and the scrollbars
    /// must be updated. Call it before each frame with cells that were not visible before.
    public mutating func fitColumnsInSight(measuring text: some TextMeasuring) -> Bool {
        let followed = activeCell.flatMap { isInSight($0) ? $0 : nil }
        let text = ScaledMeasuring(text, by: textScale)
        let isAnotherSize = hasOtherTextScale
        if isAnotherSize {
            measureDigits(text)
            forgetTextSizes()
            updateGutter()
        }
        var changed = sizeTexts(measuring: text) || isAnotherSize
        if isSheet, shown.choice.parameters[.columnWidth] == nil {
            let sized = sizeColumns(measuring: text)
            let grew = widenNumbers()
            let grewToo = widenTexts(measuring: text)
            let grewForWords = widenWords(measuring: text)
            changed = changed || sized || grew || grewToo || grewForWords
        }
        guard changed else { return false }
        // The widths of other columns do not push the cell that the user just went to out of view.
        if let followed { keepInSight(followed) }
        return true
    }

    /// Device pixels per content pixel, the scale of drawn texts.
    var textScale: Double { viewport.zoom * viewport.scaleFactor }

    /// True where the text size differs from the one that the widths were measured for.
    package var hasOtherTextScale: Bool { sizing.digitScale != textScale }

    private mutating func measureDigits(_ text: some TextMeasuring) {
        metrics.measureDigits(text)
        sizing.digitScale = textScale
    }

    /// Sizes the visible columns to their titles and the first rows in memory, each tile of columns once for each drawn text
    /// size. Values that arrive later change no width, except numbers (`widenNumbers`), and texts where there is room
    /// (`widenTexts`).
    ///
    /// - Complexity: O(columns of a tile × sampled rows) for a tile that becomes visible for the first time.
    private mutating func sizeColumns(measuring text: some TextMeasuring) -> Bool {
        let tracks = sheet.visibleTracks(in: viewport.visible)
        let row = tracks.rows.lowerBound
        // Columns before the first visible one may change too, but must not push it aside.
        let anchor = min(tracks.columns.lowerBound, columns.count)
        let place = viewport.offset.x - sheet.columns.offset(of: anchor)
        var changed = false
        for column in columnsInSight(tracks) + columnsOfHeights(tracks) {
            let tile = column / BlockTiles.columnsPerTile
            guard sizing.sizedTiles[tile] != textScale else { continue }
            // The same texts at each size: zooming in and back restores the widths.
            let isAgain = sizing.sizedTiles[tile] != nil
            if !isAgain {
                let block = table.cells.block(row: 0, column: column) ?? table.cells.block(row: row, column: column)
                guard let block else { continue }
                for column in block.range.columns { noteWidest(ofColumn: column, in: block, measuring: text) }
            }
            sizing.sizedTiles[tile] = textScale
            let first = tile * BlockTiles.columnsPerTile
            for column in first..<min(first + BlockTiles.columnsPerTile, columnCount)
            where !sizing.given.contains(column) {
                guard let wanted = wantedWidth(of: column, measuring: text) else { continue }
                if let width = wholeWidth(onPaper: column, wanted) {
                    sizing.cut[column] = nil
                    setWidth(width, ofColumn: column)
                    continue
                }
                sizing.cut[column] = wanted > GridMetrics.maximumColumnWidth ? wanted : nil
                setWidth(Self.ordinary(wanted), ofColumn: column)
            }
            changed = true
        }
        guard changed else { return false }
        shareSpareWidth()
        if viewport.offset.x > 0 { viewport.offset.x = sheet.columns.offset(of: anchor) + place }
        relayout()
        return true
    }

    /// The width on paper of a column that spare width in the window made wider than its automatic width: letters have other
    /// widths on paper, and a text that fits in the window must fit on paper. Nil for other columns.
    private func wholeWidth(onPaper column: Int, _ wanted: Double) -> Double? {
        guard isOnPaper, let place = columns.place(of: column) else { return nil }
        let width = sheet.columns.size(of: place)
        if let cut = sizing.cut[column] { return width >= cut ? wanted : nil }
        guard sizing.growth[column]?.ownWidth != nil else { return nil }
        return max(Self.ordinary(wanted), (width * Self.paperSlack).rounded(.up))
    }

    /// The factor by which a text may be wider on paper, where letters do not align to whole pixels.
    private static let paperSlack = 1.04

    /// Sets the width of a visible column, and discards its growth since the previous width.
    mutating func setWidth(_ width: Double, ofColumn column: Int) {
        sizing.growth[column] = nil
        if let place = columns.place(of: column) { sheet.columns.setSize(width, for: place) }
    }

    private static func ordinary(_ wanted: Double) -> Double {
        min(max(wanted, GridMetrics.minimumColumnWidth), GridMetrics.maximumColumnWidth)
    }

    /// Returns the width that the title and the widest sampled values require; nil where no values were sampled.
    private func wantedWidth(of column: Int, measuring text: some TextMeasuring) -> Double? {
        guard let widest = sizing.widest[column] else { return nil }
        let values = widest.texts.map { value in
            value.withUnsafeBufferPointer { text.width(of: $0, font: metrics.font) }
        }
        return Self.padded(max(titleWidth(of: column, measuring: text), values.max() ?? 0))
    }

    private mutating func noteWidest(ofColumn column: Int, in block: RowBlock, measuring text: some TextMeasuring) {
        var found = WidestTexts()
        measureValues(of: column, in: block, measuring: text) { found.note($0, width: $1) }
        sizing.widest[column] = found
    }

    /// The width of a column's title, with room for the sort mark where rows can be sorted, so that sorting truncates no
    /// title and changes no width.
    func titleWidth(of column: Int, measuring text: some TextMeasuring) -> Double {
        let title = text.width(of: formats.title(ofColumn: column, of: table).visible, font: metrics.headerFont)
        // The mark replaces the padding at the title's end.
        return title + (offers.sorting ? Self.sortMarkWidth - GridMetrics.padding : 0)
    }

    /// The widest of the first values of a column in a block, or in some of its rows, in logical pixels.
    func widestValue(
        of column: Int, in block: RowBlock, rows: Range<Int>? = nil, measuring text: some TextMeasuring
    ) -> Double {
        var widest = 0.0
        measureValues(of: column, in: block, rows: rows, measuring: text) { widest = max(widest, $1) }
        return widest
    }

    private func measureValues(
        of column: Int, in block: RowBlock, rows: Range<Int>? = nil, measuring text: some TextMeasuring,
        _ body: (_ shown: [UInt8], _ width: Double) -> Void
    ) {
        // Beyond the width of the widest column, a text need not be measured.
        let shown = ShownText(
            format: columnFormat(ofColumn: column), limit: 160, groupsDigits: groupsDigits(ofColumn: column))
        var sample: [UInt8] = []
        for row in rows ?? block.range.rows.prefix(Self.sampledRows) {
            block.withBytes(row: row, column: column) { bytes in
                sample.removeAll(keepingCapacity: true)
                let word = CellValues.word(for: block.info(row: row, column: column).state)
                if let word { sample += word.utf8 } else { shown.append(bytes, to: &sample) }
                body(sample, sample.withUnsafeBufferPointer { text.width(of: $0, font: metrics.font) })
            }
        }
    }

    /// Returns the width of a cell for a text of that width: with padding at both sides and a line at the end.
    static func padded(_ width: Double) -> Double {
        (width * TextWrapping.slack + 2 * GridMetrics.padding + 1).rounded(.up)
    }

    /// Widens visible columns of numbers whose digits do not fit: a truncated number reads as another number. Columns only
    /// grow, and only visible ones, so everything before them stays in place. Returns true when one grew.
    ///
    /// - Complexity: O(visible cells); nothing is shaped, since all digits have one width.
    private mutating func widenNumbers() -> Bool {
        let tracks = sheet.visibleTracks(in: viewport.visible)
        let rows = rowsInSight(tracks)
        var grew = false
        for column in columnsInSight(tracks)
        where table.columns[column].type.isNumeric && !sizing.given.contains(column) {
            let widest = table.cells.widestNumber(
                ofColumn: column, rows: rows, format: columnFormat(ofColumn: column),
                space: groupsDigits ? metrics.groupSpace : nil)
            let wanted = min(Self.padded(widest * metrics.digitWidth), GridMetrics.maximumColumnWidth)
            if let place = columns.place(of: column), wanted > sheet.columns.size(of: place) {
                setWidth(wanted, ofColumn: column)
                grew = true
            }
        }
        if grew { relayout() }
        return grew
    }

    /// Returns true where a part of the cell is visible.
    package func isInSight(_ cell: CellPosition) -> Bool {
        guard let element = element(showing: cell), let found = attributes(for: element) else { return false }
        let visible = viewport.visible
        let shown = found.region?.frame(in: visible, pinned: pinnedInsets) ?? visible
        return found.frame.intersects(shown)
    }
}

extension BlockTiles {
    /// Returns the width, in digits, of the widest text that a column of numbers shows in some rows, as far as those are in
    /// memory: the number of its characters, plus `space` for each break between groups of digits, if any.
    ///
    /// Not a method of the model: a closure that uses a model which changes copies all of it, here for each visible cell.
    fileprivate func widestNumber(
        ofColumn column: Int, rows: [Range<Int>], format: ColumnFormat?, space: Double?
    ) -> Double {
        var widest = 0.0
        var formatted: [UInt8] = []
        forEachValue(ofColumn: column, rows: rows) { bytes in
            formatted.removeAll(keepingCapacity: true)
            let isFormatted = format?.append(bytes, to: &formatted) ?? false
            var width = Double(isFormatted ? formatted.count : bytes.count)
            if let space, !isFormatted, let groups = DigitGroups(bytes), groups.isLongQuantity {
                width += Double(groups.count) * space
            }
            widest = max(widest, width)
        }
        return widest
    }

    /// The values of a column in some rows, as far as those are in memory.
    func forEachValue(ofColumn column: Int, rows: [Range<Int>], _ body: (UnsafeBufferPointer<UInt8>) -> Void) {
        var found: RowBlock?
        for rows in rows {
            for row in rows {
                if found?.range.contains(row: row, column: column) != true { found = block(row: row, column: column) }
                found?.withBytes(row: row, column: column, body)
            }
        }
    }
}
