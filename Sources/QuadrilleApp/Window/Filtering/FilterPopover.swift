import CGTK
import GridGTK
import QuadrilleRuntime
import Tabular
import TabularOps
import Translation

/// The input of a filter popover: a column, and the conditions so far.
struct FilterRequest {
    /// 0-based.
    var column: Int
    var title: String
    var form: ValueForm
    /// The unusual values that the column has.
    var rare: RareValues = []
    var source: any RecordStreaming
    /// The conditions to replace: none, one, or the two ends of a range.
    var edited: [Condition] = []
    /// The other conditions that apply.
    var others: [Condition] = []
}

/// A popover at a column's header, or at a condition's chip, that filters rows by that column.
@MainActor
final class FilterPopover {
    /// Called with the conditions that replace the edited ones.
    var onApply: ([Condition]) -> Void = { _ in }
    var onClose: () -> Void = {}
    private let popover: Widget
    private let title: Widget = gtk_label_new(nil)
    private let operations = OperationList()
    private let operands = OperandEntries()
    private let values = ValueChooser()
    private let note: Widget = gtk_label_new(nil)
    private let applyButton: Widget = gtk_button_new_with_mnemonic(tr("Appl_y"))
    private var request: FilterRequest?
    private var form = FilterForm()
    /// The conditions that the form expresses; nil where it expresses none.
    private var conditions: [Condition]?
    /// The job that reads the texts of long checked values.
    private var wholeJob: BackgroundJob<[String]>?
    /// True while the form, not the user, changes the widgets.
    private var isFollowing = false

    init() {
        popover = gtk_popover_new(nil)
        Tooltips.rest(while: popover)
        // A popover without a target has no owner.
        g_object_ref_sink(popover)
        build()
        connect(popover, "closed") { [weak self] in self?.closed() }
    }

    isolated deinit { g_object_unref(popover) }

    var isOpen: Bool { request != nil }

    func open(_ request: FilterRequest, at place: PopoverPlace) {
        wholeJob?.cancel()
        wholeJob = nil
        self.request = request
        form = FilterForm(request.edited, values: request.form)
        var rectangle = place.rectangle
        gtk_popover_set_relative_to(cast(popover), place.widget)
        gtk_popover_set_pointing_to(cast(popover), &rectangle)
        gtk_popover_set_position(cast(popover), place.isAbove ? GTK_POS_TOP : GTK_POS_BOTTOM)
        gtk_label_set_text(cast(title), request.title.visible)
        fitIntoWindow(of: place)
        fill(request)
        values.begin(request)
        follow()
        gtk_popover_popup(cast(popover))
        focus()
    }

    /// Updates the form after a change of the table or of the other conditions: written texts and checked values stay.
    func follow(_ columnForm: ValueForm, _ rare: RareValues, others: [Condition]) {
        guard var request, request.form != columnForm || request.others != others || request.rare != rare else {
            return
        }
        let areOthers = request.form != columnForm || request.others != others
        (request.form, request.rare, request.others) = (columnForm, rare, others)
        self.request = request
        fill(request)
        if areOthers { values.recount(request) }
        follow()
    }

    /// The column and the edited conditions while the popover is open.
    var subject: (column: Int, edited: [Condition])? { request.map { ($0.column, $0.edited) } }

    func close() {
        guard gtk_widget_get_visible(popover) != 0 else { return }
        // GTK reports the closing only after the fade, and the popover may have opened again before that.
        closed()
        gtk_popover_popdown(cast(popover))
    }

    /// Closes the popover and clears its target, which may be destroyed.
    func leave() {
        end()
        gtk_widget_hide(popover)
        gtk_popover_set_relative_to(cast(popover), nil)
    }

    private func closed() {
        guard isOpen else { return }
        end()
        onClose()
    }

    private func end() {
        values.end()
        wholeJob?.cancel()
        (wholeJob, request, conditions) = (nil, nil, nil)
    }

    // MARK: - The form

    private func fill(_ request: FilterRequest) {
        isFollowing = true
        operations.fill(
            FilterForm.operations(for: request.form, with: form.operation, rare: request.rare),
            chosen: form.operation, request.form)
        operands.fill(form)
        isFollowing = false
        arrange(request)
        follow()
    }

    /// Shows the widgets for the operation.
    private func arrange(_ request: FilterRequest) {
        let isChoosing = form.operation == .oneOf
        gtk_widget_set_visible(values.widget, isChoosing ? 1 : 0)
        operands.arrange(form, values: request.form)
    }

    /// Updates the form after the user changed a widget.
    private func edited() {
        guard !isFollowing, let request else { return }
        if let operation = operations.chosen { form.operation = operation }
        (form.first, form.second) = operands.texts
        if let strict = form.written(request.form) {
            form = strict
            fill(request)
            return operands.placeCursor()
        }
        form.ignoresCase = operands.isCaseIgnored
        // The values being fetched were for the previous choice.
        wholeJob?.cancel()
        wholeJob = nil
        arrange(request)
        follow()
    }

    /// Converts a text such as ">8000" in the search to a comparison, among values that can be compared.
    private func compare() {
        guard !isFollowing, let request,
            let (operation, text) = FilterForm.comparison(values.text, request.form)
        else { return }
        (form.operation, form.first) = (operation, text)
        fill(request)
        gtk_entry_set_text(cast(values.search), "")
        operands.focus()
        operands.placeCursor()
    }

    /// Shows the fault of the form, if any, and enables the button accordingly.
    private func follow() {
        guard let request else { return }
        var fault: FilterForm.Fault?
        if form.operation == .oneOf {
            conditions = values.condition.map { [$0] }
            if values.choice.bytes > ValueChoice.longest {
                conditions = nil
                fault = FilterForm.Fault(message: tr("The values that are checked are too long to be compared with."))
            }
        } else {
            do throws(FilterForm.Fault) {
                conditions = try form.conditions(ofColumn: request.column, values: request.form)
            } catch {
                (conditions, fault) = (nil, error)
            }
        }
        operands.mark(fault)
        say(fault?.message ?? "")
        allow()
    }

    /// Enables the button whenever Return has an effect.
    private func allow() {
        let hasAnswer = form.operation == .oneOf && values.hasAnswer
        gtk_widget_set_sensitive(applyButton, conditions != nil || hasAnswer ? 1 : 0)
    }

    private func say(_ text: String) {
        // The choice of values shows its own messages.
        gtk_widget_set_visible(note, form.operation == .oneOf && text.isEmpty ? 0 : 1)
        gtk_label_set_text(cast(note), text.visible)
        gtk_widget_set_tooltip_text(note, text.isEmpty ? nil : text)
    }

    // MARK: - Applying

    private func apply() {
        guard let request, let conditions else { return }
        if form.operation == .oneOf, !values.choice.unknown.isEmpty { return fetch(request) }
        close()
        onApply(conditions)
    }

    /// Handles Return in the search among the values.
    private func applySearch() {
        switch values.answer() {
        case .checked: apply()
        case .nothing: return
        case .found(let condition):
            close()
            onApply([condition])
        }
    }

    /// Reads the texts of long values, since the list has only their beginnings, and then applies them.
    private func fetch(_ request: FilterRequest) {
        guard wholeJob == nil else { return }
        let unknown = values.choice.unknown
        let hop = CoalescedHop { [weak self] in self?.fetched(unknown) }
        wholeJob = WholeValues.job(of: unknown, inColumn: request.column, of: request.source) { hop.post() }
        fetched(unknown)
    }

    private func fetched(_ values: [ValueList.LongValue]) {
        switch wholeJob?.state {
        case .running(let done, let total):
            say(StatusText.progress(tr("Reading the long values"), done, of: total))
        case .failed(let error):
            wholeJob = nil
            say(error.description)
        case .done(let texts):
            wholeJob = nil
            for (value, text) in zip(values, texts) { self.values.know(text, of: value) }
            follow()
            apply()
        case .cancelled, nil: wholeJob = nil
        }
    }
}

// The widgets.
extension FilterPopover {
    private func build() {
        let box: Widget = gtk_box_new(GTK_ORIENTATION_VERTICAL, 8)
        gtk_container_set_border_width(cast(box), 12)
        let bold = pango_attr_list_new()
        pango_attr_list_insert(bold, pango_attr_weight_new(PANGO_WEIGHT_BOLD))
        gtk_label_set_attributes(cast(title), bold)
        pango_attr_list_unref(bold)
        gtk_label_set_ellipsize(cast(title), PANGO_ELLIPSIZE_END)
        gtk_label_set_max_width_chars(cast(title), 36)
        gtk_label_set_xalign(cast(title), 0)
        let head: Widget = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 8)
        let words: Widget = gtk_label_new_with_mnemonic(tr("_Value"))
        gtk_label_set_mnemonic_widget(cast(words), operations.widget)
        gtk_box_pack_start(cast(head), words, 0, 0, 0)
        gtk_box_pack_start(cast(head), operations.widget, 1, 1, 0)
        gtk_label_set_xalign(cast(note), 0)
        gtk_label_set_yalign(cast(note), 0)
        gtk_label_set_line_wrap(cast(note), 1)
        gtk_label_set_line_wrap_mode(cast(note), PANGO_WRAP_WORD_CHAR)
        gtk_label_set_lines(cast(note), 2)
        gtk_label_set_ellipsize(cast(note), PANGO_ELLIPSIZE_END)
        gtk_label_set_max_width_chars(cast(note), 40)
        // Always two lines high, so that a longer message moves nothing.
        gtk_widget_set_size_request(note, -1, 38)
        gtk_box_pack_start(cast(box), title, 0, 0, 0)
        gtk_box_pack_start(cast(box), head, 0, 0, 0)
        gtk_box_pack_start(cast(box), operands.row, 0, 0, 0)
        gtk_box_pack_start(cast(box), operands.ignoresCase, 0, 0, 0)
        gtk_box_pack_start(cast(box), values.widget, 1, 1, 0)
        gtk_box_pack_start(cast(box), note, 0, 0, 0)
        gtk_box_pack_start(cast(box), buttons(), 0, 0, 0)
        gtk_container_add(cast(popover), box)
        gtk_widget_show_all(box)
        listen()
    }

    private func buttons() -> Widget {
        let row: Widget = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 6)
        let cancel: Widget = gtk_button_new_with_mnemonic(tr("_Cancel"))
        gtk_style_context_add_class(gtk_widget_get_style_context(applyButton), "suggested-action")
        gtk_box_pack_end(cast(row), applyButton, 0, 0, 0)
        gtk_box_pack_end(cast(row), cancel, 0, 0, 0)
        connect(cancel, "clicked") { [weak self] in self?.close() }
        connect(applyButton, "clicked") { [weak self] in
            if self?.form.operation == .oneOf { self?.applySearch() } else { self?.apply() }
        }
        return row
    }

    private func listen() {
        operations.onChoice = { [weak self] isFromList in
            self?.edited()
            // After a choice from the open list the focus moves on; keys that step through a closed list leave it there.
            if isFromList { self?.focus() }
        }
        operands.listen(edited: { [weak self] in self?.edited() }, press: { [weak self] in self?.press($0) ?? false })
        values.onChange = { [weak self] in self?.edited() }
        values.onFind = { [weak self] in self?.allow() }
        connect(values.search, "changed") { [weak self] in self?.compare() }
        // Otherwise the entry handles Return and Escape itself.
        connectKeys(values.search) { [weak self] key, _ in
            if Self.isReturn(key) {
                self?.applySearch()
                return true
            }
            guard key == UInt32(GDK_KEY_Down) || key == UInt32(GDK_KEY_KP_Down) else { return false }
            self?.values.rows.focus()
            return true
        }
        connectKeys(values.search) { [weak self] key, _ in self?.press(key) ?? false }
        connectKeys(values.rows.view) { [weak self] key, modifiers in
            guard let self else { return false }
            switch Int32(bitPattern: key) {
            case GDK_KEY_space, GDK_KEY_KP_Space: values.toggleCurrent()
            case GDK_KEY_a, GDK_KEY_A:
                guard modifiers.rawValue & GDK_CONTROL_MASK.rawValue != 0 else { return false }
                values.setAll(true)
            default: return press(key)
            }
            return true
        }
    }

    private func press(_ key: UInt32) -> Bool {
        switch Int32(bitPattern: key) {
        case GDK_KEY_Escape: close()
        case let key where Self.isReturn(UInt32(bitPattern: key)): apply()
        default: return false
        }
        return true
    }

    private static func isReturn(_ key: UInt32) -> Bool {
        [GDK_KEY_Return, GDK_KEY_KP_Enter, GDK_KEY_ISO_Enter].contains(Int32(bitPattern: key))
    }

    /// Moves the keyboard focus to the first input of the operation.
    private func focus() {
        switch form.operation {
        case .oneOf: gtk_widget_grab_focus(values.search)
        case let operation where operation.isBare: gtk_widget_grab_focus(applyButton)
        default: operands.focus()
        }
    }

    /// On X11 a popover is clipped to its window.
    private func fitIntoWindow(of place: PopoverPlace) {
        guard let window = gtk_widget_get_toplevel(place.widget) else { return }
        var (x, y): (Int32, Int32) = (0, 0)
        gtk_widget_translate_coordinates(place.widget, window, place.rectangle.x, place.rectangle.y, &x, &y)
        let below = gtk_widget_get_allocated_height(window) - y - place.rectangle.height
        let room = (place.isAbove ? y : below) - Self.restHeight
        let height = max(Self.listHeights.lowerBound, min(room, Self.listHeights.upperBound))
        var width: gint = 0
        gtk_widget_get_size_request(values.scroller, &width, nil)
        gtk_widget_set_size_request(values.scroller, width, height)
    }

    /// The height of everything around the list of values, in logical pixels.
    private static let restHeight: Int32 = 320
    private static let listHeights: ClosedRange<Int32> = 60...260
}
