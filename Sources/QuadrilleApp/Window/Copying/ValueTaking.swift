import GridGTK
import GridUI
import QuadrilleRuntime
import Tabular
import Translation

/// The menu actions that export one value to a file, copy its path, or go to the row that it refers to.
@MainActor
struct ValueTaking {
    weak var document: Document?

    /// Makes the menus of `grid` offer all that the table can do.
    func offer(in grid: GridView) {
        let label = grid.source.abilities.paths?.copyLabel
        grid.onValue = { [weak document] action, cell in
            switch action {
            case .save: document?.saveValue(of: cell)
            case .copyPath: ValueTaking(document: document).copyPath(of: cell)
            case .follow(let reference): RowReferences(document: document).follow(reference, from: cell)
            }
        }
        grid.update { ($0.offers.pathCopying, $0.offers.references) = (label, true) }
        ColumnRequests(document: document).offer(in: grid)
    }

    /// Copies the path to the value of a cell, as its format writes it.
    private func copyPath(of cell: CellPosition) {
        guard let grid = document?.grid, let paths = grid.source.abilities.paths,
            let row = grid.model.table.sourceRow(at: cell.row)
        else { return }
        WorkerPool.shared.submit(.interaction, refused: .drop) { [weak document] in
            let path = (try? paths.path(ofRow: row, column: cell.column)) ?? nil
            MainHop.post {
                guard let document, document.isAlive else { return }
                guard let path else {
                    return document.infoBar.show(tr("The path of this value cannot be read."), isNew: true)
                }
                document.put(path)
                document.status.say(tr("Copied {text}", ["text": path.visible]))
            }
        }
    }
}
