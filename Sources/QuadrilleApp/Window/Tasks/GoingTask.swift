import CGTK
import GridGTK
import Tabular
import Translation

/// Something that goes on in the background, as the list of all that does has it.
struct GoingTask {
    /// What is done, such as "Grouping rows".
    var title: String
    /// How far it has come, from 0 to 1; nil where that is not known.
    var share: Double?
    /// Gives it up; nil where it cannot be.
    var stop: (() -> Void)?

    init(_ title: String, share: Double?, stop: (() -> Void)? = nil) {
        (self.title, self.share, self.stop) = (title, share, stop)
    }

    init(_ progress: TaskProgress, stop: (() -> Void)? = nil) {
        self.init(progress.title, done: progress.done, of: progress.total, stop: stop)
    }

    init(_ title: String, done: Int, of total: Int, stop: (() -> Void)? = nil) {
        self.init(title, share: total > 0 ? min(1, Double(done) / Double(total)) : nil, stop: stop)
    }

    /// "Grouping rows 45 %".
    var words: String {
        guard let share else { return title }
        return tr("{task} {percent} %", ["task": title, "percent": "\(Int(share * 100))"])
    }
}

// What goes on in a document, whatever part of it reports that.
extension Document {
    func toggleTasks() {
        let list = tasks ?? TaskList(at: status.widget)
        tasks = list
        list.documents = { [weak self] in self?.shell.documents ?? [] }
        list.onClose = { [weak self] in
            // What had the keyboard may have closed meanwhile, such as the bar of a search that was stopped.
            guard let self, isInSight, gtk_window_get_focus(cast(window)) == nil else { return }
            focus()
        }
        list.toggle(at: status.tasksPlace)
    }

    /// What goes on now, what was asked for last first.
    var goingTasks: [GoingTask] {
        var going: [GoingTask] = []
        if let grid, let progress = grid.taskProgress {
            going.append(GoingTask(progress) { [weak grid] in grid?.cancelTask() })
        }
        if let progress = reload?.progress {
            going.append(GoingTask(progress) { [weak self] in self?.stopReload() })
        }
        for (bar, isBusy) in [
            (copier.bar, copier.isBusy), (dragger.bar, dragger.isBusy), (exporter.bar, exporter.isBusy),
            (printer.bar, printer.isBusy),
        ] {
            guard isBusy, let (text, share) = bar.going else { continue }
            going.append(GoingTask(text, share: share) { [weak bar] in bar?.onCancel() })
        }
        if let found = finder.goingTask { going.append(found) }
        if let looked = side?.column.goingTask { going.append(looked) }
        if let progress = counts.progress {
            going.append(GoingTask(progress) { [weak self] in _ = self?.counts.giveUp() })
        }
        if let read = grid.flatMap({ Self.reading(of: $0.model.table) }) { going.append(read) }
        return going
    }

    /// What goes on with a table before all is known of it.
    private static func reading(of table: TableSnapshot) -> GoingTask? {
        guard table.phase.isReading else { return nil }
        let title = StatusText.reading(table.phase)
        return GoingTask(title, done: table.progress.done, of: table.progress.total)
    }
}
