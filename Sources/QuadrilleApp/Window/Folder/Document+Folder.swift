import CGTK
import GridGTK

// The list of the files in the folder of the shown one.
extension Document {
    /// The initial width of the panel, in logical pixels.
    private static let folderWidth: Int32 = 300

    /// Opens the list, moves the keyboard focus into an open list, or closes a focused one.
    func toggleFolder() {
        let panel = folderPanel ?? makeFolderPanel()
        if panel.hasKeyboard { return closeFolder() }
        if !panel.isOpen { makeRoom(in: folderPanes, for: panel.wasOpen ? nil : Self.folderWidth) }
        panel.open(file)
        tables?.follow(isAnew: true)
    }

    func closeFolder() {
        folderPanel?.close()
        focus()
    }

    private func makeFolderPanel() -> FolderPanel {
        let panel = FolderPanel()
        folderPanel = panel
        gtk_paned_pack1(cast(folderPanes), panel.widget, 0, 0)
        panel.onClose = { [weak self] in self?.closeFolder() }
        panel.onChoice = { [weak self] target in
            guard let self else { return }
            if target.path == file, let table = target.table { return tables?.choose(named: table) ?? () }
            if target.path == file, grid != nil { return focus() }
            openTable(target, .here)
        }
        return panel
    }
}
