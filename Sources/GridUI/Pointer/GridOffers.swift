/// The commands that menus and headers offer beyond the grid itself, depending on the capabilities of its window.
public struct GridOffers: Sendable, Hashable {
    /// Copying the selection.
    public var copying = false
    /// Saving the value of a cell.
    public var saving = false
    /// The side panel for a value, its row and its column.
    public var looking = false
    /// Filtering by a value, or by conditions on a column.
    public var filtering = false
    /// Choosing the format of a column's values.
    public var formatting = false
    /// The full names of the columns whose JSON objects are expanded to columns; nil where none can be.
    public var expansions: [String]?
    /// Opening the elements of a column's JSON arrays as a table.
    public var elements = false
    /// Sorting by a click on a header, and by menus.
    public var sorting = false
    /// The entry that copies the path to a cell's value, such as "Copy _JSON Pointer"; nil where values have none.
    public var pathCopying: String?

    /// Going to the rows of other tables that a cell refers to.
    public var references = false

    public init() {}
}

/// The ways to export one value.
public enum ValueAction: Sendable, Hashable {
    /// Saves the whole value to a file.
    case save
    /// Copies its path to the clipboard.
    case copyPath
    /// Goes to the row that it refers to, by `TableSchema.references`.
    case follow(Int)
}

/// A request about one column that the window around a grid fulfils.
public enum ColumnRequest: Sendable, Hashable {
    /// Chooses the format of its values.
    case format
    /// Expands the members of its JSON objects to columns, or collapses them.
    case expand(Bool)
    /// Opens the elements of its JSON arrays as a table.
    case openElements
}
