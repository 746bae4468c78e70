import GridGTK
import GridUI

// Menu entries that would do nothing are disabled.
extension Document {
    func enableCommands() {
        let model = grid?.model
        for command in GridCommand.allCases where !command.isMove {
            enable(command.rawValue, model?.canPerform(command) ?? false)
        }
        let hasColumns = model.map { $0.columnCount > 0 } ?? false
        let hasCell = model?.activeCell != nil
        for view in ViewRegistry.standard.definitions { enable("view-" + view.name, hasColumns) }
        for name in ["find", "find-next", "find-previous", "go-to"] { enable(name, hasColumns) }
        for name in ["columns", "problems", "follow"] { enable(name, grid != nil) }
        // An open panel can always be closed.
        for page in SidePanel.Page.allCases { enable(page.action, page.isOffered(hasCell || side.isOpen, model)) }
        enable("format", hasCell)
        for name in CopyMenu.formats.map({ CopyMenu.action($0.format) }) { enable(name, hasCell) }
        let hasProblems = model?.table.problems.first.isEmpty == false
        for name in ["next-problem", "previous-problem"] { enable(name, hasProblems) }
        let isSheet = model?.isSheet ?? false
        for name in ["merge-equal", "fit-column"] { enable(name, isSheet && hasCell) }
        enable("unmerge", isSheet && model?.hasMergedCells == true)
        enable("row-names", model?.columns.rowHeader != nil || isSheet && hasCell)
        mark("row-names", isOn: model?.columns.rowHeader != nil)
        followPlaces()
    }

    /// Enables Back and Forward as far as there are cells in the history.
    func followPlaces() {
        guard isAlive else { return }
        enable("back", grid != nil && places.canGoBack)
        enable("forward", grid != nil && places.canGoForward)
    }
}
