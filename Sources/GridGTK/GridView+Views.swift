import CGTK
import Geometry
import GridUI
import QuadrilleRuntime
import Tabular
import TabularOps
import Translation

/// A background task on the whole table, one at a time.
enum GridTask {
    case grouping(BackgroundJob<GroupedRows>, for: ViewChoice)
    /// `rowCount` is the number of rows at its start.
    case merging(EqualRunsJob, column: Int, rowCount: Int)
    case ordering(BackgroundJob<FoundOrder>, title: String, keepsPlace: Bool)
    /// The order is resolved, and positions of rows in it are being looked up.
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

// Other views of the same table. Their work on the whole table runs in the background: until then the current view stays.
extension GridView {
    /// Shows the table in another view; the active cell stays visible. Rows are grouped in the background first where the view
    /// needs that, with progress in `taskProgress`.
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

    /// Merges equal neighbors in a column into one cell each, found in the background; or unmerges them.
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
        // Unlike a hop this carries a value: there is only one, and it may be large.
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

    /// The shown view, or the one for which rows are being grouped.
    public var wantedView: ViewChoice {
        if case .grouping(_, let choice) = runningTask { choice } else { awaitedView ?? model.viewChoice }
    }

    /// The columns in which equal neighbors are being searched for, or will be.
    public var columnsToMerge: [Int] { searchedRows.keys.filter { !model.isMerged(column: $0) }.sorted() }

    /// Cancels the background task; the view stays.
    public func cancelTask() {
        guard let task = runningTask else { return }
        runningTask = nil
        task.cancel()
        if case .merging(_, let column, _) = task { keepMerged(column) }
        if task.isOrdering { endOrdering() } else if let awaitedView { show(awaitedView) }
        onChange?()
    }

    /// Cancels grouping for a view that is no longer wanted.
    func cancelGrouping() {
        if case .grouping = runningTask { cancelTask() }
        awaitedView = nil
    }

    /// Records that the merges found in a column so far are final.
    private func keepMerged(_ column: Int) {
        searchedRows[column] = model.isMerged(column: column) ? .max : nil
    }

    /// Starts `task` in place of the running one. A view that rows were being grouped for is shown after it, unless `task`
    /// groups too; columns to merge are searched when no other task runs.
    func begin(_ task: GridTask) {
        let old = runningTask
        runningTask = task
        old?.cancel()
        if case .grouping(_, let choice) = old {
            if case .grouping = task {} else { awaitedView = choice }
        }
        // A new order has replaced the handlers of the previous one already.
        if old?.isOrdering == true, !task.isOrdering { endOrdering() }
        onChange?()
    }

    /// Starts the tasks that waited for the last one.
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

    /// Returns the value of a finished job, which ends the task; reports a failure.
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

    /// Groups and merges again, once, where rows were found since, and starts merges that waited for groups. After a cancel or
    /// a failure the current result stays.
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
