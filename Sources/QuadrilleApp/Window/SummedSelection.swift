import GridUI
import Tabular

/// A selection to be summed up: where columns are selected to the table's end, appended rows do not make it another selection.
struct SummedSelection: Sendable, Equatable {
    enum Step: Sendable, Hashable {
        /// It cannot be summed up yet.
        case stop
        /// The sum in progress, or the last one, is of this selection, or suffices for now.
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

    /// Creates the selection of `model`.
    init(of model: GridModel) {
        var cells = model.tableSelection
        isOpen = model.selection.ranges.contains { $0.rows.upperBound == .max }
        if isOpen, let last = cells.bands.indices.last, cells.bands[last].rows.upperBound == model.rowCount {
            cells.bands[last].rows = cells.bands[last].rows.lowerBound..<Int.max
        }
        self.cells = cells
        (reading, order) = (model.table.reading, model.table.order?.stamp)
    }

    /// Returns the next step in a table of `rows` rows, after a sum of `summed` when there were `known` rows; `isRunning` says
    /// whether that sum is still in progress.
    func step(rows: RowCount, after summed: SummedSelection?, known: Int, isRunning: Bool) -> Step {
        // Of rows that are still being found, what is selected is not known.
        guard self == summed else { return isOpen && !rows.isExact ? .stop : .begin }
        // What grows is looked at again, but not over and over while it does.
        return isOpen && !isRunning && rows.isExact && rows.known != known ? .beginLater : .keep
    }
}
