import CGTK
import GridGTK
import GridUI
import QuadrilleRuntime
import Tabular
import TabularOps
import Translation

/// One whole value: as text, as a JSON tree or a picture, as the bytes of the file, and facts about it.
@MainActor
final class ValuePane {
    let widget: Widget = gtk_box_new(GTK_ORIENTATION_VERTICAL, 0)
    private let stack: Widget = gtk_stack_new()
    private let modes: Widget = gtk_stack_switcher_new()
    private let text = ValueLabel(name: tr("Value"))
    private let tree = ValueTree()
    private let picture = ValuePicture()
    private let bytes = ValueText(name: tr("Bytes of the file"))
    private let pageBar: Widget = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 4)
    private let pageLabel: Widget = gtk_label_new(nil)
    private let back = IconButton.make("go-previous-symbolic", label: tr("_Back"), tooltip: tr("The part before"))
    private let forth = IconButton.make("go-next-symbolic", label: tr("_Next"), tooltip: tr("The next part"))
    private let facts = FactsGrid()
    /// Called with another value to go to.
    var onGo: (ValueFacts.Link) -> Void {
        get { facts.onGo }
        set { facts.onGo = newValue }
    }
    /// The state of the visible document.
    private var state = State()
    /// The page of the value that is shown.
    private var shown: ValuePage?
    /// True while the pane itself, not the user, changes the mode.
    private var isTurning = false

    /// The pane as a document has it.
    @MainActor
    final class State {
        fileprivate var inspector: ValueInspector?
        fileprivate weak var grid: GridView?
        /// The cell requested last.
        fileprivate var wanted: CellPosition?
        /// True after the user chose text for JSON or a picture; and true after the user chose bytes.
        fileprivate var prefersText = false
        fileprivate var showsBytes = false

        /// Ends reading, and releases the value.
        func release() {
            inspector?.close()
            (inspector, wanted, grid) = (nil, nil, nil)
        }
    }

    init() {
        for (child, name, title) in [
            (text.widget, "text", tr("Text")), (tree.widget, "json", "JSON"),
            (picture.widget, "picture", tr("Picture")), (bytes.widget, "bytes", tr("Bytes")),
        ] {
            gtk_stack_add_titled(cast(stack), child, name, title)
        }
        gtk_stack_switcher_set_stack(cast(modes), cast(stack))
        Style.narrow(modes)
        connectIgnoringArgument(stack, "notify::visible-child") { [weak self] in self?.modeChosen() }
        gtk_widget_set_halign(modes, GTK_ALIGN_START)
        gtk_widget_set_margin_start(modes, 10)
        gtk_widget_set_margin_top(modes, 6)
        gtk_widget_set_margin_bottom(modes, 6)
        gtk_label_set_ellipsize(cast(pageLabel), PANGO_ELLIPSIZE_END)
        for (button, move) in [(back, \ValuePage.previous), (forth, \ValuePage.next)] {
            gtk_box_pack_start(cast(pageBar), button, 0, 0, 0)
            connect(button, "clicked") { [weak self] in
                guard let self, let cell = state.wanted, let offset = self.shown?[keyPath: move] else { return }
                state.inspector?.inspect(row: cell.row, column: cell.column, from: offset)
            }
        }
        gtk_box_pack_start(cast(pageBar), pageLabel, 1, 1, 0)
        gtk_label_set_xalign(cast(pageLabel), 0)
        gtk_box_pack_start(cast(widget), modes, 0, 0, 0)
        gtk_box_pack_start(cast(widget), stack, 1, 1, 0)
        gtk_box_pack_start(cast(widget), pageBar, 0, 0, 0)
        gtk_box_pack_start(cast(widget), gtk_separator_new(GTK_ORIENTATION_HORIZONTAL), 0, 0, 0)
        gtk_box_pack_start(cast(widget), facts.widget, 0, 0, 0)
        gtk_widget_show_all(widget)
        for form in [tree.widget, picture.widget] { gtk_widget_hide(form) }
        gtk_widget_set_no_show_all(pageBar, 1)
        gtk_widget_hide(pageBar)
    }

    /// Updates the pane for the active cell of `grid`, in the state of its document; nil removes the shown value.
    func follow(_ grid: GridView?, _ state: State) {
        if state !== self.state { turn(to: state) }
        if grid !== state.grid || grid == nil { begin(with: grid) }
        // By the row of the file, wherever it is shown.
        guard let grid, let cell = grid.model.activeSourceCell else { return }
        if cell != state.wanted {
            state.wanted = cell
            state.inspector?.inspect(row: cell.row, column: cell.column)
        } else if let found = state.inspector?.current {
            facts.show(ValueFacts(inspection: found, table: grid.model.table).all)
        }
    }

    private func begin(with grid: GridView?) {
        state.release()
        picture.release()
        (shown, state.grid) = (nil, grid)
        guard let source = grid?.source.abilities.scan else { return }
        let hop = CoalescedHop { [weak self] in self?.showFound() }
        state.inspector = ValueInspector(of: source) { hop.post() }
    }

    /// Shows the value and the mode of another document, or nothing until its value is read.
    private func turn(to state: State) {
        (self.state, shown) = (state, nil)
        text.show("")
        bytes.show("")
        facts.show([])
        isTurning = true
        gtk_stack_set_visible_child(cast(stack), state.showsBytes ? bytes.widget : text.widget)
        for form in [tree.widget, picture.widget, pageBar] { gtk_widget_hide(form) }
        picture.release()
        isTurning = false
        showFound()
    }

    private func showFound() {
        guard let found = state.inspector?.current, let grid = state.grid else { return }
        facts.show(ValueFacts(inspection: found, table: grid.model.table).all)
        bytes.show(found.dump)
        guard found.page != shown else { return }
        shown = found.page
        text.show(String(decoding: found.page.bytes, as: UTF8.self))
        showForm(of: found, in: grid)
        showPages(of: found.page)
    }

    /// Offers JSON where the whole value is in memory and parses as a JSON tree, or a picture where it is one.
    private func showForm(of found: ValueInspection, in grid: GridView) {
        let page = found.page
        let isWhole = page.bytes.count == page.total && JSONOutline.mayBegin(page.bytes)
        let outline = isWhole ? try? JSONOutline(page.bytes) : nil
        if let outline { tree.show(outline, of: page.bytes) }
        let cell = CellPosition(row: found.row, column: found.column)
        let isPicture = grid.source.abilities.scan.map { picture.show(page, of: cell, in: $0) } ?? false
        let form: Widget? = outline != nil ? tree.widget : isPicture ? picture.widget : nil
        isTurning = true
        let last = [tree.widget, picture.widget].first { gtk_widget_get_visible($0) != 0 }
        for other in [tree.widget, picture.widget] { gtk_widget_set_visible(other, other == form ? 1 : 0) }
        // If the user is looking at the bytes, they stay.
        if last != form, mode != bytes.widget {
            gtk_stack_set_visible_child(cast(stack), state.prefersText ? text.widget : form ?? text.widget)
        }
        isTurning = false
    }

    private var mode: Widget? { gtk_stack_get_visible_child(cast(stack)) }

    private func modeChosen() {
        guard !isTurning else { return }
        state.showsBytes = mode == bytes.widget
        let hasForm = [tree.widget, picture.widget].contains { gtk_widget_get_visible($0) != 0 }
        if hasForm { state.prefersText = mode == text.widget }
        if let shown { showPages(of: shown) }
    }

    private func showPages(of page: ValuePage) {
        let isPart = page.previous != nil || page.next != nil
        gtk_widget_set_visible(pageBar, isPart && mode != picture.widget ? 1 : 0)
        gtk_widget_set_sensitive(back, page.previous == nil ? 0 : 1)
        gtk_widget_set_sensitive(forth, page.next == nil ? 0 : 1)
        let (first, last) = (page.offset / page.digits + 1, (page.offset + page.bytes.count) / page.digits)
        gtk_label_set_text(
            cast(pageLabel),
            tr(
                "Bytes {first} to {last} of {total}",
                ["first": first.grouped, "last": last.grouped, "total": page.byteCount.grouped]))
    }
}

extension ValuePage {
    /// The bytes of the text for a byte of the value: a binary value is written in hexadecimal digits.
    fileprivate var digits: Int { kind == .binary ? 2 : 1 }

    /// The length of the whole value.
    var byteCount: Int { total / digits }
}

extension ValueInspection {
    /// The bytes of the page as lines of hexadecimal digits.
    fileprivate var dump: String {
        page.kind == .binary
            ? HexDump.text(of: HexadecimalDecoder.bytes(of: sourceBytes), from: page.offset / 2)
            : HexDump.text(of: sourceBytes, from: (place?.bytes.lowerBound ?? 0) + page.offset)
    }
}
