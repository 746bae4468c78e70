import GridUI

/// How a window or a picture is to stand: what the command line asks for, before there is a table to stand on.
struct ViewSettings: Sendable {
    var frozenRows = 0
    var frozenColumns = 0
    /// 0-based; nil leaves the view at the table's beginning.
    var place: CellPosition?
    var zoom = 1.0

    /// What can be brought into force now, and what is left to do after it; nil when nothing can, or nothing is left.
    ///
    /// Freezing needs columns, a far row needs that many rows found.
    func nextStep(for model: GridModel) -> (change: (inout GridModel) -> Void, rest: ViewSettings)? {
        guard model.columnCount > 0, model.rowCount > 0 else { return nil }
        var rest = self
        if frozenRows > 0 || frozenColumns > 0 || zoom != 1 {
            (rest.frozenRows, rest.frozenColumns, rest.zoom) = (0, 0, 1)
            let (rows, columns, zoom) = (frozenRows, frozenColumns, zoom)
            return (
                {
                    $0.zoom(to: zoom)
                    $0.freeze(rows: rows, columns: columns)
                }, rest
            )
        }
        guard let place, place.row < model.rowCount || model.table.rowCount.isExact else { return nil }
        rest.place = nil
        return (
            {
                $0.scrollToStart(place)
                $0.activate(place)
            }, rest
        )
    }
}
