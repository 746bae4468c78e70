import GridLayout
import TabularOps

/// The rows of a table in groups, for views with sections.
///
/// Create it in the background: O(groups + rows), once per grouping. Copying is O(1).
public struct GroupedRows: Sendable {
    /// The columns that determine the groups.
    public let columns: RowGrouping
    /// The groups as sections, their rows as items.
    public let content: LayoutContent
    private let grouping: Grouping

    public init(_ grouping: Grouping, of columns: RowGrouping) {
        self.columns = columns
        self.grouping = grouping
        let counts = SectionCounts(grouping.rowCounts)
        content = columns.weight == nil ? LayoutContent(counts) : LayoutContent(counts, weights: grouping.weights)
    }

    /// The number of rows when the groups were made.
    public var rowCount: Int { grouping.rowCount }

    /// The row of the table that is item `item` of a group. O(1).
    public func row(group: Int, item: Int) -> Int { grouping.row(group: group, item: item) }

    /// Returns the group and the item of a table row; nil for a row that was added after the groups were made.
    public func place(of row: Int) -> (group: Int, item: Int)? { grouping.place(ofRow: row) }

    /// Calls `body` with the UTF-8 bytes of the key that the rows of a group share.
    public func withKey<R>(of group: Int, _ body: (UnsafeBufferPointer<UInt8>) -> R) -> R {
        grouping.withKey(ofGroup: group, body)
    }

    public func key(of group: Int) -> String { grouping.key(ofGroup: group) }
}
