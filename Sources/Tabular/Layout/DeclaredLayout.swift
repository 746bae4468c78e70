/// The layout that a file itself declares, such as a sheet's frozen panes: a view begins with it unless a stored one exists.
/// Text files declare none.
///
/// Rows and columns count from 0 over the table.
public struct DeclaredLayout: Sendable, Hashable {
    /// A rectangle of cells that the file shows as one.
    public struct Merge: Sendable, Hashable {
        public var rows: Range<Int>
        public var columns: Range<Int>

        public init(rows: Range<Int>, columns: Range<Int>) { (self.rows, self.columns) = (rows, columns) }
    }

    /// Rows and columns that are frozen at the edge.
    public var frozenRows = 0
    public var frozenColumns = 0
    /// Widths of columns, in the width of a digit.
    public var widths: [Int: Double] = [:]
    public var merges: [Merge] = []
    public var hiddenRows: [Range<Int>] = []
    public var hiddenColumns: [Range<Int>] = []
    public var activeCell: (row: Int, column: Int)? {
        get { active.map { ($0.row, $0.column) } }
        set { active = newValue.map { Place(row: $0.row, column: $0.column) } }
    }
    /// True for a table that is laid out right to left.
    public var isRightToLeft = false
    /// Rows at the top of the table that name its columns.
    public var headerRows = 0
    /// The numbers or names of the rows in the file; nil where they count from 1.
    public var rowLabels: RowLabels?
    /// False while more may come: some formats declare merges after their rows.
    public var isComplete = true

    private struct Place: Sendable, Hashable {
        var row: Int
        var column: Int
    }

    private var active: Place?

    public init() {}
}

/// The labels of rows in their file: row 0 of a sheet with two header rows has the label 3. Labels ascend with the rows.
public enum RowLabels: Sendable, Hashable {
    /// The first row has the label `first`, and each other one more than the row before.
    case counted(first: Int)
    /// Stretches of consecutively labeled rows, for a file that omits rows: the label of each stretch's first row. They ascend,
    /// and the first begins at row 0.
    case stretches([Stretch])

    public struct Stretch: Sendable, Hashable {
        public var row: Int
        public var label: Int

        public init(row: Int, label: Int) { (self.row, self.label) = (row, label) }
    }

    /// The label of `row` (0-based). O(log stretches).
    public func label(ofRow row: Int) -> Int {
        switch self {
        case .counted(let first): return first + row
        case .stretches(let stretches):
            var (low, high) = (0, stretches.count)
            while low < high {
                let middle = (low + high) / 2
                if stretches[middle].row <= row { low = middle + 1 } else { high = middle }
            }
            guard low > 0 else { return row + 1 }
            return stretches[low - 1].label + row - stretches[low - 1].row
        }
    }

    /// The row (0-based) with the label `label`, of a table without an end; nil where the file omits that label. O(log
    /// stretches).
    public func row(labeled label: Int) -> Int? {
        switch self {
        case .counted(let first): return label >= first ? label - first : nil
        case .stretches(let stretches):
            var (low, high) = (0, stretches.count)
            while low < high {
                let middle = (low + high) / 2
                if stretches[middle].label <= label { low = middle + 1 } else { high = middle }
            }
            guard low > 0 else { return nil }
            let (row, overflows) = stretches[low - 1].row.addingReportingOverflow(label - stretches[low - 1].label)
            if overflows || low < stretches.count && row >= stretches[low].row { return nil }
            return row
        }
    }
}
