import CGTK
import GridGTK
import QuadrilleRuntime
import Tabular
import TabularText
import Translation

// Reading the file otherwise than it was.
extension Document {
    /// The text whose dialect can be chosen: the table, or what could not be shown as one; nil where there is none.
    var text: TextSource? { (failure?.source ?? grid?.source)?.abilities[TextSource.self] }

    /// Opens what the dialect is chosen in: above the status bar, or on the page that says why nothing is shown.
    func chooseDialect() {
        guard let opened, let source = text else { return }
        let chooser = self.chooser ?? DialectChooser()
        self.chooser = chooser
        chooser.onApply = { [weak self] in self?.apply($0) }
        chooser.onClose = { [weak self] in
            self?.focus()
            // Later, since what was waiting takes the place of widgets that the key or the click is still on its way through.
            MainHop.post { self?.goOnReloading() }
        }
        var options = opened.options.text
        // Who chooses here has been told what it looks like, and wants a table of text all the same.
        if failure != nil { options.isForced = true }
        let place = failure == nil ? status.dialectPlace : failure?.button
        guard let place else { return }
        chooser.open(source, options, at: place, canReopen: opened.canReread)
    }

    /// Reads the file as a preview showed it. Where types alone are chosen otherwise, it need not be read again.
    private func apply(_ preview: DialectPreview) {
        var options = preview.options
        options.types = typeChoices
        let isRead = failure == nil && text != nil && options == opened?.options.text
        guard isRead, preview.options.types.effectiveNullWords == typeChoices.effectiveNullWords else {
            return read(with: preview.options, columnCount: preview.columns.count)
        }
        choose(preview.options.types)
    }

    /// Opens the file with other options in the place of what is shown; the view, the widths and the rest stay as they
    /// are, as far as there are such columns. `columnCount` is how many there will be: as many are taken for the same ones.
    func read(with options: TextOptions, columnCount: Int) {
        if let fileReading { undo.note(fileReading) }
        if let model = grid?.model, model.columnCount > 0 {
            settings = standing(byName: columnCount != model.columnCount).followed(by: settings)
        }
        read(with: options)
    }

    /// The same, as if nothing had been shown before.
    func read(with options: TextOptions) {
        guard var opened, opened.canReread else { return }
        opened.options.text = options
        self.opened = opened
        switcher.forget()
        show(GridView(source: opened.source()))
    }

    /// Closes the chooser, and what it was about.
    func endChoice() {
        chooser?.close()
        chooser?.leave()
        failure?.source.close()
        failure = nil
    }

    /// The button of the page that says that a file cannot be shown.
    func dialectButton() -> Widget {
        let button: Widget = gtk_button_new_with_mnemonic(tr("_Read It as Text…"))
        gtk_actionable_set_action_name(OpaquePointer(button), "win.dialect")
        failure?.button = button
        return button
    }
}
