import CGTK
import GridGTK
import TableFormats

// Reading the file with other options.
extension Document {
    /// Reads the file with other options; the view, the widths and the rest stay, as far as their columns still exist.
    /// `columnCount` is the number of columns afterwards: if it is unchanged, columns are matched by index, otherwise by name.
    func read(with options: FormatOptions, columnCount: Int) {
        if let fileReading { undo.note(fileReading) }
        if let model = grid?.model, model.columnCount > 0 {
            settings = standing(byName: columnCount != model.columnCount).followed(by: settings)
        }
        read(with: options)
    }

    /// Reads the file with other options, without preserving the current view state.
    func read(with options: FormatOptions) {
        guard var opened, opened.canReread else { return }
        opened.options = options
        self.opened = opened
        switcher.forget()
        show(GridView(source: opened.source()))
    }

    /// Closes the chooser, and its source.
    func endChoice() {
        chooser.leave()
        failure?.source.close()
        failure = nil
    }
}
