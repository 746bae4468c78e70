/// The things that menus and headers offer beyond the grid itself, each of which the window around it can do or cannot.
public struct GridOffers: Sendable, Hashable {
    /// Copying the selection.
    public var copying = false
    /// Saving the value of a cell.
    public var saving = false
    /// A closer look at a value, its row and its column.
    public var looking = false
    /// Filtering by a value, or by conditions on a column.
    public var filtering = false
    /// The choice of how the values of a column are shown.
    public var formatting = false
    /// The full names of the columns whose JSON objects are columns too; nil where none can be.
    public var expansions: [String]?
    /// A table of the elements of a column's JSON arrays.
    public var elements = false
    /// Sorting by a click on a header, and by menus.
    public var sorting = false
    /// The entry that copies the path to a cell's value, such as "Copy _JSON Pointer"; nil where values have none.
    public var pathCopying: String?

    public init() {}
}

/// The ways to take one value along.
public enum ValueAction: Sendable, Hashable {
    /// To a file, whole.
    case save
    /// Its path, to the clipboard.
    case copyPath
}

/// A request about one column that the window around a grid fulfils.
public enum ColumnRequest: Sendable, Hashable {
    /// The choice of how the values are shown.
    case format
    /// The members of the JSON objects in it are columns of their own, or are none any more.
    case expand(Bool)
    /// A table of the elements of the JSON arrays in it.
    case openElements
}
