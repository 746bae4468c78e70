import GridGTK

/// The side panel as a document has it. The panel of the window shows it while the window shows the document.
@MainActor
final class SideState {
    private(set) var isOpen = false
    /// True after the panel was open once, at a width that the user may have chosen.
    private(set) var wasOpen = false
    var page = SidePanel.Page.value
    let value = ValuePane.State()
    let column = ColumnPane.State()
    /// The grid that the panel showed last.
    weak var grid: GridView?

    func open(_ page: SidePanel.Page) { (isOpen, wasOpen, self.page) = (true, true, page) }

    /// Closes the panel, and releases the data that it reads.
    func close() {
        isOpen = false
        release()
    }

    /// Cancels background work for the panel, and releases the data that it reads.
    func release() {
        value.release()
        column.release()
    }
}
