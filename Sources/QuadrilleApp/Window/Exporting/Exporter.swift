import CGTK
import GridGTK
import GridUI
import QuadrilleRuntime
import Tabular
import TabularExport
import Translation

/// Exports tables of a window to files, one at a time, while the window stays usable: the user can even switch to another table
/// or reload the file. The export still reads the file as it was opened, and fails where that is no longer
/// possible.
@MainActor
final class Exporter {
    let bar = TaskBar()
    /// Called with a message when an export failed.
    var onFailure: (String) -> Void = { _ in }
    /// Called when an export begins or ends.
    var onChange: () -> Void = {}
    private var request: ExportRequest?
    /// The rows at the time of the request.
    private var rows: (any RecordStreaming)?
    /// The source that shows the rows, reports changes and closes their file.
    private var source: (any TableSource)?
    /// True after the grid that showed the source released it, so that the exporter must close it.
    private var ownsSource = false
    /// Nil until the whole table is known.
    private var job: ExportJob?

    init() {
        bar.onCancel = { [weak self] in self?.cancel() }
    }

    var isBusy: Bool { request != nil }

    /// Starts to write rows that `source` shows, after waiting for the table to be known.
    func begin(_ request: ExportRequest, of rows: any RecordStreaming, shownBy source: any TableSource) {
        guard !isBusy else { return }
        self.request = request
        (self.rows, self.source) = (rows, source)
        follow()
        onChange()
    }

    /// Takes over the source of `grid`, which is about to be destroyed, if an export reads from it.
    func adoptSource(of grid: GridView) {
        guard let source, source === grid.shownSource else { return }
        grid.releaseSource()
        ownsSource = true
        let hop = CoalescedHop { [weak self] in self?.follow() }
        source.onChange { hop.post() }
        follow()
    }

    /// Starts the export once the table is ready.
    func follow() {
        guard let request, let rows, job == nil else { return }
        let table = rows.snapshot
        if case .failed(let error) = table.phase {
            end()
            return onFailure(
                tr("{file} was not written. {error}", ["file": request.name, "error": error.description]))
        }
        guard request.isReady(for: table) else {
            return bar.show(
                tr("Export to {file} waits for its rows to be looked through", ["file": request.name]), progress: nil)
        }
        let hop = CoalescedHop { [weak self] in self?.jobChanged() }
        job = request.begin(rows) { hop.post() }
        jobChanged()
    }

    /// Cancels the export, which leaves no file.
    func cancel() {
        guard isBusy else { return bar.hide() }
        job?.cancel()
        end()
        bar.hide()
    }

    private func end() {
        if ownsSource {
            source?.onChange(nil)
            source?.close()
        }
        ownsSource = false
        (request, rows, source, job) = (nil, nil, nil, nil)
        bar.hide()
        onChange()
    }

    private func jobChanged() {
        guard let request, let job else { return }
        switch job.state {
        case .running(let done, let total):
            let share = total > 0 ? Double(done) / Double(total) : nil
            bar.show(tr("Exporting to {file}", ["file": request.name]), progress: share ?? 0)
        case .cancelled: end()
        case .failed(let error):
            end()
            onFailure(error.description)
        case .done(.success(let count)):
            end()
            bar.done(request.summary(count))
        case .done(.failure(let error)):
            end()
            if error.kind != .cancelled { onFailure(error.description) }
        }
    }
}
