import CGTK
import GridGTK
import GridUI
import Translation

// The content of the window on paper and as a picture.
extension Document {
    func buildPrinting(in outer: Widget) {
        gtk_box_pack_start(cast(outer), printer.bar.widget, 0, 0, 0)
        printer.onFailure = { [weak self] in self?.infoBar.show($0, isNew: true) }
        printer.onManyPages = { [weak self] in self?.infoBar.show($0, isNew: true, offers: [.printAll]) }
        printer.onChange = { [weak self] in
            guard let self, isAlive else { return }
            updateActions()
            // The file may have been replaced while pages were made of it.
            if !printer.isBusy { goOnReloading() }
        }
    }

    func installPrintActions(_ add: (String, @escaping (Document) -> Void) -> Void) {
        add("print") { $0.printTable() }
        add("print-all") { document in
            document.infoBar.clear()
            document.printer.printAll(over: document.window)
        }
        add("save-picture") { $0.savePicture() }
    }

    private func printTable() {
        guard let grid, let rows = grid.pinnedRows else { return }
        let title = title.isEmpty ? tr("Table") : title
        let folder = file.flatMap { file in file.lastIndex(of: "/").map { String(file[..<$0]) } }
        printer.begin(
            PrintSubject(model: grid.model, rows: rows, title: title, folder: folder == "" ? "/" : folder), over: window
        )
    }

    private func savePicture() {
        begin { window, model, file in ExportChooser.picture(over: window, model, input: file) }
    }
}
