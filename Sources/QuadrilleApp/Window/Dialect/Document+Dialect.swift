import CGTK
import GridGTK
import TableFormats

// Reading the file otherwise than it was.
extension Document {
    /// Reads the file with other options; the view, the widths and the rest stay as they are, as far as there are such columns.
    /// `columnCount` is how many there will be: as many are taken for the same ones.
    func read(with options: FormatOptions, columnCount: Int) {
        if let fileReading { undo.note(fileReading) }
        if let model = grid?.model, model.columnCount > 0 {
            settings = standing(byName: columnCount != model.columnCount).followed(by: settings)
        }
        read(with: options)
    }

    /// The same, as if nothing had been shown before.
    func read(with options: FormatOptions) {
        guard var opened, opened.canReread else { return }
        opened.options = options
        self.opened = opened
        switcher.forget()
        show(GridView(source: opened.source()))
    }

    /// Closes the chooser, and the source that it was about.
    func endChoice() {
        chooser.leave()
        failure?.source.close()
        failure = nil
    }
}
