import GridUI

/// Settings that come into force one after the other: how a table stood that is read anew, and then what of the command
/// line, or of an earlier reading, was not in force yet when that happened.
struct SettingsQueue: Sendable, Hashable {
    private var stages: [ViewSettings] = []

    init(_ stages: ViewSettings...) { self.stages = stages.filter { !$0.isDone } }

    /// True where no settings are left to apply.
    var isDone: Bool { stages.isEmpty }

    /// As `ViewSettings` has it, for the first that is not done.
    func nextStep(for model: GridModel) -> (step: ViewStep, rest: SettingsQueue)? {
        guard let first = stages.first, let (step, left) = first.nextStep(for: model) else { return nil }
        var rest = self
        if left.isDone { rest.stages.removeFirst() } else { rest.stages[0] = left }
        return (step, rest)
    }

    /// Brings `other` into force behind all this.
    func followed(by other: SettingsQueue) -> SettingsQueue {
        var queue = self
        queue.stages += other.stages
        return queue
    }
}
