import Geometry
import GridLayout
import QuadrilleRuntime

extension GridModel {
    /// Shows the table in another view. The active cell, or else the first visible one, stays visible, as near to its
    /// position as there is room.
    ///
    /// A view of groups needs its groups computed, by `choice.grouping()`. Returns false, without a change, where there is no
    /// such view or the groups are not the ones it requires.
    ///
    /// - Complexity: O(log + visible elements), however large the table is.
    @discardableResult
    public mutating func show(
        _ choice: ViewChoice, groups: GroupedRows? = nil, registry: ViewRegistry = .standard
    ) -> Bool {
        guard let definition = registry[choice.name], let map = map(definition, choice, groups, registry) else {
            return false
        }
        keepingInSight { model in
            var texts = TextSizes()
            texts.rowHeight = model.shown.texts.rowHeight
            if definition.shape == .cells { texts.headerWidth = model.sizing.rowHeaderWidth }
            model.shown = ShownView(choice: choice, definition: definition, map: map, texts: texts)
            model.layoutVersion = Version.unique()
            model.applyLengths()
            model.relayout()
        }
        return true
    }

    private func map(
        _ definition: ViewDefinition, _ choice: ViewChoice, _ groups: GroupedRows?, _ registry: ViewRegistry
    ) -> DataMap? {
        switch definition.shape {
        case .cells: return .sheet
        case .records: return .records
        case .groups:
            guard let groups, groups.columns == choice.grouping(in: registry) else { return nil }
            let label = choice.columns[.label] ?? choice.columns[.group] ?? 0
            return .groups(groups, label: min(max(label, 0), max(0, columnCount - 1)))
        }
    }

    /// Moves a column into the row headers, or restores the row numbers (nil). The column is then no cell of its row.
    public mutating func setRowHeader(_ column: Int?) {
        let column = column.flatMap { $0 >= 0 && $0 < columnCount ? $0 : nil }
        guard column != columns.rowHeader else { return }
        keepingInSight { model in
            let leaving = column.flatMap { model.columns.place(of: $0) }
            let width = leaving.map { model.sheet.columns.fullSize(of: $0) }
            let returning = model.columns.rowHeader
            model.columnsWillMove()
            if let leaving { model.sheet.removeColumns(leaving..<leaving + 1) }
            model.columns.setRowHeader(column)
            if let returning, let place = model.columns.place(of: returning) {
                model.sheet.insertColumns(1, at: place)
                if let width = model.sizing.rowHeaderColumnWidth { model.sheet.columns.setSize(width, for: place) }
            }
            model.sizing.rowHeaderColumnWidth = width
            model.sizing.rowHeaderWidth = nil
            model.shown.texts.headerWidth = nil
            model.columnsMoved()
        }
        // The active cell needs a position, except in records, whose fields include the row header.
        if shown.definition.shape != .records, let cell = activeCell, cell.column == columns.rowHeader,
            columns.count > 0
        {
            activeCell = CellPosition(row: cell.row, column: columns.column(at: 0))
        }
    }

    /// Makes a change and scrolls so that the active cell, if it was visible, or else the first visible cell, keeps its
    /// position on the screen, as far as there is room. On an axis where the content's beginning was visible, it stays
    /// visible, unless that would hide the active cell.
    mutating func keepingInSight(_ change: (inout GridModel) -> Void) {
        let old = viewport.offset
        defer { holdEnd() }
        let followed = activeCell.flatMap { isInSight($0) ? $0 : nil }
        let anchor = followed ?? firstCellInSight()
        let place = anchor.flatMap(place(of:))
        change(&self)
        relayout()
        guard let anchor, let place, let now = self.place(of: anchor) else { return }
        viewport.offset = clamp(
            Point(
                x: old.x > 0 ? viewport.offset.x + now.x - place.x : 0,
                y: old.y > 0 ? viewport.offset.y + now.y - place.y : 0))
        if followed != nil { keepInSight(anchor) }
    }

    /// Returns the position of a cell in the viewport, in content lengths from its leading top corner, if any.
    private func place(of cell: CellPosition) -> Point? {
        guard let element = element(showing: cell), let found = attributes(for: element) else { return nil }
        return found.frame.origin - viewport.visible.origin
    }

    /// The cell nearest to the leading top corner of the scrolling part.
    package func firstCellInSight() -> CellPosition? {
        let visible = viewport.visible
        let body = visible.inset(by: pinnedInsets)
        guard !body.isEmpty else { return nil }
        if isSheet {
            let tracks = sheet.visibleTracks(in: visible)
            guard !tracks.rows.isEmpty, !tracks.columns.isEmpty else { return nil }
            return CellPosition(row: tracks.rows.lowerBound, column: columns.column(at: tracks.columns.lowerBound))
        }
        var found: [LayoutAttributes] = []
        attributes(in: body, into: &found)
        let cells = found.filter { $0.element.category == .cell }
        let first = cells.min { ($0.frame.minY, $0.frame.minX) < ($1.frame.minY, $1.frame.minX) }
        return first.flatMap { cell(of: $0.element) }
    }
}
