import CGTK
import GridGTK
import GridUI
import QuadrilleRuntime
import TableFormats
import Tabular
import TabularText
import Translation

/// A popover above the status bar that chooses how to read the file, with a preview of the result.
@MainActor
final class DialectChooser {
    /// Called with the applied options, and the number of columns in their preview.
    var onApply: (FormatOptions, _ columnCount: Int) -> Void = { _, _ in }
    /// Called to read the file by its own format instead of as text.
    var onFormat: () -> Void = {}
    var onClose: () -> Void = {}
    private let popover: Widget
    /// Around everything but the buttons: a window may be too small.
    private let frame: Widget = gtk_scrolled_window_new(nil, nil)
    private let pages = Pages()
    private lazy var fields = DialectFields(
        onChange: { [weak self] in self?.follow() }, onActivate: { [weak self] in self?.apply() })
    private let table = PreviewTable()
    private let offer = DialectOffer()
    private let note: Widget = gtk_label_new(nil)
    private let buttons = Buttons()
    private var previewer: DialectPreviewer?
    var isOpen: Bool { previewer != nil }
    /// A Boolean value that indicates whether the user chose text for a file that may be of another format.
    var hasOtherFormat: Bool {
        get { gtk_widget_get_visible(buttons.format) != 0 }
        set { gtk_widget_set_visible(buttons.format, newValue ? 1 : 0) }
    }
    /// The options that the source was opened with.
    private var opened = FormatOptions()
    private var canApply = false
    private var choice = Choice()

    /// The form, and the detection page behind it.
    @MainActor
    private struct Pages {
        let stack: Widget = gtk_stack_new()
        let detection = DetectionPage()
        /// Turns to the other page.
        let button: Widget = gtk_button_new_with_mnemonic(tr("_Why?"))
    }

    @MainActor
    private struct Buttons {
        /// Reads the file by its own format instead of as text.
        let format: Widget = gtk_button_new_with_mnemonic(tr("Detect _Format"))
        let apply: Widget = gtk_button_new_with_mnemonic(tr("_Apply"))
    }

    /// The written options and their preview.
    private struct Choice {
        /// The options that the fields express; nil where they are invalid.
        var options: FormatOptions?
        /// The preview of these options; nil until there is one.
        var outcome: DialectPreviewer.Outcome?
        /// True after the user applied options whose preview is still being made.
        var appliesNext = false
    }

    init() {
        popover = gtk_popover_new(nil)
        Tooltips.rest(while: popover)
        // A popover without a target has no owner.
        g_object_ref_sink(popover)
        build()
        connect(popover, "closed") { [weak self] in self?.closed() }
    }

    /// Opens the popover at a button, over a source that was opened with `options`. `canReopen` is false where the source
    /// cannot be read again.
    func open(_ source: any TableSource, _ options: FormatOptions, at button: Widget, canReopen: Bool) {
        previewer?.close()
        gtk_popover_set_relative_to(cast(popover), button)
        previewer = DialectPreviewer(of: source, rows: PreviewTable.rows, columns: PreviewTable.columns) {
            [weak self] options, outcome in
            MainHop.post { self?.show(options, outcome) }
        }
        (opened, canApply) = (options, canReopen)
        suggest(source.snapshot.description)
        table.clear()
        fill(DialectForm(options))
        turn(toDetection: false)
        fitIntoWindow()
        gtk_popover_popup(cast(popover))
        fields.focus()
    }

    func close() {
        if gtk_widget_get_visible(popover) != 0 { gtk_popover_popdown(cast(popover)) }
    }

    /// Clears the popover's target, which may be destroyed.
    func leave() { gtk_popover_set_relative_to(cast(popover), nil) }

    isolated deinit { g_object_unref(popover) }

    private func build() {
        let box: Widget = gtk_box_new(GTK_ORIENTATION_VERTICAL, 10)
        gtk_container_set_border_width(cast(box), 12)
        gtk_label_set_xalign(cast(note), 0)
        gtk_label_set_yalign(cast(note), 0)
        gtk_label_set_ellipsize(cast(note), PANGO_ELLIPSIZE_END)
        gtk_label_set_max_width_chars(cast(note), 60)
        // Always two lines high, so that a longer message moves nothing.
        gtk_label_set_line_wrap(cast(note), 1)
        gtk_label_set_lines(cast(note), 2)
        gtk_widget_set_size_request(note, -1, 38)
        offer.onTake = { [weak self] in self?.takeSuggestion(in: $0) }
        gtk_box_pack_start(cast(box), offer.widget, 0, 0, 0)
        gtk_box_pack_start(cast(box), fields.widget, 0, 0, 0)
        gtk_box_pack_start(cast(box), table.widget, 1, 1, 0)
        gtk_box_pack_start(cast(box), note, 0, 0, 0)
        gtk_scrolled_window_set_propagate_natural_width(cast(frame), 1)
        gtk_scrolled_window_set_propagate_natural_height(cast(frame), 1)
        Spoken.skip(frame)
        gtk_stack_add_named(cast(pages.stack), box, "form")
        gtk_stack_add_named(cast(pages.stack), pages.detection.widget, "detection")
        gtk_container_add(cast(frame), pages.stack)
        // Scrolls to the widget that gets the keyboard focus.
        gtk_container_set_focus_hadjustment(cast(box), gtk_scrolled_window_get_hadjustment(cast(frame)))
        gtk_container_set_focus_vadjustment(cast(box), gtk_scrolled_window_get_vadjustment(cast(frame)))
        let all: Widget = gtk_box_new(GTK_ORIENTATION_VERTICAL, 0)
        gtk_box_pack_start(cast(all), frame, 1, 1, 0)
        // A line separates the scrolled form from the buttons, and a visible scroll bar shows that there is more.
        gtk_scrolled_window_set_overlay_scrolling(cast(frame), 0)
        gtk_box_pack_start(cast(all), gtk_separator_new(GTK_ORIENTATION_HORIZONTAL), 0, 0, 0)
        gtk_box_pack_start(cast(all), buttonRow(), 0, 0, 0)
        gtk_container_add(cast(popover), all)
        gtk_widget_show_all(all)
        gtk_widget_set_no_show_all(offer.widget, 1)
        gtk_widget_set_no_show_all(buttons.format, 1)
    }

    /// Offers the dialect that reads most of the table better, if any.
    func suggest(_ description: TableDescription) { offer.show(description) }

    private func takeSuggestion(in suggestion: TableDescription) {
        var form = fields.form
        form.takeSuggestion(in: suggestion)
        fill(form)
    }

    /// On X11 a popover is clipped to its window.
    private func fitIntoWindow() {
        guard let window = gtk_widget_get_toplevel(gtk_popover_get_relative_to(cast(popover))) else { return }
        let width = gtk_widget_get_allocated_width(window) - Self.margin
        let height =
            gtk_widget_get_allocated_height(window) - Self.margin - Self.statusHeight - Self.buttonsHeight
        fields.arrange(columns: 2)
        // In a large font, or with long words, the fields need more.
        var needed: Int32 = 0
        gtk_widget_get_preferred_width(fields.widget, &needed, nil)
        if width < needed + Self.sides { fields.arrange(columns: 1) }
        table.isNarrow = width < PreviewTable.size.width + Self.sides
        gtk_scrolled_window_set_max_content_width(cast(frame), max(100, width))
        gtk_scrolled_window_set_max_content_height(cast(frame), max(80, height))
    }

    /// The width of the popover's own edges and the window's, both sides together, in logical pixels.
    private static let margin: Int32 = 60
    /// The status bar, which the popover points at, with the arrow.
    private static let statusHeight: Int32 = 40
    private static let buttonsHeight: Int32 = 46
    /// The blank on both sides of the fields, and their scroll bar, in logical pixels.
    private static let sides: Int32 = 40

    private func buttonRow() -> Widget {
        let row: Widget = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 6)
        for margin in [gtk_widget_set_margin_start, gtk_widget_set_margin_end, gtk_widget_set_margin_bottom] {
            margin(row, 12)
        }
        let found: Widget = gtk_button_new_with_mnemonic(tr("De_tect All"))
        let cancel: Widget = gtk_button_new_with_mnemonic(tr("_Cancel"))
        gtk_widget_set_tooltip_text(found, tr("Empty all fields: what each is, is found"))
        gtk_style_context_add_class(gtk_widget_get_style_context(buttons.apply), "suggested-action")
        gtk_widget_set_tooltip_text(pages.button, tr("Show the readings that were compared, and why one was taken"))
        gtk_box_pack_start(cast(row), found, 0, 0, 0)
        gtk_box_pack_start(cast(row), pages.button, 0, 0, 0)
        gtk_box_pack_start(cast(row), buttons.format, 0, 0, 0)
        gtk_widget_set_tooltip_text(buttons.format, tr("Read the file by its own format again, and not as text"))
        connect(buttons.format, "clicked") { [weak self] in
            self?.close()
            self?.onFormat()
        }
        gtk_box_pack_end(cast(row), buttons.apply, 0, 0, 0)
        gtk_box_pack_end(cast(row), cancel, 0, 0, 0)
        connect(found, "clicked") { [weak self] in self?.fill(DialectForm()) }
        connect(pages.button, "clicked") { [weak self] in
            guard let self else { return }
            turn(toDetection: gtk_stack_get_visible_child(cast(pages.stack)) != pages.detection.widget)
        }
        connect(cancel, "clicked") { [weak self] in self?.close() }
        connect(buttons.apply, "clicked") { [weak self] in self?.apply() }
        return row
    }

    /// Shows the detection page, or the form.
    private func turn(toDetection isDetection: Bool) {
        gtk_stack_set_visible_child_name(cast(pages.stack), isDetection ? "detection" : "form")
        gtk_button_set_label(cast(pages.button), isDetection ? tr("_Back") : tr("_Why?"))
    }

    private func fill(_ form: DialectForm) {
        fields.form = form
        follow()
    }

    /// Requests a preview of the current fields.
    private func follow() {
        choice = Choice()
        do throws(DialectForm.Fault) {
            let options = try fields.form.options(over: opened)
            choice.options = options
            // The old preview stays until a new one is ready, or every key would make it blink.
            previewer?.request(options)
        } catch {
            say(error.message)
        }
        update()
    }

    private func show(_ options: FormatOptions, _ outcome: DialectPreviewer.Outcome) {
        guard options == choice.options else { return }
        choice.outcome = outcome
        switch outcome {
        case .success(let preview):
            table.show(preview.columns, preview.rows)
            pages.detection.show(Detection(preview.detection, preview.description))
            fields.show(found: preview.description, preview.columns)
            say(canApply ? Self.words(preview, options) : tr("This cannot be read again: start it anew with these."))
        case .failure(let error):
            table.clear()
            say(error.description)
        }
        update()
        if choice.appliesNext { apply() }
    }

    private func apply() {
        guard canApply, let options = choice.options else { return }
        switch choice.outcome {
        case .success(let preview):
            close()
            onApply(options, preview.columns.count)
        case .failure: choice.appliesNext = false
        case nil: choice.appliesNext = true
        }
    }

    private func update() {
        var isPossible = canApply && choice.options != nil
        if case .failure = choice.outcome { isPossible = false }
        gtk_widget_set_sensitive(buttons.apply, isPossible ? 1 : 0)
    }

    private func say(_ text: String) {
        gtk_label_set_text(cast(note), text.visible)
        gtk_widget_set_tooltip_text(note, text)
    }

    private func closed() {
        previewer?.close()
        previewer = nil
        choice = Choice()
        onClose()
    }

    private static func words(_ preview: DialectPreview, _ options: FormatOptions) -> String {
        TableWords.columns(preview.columns.count) + " · " + StatusText.dialect(of: preview.description, options.types)
    }
}
