/// A row of a table with arrays, and the number of elements in the rows before it.
struct ElementCheckpoint: Sendable, Hashable {
    var row: Int
    var element: Int
}

/// A sparse index from elements to the rows with their arrays.
///
/// A checkpoint is due once `spacing` rows and elements, taken together, have passed since the last one. At more than `limit`
/// checkpoints the spacing doubles and the surplus ones are removed: the index does not grow with the table.
struct ElementIndex: Sendable {
    private(set) var checkpoints = [ElementCheckpoint(row: 0, element: 0)]
    private(set) var spacing: Int
    private let limit: Int

    init(spacing: Int, limit: Int) { (self.spacing, self.limit) = (max(1, spacing), max(2, limit)) }

    /// Adds a checkpoint where one is due; ignores one that is not after the last.
    ///
    /// - Complexity: O(1), amortized.
    mutating func append(_ checkpoint: ElementCheckpoint) {
        guard let last = checkpoints.last, cell(of: checkpoint) > cell(of: last) else { return }
        checkpoints.append(checkpoint)
        while checkpoints.count > limit { thin() }
    }

    /// The last checkpoint at or before `element`.
    ///
    /// - Complexity: O(log checkpoints).
    func checkpoint(before element: Int) -> ElementCheckpoint {
        var (low, high) = (0, checkpoints.count)
        while low < high {
            let middle = (low + high) / 2
            if checkpoints[middle].element <= element { low = middle + 1 } else { high = middle }
        }
        return checkpoints[max(0, low - 1)]
    }

    private func cell(of checkpoint: ElementCheckpoint) -> Int { (checkpoint.row + checkpoint.element) / spacing }

    private mutating func thin() {
        spacing *= 2
        var kept = [checkpoints[0]]
        for checkpoint in checkpoints.dropFirst() where cell(of: checkpoint) > cell(of: kept[kept.count - 1]) {
            kept.append(checkpoint)
        }
        checkpoints = kept
    }
}
