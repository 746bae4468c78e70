import Tabular

/// The types of a grid's columns, as far as the user chooses them.
public struct ColumnTyping: Sendable, Equatable {
    /// True where menus offer types: the source can read its columns as other types.
    public var isOffered = false
    /// The number of the first columns that the source reads itself. Members of objects follow them, and keep the types that
    /// they are written with.
    public var readCount = Int.max
    /// The choices that were requested last, which the columns' forms follow once they are applied.
    public private(set) var choices = TypeChoices()
    /// The chosen types by column index.
    public private(set) var chosen: [Int: TypeChoice] = [:]
    /// The schema that `chosen` was resolved in.
    private var reading = 0
    private var columnCount = 0

    public init() {}

    /// A Boolean value that indicates whether menus offer types for a column.
    public func isOffered(for column: Int) -> Bool { isOffered && column < readCount }

    /// Sets the choices for the columns of a table.
    ///
    /// - Complexity: O(1) where nothing changed, else O(choices × columns).
    public mutating func set(_ choices: TypeChoices, of table: TableSnapshot) {
        let columns = table.columns
        guard choices != self.choices || (table.reading, columns.count) != (reading, columnCount) else { return }
        (self.choices, reading, columnCount) = (choices, table.reading, columns.count)
        chosen = choices.resolved(in: columns)
    }
}
