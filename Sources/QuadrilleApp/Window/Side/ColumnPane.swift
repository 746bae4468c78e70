import CGTK
import GridGTK
import GridUI
import QuadrilleRuntime
import Tabular
import TabularOps
import Translation

/// A pane about the values of the active cell's column: a histogram, statistics, and the most frequent values.
///
/// They are computed in the background, from the shown rows; a click on a bar or a value filters the rows by it.
@MainActor
final class ColumnPane {
    let widget: Widget = gtk_scrolled_window_new(nil, nil)
    /// Called with conditions that narrow the rows.
    var onFilter: ([Condition]) -> Void = { _ in }
    private let title: Widget = gtk_label_new(nil)
    private let type = TypeButton()
    /// Filters the rows to values that do not fit the type.
    private let misfits: Widget = gtk_button_new()
    private let misfitWords: Widget = gtk_label_new(nil)
    private let progress: Widget = gtk_label_new(nil)
    private let ends = HistogramEnds()
    private let facts = FactsGrid()
    private let top = TopValues()
    private let histogram = Histogram()
    private var bars = ColumnBars([])
    private var statistics: ColumnStatistics?
    private weak var grid: GridView?
    /// The state of the visible document.
    private var state = State()

    /// The pane as a document has it.
    @MainActor
    final class State {
        fileprivate var job: BackgroundJob<[ColumnStatistics]>?
        /// The subject of the running or last job, and its number of rows.
        fileprivate var looked: Looked?
        fileprivate var rowCount = 0

        /// The computation in progress for a column; nil where there is none.
        var goingTask: GoingTask? {
            guard case .running(let done, let total)? = job?.state else { return nil }
            return GoingTask(.lookingAtColumn, tr("Looking at values"), done: done, of: total)
        }

        /// Cancels the computation, and releases its results.
        func release() {
            job?.cancel()
            (job, looked) = (nil, nil)
        }
    }

    fileprivate struct Looked: Equatable {
        var source: ObjectIdentifier
        var column: Int
        var reading: Int
        var order: Version?
        var form: ValueForm
    }

    init() {
        let box: Widget = gtk_box_new(GTK_ORIENTATION_VERTICAL, 8)
        Spoken.name(widget, tr("What the column holds"))
        gtk_container_set_border_width(cast(box), 10)
        for label in [title, progress] { gtk_label_set_xalign(cast(label), 0) }
        let bold = pango_attr_list_new()
        pango_attr_list_insert(bold, pango_attr_weight_new(PANGO_WEIGHT_BOLD))
        gtk_label_set_attributes(cast(title), bold)
        pango_attr_list_unref(bold)
        for label in [title, progress] { gtk_label_set_ellipsize(cast(label), PANGO_ELLIPSIZE_END) }
        Style.quieten(progress)
        gtk_container_set_border_width(cast(facts.widget), 0)
        let head: Widget = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 8)
        gtk_box_pack_start(cast(head), title, 1, 1, 0)
        gtk_box_pack_end(cast(head), type.widget, 0, 0, 0)
        gtk_container_add(cast(misfits), misfitWords)
        for part in [head, progress, misfits, histogram.widget, ends.widget, facts.widget, top.widget] {
            gtk_box_pack_start(cast(box), part, 0, 0, 0)
        }
        gtk_container_add(cast(widget), box)
        gtk_widget_show_all(widget)
        for part in [histogram.widget, ends.widget, misfits, type.widget] {
            gtk_widget_hide(part)
            gtk_widget_set_no_show_all(part, 1)
        }
        buildMisfits()
        gtk_widget_set_tooltip_text(histogram.widget, tr("Click a bar, or drag over several, to show these rows alone"))
        histogram.onChoice = { [weak self] chosen in
            guard let self, let column = state.looked?.column else { return }
            let conditions = bars.conditions(for: chosen, ofColumn: column)
            if !conditions.isEmpty { onFilter(conditions) }
        }
        histogram.onMark = { [weak self] in self?.say(of: $0) }
        top.onChoice = { [weak self] value in
            guard let self, let column = state.looked?.column, let grid else { return }
            let type = grid.model.table.columns[column].type
            onFilter([Condition(column: column, ofText: value.text, type: type)])
        }
    }

    private func buildMisfits() {
        gtk_label_set_xalign(cast(misfitWords), 0)
        gtk_label_set_ellipsize(cast(misfitWords), PANGO_ELLIPSIZE_END)
        gtk_button_set_relief(cast(misfits), GTK_RELIEF_NONE)
        // Aligned with the texts, and underlined like a link.
        Style.add("button { padding: 2px 0; }", to: misfits)
        let underlined = pango_attr_list_new()
        pango_attr_list_insert(underlined, pango_attr_underline_new(PANGO_UNDERLINE_SINGLE))
        gtk_label_set_attributes(cast(misfitWords), underlined)
        pango_attr_list_unref(underlined)
        connect(misfits, "clicked") { [weak self] in
            guard let self, let column = grid?.model.activeCell?.column else { return }
            onFilter([Condition(column: column, .misfit)])
        }
    }

    /// Shows the type of the column and the number of values that do not fit it.
    private func showType(of column: Int, in model: GridModel) {
        gtk_widget_set_visible(type.widget, model.typing.isOffered(for: column) ? 1 : 0)
        let count = model.table.fit.misfits[column] ?? 0
        gtk_widget_set_visible(misfits, count > 0 ? 1 : 0)
        if count > 0 {
            gtk_label_set_text(cast(misfitWords), GridModel.misfitTitle(count).filter { $0 != "_" })
        }
    }

    /// Updates the pane for the column of the active cell of `grid`, in the state of its document; nil cancels the
    /// computation.
    func follow(_ grid: GridView?, _ state: State) {
        let isTurned = state !== self.state
        (self.grid, self.state) = (grid, state)
        guard let grid, let cell = grid.model.activeCell, let source = grid.source.abilities.scan else {
            return state.release()
        }
        let table = grid.model.table
        showType(of: cell.column, in: grid.model)
        let now = Looked(
            source: ObjectIdentifier(source), column: cell.column, reading: table.reading, order: table.order?.version,
            form: table.columns[cell.column].form)
        if isTurned { turn(to: table.columns[cell.column], at: cell.column) }
        let isNew = now != state.looked
        // A growing table is computed again, but not while a computation is still running.
        guard isNew || table.rowCount.isExact && table.rowCount.known != state.rowCount && !isLooking else {
            return
        }
        // For the same column with other rows, the content and any keyboard focus in it stay until the new content is ready.
        let isOther =
            now.column != state.looked?.column || now.source != state.looked?.source
            || now.reading != state.looked?.reading || now.form != state.looked?.form
        if isOther {
            state.release()
            clear(table.columns[cell.column], at: cell.column)
        }
        guard table.rowCount.isExact else {
            gtk_label_set_text(cast(progress), tr("Once all rows are found"))
            return
        }
        (state.looked, state.rowCount) = (now, table.rowCount.known)
        state.job?.cancel()
        let hop = CoalescedHop { [weak self] in self?.jobChanged() }
        state.job = TableStatistics.job(of: [cell.column], in: source, order: grid.rowOrder) { hop.post() }
        jobChanged()
    }

    private var isLooking: Bool {
        if case .running? = state.job?.state { true } else { false }
    }

    /// Shows the results for another document, as far as there are any.
    private func turn(to column: Column, at index: Int) {
        clear(column, at: index)
        gtk_label_set_text(cast(progress), "")
        if let scroll = gtk_scrolled_window_get_vadjustment(cast(widget)) { gtk_adjustment_set_value(scroll, 0) }
        jobChanged()
    }

    private func clear(_ column: Column, at index: Int) {
        gtk_label_set_text(cast(title), column.title(at: index).visible)
        (bars, statistics) = (ColumnBars([]), nil)
        histogram.show(bars)
        gtk_widget_hide(ends.widget)
        facts.show([])
        top.show(nil)
    }

    private func jobChanged() {
        guard let job = state.job else { return }
        switch job.state {
        case .running(let done, let total):
            gtk_label_set_text(cast(progress), StatusText.progress(tr("Looking at values"), done, of: total))
        case .cancelled: break
        case .failed(let error): gtk_label_set_text(cast(progress), error.description)
        case .done(let all):
            if let statistics = all.first { show(statistics) }
        }
    }

    private func show(_ statistics: ColumnStatistics) {
        let isPart = grid.map { StatusText.isFiltered($0.model.table) } ?? false
        let type = state.looked.map { FormText($0.form).words } ?? statistics.type.title
        gtk_label_set_text(
            cast(progress), isPart ? tr("{type}, of the rows that the filters show", ["type": type]) : type)
        let all = ColumnBars(statistics)
        (bars, self.statistics) = (all.areStretches ? all : ColumnBars([]), statistics)
        histogram.show(bars)
        gtk_widget_set_visible(ends.widget, bars.isEmpty ? 0 : 1)
        say(of: 0..<0)
        let words = StatisticsText(statistics: statistics, style: NumberStyle(state.looked.map { [$0.form] } ?? []))
        facts.show(declaration + words.facts)
        top.show(statistics)
    }

    /// The type of the column as the source declares it.
    private var declaration: [ValueFacts.Fact] {
        guard let columns = grid?.model.table.columns, let column = state.looked?.column,
            columns.indices.contains(column), let words = columns[column].declaration
        else { return [] }
        return [ValueFacts.Fact(name: tr("Declared as"), text: words)]
    }

    /// Shows the range of the marked bars below the histogram, or else the least and the greatest value.
    private func say(of marked: Range<Int>) {
        if marked.isEmpty {
            ends.show(statistics?.least?.visible ?? "", statistics?.greatest?.visible ?? "")
        } else {
            ends.show(bars.words(for: marked))
        }
    }
}
