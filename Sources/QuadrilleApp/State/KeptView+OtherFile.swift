import GridUI
import Tabular

// The view of one file, for another one with the same columns.
extension KeptView {
    /// A Boolean value that indicates whether the file was shown with the default view.
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

    /// Returns view settings for a table with the same columns and the present settings `now`: everything about columns,
    /// nothing about rows and their values.
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
