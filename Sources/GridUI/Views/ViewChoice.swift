/// The role of a column in a view.
public enum ViewRole: String, Sendable, Hashable, CaseIterable, Codable, CodingKeyRepresentable {
    /// Rows with the same value in this column form a group.
    case group
    /// The text of an item.
    case label
    /// The value that an item's size is proportional to.
    case weight
}

/// A length or a count of a view that the user can choose. The raw value is its name on the command line.
public enum ViewParameter: String, Sendable, Hashable, CaseIterable, Codable, CodingKeyRepresentable {
    case rowHeight = "row-height"
    case columnWidth = "column-width"
    case rowHeaderWidth = "row-header-width"
    case columnHeaderHeight = "column-header-height"
    case groupHeaderHeight = "group-header-height"
    case separatorThickness = "separator-thickness"
    case minimumColumnWidth = "minimum-column-width"
    case visibleRows = "visible-rows"
    case minimumRowHeight = "minimum-row-height"
    case dividerWidth = "divider-width"
    case dividerHeight = "divider-height"
    case sectionHeaderHeight = "section-header-height"
    case itemWidth = "item-width"
    case itemHeight = "item-height"
    case itemSpacing = "item-spacing"
    case sectionSpacing = "section-spacing"
    case cardWidth = "card-width"
}

/// The choice of a view, its columns and its lengths. Columns are those of the table, 0-based.
public struct ViewChoice: Sendable, Hashable {
    /// The name of the view's definition.
    public var name: String
    public var columns: [ViewRole: Int]
    /// The lengths that replace the view's own, in logical pixels before zoom.
    public var parameters: [ViewParameter: Double]
    /// A Boolean value that indicates whether headers that could scroll with the content remain visible.
    public var pinsHeaders: Bool

    public init(
        _ name: String = "sheet", columns: [ViewRole: Int] = [:], parameters: [ViewParameter: Double] = [:],
        pinsHeaders: Bool = true
    ) {
        self.name = name
        self.columns = columns
        self.parameters = parameters
        self.pinsHeaders = pinsHeaders
    }

    /// Returns the grouping of rows that the view requires; nil where it requires none.
    public func grouping(in registry: ViewRegistry = .standard) -> RowGrouping? {
        guard let definition = registry[name], definition.isGrouped, let group = columns[.group] else { return nil }
        return RowGrouping(group: group, weight: definition.roles.contains(.weight) ? columns[.weight] : nil)
    }
}

/// The columns that determine a grouping.
public struct RowGrouping: Sendable, Hashable {
    public var group: Int
    public var weight: Int?

    public init(group: Int, weight: Int? = nil) {
        self.group = group
        self.weight = weight
    }
}
