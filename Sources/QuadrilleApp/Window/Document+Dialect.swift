import CGTK
import GridGTK
import QuadrilleRuntime
import Tabular
import TabularText
import Translation

// Reading the file otherwise than it was.
extension Document {
    /// Opens what the dialect is chosen in: above the status bar, or on the page that says why nothing is shown.
    func chooseDialect() {
        guard let opened, let source = failed ?? grid?.source as? TextSource else { return }
        let chooser = self.chooser ?? DialectChooser()
        self.chooser = chooser
        chooser.onApply = { [weak self] in self?.apply($0) }
        chooser.onClose = { [weak self] in
            self?.focus()
            // Later, since what was waiting takes the place of widgets that the key or the click is still on its way through.
            MainHop.post { self?.goOnReloading() }
        }
        var options = opened.options
        // Who chooses here has been told what it looks like, and wants a table of text all the same.
        if failed != nil { options.isForced = true }
        let place = failed == nil ? status.dialectPlace : failureButton
        guard let place else { return }
        chooser.open(source, options, at: place, canReopen: opened.reopen != nil || source.isSpooled)
    }

    /// Reads the file as a preview showed it. Where types alone are chosen otherwise, it need not be read again.
    private func apply(_ preview: DialectPreview) {
        var options = preview.options
        options.types = typeChoices
        let isRead = failed == nil && grid?.source is TextSource && options == opened?.options
        guard isRead, preview.options.types.effectiveNullWords == typeChoices.effectiveNullWords else {
            return read(with: preview.options, columnCount: preview.columns.count)
        }
        choose(preview.options.types)
    }

    /// Another source of the same file, read with other options. What came through a pipe is read from where it is kept.
    func anotherReading(with options: TextOptions) -> TextSource? {
        let source = failed ?? grid?.source as? TextSource
        return source?.reread(options) ?? opened?.reopen?(options) as? TextSource
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
        guard let source = anotherReading(with: options) else { return }
        opened?.options = options
        switcher.forget()
        show(GridView(source: source))
    }

    /// Closes the chooser, and what it was about.
    func endChoice() {
        chooser?.close()
        chooser?.leave()
        failed?.close()
        (failed, failureButton) = (nil, nil)
    }

    /// The button of the page that says that a file cannot be shown.
    func dialectButton() -> Widget {
        let button: Widget = gtk_button_new_with_mnemonic(tr("_Read It as Text…"))
        gtk_actionable_set_action_name(OpaquePointer(button), "win.dialect")
        failureButton = button
        return button
    }
}
