import CGTK
import Dispatch
import GridGTK
import GridUI
import QuadrilleRuntime
import Tabular
import TabularOps
import Translation

/// The selection in the status bar: its extent, and figures such as its sum, which are computed in the background. A click
/// offers each figure for the clipboard.
@MainActor
final class SelectionFigures {
    let button: Widget = gtk_button_new()
    /// Called with a figure to copy.
    var onCopy: (String) -> Void = { _ in }
    /// Called when the text changes: with the whole text, then with ever shorter ones; empty for none.
    var onChange: ([String]) -> Void = { _ in }
    private var job: BackgroundJob<SelectionSummary>?
    /// The selection of the last job, with its source and the number of rows.
    private var summed: SummedSelection?
    private var source: ObjectIdentifier?
    private var rowCount = 0
    private var pacing = Pacing()
    private weak var grid: GridView?
    private var summary: SelectionSummary?
    /// True where the selected values have one order: those of one column, or of one kind of date or time.
    private var isOfOneKind = true
    private var style = NumberStyle()
    private var extent = ""
    private var shown: [String] = []
    private var menu: Widget?

    /// The shortest time before appended rows are summed up with the others, in nanoseconds.
    private static let leastPause: UInt64 = 1_000_000_000

    /// The times at which appended rows are summed up, on the monotonic clock in nanoseconds.
    private struct Pacing {
        /// The start of the last job.
        var start: UInt64 = 0
        /// The shortest time from there to the next one.
        var pause: UInt64 = 0
        var isWaiting = false

        var next: UInt64 { start + pause }
    }

    init() {
        connect(button, "clicked") { [weak self] in self?.offerFigures() }
    }

    /// Shows the selection of `grid`; sums it up again if it has changed.
    func follow(_ grid: GridView) {
        let model = grid.model
        extent = StatusText.selection(of: model)
        guard !extent.isEmpty, let source = grid.source.abilities.scan else { return stop() }
        let now = SummedSelection(of: model)
        let isSame = self.source == ObjectIdentifier(source)
        let step = now.step(
            rows: model.table.rowCount, after: isSame ? summed : nil, known: rowCount, isRunning: isSumming)
        self.grid = grid
        switch step {
        case .stop: stop()
        case .keep: show()
        case .begin:
            summary = nil
            begin(now, of: source, in: grid)
        case .beginLater:
            show()
            guard monotonicNow() >= pacing.next else { return wait() }
            begin(now, of: source, in: grid)
        }
    }

    private func figures(of summary: SelectionSummary) -> [StatusText.Figure] {
        StatusText.figures(of: summary, isOfOneKind: isOfOneKind, in: style)
    }

    private var isSumming: Bool {
        if case .running? = job?.state { true } else { false }
    }

    private func begin(_ selection: SummedSelection, of source: any RecordStreaming, in grid: GridView) {
        let columns = Set(grid.model.tableSelection.bands.flatMap(\.columns))
        let types = Set(columns.map { grid.model.table.columns[$0].type })
        style = NumberStyle(columns.sorted().map { grid.model.table.columns[$0].form })
        isOfOneKind = columns.count == 1 || types.count == 1 && types.allSatisfy(\.isMoment)
        (summed, self.source, rowCount) = (selection, ObjectIdentifier(source), grid.model.rowCount)
        (pacing.start, pacing.pause) = (monotonicNow(), Self.leastPause)
        job?.cancel()
        let hop = CoalescedHop { [weak self] in self?.jobChanged() }
        let cells = grid.model.tableSelection.bands
        job = SelectionSummary.job(of: cells, in: source, order: grid.rowOrder) { hop.post() }
        show()
    }

    /// Updates the figures after the pause.
    private func wait() {
        guard !pacing.isWaiting else { return }
        pacing.isWaiting = true
        MainHop.post(at: DispatchTime(uptimeNanoseconds: pacing.next)) { [weak self] in
            guard let self else { return }
            self.pacing.isWaiting = false
            if let grid = self.grid, self.summed != nil { self.follow(grid) }
        }
    }

    /// Cancels the job and clears the figures.
    func stop() {
        job?.cancel()
        (job, summed, summary, grid) = (nil, nil, nil, nil)
        show()
    }

    private func jobChanged() {
        guard let job else { return }
        if case .done(let value) = job.state { summary = value }
        show()
        // After the job comes a pause of the same length, before appended rows count.
        guard !isSumming, let grid, summed != nil else { return }
        pacing.pause = max(Self.leastPause, 2 * (monotonicNow() - pacing.start))
        follow(grid)
    }

    private func show() {
        var forms: [String] = []
        if let summary {
            forms = StatusText.forms(extent, figures(of: summary))
        } else if !extent.isEmpty {
            var state: String?
            if case .running(let done, let total) = job?.state, done > 0, total > 0 {
                state = StatusText.progress(tr("adding up"), done, of: total)
            } else if case .failed = job?.state {
                state = tr("could not be read")
            }
            forms = state.map { [extent + " · " + $0, $0] } ?? [extent]
        }
        guard forms != shown else { return }
        shown = forms
        onChange(forms)
        // A narrow window shows a shorter form.
        let text = forms.first ?? ""
        Tooltips.set(
            summary == nil ? text : text + "\n" + tr("Click to copy one of these figures"), over: button)
    }

    private func offerFigures() {
        guard let summary, let menu: Widget = gtk_menu_new() else { return }
        if let old = self.menu { gtk_widget_destroy(old) }
        for figure in figures(of: summary) {
            let item: Widget = gtk_menu_item_new_with_label(
                tr("Copy {name}: {value}", ["name": figure.name, "value": figure.shown]))
            connect(item, "activate") { [weak self] in self?.onCopy(figure.value) }
            gtk_menu_shell_append(cast(menu), item)
        }
        gtk_menu_attach_to_widget(cast(menu), button, nil)
        gtk_widget_show_all(menu)
        gtk_menu_popup_at_widget(cast(menu), button, GDK_GRAVITY_NORTH_WEST, GDK_GRAVITY_SOUTH_WEST, nil)
        self.menu = menu
    }
}
