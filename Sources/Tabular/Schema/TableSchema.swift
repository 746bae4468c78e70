/// The schema of a table as its document declares it: for display, and to go from a row to the rows that it refers to.
public struct TableSchema: Sendable, Hashable {
    /// A declared column, whether the table shows it or not.
    public struct Column: Sendable, Hashable {
        public var name: String
        /// Empty where none is declared.
        public var declaredType: String
        /// A Boolean value that indicates whether the column has a value in every row.
        public var isRequired = false
        /// A Boolean value that indicates whether the values are computed from those of other columns.
        public var isGenerated = false
        /// A Boolean value that indicates whether the table does not show the column.
        public var isHidden = false

        public init(name: String, declaredType: String) { (self.name, self.declaredType) = (name, declaredType) }
    }

    /// Columns whose values occur in one row at most.
    public struct Key: Sendable, Hashable {
        public var columns: [String]
        public var isPrimary: Bool

        public init(columns: [String], isPrimary: Bool) { (self.columns, self.isPrimary) = (columns, isPrimary) }
    }

    /// Columns whose values are those of a key of a row in a table of the document.
    public struct Reference: Sendable, Hashable {
        public var columns: [String]
        public var table: String
        /// The columns of the key, in the order of `columns`; empty where the document does not tell.
        public var targetColumns: [String]

        public init(columns: [String], table: String, targetColumns: [String]) {
            (self.columns, self.table, self.targetColumns) = (columns, table, targetColumns)
        }
    }

    public struct Index: Sendable, Hashable {
        public var name: String
        /// The indexed columns; nil for an expression.
        public var parts: [String?]
        public var isUnique = false
        /// A Boolean value that indicates whether it has only the rows that meet a condition.
        public var isPartial = false

        public init(name: String, parts: [String?]) { (self.name, self.parts) = (name, parts) }
    }

    public var columns: [Column] = []
    public var keys: [Key] = []
    public var references: [Reference] = []
    public var indexes: [Index] = []
    /// The statements that made the table and its indexes, in the language of the document.
    public var statements: [String] = []

    public init() {}

    /// The references of the column `name`, by their positions in `references`.
    public func references(ofColumn name: String) -> [Int] {
        references.indices.filter { references[$0].columns.contains(name) }
    }
}
