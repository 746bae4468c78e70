import CGTK
import Geometry
import GridUI
import QuadrilleRuntime
import Tabular
import TabularOps
import Translation

/// Work on the whole table that goes on behind the window, one at a time.
enum GridTask {
    case grouping(BackgroundJob<GroupedRows>, for: ViewChoice)
    /// `rowCount` is how many rows there were when it began.
    case merging(EqualRunsJob, column: Int, rowCount: Int)
    case ordering(BackgroundJob<FoundOrder>, title: String, keepsPlace: Bool)
    /// The order is there, and it is being looked up where rows stand in it.
    case placing(BackgroundJob<PlacedOrder>, title: String, keepsPlace: Bool)

    func cancel() {
        switch self {
        case .grouping(let job, _): job.cancel()
        case .merging(let job, _, _): job.cancel()
        case .ordering(let job, _, _): job.cancel()
        case .placing(let job, _, _): job.cancel()
        }
    }
}

extension GridTask {
    /// True for tasks that end with another row order.
    var isOrdering: Bool {
        switch self {
        case .ordering, .placing: true
        case .grouping, .merging: false
        }
    }
}

/// The progress of a task on the whole table.
public nonisolated struct TaskProgress: Sendable, Hashable {
    /// The activity, such as "Grouping rows".
    public var title: String
    /// Rows.
    public var done: Int
    public var total: Int

    public init(title: String, done: Int, total: Int) {
        self.title = title
        self.done = done
        self.total = total
    }
}

// Other views of the same table. What they need of the whole table is found in the background: until then the view that
// there is stays.
extension GridView {
    /// Shows the table in another view; the active cell stays in sight. Rows are grouped in the background first where
    /// the view needs that, with progress in `task`.
    public func show(_ choice: ViewChoice) {
        awaitedView = nil
        guard let grouping = choice.grouping(in: views) else {
            cancelGrouping()
            animate { [views] in $0.show(choice, registry: views) }
            return
        }
        if let groups, groups.columns == grouping, groups.rowCount == model.rowCount {
            cancelGrouping()
            animate { [views] in $0.show(choice, groups: groups, registry: views) }
            return
        }
        guard let source = shownSource.abilities.scan else {
            return fail(tr("This source cannot be grouped."))
        }
        let job = BackgroundJob<GroupedRows>(
            source: source, group: grouping.group, weight: grouping.weight, onChange: taskHop()
        ) { GroupedRows($0, of: grouping) }
        begin(.grouping(job, for: choice))
    }

    /// Merges neighbours of equal value in a column into one cell each, found in the background; or takes them apart.
    public func mergeEqualNeighbours(ofColumn column: Int) {
        if model.isMerged(column: column) {
            searchedRows[column] = nil
            return animate { $0.setMergedRuns(nil, ofColumn: column) }
        }
        searchedRows[column] = 0
        findEqualNeighbours(ofColumn: column)
    }

    private func findEqualNeighbours(ofColumn column: Int) {
        guard let source = shownSource.abilities.scan else {
            searchedRows[column] = nil
            return fail(tr("This source cannot be searched."))
        }
        let rowCount = source.snapshot.rowCount.known
        let job = EqualRunsJob(source: source, column: column, onChange: taskHop())
        begin(.merging(job, column: column, rowCount: rowCount))
    }

    /// Lays out, in the background, merged cells that are too many to lay out between two frames.
    func layOutPendingMerges() {
        guard model.pendingMerges != laidOut else { return }
        laidOut = model.pendingMerges
        guard let request = model.pendingMerges else { return }
        // Unlike a hop this carries its value: there is one, and it may be large.
        WorkerPool.shared.submit(.interaction) { [weak self] in
            let merges = request.merges()
            MainHop.post { self?.update { $0.apply(merges, for: request) } }
        }
    }

    /// True while a background task runs whose outcome will change the view.
    public var isBusy: Bool { runningTask != nil }

    /// The progress of the background task; nil where none runs.
    public var taskProgress: TaskProgress? {
        switch runningTask {
        case .grouping(let job, _):
            guard case .running(let done, let total) = job.state else { return nil }
            return TaskProgress(title: tr("Grouping rows"), done: done, total: total)
        case .merging(let job, _, _):
            guard case .running(let done, let total) = job.state else { return nil }
            return TaskProgress(title: tr("Finding equal neighbours"), done: done, total: total)
        case .placing(_, let title, _): return TaskProgress(title: title, done: 1, total: 1)
        case .ordering(let job, let title, _):
            guard case .running(let done, let total) = job.state else { return nil }
            return TaskProgress(title: title, done: done, total: total)
        case nil: return nil
        }
    }

    /// The view that is shown, or the one for which rows are being grouped.
    public var wantedView: ViewChoice {
        if case .grouping(_, let choice) = runningTask { choice } else { awaitedView ?? model.viewChoice }
    }

    /// The columns in which equal neighbours are being searched for, or will be.
    public var columnsToMerge: [Int] { searchedRows.keys.filter { !model.isMerged(column: $0) }.sorted() }

    /// Gives up what goes on behind the window; what is shown stays.
    public func cancelTask() {
        guard let task = runningTask else { return }
        runningTask = nil
        task.cancel()
        if case .merging(_, let column, _) = task { keepMerged(column) }
        if task.isOrdering { endOrdering() } else if let awaitedView { show(awaitedView) }
        onChange?()
    }

    /// Another view is wanted than the one that rows are being grouped for.
    func cancelGrouping() {
        if case .grouping = runningTask { cancelTask() }
        awaitedView = nil
    }

    /// Records that the merges found in a column so far are final.
    private func keepMerged(_ column: Int) {
        searchedRows[column] = model.isMerged(column: column) ? .max : nil
    }

    /// Begins `task` in the place of what goes on. A view that rows were being grouped for is shown behind it, unless it is
    /// one itself; columns in which neighbours are to be merged are searched when nothing else goes on.
    func begin(_ task: GridTask) {
        let old = runningTask
        runningTask = task
        old?.cancel()
        if case .grouping(_, let choice) = old {
            if case .grouping = task {} else { awaitedView = choice }
        }
        // One order that takes another's place has said what is to happen then.
        if old?.isOrdering == true, !task.isOrdering { endOrdering() }
        onChange?()
    }

    /// Goes on with what had to wait for what went on.
    func goOn() {
        guard runningTask == nil else { return }
        if let awaitedView { show(awaitedView) } else { catchUpWithRows() }
    }

    func taskHop() -> @Sendable () -> Void {
        let hop = CoalescedHop { [weak self] in self?.taskChanged() }
        return { hop.post() }
    }

    private func taskChanged() {
        guard isAlive, let task = runningTask else { return }
        switch task {
        case .grouping(let job, let choice):
            guard let value = finished(job) else { return }
            groups = value
            animate { [views] in $0.show(choice, groups: value, registry: views) }
            catchUpWithRows()
        case .merging(let job, let column, let rowCount):
            guard let value = finished(job) else {
                if runningTask == nil {
                    keepMerged(column)
                    goOn()
                }
                return
            }
            searchedRows[column] = max(rowCount, value.rowCount)
            animate { $0.setMergedRuns(value.runs, ofColumn: column) }
            goOn()
        case .ordering(let job, let title, let keepsPlace):
            guard let found = finished(job) else {
                if runningTask == nil { endOrdering() }
                return
            }
            place(found, title: title, keepsPlace: keepsPlace)
        case .placing(let job, let title, let keepsPlace):
            guard let rows = finished(job) else {
                if runningTask == nil { endOrdering() }
                return
            }
            placed(rows, title: title, keepsPlace: keepsPlace)
        }
    }

    /// The value of a job that is done, which ends the task; what a failure was is told.
    private func finished<Value>(_ job: BackgroundJob<Value>) -> Value? {
        switch job.state {
        case .running:
            onChange?()
            return nil
        case .cancelled:
            runningTask = nil
            return nil
        case .failed(let error):
            runningTask = nil
            fail(error.description)
            return nil
        case .done(let value):
            runningTask = nil
            return value
        }
    }

    private func fail(_ message: String) {
        onFailure?(message)
        onChange?()
    }

    /// Groups and merges again, once, what was grouped or merged before the last rows were found, and merges what had to
    /// wait for groups. Who gives that up, or whom it fails, keeps what there is.
    func catchUpWithRows() {
        guard runningTask == nil, model.table.rowCount.isExact else { return }
        if model.view.isGrouped, let groups = model.groups, groups.rowCount < model.rowCount,
            regroupedRows != model.rowCount
        {
            regroupedRows = model.rowCount
            return show(model.viewChoice)
        }
        let late = searchedRows.filter { $0.value < model.rowCount }
        if let column = late.keys.min() { findEqualNeighbours(ofColumn: column) }
    }
}
