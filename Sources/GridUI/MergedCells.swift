import GridLayout

/// The merges of the user, by rows and columns of the table, independent of the order of columns.
public struct MergedCells: Sendable, Equatable {
    /// In the order in which they were added; of two that overlap, the earlier one is merged.
    var spans: [CellSpan] = []
    /// Runs of rows in single columns, such as equal neighbors.
    var runs: [Int: [Range<Int>]] = [:]

    /// The maximum number of merges that are laid out between two frames; more are laid out in the background.
    private static let quickCount = 20_000

    var isEmpty: Bool { spans.isEmpty && runs.isEmpty }

    var isQuick: Bool { runs.values.reduce(spans.count) { $0 + $1.count } <= Self.quickCount }

    /// The merged cells of a sheet in that column order. A span over columns that are not adjacent in table order is omitted
    /// until they are.
    func merges(columns: ColumnOrder, rowCount: Int) -> Merges {
        let placed = spans.compactMap { span in
            Self.places(of: span.columns, columns).map { CellSpan(rows: span.rows, columns: $0) }
        }
        var placedRuns: [Int: [Range<Int>]] = [:]
        for (column, rows) in runs {
            if let place = columns.place(of: column) { placedRuns[place] = rows }
        }
        return Merges(placed, runs: placedRuns, rowCount: rowCount, columnCount: columns.count)
    }

    /// Adds spans, and returns those that cannot be merged, with reasons.
    fileprivate mutating func merge(_ new: [CellSpan], rowCount: Int, columnCount: Int) -> [MergeRefusal] {
        let all = spans + new
        let refusals = Merges(all, rowCount: rowCount, columnCount: columnCount).refusals
        let refused = Set(refusals.map(\.index))
        spans = all.enumerated().filter { !refused.contains($0.offset) }.map(\.element)
        return refusals
    }

    private static func places(of range: Range<Int>, _ columns: ColumnOrder) -> Range<Int>? {
        guard let first = columns.place(of: range.lowerBound) else { return nil }
        for (offset, column) in range.enumerated() where columns.place(of: column) != first + offset { return nil }
        return first..<first + range.count
    }
}

/// Merged cells that are too many to lay out between two frames.
public struct MergeRequest: Sendable, Equatable {
    fileprivate let cells: MergedCells
    fileprivate let columns: ColumnOrder
    fileprivate let rowCount: Int

    /// O(n log n): call it in the background.
    public func merges() -> Merges { cells.merges(columns: columns, rowCount: rowCount) }
}

extension GridModel {
    /// True where any cells are merged.
    public var hasMergedCells: Bool { !merged.isEmpty }

    /// Returns true where equal neighbors of a column are merged.
    public func isMerged(column: Int) -> Bool { merged.runs[column] != nil }

    /// Merges runs of rows in a column; nil unmerges them.
    public mutating func setMergedRuns(_ runs: [Range<Int>]?, ofColumn column: Int) {
        merged.runs[column] = runs
        layOutMerges()
    }

    /// Merges further spans of cells, by rows and columns of the table. Returns the spans that cannot be merged, with the
    /// reason: partly outside the table, or overlapping another.
    @discardableResult
    public mutating func merge(_ spans: [CellSpan]) -> [MergeRefusal] {
        // In another row order, the merges of table order are saved apart.
        if var cells = rowsInTableOrder?.merged {
            let refusals = cells.merge(spans, rowCount: table.sourceRowCount, columnCount: columnCount)
            rowsInTableOrder?.merged = cells
            return refusals
        }
        let refusals = merged.merge(spans, rowCount: rowCount, columnCount: columnCount)
        layOutMerges()
        return refusals
    }

    /// Unmerges all merged cells.
    public mutating func unmergeAll() {
        merged = MergedCells()
        layOutMerges()
    }

    /// Updates the sheet's merged cells to the merges and the column order.
    mutating func layOutMerges() {
        if merged.isQuick {
            pendingMerges = nil
            sheet.merges = merged.merges(columns: columns, rowCount: rowCount)
        } else {
            sheet.merges = Merges()
            pendingMerges = MergeRequest(cells: merged, columns: columns, rowCount: rowCount)
        }
        relayout()
    }

    /// Applies the result of a request, unless another one was made since.
    public mutating func apply(_ merges: Merges, for request: MergeRequest) {
        guard pendingMerges == request else { return }
        pendingMerges = nil
        sheet.merges = merges
        relayout()
    }
}
