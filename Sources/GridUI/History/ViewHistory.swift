/// The states after each change, for undo and redo.
///
///     states   S0 ── S1 ── S2 ── S3        undo goes to the left, redo to the right;
///                     ↑ index              a new change discards the states to the right
///
/// Like a stack of commands, but of whole states: undo restores exactly the earlier state, whatever made the change.
/// States that share their storage, as copies of values do, make that cheap.
public struct ViewHistory<State: Equatable> {
    /// The maximum number of changes that can be undone.
    public let limit: Int
    private var states: [State] = []
    private var index = 0

    /// Creates a history of `limit` changes, at least one; the oldest are discarded.
    public init(limit: Int = 100) {
        precondition(limit > 0, "a history of \(limit) changes would hold none")
        self.limit = limit
    }

    /// The states between which undo and redo move; nil where there is no further one.
    public var undoable: (now: State, before: State)? { index > 0 ? (states[index], states[index - 1]) : nil }
    public var redoable: (now: State, after: State)? {
        index + 1 < states.count ? (states[index], states[index + 1]) : nil
    }

    /// Records a change, after which nothing can be redone. `before` is the state immediately before it, so that other
    /// differences since the last change are not undone with it.
    ///
    /// If it `goesOn` with the last change, the two become one; if they cancel out, none.
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

    /// Returns the state to undo to; nil where there is none. `now` is the current state, to which a redo returns.
    public mutating func undo(from now: State) -> State? {
        guard index > 0 else { return nil }
        states[index] = now
        index -= 1
        return states[index]
    }

    /// Returns the state to redo to; nil where there is none.
    public mutating func redo(from now: State) -> State? {
        guard index + 1 < states.count else { return nil }
        states[index] = now
        index += 1
        return states[index]
    }

    /// Settles a change that was cancelled while in progress: moves to the nearest undoable or redoable state that is the
    /// current one.
    ///
    /// If that is an earlier one, the later changes were made without it: `without` returns a state without the cancelled
    /// change. The cancelled change can be redone.
    ///
    ///     S0 ── S1 sorted ── S2 sorted, hidden        the sort is cancelled:
    ///                             ↑
    ///     S0 ── S2 hidden ── S2 sorted, hidden        undo shows the hidden rows, redo sorts
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
