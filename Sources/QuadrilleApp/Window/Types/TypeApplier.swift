import Dispatch
import GridGTK
import QuadrilleRuntime
import Synchronization
import Tabular
import Translation

/// Applies choices of types to a source in the background, one at a time: a newer choice cancels those before it.
@MainActor
final class TypeApplier {
    enum Outcome: Sendable {
        case applied
        /// The user cancelled it.
        case cancelled
        /// The source must be reopened with the choices.
        case impossible
        case failed(ReadError)
    }

    /// A flag that is raised once, from any thread.
    private final class Flag: Sendable {
        private let value = Mutex(false)
        var isRaised: Bool { value.withLock { $0 } }
        func raise() { value.withLock { $0 = true } }
    }

    /// Nanoseconds before the work is shown to the user as a task.
    private static let patience = 250_000_000

    /// Called when there may be progress to show.
    var onProgress: () -> Void = {}
    private let queue = SerialWork(.task)
    private var current: (flag: Flag, source: any TypeChoosing, finish: (Outcome) -> Void)?
    private var isSlow = false

    /// Applies `choices` to `source`; `finish` is called once, unless a newer call comes first or `stop`.
    func apply(_ choices: TypeChoices, to source: any TypeChoosing, finish: @escaping (Outcome) -> Void) {
        stop()
        let flag = Flag()
        current = (flag, source, finish)
        isSlow = false
        MainHop.post(at: .now() + .nanoseconds(Self.patience)) { [weak self] in
            guard let self, self.current?.flag === flag else { return }
            self.isSlow = true
            self.onProgress()
        }
        queue.async {
            guard !flag.isRaised else { return }
            var outcome: Outcome
            do throws(ReadError) {
                let isApplied = try source.apply(choices, unless: Cancellation { flag.isRaised })
                outcome = isApplied ? .applied : .impossible
            } catch {
                outcome = .failed(error)
            }
            MainHop.post { [outcome] in self.end(flag, outcome) }
        }
    }

    private func end(_ flag: Flag, _ outcome: Outcome) {
        guard let current, current.flag === flag else { return }
        self.current = nil
        current.finish(outcome)
    }

    /// A Boolean value that indicates whether choices are being applied.
    var isBusy: Bool { current != nil }

    /// The task of reading columns, for the status bar; nil in its first moment, and while the source is still being read,
    /// which is a task of its own.
    var progress: TaskProgress? {
        guard let current, isSlow, current.source.snapshot.phase == .complete else { return nil }
        return TaskProgress(title: tr("Reading column types"), done: 0, total: 0)
    }

    /// Cancels the work and reports that to its `finish`. False when there is none.
    func cancel() -> Bool {
        guard let current else { return false }
        stop()
        current.finish(.cancelled)
        return true
    }

    /// The same without calling `finish`.
    func stop() {
        current?.flag.raise()
        current = nil
    }
}
