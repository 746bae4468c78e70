import GridUI
import Tabular

// How one file was shown, for another one with the same columns.
extension KeptView {
    /// Whether it was shown as all files are at first.
    var isOrdinary: Bool {
        let (none, view) = (ViewSettings(), settings)
        return view.layout == none.layout && view.roles.isEmpty && view.parameters.isEmpty && view.rowHeader == nil
            && view.formats.isEmpty && view.merges.isEmpty && view.mergedColumns.isEmpty && view.zoom == 1
            && [
                view.frozenRows, view.frozenColumns, view.frozenTrailingRows, view.frozenTrailingColumns,
            ].allSatisfy { $0 == 0 }
            && view.standing?.isOrdinary != false && rows?.isEmpty != false
            && reading?.types ?? TypeChoices() == TypeChoices()
    }

    /// How a table with the same columns is to stand that stands as `now` does: all that is of columns, nothing that is of
    /// rows and their values.
    func settings(for now: ViewSettings) -> ViewSettings {
        var settings = settings
        (settings.place, settings.offset, settings.merges) = (nil, nil, [])
        (settings.frozenTrailingRows, settings.notes) = (0, [])
        if let standing = settings.standing, let now = now.standing {
            settings.standing = standing.columnsAlone(lookedAtAs: now)
        }
        return settings
    }
}
