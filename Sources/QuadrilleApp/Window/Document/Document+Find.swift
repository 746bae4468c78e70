import CGTK
import GridGTK
import GridUI
import QuadrilleRuntime
import Tabular
import TabularOps
import Translation

/// The cell at which a document opens once its table is there, and the text to find in it.
struct OpeningPlace: Sendable, Hashable {
    /// 0-based.
    var row: Int?
    var column: ColumnName?
    var text: String?
    var counting = Counting.shown
    /// The key of the row, until the row is found.
    var key: RowIdentity?

    /// The meaning of the row.
    enum Counting: Sendable, Hashable {
        /// Its index among the shown rows.
        case shown
        /// One less than its label in the file, as the user enters it in Go To.
        case label
        /// Its index in the file.
        case file
    }

    /// Returns the same place with its row index in `table`.
    func resolved(in table: TableSnapshot) -> OpeningPlace {
        var place = self
        guard counting == .label, let row, let labels = table.declaredLayout?.rowLabels else { return place }
        place.row = labels.row(labeled: row + 1)
        return place
    }
}

/// The active cell before a jump, and its row index in the file where that is in memory.
struct Departure {
    let cell: CellPosition?
    let sourceRow: Int?

    init(from model: GridModel) {
        cell = model.activeCell
        sourceRow = model.activeSourceCell?.row
    }
}

// Find, go to, back and forward.
extension Document {
    func installFinding() {
        finder.grid = { [weak self] in self?.grid }
        finder.onHit = { [weak self] row, column in self?.leap(toRow: row, column: column) }
        finder.onMake = { [weak self] in self?.place($0) }
        connect(status.placeButton, "clicked") { [weak self] in
            if let self { askWhereToGo(at: status.placeButton) }
        }
    }

    private func place(_ bar: FindBar) {
        guard let box = gtk_widget_get_parent(infoBar.widget) else { return }
        gtk_box_pack_start(cast(box), bar.widget, 0, 0, 0)
        gtk_box_reorder_child(cast(box), bar.widget, 1)
        bar.onClose = { [weak self] in
            self?.finder.close()
            self?.focus()
        }
    }

    /// Goes to a cell, and adds the previous one to the history.
    func leap(toRow row: Int?, column: Int? = nil) {
        guard let grid else { return }
        let before = Departure(from: grid.model)
        grid.update { $0.jump(toRow: row, column: column) }
        leave(before)
    }

    /// Goes to a row by its index in the source; shows a message where the row is not shown.
    func leap(toSourceRow row: Int, column: Int? = nil) {
        guard let grid else { return }
        let before = Departure(from: grid.model)
        grid.jump(toSourceRow: row, column: column) { [weak self] isShown in
            guard let self, let grid = self.grid else { return }
            leave(before)
            if !isShown { infoBar.show(StatusText.notShown(row, in: grid.model), isNew: true) }
        }
    }

    /// Adds the previous cell to the history if the active cell has changed, or is about to.
    func leave(_ before: Departure, isAboutTo: Bool = false) {
        guard let grid, let cell = before.cell, isAboutTo || cell != grid.model.activeCell else { return }
        if let row = before.sourceRow { return places.leave(.init(in: self, row: row, column: cell.column)) }
        grid.findSourceRow(at: cell.row) { [weak self] row in
            guard let self, let row, self.grid === grid else { return }
            places.leave(.init(in: self, row: row, column: cell.column))
        }
    }

    /// Adds the active cell to the history before keys that move far in the grid.
    func notePlace(before key: UInt32, _ modifiers: GdkModifierType) {
        let isFar = [GDK_KEY_Home, GDK_KEY_End, GDK_KEY_Up, GDK_KEY_Down].contains(Int32(bitPattern: key))
        guard isFar, modifiers.rawValue & GDK_CONTROL_MASK.rawValue != 0, let grid, grid.hasKeyboard,
            grid.model.activeCell != nil
        else { return }
        leave(Departure(from: grid.model), isAboutTo: true)
    }

    /// Opens Go To at `place`, or at the menu.
    func askWhereToGo(at place: Widget? = nil) {
        guard grid?.model.columnCount ?? 0 > 0 else { return }
        let popover = shell.panels.goTo ?? GoToPopover()
        shell.panels.goTo = popover
        popover.table = { [weak self] in self?.grid?.model.table }
        popover.tables = { [weak self] in self?.tables?.names ?? [] }
        popover.onChoice = { [weak self] in self?.go(to: $0) }
        popover.onText = { [weak self] in self?.goToText = $0 }
        popover.open(goToText, at: place ?? goToAnchor)
    }

    private func go(to target: GoToTarget) {
        switch target {
        case .nothing: return
        case .wrong(let message): infoBar.show(message, isNew: true)
        case .cell(let row, let column):
            goTo?.close()
            if let row {
                leap(toSourceRow: row, column: column)
            } else {
                leap(toRow: grid?.model.activeCell?.row ?? 0, column: column)
            }
            focus()
        case .byte(let byte): ByteJump(document: self).go(toByte: byte)
        case .table(let index, let row, let column):
            goTo?.close()
            tables?.show(TableID(index))
            if row != nil || column != nil {
                openingPlace = OpeningPlace(row: row, column: column.map { ColumnName($0) }, counting: .label)
            }
            beginAtPlace()
            focus()
        }
    }

    /// Goes to the opening place once its row and column are known.
    func beginAtPlace() {
        guard let grid, let asked = openingPlace else { return }
        let table = grid.model.table
        let place = asked.resolved(in: table)
        let isSettled = table.phase == .complete || table.phase.isFailed
        guard grid.model.columnCount > 0, table.phase != .opening else { return }
        // Row indices count in the requested query; if its rows never come, in all rows.
        guard arranging.wanted == nil, arranging.asked.isEmpty || table.phase.isFailed else { return }
        let column = place.column.flatMap { $0.index(in: table.columns) }
        // A remembered view is applied first: it has a place of its own, and may show other rows.
        let isViewed = !memory.isAwaited && arranging.pending.isEmpty && (settings.isDone || isSettled)
        guard asked.counting == .shown || isViewed || table.phase.isFailed else { return }
        if let key = asked.key {
            openingPlace = nil
            return RowReferences(document: self).find(key, for: asked)
        }
        // The find bar takes the keyboard, so it must not open in a hidden tab.
        guard place.text == nil || isInSight else { return }
        let rowCount = asked.counting == .shown ? grid.model.rowCount : table.sourceRowCount
        if !isSettled && (place.column != nil && column == nil || place.row ?? 0 >= rowCount) { return }
        openingPlace = nil
        if asked.counting == .file, let row = place.row {
            return RowReferences(document: self).arrive(atRow: row, column: column)
        }
        if asked.counting == .label {
            return go(to: GoToTarget(row: asked.row.map { $0 + 1 }, column: asked.column?.text, in: GoToTable(table)))
        }
        if let name = place.column, column == nil {
            infoBar.show(name.unknown(option: "--column", in: table.columns), isNew: true)
        }
        if let row = place.row, row >= grid.model.rowCount {
            let (row, rows) = (StatusText.grouped(row + 1), StatusText.grouped(grid.model.rowCount))
            infoBar.show(
                tr("{option}: there are {rows} rows.", ["option": "--row \(row)", "rows": rows]), isNew: true)
        }
        if place.row != nil || column != nil { grid.update { $0.jump(toRow: place.row ?? 0, column: column) } }
        if let text = place.text { finder.open(text) }
    }
}

extension StatusText {
    /// Explains why a row of the file is not among the shown rows.
    static func notShown(_ row: Int, in model: GridModel) -> String {
        let row = (name: grouped(model.table.rowLabel(ofSourceRow: row)), isLater: model.isLater(sourceRow: row))
        return row.isLater
            ? tr(
                "Row {row} came after the rows were put in order. Sort or filter again to see it.", ["row": row.name])
            : tr("Row {row} is filtered out.", ["row": row.name])
    }
}
