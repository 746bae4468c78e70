import GridGTK
import GridUI
import TableFormats
import Tabular
import Translation

/// Menu requests about one column.
@MainActor
struct ColumnRequests {
    weak var document: Document?

    /// Makes the menus of `grid` offer the members of JSON objects as columns, where the table can be reloaded.
    func offer(in grid: GridView) {
        guard let opened = document?.opened, opened.canReread, grid.source.abilities.pick != nil else { return }
        grid.update { model in
            model.offers.expansions = opened.options.expansions
            // A table of elements has no elements of its own.
            model.offers.elements = opened.canReload && !opened.isSample && opened.options.elements == nil
        }
    }

    func fulfill(_ request: ColumnRequest, column: Int) {
        switch request {
        case .format: document?.askForFormat(ofColumn: column)
        case .expand(let isOn): expand(column, isOn: isOn)
        case .openElements: openElements(of: column)
        }
    }

    /// Opens a table of the elements of a column's arrays in a tab of its own.
    private func openElements(of column: Int) {
        guard let document, let columns = document.grid?.model.table.columns, columns.indices.contains(column),
            let opened = document.opened, let file = document.file
        else { return }
        var target = OpenTarget(file, table: opened.tableName)
        target.options = opened.options
        target.options.elements = columns.fullNames[column]
        document.openTable(target, .tab)
    }

    /// Expands the members of a column's JSON objects to columns after the others, or removes these and the columns expanded
    /// from them. Reloads the table, which can be undone.
    private func expand(_ column: Int, isOn: Bool) {
        guard let document, let columns = document.grid?.model.table.columns, columns.indices.contains(column),
            var options = document.opened?.options
        else { return }
        let name = columns.fullNames[column]
        options.setExpansion(of: name, isOn: isOn)
        document.read(with: options, columnCount: 0)
        if isOn { document.status.say(tr("The members of {column} stand behind the last column.", ["column": name])) }
    }
}
