import CGTK
import GridGTK
import GridUI
import TableFormats
import Tabular
import Translation

/// The progress of the search for another file with the same columns.
enum ShapeRecall {
    /// No search: the file itself was known, or another view was requested.
    case settled
    /// Waiting for the columns.
    case due
    case awaited
    /// A view was found and is offered.
    case offered(KeptShape)
    /// The view is applied; its conditions on values are still on offer.
    case used(KeptShape)
}

// A file with the columns of another one can be shown with that one's view, such as next month's export.
extension Document {
    func installShapes(_ add: (String, @escaping (Document) -> Void) -> Void) {
        add("use-view") { $0.useOfferedView() }
        add("use-view-always") { document in
            PreferencesInForce.shared.change { $0.knownColumns = .always }
            document.useOfferedView()
        }
        add("use-view-filter") { $0.useOfferedFilter() }
        add("use-view-ask") { document in
            PreferencesInForce.shared.change { $0.knownColumns = .ask }
            document.infoBar.clear()
        }
        add("dismiss") { $0.infoBar.clear() }
    }

    /// Searches for a view of another file with the same columns, as soon as they are known.
    func followShape() {
        if let before = memory.beforeShape, settings.isDone, arranging.pending.isEmpty, let now = viewState {
            memory.beforeShape = nil
            undo.note(from: before, to: now)
        }
        guard case .due = memory.shape, let grid, let (store, file) = store else { return }
        let table = grid.model.table
        guard FormatShape.isKnown(in: table), table.rowCount.known > 0 else { return }
        memory.shape = .settled
        guard PreferencesInForce.shared.preferences.knownColumns != .never else { return }
        memory.shape = .awaited
        store.recall(table.columns, table.description, besides: file) { [weak self] recalled in
            guard let self, isAlive, self.grid === grid, self.file == file, case .awaited = memory.shape else { return }
            memory.shape = .settled
            switch recalled {
            case .nothing: break
            case .view(let kept): take(kept)
            case .damaged(let name):
                infoBar.show(
                    tr(
                        "How files with these columns were shown could not be read. What was remembered is in {file}.",
                        ["file": name]))
            }
        }
    }

    private func take(_ kept: KeptShape) {
        memory.shape = .offered(kept)
        guard PreferencesInForce.shared.preferences.knownColumns != .always else { return useOfferedView() }
        infoBar.show(
            tr("Same columns as {file}: this file can be shown as that one was.", ["file": kept.name]), isNew: true,
            offers: [.useView, .useViewAlways, .dismiss])
    }

    /// Applies the offered view without its conditions on values, which may leave no rows here.
    private func useOfferedView() {
        guard case .offered(let kept) = memory.shape, let grid else { return infoBar.clear() }
        memory.shape = .used(kept)
        infoBar.clear()
        if let sorting = kept.view.rows?.sorting, !sorting.isEmpty { arranging.pending = sorting }
        let settings = kept.view.settings(for: viewSettings(of: grid))
        (memory.isRestoring, memory.beforeShape) = (true, viewState)
        if let types = kept.view.reading?.types, types != TypeChoices() { use(types) }
        bringIntoForce(SettingsQueue(settings))
        let conditions = kept.view.rows?.filtering.labels ?? []
        let isAutomatic = PreferencesInForce.shared.preferences.knownColumns == .always
        guard isAutomatic || !conditions.isEmpty else { return }
        var (words, offers) = ("", Set<InfoBar.Offer>())
        if isAutomatic {
            words = tr("This file is shown as {file} was, which has the same columns.", ["file": kept.name])
            offers.insert(.askForView)
        }
        if !conditions.isEmpty {
            let all = conditions.joined(separator: tr(" and ", in: "between conditions"))
            let filter = tr("{file} showed only rows where {conditions}.", ["file": kept.name, "conditions": all])
            words += (words.isEmpty ? "" : " ") + filter
            offers.formUnion([.useFilter, .dismiss])
        }
        infoBar.show(words, isNew: true, offers: offers)
    }

    /// Applies the column types of the other file.
    private func use(_ types: TypeChoices) {
        if types.effectiveNullWords == typeChoices.effectiveNullWords { return apply(types) }
        // Undoing the reading restores the view as well.
        memory.beforeShape = nil
        readAgain(with: types)
    }

    private func useOfferedFilter() {
        infoBar.clear()
        guard case .used(let kept) = memory.shape, let rows = kept.view.rows else { return }
        memory.shape = .settled
        arranging.pending.add(rows.filtering)
        gridChanged()
    }
}
