/// The states after each change, for undo and redo.
///
///     states   S0 ── S1 ── S2 ── S3        undo goes to the left, redo to the right;
///                     ↑ index              a new change drops what is to the right
///
/// Like a stack of commands, but of whole states: undo restores exactly the earlier state, whatever made the change.
/// States that share their storage, as copies of values do, make that cheap.
public struct ViewHistory<State: Equatable> {
    /// So many changes can be undone.
    public let limit: Int
    private var states: [State] = []
    private var index = 0

    /// Keeps `limit` changes, at least one; the oldest are forgotten.
    public init(limit: Int = 100) {
        precondition(limit > 0, "a history of \(limit) changes would hold none")
        self.limit = limit
    }

    /// The states between which undo and redo move; nil where there is no further one.
    public var undoable: (now: State, before: State)? { index > 0 ? (states[index], states[index - 1]) : nil }
    public var redoable: (now: State, after: State)? {
        index + 1 < states.count ? (states[index], states[index + 1]) : nil
    }

    /// Takes note of a change, after which nothing can be redone. `before` is how things stood right before it: what
    /// else changed meanwhile was no change to be undone by itself.
    ///
    /// Where it `goesOn` with the last one, the two are one change; where they took each other back, none.
    public mutating func note(from before: State, to after: State, goesOn: (State, State) -> Bool = { _, _ in false }) {
        guard before != after else { return }
        if states.isEmpty { states = [before] }
        states.removeSubrange((index + 1)...)
        if index > 0, goesOn(states[index - 1], states[index]) {
            states[index] = after
            if states[index - 1] == after {
                states.removeLast()
                index -= 1
            }
            return
        }
        states[index] = before
        states.append(after)
        if states.count > limit + 1 { states.removeFirst() }
        index = states.count - 1
    }

    /// The state to go back to; nil where there is none. `now` is how things stand: a redo comes back to that.
    public mutating func undo(from now: State) -> State? {
        guard index > 0 else { return nil }
        states[index] = now
        index -= 1
        return states[index]
    }

    /// The state to go on to again; nil where there is none.
    public mutating func redo(from now: State) -> State? {
        guard index + 1 < states.count else { return nil }
        states[index] = now
        index += 1
        return states[index]
    }

    /// A change that takes its time did not come about: goes to the nearest state, of those that can be undone or
    /// redone, that is how things stand.
    ///
    /// Where that is an earlier one, what else was changed since was changed without it: `without` gives a state as it is
    /// then. What did not come about can be redone.
    ///
    ///     S0 ── S1 sorted ── S2 sorted, hidden        the sort is given up:
    ///                             ↑
    ///     S0 ── S2 hidden ── S2 sorted, hidden        undo shows what was hidden, redo sorts
    ///               ↑
    public mutating func settle(where isNow: (State) -> Bool, without: (State) -> State) {
        let known = states.indices.filter { isNow(states[$0]) }
        guard let nearest = known.min(by: { abs($0 - index) < abs($1 - index) }) else { return }
        guard nearest < index else {
            index = nearest
            return
        }
        var kept = Array(states[...nearest])
        for state in states[(nearest + 1)...index].map(without) where state != kept.last { kept.append(state) }
        let later = states[index...]
        index = kept.count - 1
        states = kept + later
        if states.count > limit + 1 {
            states.removeFirst()
            index -= 1
        }
    }

    /// Forgets everything.
    public mutating func removeAll() { (states, index) = ([], 0) }
}

extension ViewHistory: Sendable where State: Sendable {}
