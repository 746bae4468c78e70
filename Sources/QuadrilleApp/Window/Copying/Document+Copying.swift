import CGTK
import GridGTK
import GridUI
import Tabular
import TabularExport
import Translation

// The selection: its figures, and copies of it.
extension Document {
    func buildCopying(in outer: Widget) {
        for copier in [copier, dragger] {
            gtk_box_pack_start(cast(outer), copier.bar.widget, 0, 0, 0)
            copier.onFailure = { [weak self] message in self?.infoBar.show(message, isNew: true) }
            copier.onQuickly = { [weak self] in self?.status.say($0) }
            copier.onChange = { [weak self] in self?.updateActions() }
        }
        status.add(figures: figures.button)
        figures.onChange = { [weak self] forms in self?.status.show(figures: forms) }
        figures.onCopy = { [weak self] text in
            self?.put(text)
            self?.status.say(tr("Copied {text}", ["text": text]))
        }
    }

    func installCopyActions(_ add: (String, @escaping (Document) -> Void) -> Void) {
        for (_, format) in CopyMenu.formats { add(CopyMenu.action(format)) { $0.copy(as: format) } }
        // Names are included by default: other programs do not know the columns. Text for spreadsheets never has them.
        addSwitch(CopyMenu.withHeaders, isOn: true) { $0.mark(CopyMenu.withHeaders, isOn: $1) }
        addSwitch(CopyMenu.escaping, isOn: false) { $0.mark(CopyMenu.escaping, isOn: $1) }
    }

    func offerCopies(of grid: GridView) {
        copier.cancel()
        dragger.cancel()
        figures.stop()
        guard grid.shownSource.abilities.scan != nil else { return }
        grid.copyMenu = CopyMenu.model
        grid.onCopy = { [weak self] in self?.copy(as: nil) }
        grid.onDragOut = { [weak self] widget, event in self?.dragOut(from: widget, event) }
        connectDragData(grid.surface) { [weak self] selection, info in
            guard let self else { return }
            guard let dragged else {
                return infoBar.show(
                    tr("Nothing was dropped: what is dragged was still being read. Copy it."), isNew: true)
            }
            ClipboardContent.give(dragged, info, to: selection)
        }
    }

    /// Drags the selection out as text. It is read during the drag.
    private func dragOut(from widget: Widget, _ event: UnsafeMutablePointer<GdkEvent>) {
        guard let grid, let rows = grid.pinnedRows else { return }
        var request = CopyRequest(cells: grid.model.tableSelection, reading: grid.model.table.reading)
        request.style.escapesFormulas = isOn(CopyMenu.escaping)
        dragged = nil
        dragger.begin(request, of: rows) { [weak self] in self?.dragged = $0 }
        guard request.refusal == nil, let list = gtk_target_list_new(nil, 0) else { return }
        defer { gtk_target_list_unref(list) }
        gtk_target_list_add_text_targets(list, 0)
        for (number, type) in CopyRequest.types.enumerated() {
            gtk_target_list_add(list, gdk_atom_intern(type, 0), 0, guint(number + 1))
        }
        let motion = event.pointee.motion
        gtk_drag_begin_with_coordinates(
            widget, list, GDK_ACTION_COPY, 1, event, Int32(clamping: Int(motion.x)), Int32(clamping: Int(motion.y)))
    }

    /// Copies the selection in a format, or as text and HTML at once.
    private func copy(as format: ExportFormat?) {
        guard let grid, let rows = grid.pinnedRows else { return }
        var request = CopyRequest(
            format: format, cells: grid.model.tableSelection, reading: grid.model.table.reading)
        request.style.hasHeader = format != nil && isOn(CopyMenu.withHeaders)
        request.style.escapesFormulas = isOn(CopyMenu.escaping)
        request.style.tableName = ExportStyle.tableName(for: file, table: opened?.entry)
        let hasOpenEnd = grid.model.selection.ranges.contains { $0.rows.upperBound == .max }
        request.isPartial = hasOpenEnd && !grid.model.table.rowCount.isExact
        copier.begin(request, of: rows) { [weak self] texts in
            guard let self, isAlive else { return }
            ClipboardContent.set(texts, of: gtk_widget_get_display(window))
        }
    }

    /// Copies values of a row of the file, wherever it is shown.
    func copy(_ columns: [Int], ofSourceRow row: Int) {
        guard let source = grid?.source.abilities.scan, !columns.isEmpty else { return }
        let cells = TableSelection([TableSelection.Band(rows: row..<row + 1, columns: columns)])
        copier.begin(CopyRequest(cells: cells), of: source) { [weak self] texts in
            guard let self, isAlive else { return }
            ClipboardContent.set(texts, of: gtk_widget_get_display(window))
        }
    }

    func put(_ text: String) {
        let clipboard = gtk_clipboard_get_for_display(gtk_widget_get_display(window), gdk_atom_intern("CLIPBOARD", 0))
        gtk_clipboard_set_text(clipboard, text, -1)
        gtk_clipboard_set_can_store(clipboard, nil, 0)
    }

    /// Handles Escape without a task in progress: selects only the active cell. Returns false if it was already the selection.
    func collapseSelection() -> Bool {
        guard let grid, !grid.model.selection.isEmpty else { return false }
        grid.perform(.selectCell)
        return true
    }
}
