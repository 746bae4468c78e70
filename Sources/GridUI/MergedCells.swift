import GridLayout

/// The merges of the user, by rows and columns of the table, independent of the order of columns.
public struct MergedCells: Sendable, Equatable {
    /// In the order in which they were given; of two that overlap, the earlier one is merged.
    var spans: [CellSpan] = []
    /// Runs of rows in single columns, such as equal neighbours.
    var runs: [Int: [Range<Int>]] = [:]

    /// So many are laid out between two frames; more of them in the background.
    private static let quickCount = 20_000

    var isEmpty: Bool { spans.isEmpty && runs.isEmpty }

    var isQuick: Bool { runs.values.reduce(spans.count) { $0 + $1.count } <= Self.quickCount }

    /// The merged cells of a sheet whose columns stand in that order. A span over columns that do not stand together as
    /// they do in the table is left out until they do.
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

    /// Adds spans, but for those that cannot be.
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

    /// Merges runs of rows in a column; nil takes them apart.
    public mutating func setMergedRuns(_ runs: [Range<Int>]?, ofColumn column: Int) {
        merged.runs[column] = runs
        layOutMerges()
    }

    /// Merges spans of cells, by rows and columns of the table, besides those that are merged. Gives those that cannot
    /// be, with the reason: partly outside the table, or over another.
    @discardableResult
    public mutating func merge(_ spans: [CellSpan]) -> [MergeRefusal] {
        // While rows stand in another order they are put by: they are of rows that stand elsewhere.
        if var cells = rowsInTableOrder?.merged {
            let refusals = cells.merge(spans, rowCount: table.sourceRowCount, columnCount: columnCount)
            rowsInTableOrder?.merged = cells
            return refusals
        }
        let refusals = merged.merge(spans, rowCount: rowCount, columnCount: columnCount)
        layOutMerges()
        return refusals
    }

    /// Takes all merged cells apart.
    public mutating func unmergeAll() {
        merged = MergedCells()
        layOutMerges()
    }

    /// Brings the sheet's merged cells in line with what is merged and how the columns stand.
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

    /// Takes over what a request gave, unless something else was asked for since.
    public mutating func apply(_ merges: Merges, for request: MergeRequest) {
        guard pendingMerges == request else { return }
        pendingMerges = nil
        sheet.merges = merges
        relayout()
    }
}
