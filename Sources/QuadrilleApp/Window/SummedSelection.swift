import GridUI
import QuadrilleRuntime
import Tabular

/// A selection to sum up: where columns are selected to the table's end, appended rows do not make it a different selection.
struct SummedSelection: Sendable, Equatable {
    enum Step: Sendable, Hashable {
        /// It cannot be summed up yet.
        case stop
        /// The sum in progress, or the last one, is of this selection, or suffices for now.
        case keep
        case begin
        /// There are more rows than were summed up, which can wait for a while.
        case beginLater
    }

    /// The selected cells, without an end where that is open.
    private let cells: TableSelection
    let isOpen: Bool
    private let reading: Int
    /// The version of the row order, which the row indices depend on.
    private let order: Version?

    /// Creates the selection of `model`.
    init(of model: GridModel) {
        var cells = model.tableSelection
        isOpen = model.selection.ranges.contains { $0.rows.upperBound == .max }
        if isOpen, let last = cells.bands.indices.last, cells.bands[last].rows.upperBound == model.rowCount {
            cells.bands[last].rows = cells.bands[last].rows.lowerBound..<Int.max
        }
        self.cells = cells
        (reading, order) = (model.table.reading, model.table.order?.version)
    }

    /// Returns the next step in a table of `rows` rows, after a sum of `summed` when there were `known` rows; `isRunning` says
    /// whether that sum is still in progress.
    func step(rows: RowCount, after summed: SummedSelection?, known: Int, isRunning: Bool) -> Step {
        // While rows are still being found, the selected cells are not known.
        guard self == summed else { return isOpen && !rows.isExact ? .stop : .begin }
        // A growing table is summed up again, but not all the time while it grows.
        return isOpen && !isRunning && rows.isExact && rows.known != known ? .beginLater : .keep
    }
}
