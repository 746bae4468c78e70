import CGTK
import GridGTK
import QuadrilleRuntime
import TableFormats
import Tabular
import Translation

/// The chooser for the options of reading a document's file: the dialect of a text, or the form of another format.
@MainActor
final class ReadingChooser {
    private unowned let document: Document
    /// Created when they are first opened.
    private var dialects: DialectChooser?
    private var forms: OptionsPopover?
    /// The options of the command line that were compared with the format.
    private var checked = FormatOptions()

    init(of document: Document) { self.document = document }

    var isOpen: Bool { dialects?.isOpen == true || forms?.isOpen == true }

    /// The source of the table, or of the page with the reason why nothing is shown.
    private var source: (any TableSource)? { document.failure?.source ?? document.grid?.source }
    private var isText: Bool { source.map(TableFormats.isText) ?? false }
    private var form: TableForm? { source?.abilities[TableForm.self] }

    /// A Boolean value that indicates whether there are options to choose.
    var isPossible: Bool {
        if document.failure != nil || form != nil { return true }
        return isText && document.grid.map { TableFormats.hasDialect($0.model.table.description) } ?? false
    }

    /// The choices in the form of the format, in words; empty for text, whose description contains them.
    var words: [String] {
        guard let form, let options = document.opened?.options else { return [] }
        return form.form.words(for: form.values(in: options))
    }

    /// Opens above the status bar, or on the page with the reason why nothing is shown.
    func open() {
        guard let opened = document.opened, let place else { return }
        if let form {
            open(form, opened, at: place)
        } else if let source, isText {
            open(source, opened, at: place)
        } else if document.failure != nil {
            // The only option for a document of such a format.
            read(asText: true)
        }
    }

    /// Reads the file as text whatever its format is, or by its own format again.
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
            // Other rows may have the same number of columns, but these are different columns.
            document.read(with: chosen, columnCount: 0)
        }
        forms.onText = { [weak self] in self?.read(asText: true) }
        forms.onClose = { [weak self] in self?.closed() }
        forms.open(form.form, form.values(in: opened.options), at: place, canReopen: opened.canReread)
    }

    private func open(_ source: any TableSource, _ opened: OpenedTable, at place: Widget) {
        let dialects = self.dialects ?? DialectChooser()
        self.dialects = dialects
        dialects.onApply = { [weak self] in self?.apply($0, columnCount: $1) }
        dialects.onFormat = { [weak self] in self?.read(asText: false) }
        dialects.onClose = { [weak self] in self?.closed() }
        var options = opened.options
        dialects.hasOtherFormat = options.isForcedText && document.failure == nil
        // The user knows that the file does not look like text, and still wants a table of text.
        if document.failure != nil { options.isForcedText = true }
        dialects.open(source, options, at: place, canReopen: opened.canReread)
    }

    private func closed() {
        document.focus()
        // Deferred: a waiting reload replaces widgets that are still handling the key or click.
        MainHop.post { [weak document] in document?.goOnReloading() }
    }

    /// Reads the file with other options. A change of types alone does not require reading it again.
    private func apply(_ options: FormatOptions, columnCount: Int) {
        let types = document.typeChoices
        var others = options
        others.types = types
        if document.failure == nil, isText, others == document.opened?.options,
            options.types.effectiveNullWords == types.effectiveNullWords
        {
            return document.choose(options.types)
        }
        document.read(with: options, columnCount: columnCount)
    }

    /// Offers the dialect that reads most of the table better, since the chooser may be open during the audit, and reports an
    /// option of the command line that the format does not have, once.
    func follow(_ table: TableSnapshot) {
        dialects?.suggest(table.description)
        guard table.phase != .opening, let source, let asked = document.opened?.asked, asked != checked else { return }
        checked = asked
        guard let name = asked.textOption(refusedBy: source) else { return }
        document.infoBar.show(StatusText.refusal(ofOption: name, table.description.format), isNew: true)
    }

    /// Closes the popovers and clears their targets, which may be destroyed.
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
