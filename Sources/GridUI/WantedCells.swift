import Tabular

/// The cells that the frames of a grid requested from a source.
public struct WantedCells: Sendable {
    /// The cells last requested, most wanted first.
    public private(set) var cells: [CellRange] = []
    /// The state that determined them.
    private var state: WantedState?

    public init() {}

    /// Requests the cells that the next frame of `model` needs from `source`, unless it did so last time, and applies those
    /// that are available at once. Returns true where it did. Reads nothing and waits for nothing.
    ///
    /// - Complexity: O(1) where the view is unchanged, else that of `wantedCells`.
    public mutating func ask(_ source: any TableSource, for model: inout GridModel) -> Bool {
        let state = model.wantedState
        defer { self.state = state }
        if let state, state == self.state { return false }
        let cells = model.wantedCells()
        guard cells != self.cells else { return false }
        self.cells = cells
        source.want(cells)
        let snapshot = source.snapshot
        if snapshot.version > model.table.version { model.apply(snapshot) }
        return true
    }
}
