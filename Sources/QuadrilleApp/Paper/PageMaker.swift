import GridUI
import QuadrilleRuntime
import Tabular
import TabularExport

/// Makes the pages of a printout in the background on request, and the page after each in advance.
///
/// All members may be called on any thread; none blocks.
final class PageMaker: Sendable {
    private struct State: Sendable {
        var pageCount: Int?
        /// The number of measured rows, or of counted pages, until the page count is known.
        var done = 0
        var wanted: Int?
        var pages: [Int: Printout.Page] = [:]
        var failure: ExportError?
        var isCancelled = false

        /// The page to be made next: the requested one, then the one after it.
        var next: Int? {
            guard let wanted, let pageCount else { return nil }
            return [wanted, wanted + 1].first { $0 < pageCount && pages[$0] == nil }
        }
    }

    private let state: Monitor<State>

    /// Starts to count the pages. Calls `onChange` on the background thread when the count is known, when a page is ready, and
    /// after an error.
    init(
        _ model: GridModel, _ rows: any RecordStreaming, _ settings: PrintSettings,
        onChange: @escaping @Sendable () -> Void
    ) {
        let state = Monitor(State())
        self.state = state
        let control = ExportControl(
            progress: { done in state.withLock(wakes: false) { $0.done = done } },
            cancellation: Cancellation { state.withLock(wakes: false) { $0.isCancelled } })
        let refused: @Sendable () -> Void = {
            state.withLock(wakes: false) { $0.failure = ExportError(reading: .noThreadForTask) }
            onChange()
        }
        WorkerPool.shared.submit(.interaction, refused: .call(refused)) {
            do throws(ExportError) {
                var printout = try Printout(model, rows, settings, control)
                state.withLock(wakes: false) { $0.pageCount = printout.pageCount }
                onChange()
                while let number = Self.waitForNext(state) {
                    let page = try printout.page(number)
                    state.withLock(wakes: false) { $0.pages[number] = page }
                    onChange()
                }
            } catch {
                state.withLock(wakes: false) { $0.failure = error }
                onChange()
            }
        }
    }

    deinit { cancel() }

    private static func waitForNext(_ state: Monitor<State>) -> Int? {
        state.wait(until: { $0.isCancelled || $0.next != nil }, then: { $0.isCancelled ? nil : $0.next })
    }

    /// The number of pages; nil until it is known.
    var pageCount: Int? { state.withLock(wakes: false) { $0.pageCount } }

    /// The reason why no more pages come; nil without an error.
    var failure: ExportError? { state.withLock(wakes: false) { $0.failure } }

    /// The page `number`, from 0; nil while it is being made, which this call requests.
    func page(_ number: Int) -> Printout.Page? {
        state.withLock { state in
            state.wanted = number
            // Pages are usually requested from first to last.
            state.pages = state.pages.filter { $0.key == number || $0.key == number + 1 }
            return state.pages[number]
        }
    }

    func cancel() { state.withLock { $0.isCancelled = true } }
}
