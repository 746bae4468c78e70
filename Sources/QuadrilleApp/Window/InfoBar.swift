import CGTK
import GridGTK
import Translation

/// A message above the grid, until it is replaced or closed.
@MainActor
final class InfoBar {
    let widget: Widget
    /// Called with each message.
    var onSaying: (String) -> Void = { _ in }
    private let label: Widget
    /// The actions that a message can offer, by buttons beside it.
    enum Offer: CaseIterable {
        case reload, reloadAlways, printAll, useView, useViewAlways, useFilter, askForView, chooseColumns, dismiss
    }

    /// The buttons, created with the first message: a window without one opens sooner.
    private lazy var offers = Offer.allCases.map { offer in
        let button = InfoBar.button(offer)
        gtk_container_add(cast(gtk_info_bar_get_action_area(cast(widget))), button)
        return (offer: offer, button: button)
    }

    init() {
        widget = gtk_info_bar_new()
        label = gtk_label_new(nil)
        gtk_label_set_line_wrap(cast(label), 1)
        // A path without spaces would make the window wider.
        gtk_label_set_line_wrap_mode(cast(label), PANGO_WRAP_WORD_CHAR)
        // The height of a window is at least that of its narrowest width, at which each line has a few letters: a long text
        // would make the window higher than the screen.
        gtk_label_set_lines(cast(label), 3)
        gtk_label_set_ellipsize(cast(label), PANGO_ELLIPSIZE_END)
        // Names must not be hyphenated.
        LabelText.leaveOutHyphens(of: label)
        gtk_label_set_xalign(cast(label), 0)
        gtk_info_bar_set_message_type(cast(widget), GTK_MESSAGE_WARNING)
        gtk_info_bar_set_show_close_button(cast(widget), 1)
        gtk_box_pack_start(cast(gtk_info_bar_get_content_area(cast(widget))), label, 1, 1, 0)
        let bar = widget
        connectIgnoringArgument(widget, "response") { gtk_widget_hide(bar) }
    }

    /// Clears the message: it was about another table.
    func clear() {
        gtk_label_set_text(cast(label), nil)
        gtk_widget_hide(widget)
    }

    /// Closes the message as the user does; returns false where there was none.
    func dismiss() -> Bool {
        guard gtk_widget_get_visible(widget) != 0 else { return false }
        gtk_widget_hide(widget)
        return true
    }

    /// Clears the message where it is still `text`.
    func clear(_ text: String) {
        if gtk_label_get_text(cast(label)).map({ String(cString: $0) }) == text.visible { clear() }
    }

    /// Shows `text` with buttons for `offers`, unless it is the last message, which the user may have closed. With `isNew`, the
    /// same message is shown again.
    func show(_ text: String, isNew: Bool = false, offers: Set<Offer> = []) {
        // The line breaks are the program's; the lines may contain a file's text.
        let text = text.split(separator: "\n", omittingEmptySubsequences: false).map { String($0).visible }
            .joined(separator: "\n")
        let isSaid = gtk_label_get_text(cast(label)).map { String(cString: $0) } == text
        guard !isSaid || isNew else { return }
        gtk_label_set_text(cast(label), text)
        onSaying(text)
        gtk_widget_set_tooltip_text(label, text)
        let buttons = self.offers
        // Screen readers announce a notification when it appears; a changed one needs an announcement.
        if gtk_widget_get_visible(widget) != 0 { Spoken.announce(text, by: widget) } else { Spoken.makeNotice(widget) }
        gtk_widget_show_all(widget)
        for (offer, button) in buttons { gtk_widget_set_visible(button, offers.contains(offer) ? 1 : 0) }
    }

    private static func button(_ offer: Offer) -> Widget {
        switch offer {
        case .reload:
            button(
                tr("_Reload"), "win.reload",
                hint: Shortcut.hint(tr("Read the file anew and stay at this place"), of: "win.reload"))
        case .reloadAlways:
            button(tr("Reload _Automatically"), "win.reload-always", hint: tr("Read it anew whenever it changes"))
        case .useView:
            button(
                tr("_Use That View"), "win.use-view",
                hint: tr("Widths, order, freezes, sort, and how values are shown"))
        case .useViewAlways:
            button(tr("Use It _Always"), "win.use-view-always", hint: tr("Do so from now on without asking"))
        case .useFilter:
            button(tr("_Filter Too"), "win.use-view-filter", hint: tr("Show only such rows here, too"))
        case .askForView:
            button(tr("As_k Next Time"), "win.use-view-ask", hint: tr("Ask before it is done again"))
        case .chooseColumns:
            button(
                tr("_Choose Columns…"), "win.choose-view-columns", hint: tr("What the view shows of the table, and how")
            )
        case .dismiss: button(tr("_Not Now"), "win.dismiss", hint: tr("Leave it as it is"))
        case .printAll:
            button(tr("_Print All of Them…"), "win.print-all", hint: tr("Open the dialog again, for all pages"))
        }
    }

    private static func button(_ label: String, _ action: String, hint: String) -> Widget {
        let button: Widget = gtk_button_new_with_mnemonic(label)
        gtk_actionable_set_action_name(OpaquePointer(button), action)
        gtk_widget_set_tooltip_text(button, hint)
        return button
    }
}

extension Set<InfoBar.Offer> {
    /// The offers to reload the file.
    static var reloading: Set { [.reload, .reloadAlways] }
}
