import CGTK
import GridGTK
import Tabular
import Translation

/// A background task, as an entry of the task list.
struct GoingTask {
    /// The kind of a task; a document runs at most one of each kind at a time.
    enum Kind: Hashable {
        case arranging, reloading, copying, dragging, exporting, printing, counting, typing, reading
        /// Shown in a bar and a panel of their own, so other widgets need not show them.
        case searching, lookingAtColumn

        var isToldElsewhere: Bool { self == .searching || self == .lookingAtColumn }
    }

    var kind: Kind
    /// The title of the task, such as "Grouping rows".
    var title: String
    /// The progress, from 0 to 1; nil where it is not known.
    var share: Double?
    /// Cancels the task; nil where that is not possible.
    var stop: (() -> Void)?

    init(_ kind: Kind, _ title: String, share: Double?, stop: (() -> Void)? = nil) {
        (self.kind, self.title, self.share, self.stop) = (kind, title, share, stop)
    }

    init(_ kind: Kind, _ progress: TaskProgress, stop: (() -> Void)? = nil) {
        self.init(kind, progress.title, done: progress.done, of: progress.total, stop: stop)
    }

    init(_ kind: Kind, _ title: String, done: Int, of total: Int, stop: (() -> Void)? = nil) {
        self.init(kind, title, share: total > 0 ? min(1, Double(done) / Double(total)) : nil, stop: stop)
    }

    /// "Grouping rows 45 %".
    var words: String {
        guard let share else { return title }
        return tr("{task} {percent} %", ["task": title, "percent": "\(Int(share * 100))"])
    }
}

// The tasks of all parts of a document.
extension Document {
    func toggleTasks() {
        let list = tasks ?? makeTaskList()
        // Without a status bar, as on a page without a table, other tabs may still have tasks.
        if gtk_widget_get_mapped(status.widget) != 0 {
            list.toggle(at: status.widget, pointingTo: status.tasksPlace)
        } else {
            list.toggle(at: menuButton, pointingTo: menuButton)
        }
    }

    private func makeTaskList() -> TaskList {
        let list = TaskList(at: status.widget)
        tasks = list
        list.documents = { [weak self] in self?.shell.documents ?? [] }
        list.onClose = { [weak self] in
            // The widget with the keyboard focus may have closed meanwhile, such as the bar of a stopped search.
            guard let self, isAlive, isInSight, gtk_window_get_focus(cast(window)) == nil else { return }
            focus()
        }
        return list
    }

    /// The tasks in progress, ordered by kind: arranging first, reading last.
    var goingTasks: [GoingTask] {
        var going: [GoingTask] = []
        if let grid, let progress = grid.taskProgress {
            going.append(GoingTask(.arranging, progress) { [weak grid] in grid?.cancelTask() })
        }
        if let progress = reload?.progress {
            going.append(GoingTask(.reloading, progress) { [weak self] in self?.stopReload() })
        }
        for (kind, bar) in taskBars {
            guard let (text, share) = bar.going else { continue }
            going.append(GoingTask(kind, text, share: share) { [weak bar] in bar?.onCancel() })
        }
        if let found = finder.goingTask { going.append(found) }
        if let looked = side.column.goingTask { going.append(looked) }
        if let progress = types.progress {
            going.append(GoingTask(.typing, progress) { [weak self] in _ = self?.types.cancel() })
        }
        if let progress = counts.progress {
            going.append(GoingTask(.counting, progress) { [weak self] in _ = self?.counts.giveUp() })
        }
        if let read = grid.flatMap({ Self.reading(of: $0.model.table) }) { going.append(read) }
        return going
    }

    var taskBars: [(kind: GoingTask.Kind, bar: TaskBar)] {
        [
            (.copying, copier.bar), (.dragging, dragger.bar), (.exporting, exporter.bar), (.printing, printer.bar),
        ]
    }

    /// The task that reads a table, until all of it is known; nil afterwards.
    private static func reading(of table: TableSnapshot) -> GoingTask? {
        guard table.phase.isReading else { return nil }
        let (done, total) = (table.progress.done, table.progress.total)
        return GoingTask(.reading, StatusText.reading(table.phase), done: done, of: total)
    }

    /// Returns the number of tasks in progress, less the one in the status bar (`isTold`) and those that other widgets show.
    func taskCount(besidesTold isTold: Bool) -> Int {
        goingTasks.count { !$0.kind.isToldElsewhere } - (isTold ? 1 : 0)
    }
}
