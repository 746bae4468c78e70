import CGTK
import GridGTK
import QuadrilleRuntime
import TableFormats
import Tabular
import TabularText
import Translation

/// The choice of how the file of a document is read: by the dialect of a text, or by the form of another format.
@MainActor
final class ReadingChooser {
    private unowned let document: Document
    /// Made when they are opened for the first time.
    private var dialects: DialectChooser?
    private var forms: OptionsPopover?

    init(of document: Document) { self.document = document }

    var isOpen: Bool { dialects?.isOpen == true || forms?.isOpen == true }

    /// The table, or what could not be shown as one.
    private var source: (any TableSource)? { document.failure?.source ?? document.grid?.source }
    private var text: TextSource? { source?.abilities[TextSource.self] }
    private var form: TableForm? { source?.abilities[TableForm.self] }

    /// A Boolean value that indicates whether there is anything to choose.
    var isPossible: Bool {
        if document.failure != nil || form != nil { return true }
        return text != nil && document.grid?.model.table.description.dialect != nil
    }

    /// The choices in the form of the format, in words; empty for text, whose description has them.
    var words: [String] {
        guard let form, let options = document.opened?.options else { return [] }
        return form.form.words(for: form.values(in: options))
    }

    /// Opens above the status bar, or on the page with the reason why nothing is shown.
    func open() {
        guard let opened = document.opened, let place else { return }
        if let form {
            open(form, opened, at: place)
        } else if let text {
            open(text, opened, at: place)
        } else if document.failure != nil {
            // A document of a format that leaves nothing to choose but this.
            read(asText: true)
        }
    }

    /// Reads the file as text whatever its format is, or by its format again.
    private func read(asText isText: Bool) {
        guard var options = document.opened?.options else { return }
        options.isForcedText = isText
        document.read(with: options, columnCount: 0)
    }

    private var place: Widget? {
        guard let failure = document.failure else { return document.status.dialectPlace }
        return failure.button
    }

    private func open(_ form: TableForm, _ opened: OpenedTable, at place: Widget) {
        let forms = self.forms ?? OptionsPopover()
        self.forms = forms
        forms.onApply = { [weak self] values in
            guard let self, let options = document.opened?.options else { return }
            let chosen = form.options(options, with: values)
            if chosen == options, document.failure == nil { return }
            // Other rows may have as many columns, which are others all the same.
            document.read(with: chosen, columnCount: 0)
        }
        forms.onText = { [weak self] in self?.read(asText: true) }
        forms.onClose = { [weak self] in self?.closed() }
        forms.open(form.form, form.values(in: opened.options), at: place, canReopen: opened.canReread)
    }

    private func open(_ text: TextSource, _ opened: OpenedTable, at place: Widget) {
        let dialects = self.dialects ?? DialectChooser()
        self.dialects = dialects
        dialects.onApply = { [weak self] in self?.apply($0) }
        dialects.onFormat = { [weak self] in self?.read(asText: false) }
        dialects.onClose = { [weak self] in self?.closed() }
        var options = opened.options.text
        dialects.hasOtherFormat = options.isForced && document.failure == nil
        // The user was told what it looks like, and wants a table of text all the same.
        if document.failure != nil { options.isForced = true }
        dialects.open(text, options, at: place, canReopen: opened.canReread)
    }

    private func closed() {
        document.focus()
        // Later: a reload that waits replaces widgets that the key or the click still passes through.
        MainHop.post { [weak document] in document?.goOnReloading() }
    }

    /// Reads the file as a preview showed it. Where types alone are chosen otherwise, it need not be read again.
    private func apply(_ preview: DialectPreview) {
        guard var all = document.opened?.options else { return }
        let (types, wanted) = (document.typeChoices, preview.options.types)
        var options = preview.options
        options.types = types
        if document.failure == nil, text != nil, options == all.text,
            wanted.effectiveNullWords == types.effectiveNullWords
        {
            return document.choose(wanted)
        }
        all.text = preview.options
        document.read(with: all, columnCount: preview.columns.count)
    }

    /// Offers the dialect that reads most of the table better; the chooser may be open while the records are looked at.
    func suggest(_ description: TableDescription) { dialects?.suggest(description) }

    /// Closes, and points at nothing any more: the widget may go.
    func leave() {
        for close in [dialects?.close, forms?.close] { close?() }
        for leave in [dialects?.leave, forms?.leave] { leave?() }
    }

    /// The button on the page with the reason why a file cannot be shown.
    func makeButton() -> Widget {
        let words = form == nil ? tr("_Read It as Text…") : tr("_Options…")
        let button: Widget = gtk_button_new_with_mnemonic(words)
        gtk_actionable_set_action_name(OpaquePointer(button), "win.dialect")
        document.failure?.button = button
        return button
    }
}
