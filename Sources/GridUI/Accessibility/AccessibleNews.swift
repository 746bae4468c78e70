import QuadrilleRuntime
import Tabular

/// An event for screen readers.
public enum AccessibleNews: Sendable, Hashable {
    /// Replaced cells: the order of rows or columns, the view or the schema changed.
    case replaced
    /// Rows appended at the end; a negative count means removed rows.
    case rows(first: Int, count: Int)
    case activeMoved(AccessiblePlace)
    case selectionChanged
    /// The description or the title of the whole table changed.
    case described
}

/// The state that screen readers know; events are the differences from it.
public struct AccessibleTelling: Sendable {
    /// The state that determines the positions of cells.
    private struct Arrangement: Equatable {
        var order: Version?
        var reading: Int
        var columns: ColumnOrder
        var view: String
        /// The number of grouped rows, in a view of groups.
        var groupedRows: Int?
    }

    private var arrangement: Arrangement
    private var rowCount: Int
    private var active: AccessiblePlace?
    private var selection: Selection
    private var description: String
    private var title: String

    /// The state after all of `table` was announced.
    public init(_ table: AccessibleTable) {
        arrangement = Self.arrangement(table.model)
        rowCount = table.rowCount
        active = table.active
        selection = table.model.selection
        description = table.description
        title = table.title
    }

    private static func arrangement(_ model: GridModel) -> Arrangement {
        Arrangement(
            order: model.table.order?.version, reading: model.table.reading, columns: model.columns,
            view: model.view.name, groupedRows: model.groups?.rowCount)
    }

    /// Returns the events since the last call, in this order. Row events wait for the exact count instead of following
    /// each batch, except where the table shrinks.
    public mutating func news(_ table: AccessibleTable) -> [AccessibleNews] {
        var news: [AccessibleNews] = []
        let arrangement = Self.arrangement(table.model)
        let isReplaced = arrangement != self.arrangement
        let isCounted = table.model.table.rowCount.isExact || table.rowCount < rowCount
        if isReplaced {
            news.append(.replaced)
            rowCount = table.rowCount
        } else if isCounted, table.rowCount != rowCount {
            let first = min(rowCount, table.rowCount)
            news.append(.rows(first: first, count: table.rowCount - rowCount))
            rowCount = table.rowCount
        }
        if let now = table.active, now != active || isReplaced { news.append(.activeMoved(now)) }
        if table.model.selection != selection || table.active != active { news.append(.selectionChanged) }
        (self.arrangement, active, selection) = (arrangement, table.active, table.model.selection)
        // The description changes with each batch of rows.
        if isCounted || isReplaced {
            let (description, title) = (table.description, table.title)
            if (description, title) != (self.description, self.title) { news.append(.described) }
            (self.description, self.title) = (description, title)
        }
        return news
    }
}
