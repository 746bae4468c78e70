import CGTK
import CGridShim
import GridGTK
import Translation

// The widgets of a document, from top to bottom.
extension Document {
    func build() {
        gtk_header_bar_set_show_close_button(cast(header), 1)
        gtk_header_bar_pack_start(cast(header), WindowMenu.openButton())
        gtk_header_bar_pack_start(cast(header), switcher.button)
        gtk_header_bar_pack_end(cast(header), menuButton)
        // This yields in narrow windows: there is a key for it too.
        gtk_header_bar_pack_end(cast(header), quad_yielding_bin_new(WindowMenu.findButton()))
        gtk_box_pack_start(cast(root), infoBar.widget, 0, 0, 0)
        Spoken.name(panes: sidePanes, tr("Grid and side"))
        Spoken.name(panes: listPanes, tr("Columns and grid"))
        Spoken.name(panes: folderPanes, tr("Files and table"))
        Spoken.name(panes: panes, tr("Grid and problems"))
        gtk_paned_pack1(cast(sidePanes), content, 1, 1)
        gtk_paned_pack2(cast(listPanes), sidePanes, 1, 1)
        gtk_paned_pack2(cast(folderPanes), listPanes, 1, 1)
        gtk_paned_pack1(cast(panes), folderPanes, 1, 1)
        gtk_box_pack_start(cast(root), panes, 1, 1, 0)
        // Below the table, so that a clicked header stays under the pointer.
        gtk_box_pack_start(cast(root), chips.widget, 0, 0, 0)
        gtk_box_pack_start(cast(root), exporter.bar.widget, 0, 0, 0)
        buildPrinting(in: root)
        buildCopying(in: root)
        gtk_box_pack_start(cast(root), gtk_separator_new(GTK_ORIENTATION_HORIZONTAL), 0, 0, 0)
        // The file's tables come before the status bar.
        let statusRow = TableStrip.row(with: status.widget)
        gtk_box_pack_start(cast(root), statusRow, 0, 0, 0)
        gtk_widget_show_all(root)
        gtk_widget_show_all(header)
        gtk_widget_hide(infoBar.widget)
        infoBar.onSaying = { [weak self] text in
            if let self, !isInSight { tab?.say(text) }
        }
        chips.onRemove = { [weak self] in self?.removeChip($0) }
        chips.onLeave = { [weak self] in self?.focus() }
        chips.onChange = { [weak self] in self?.changeChip($0, at: $1) }
        counts.onChange = { [weak self] in self?.countsChanged() }
        exporter.onFailure = { [weak self] message in self?.infoBar.show(message, isNew: true) }
        exporter.onChange = { [weak self] in self?.updateActions() }
        for (_, bar) in taskBars { bar.onChange = { [weak self] in self?.taskChanged() } }
        installFinding()
    }
}
