import CGTK
import GridGTK
import QuadrilleRuntime
import Tabular
import Translation

/// Reads copied or dragged cells in the background, and delivers them when all are read: until then the clipboard stays
/// unchanged.
@MainActor
final class Copier {
    /// The messages of a copier about its work.
    struct Words {
        /// The message while that many cells are being read.
        var doing: @Sendable (Int) -> String
        /// The message when they are read, all of them or those found so far; nil for no message.
        var done: (@Sendable (Int, _ isPartial: Bool) -> String)?

        static let copy = Words {
            tr(one: "Copying {count} cell", many: "Copying {count} cells", $0)
        } done: { count, isPartial in
            isPartial
                ? tr(
                    one: "Copied {count} cell, of the rows found so far",
                    many: "Copied {count} cells, of the rows found so far", count)
                : tr(one: "Copied {count} cell", many: "Copied {count} cells", count)
        }
        static let drag = Words {
            tr(one: "Reading what is dragged, {count} cell", many: "Reading what is dragged, {count} cells", $0)
        }
    }

    private let words: Words
    let bar = TaskBar()
    /// Called with a message when something could not be copied.
    var onFailure: (String) -> Void = { _ in }
    /// Called with the message about a copy that took almost no time.
    var onQuickly: (String) -> Void = { _ in }
    /// Called when a copy begins or ends.
    var onChange: () -> Void = {}
    private var request: CopyRequest?
    private var job: CopyJob?
    private var deliver: (CopiedTexts) -> Void = { _ in }
    /// The maximum number of cells that are copied without showing progress.
    private static let quickCells = 50_000

    init(_ words: Words = .copy) {
        self.words = words
        bar.onCancel = { [weak self] in self?.cancel() }
    }

    var isBusy: Bool { job != nil }

    /// Starts a copy, which replaces a copy in progress; `deliver` gets the result.
    func begin(_ request: CopyRequest, of source: any RecordStreaming, deliver: @escaping (CopiedTexts) -> Void) {
        job?.cancel()
        bar.hide()
        if let refusal = request.refusal {
            (job, self.request) = (nil, nil)
            onChange()
            return onFailure(refusal)
        }
        let hop = CoalescedHop { [weak self] in self?.jobChanged() }
        self.request = request
        self.deliver = deliver
        job = request.begin(source) { hop.post() }
        onChange()
        jobChanged()
    }

    /// Cancels the copy; the clipboard stays unchanged.
    func cancel() {
        job?.cancel()
        end()
        bar.hide()
    }

    private func end() {
        (request, job) = (nil, nil)
        deliver = { _ in }
        onChange()
    }

    private func jobChanged() {
        guard let request, let job else { return }
        let isLarge = request.cells.cellCount > Self.quickCells
        switch job.state {
        case .running(let done, let total):
            guard isLarge else { return }
            bar.show(words.doing(request.cells.cellCount), progress: total > 0 ? Double(done) / Double(total) : 0)
        case .cancelled:
            end()
            bar.hide()
        case .failed(let error): fail(error.description)
        case .done(.success(let texts)):
            let deliver = deliver
            end()
            deliver(texts)
            bar.hide()
            tell(request, texts.unreadableCount, isLarge)
        case .done(.failure(.tooLarge)): fail(CopyRequest.tooLarge)
        case .done(.failure(.failed(let error))): fail(tr("Nothing was copied. {error}", ["error": error.description]))
        }
    }

    private func tell(_ request: CopyRequest, _ unreadable: Int, _ isLarge: Bool) {
        let done = words.done?(request.cells.cellCount, request.isPartial)
        let emptied = unreadable > 0 ? Self.emptied(unreadable) : nil
        let message = [done, emptied].compactMap(\.self).joined(separator: " · ")
        if message.isEmpty { return }
        if isLarge || request.isPartial || unreadable > 0 { bar.done(message) } else { onQuickly(message) }
    }

    private static func emptied(_ count: Int) -> String {
        // Short, so that a narrow window truncates no digit.
        tr(one: "{count} unreadable, empty", many: "{count} unreadable, empty", count)
    }

    private func fail(_ message: String) {
        end()
        bar.hide()
        onFailure(message)
    }
}
