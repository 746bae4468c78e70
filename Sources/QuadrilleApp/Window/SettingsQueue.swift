import GridUI

/// View settings to apply one after the other: those of a reloaded table first, then those of the command line or of an earlier
/// reading that were not applied before the reload.
struct SettingsQueue: Sendable, Hashable {
    private var stages: [ViewSettings] = []

    init(_ stages: ViewSettings...) { self.stages = stages.filter { !$0.isDone } }

    /// True where no settings are left to apply.
    var isDone: Bool { stages.isEmpty }

    /// Returns the next step of the first settings that are not done, as `ViewSettings.nextStep` does.
    func nextStep(for model: GridModel) -> (step: ViewStep, rest: SettingsQueue)? {
        guard let first = stages.first, let (step, left) = first.nextStep(for: model) else { return nil }
        var rest = self
        if left.isDone { rest.stages.removeFirst() } else { rest.stages[0] = left }
        return (step, rest)
    }

    /// Returns the queue with `other` after its own settings.
    func followed(by other: SettingsQueue) -> SettingsQueue {
        var queue = self
        queue.stages += other.stages
        return queue
    }
}
