import Tabular

/// What programs are told that read a table aloud.
public enum AccessibleNews: Sendable, Hashable {
    /// All cells are others: the order of rows or columns, the view or the reading of the file.
    case replaced
    /// So many rows came at the end; a negative number went.
    case rows(first: Int, count: Int)
    case activeMoved(AccessiblePlace)
    case selectionChanged
    /// What is said of the table as a whole is other.
    case described
}

/// What was told last: news are what is different now.
public struct AccessibleTelling: Sendable {
    /// What the places of cells follow from.
    private struct Arrangement: Equatable {
        var order: Int?
        var reading: Int
        var columns: ColumnOrder
        var view: String
        /// Groups are of so many rows.
        var groupedRows: Int?
    }

    private var arrangement: Arrangement
    private var rowCount: Int
    private var active: AccessiblePlace?
    private var selection: Selection
    private var description: String
    private var title: String

    /// As if all of `table` had been told.
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
            order: model.table.order?.stamp, reading: model.table.reading, columns: model.columns,
            view: model.view.name, groupedRows: model.groups?.rowCount)
    }

    /// What is to be told now, in this order. Rows are told of once all are found, not batch by batch.
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
        // Its words grow with each batch of rows that is found.
        if isCounted || isReplaced {
            let (description, title) = (table.description, table.title)
            if (description, title) != (self.description, self.title) { news.append(.described) }
            (self.description, self.title) = (description, title)
        }
        return news
    }
}
