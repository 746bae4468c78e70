import Tabular

/// The cells that a source was asked for, for the frames of a grid.
public struct WantedCells: Sendable {
    /// The cells last requested, most wanted first.
    public private(set) var cells: [CellRange] = []
    /// The state that determined them.
    private var state: WantedState?

    public init() {}

    /// Tells `source` what the next frame of `model` needs, when that is not what it was told last, and takes what is there
    /// at once. Whether it did. Reads nothing and waits for nothing.
    ///
    /// - Complexity: O(1) where the view is as it was, else that of `wantedCells`.
    public mutating func ask(_ source: any TableSource, for model: inout GridModel) -> Bool {
        let state = model.wantedState
        defer { self.state = state }
        if let state, state == self.state { return false }
        let cells = model.wantedCells()
        guard cells != self.cells else { return false }
        self.cells = cells
        source.want(cells)
        let snapshot = source.snapshot
        if snapshot.generation > model.table.generation { model.apply(snapshot) }
        return true
    }
}
