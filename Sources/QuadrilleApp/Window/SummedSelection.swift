import GridUI
import Tabular

/// What is selected, as one sums it up: where columns are selected to the table's end, rows that are appended do not make it
/// another selection.
struct SummedSelection: Sendable, Equatable {
    enum Step: Sendable, Hashable {
        /// It cannot be summed up yet.
        case stop
        /// What is being summed up, or has been, is this; or has to do for now.
        case keep
        case begin
        /// There are more rows than were summed up. They are to be left alone for a while.
        case beginLater
    }

    /// Without its end where that is open.
    private let cells: TableSelection
    let isOpen: Bool
    private let reading: Int
    /// The order in which the rows are that are selected.
    private let order: Int?

    /// What is selected in `model`.
    init(of model: GridModel) {
        var cells = model.tableSelection
        isOpen = model.selection.ranges.contains { $0.rows.upperBound == .max }
        if isOpen, let last = cells.bands.indices.last, cells.bands[last].rows.upperBound == model.rowCount {
            cells.bands[last].rows = cells.bands[last].rows.lowerBound..<Int.max
        }
        self.cells = cells
        (reading, order) = (model.table.reading, model.table.order?.stamp)
    }

    /// What to do with it, in a table of so many rows, behind a sum of `summed` when there were `known` rows; that is still
    /// being made where it `isRunning`.
    func step(rows: RowCount, after summed: SummedSelection?, known: Int, isRunning: Bool) -> Step {
        // Of rows that are still being found, what is selected is not known.
        guard self == summed else { return isOpen && !rows.isExact ? .stop : .begin }
        // What grows is looked at again, but not over and over while it does.
        return isOpen && !isRunning && rows.isExact && rows.known != known ? .beginLater : .keep
    }
}
