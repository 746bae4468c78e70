import QuadrilleRuntime

/// A value that decided the type of a column: the first that, together with the values before it, rules out every narrower
/// type.
public struct TypeWitness: Sendable, Hashable {
    /// 0-based.
    public var row: Int
    /// The beginning of the value: `TypeSearch.shownBytes` at most.
    public var value: [UInt8]

    package init(row: Int, value: [UInt8]) { (self.row, self.value) = (row, value) }
}

/// The progress of a search through a column for the value that decided its type.
public struct TypeSearch: Sendable, Hashable {
    /// Bytes of the value that are kept.
    public static let shownBytes = 400

    /// The question of a search: equal questions have equal answers.
    public struct Question: Sendable, Hashable {
        public let column: Int
        public let type: ColumnType
        /// The types that are possible before any value is seen, as the source counts them.
        package let types: UInt64

        package init(column: Int, type: ColumnType, types: UInt64) {
            (self.column, self.type, self.types) = (column, type, types)
        }
    }

    public let question: Question
    package var nextRow = 0
    package var types: UInt64
    /// The value that was found.
    public package(set) var witness: TypeWitness?
    /// A Boolean value that indicates whether there is nothing left to search.
    public package(set) var isOver = false

    package init(_ question: Question) { (self.question, types) = (question, question.types) }
}

/// A table that infers the types of its columns from their values, and can find the deciding one.
public protocol TypeExplaining: RecordStreaming {
    /// A search for the first value of a column that does not fit a type that `value` fits: the value that rules out types
    /// narrower than `type`. Nil where the type needs no explanation.
    func typeSearch(ofColumn column: Int, type: ColumnType, like value: [UInt8]) -> TypeSearch?

    /// Continues a search by some thousand rows. Makes its caller wait.
    ///
    /// - Throws: Errors of reading.
    func advance(_ search: inout TypeSearch) throws(ReadError)
}

/// A source that applies other choices about the types of its columns while it is open.
public protocol TypeChoosing: TableSource {
    /// The choices that are applied.
    var typeChoices: TypeChoices { get }

    /// Applies other choices: columns get other forms in the next snapshot. The caller waits for columns that have to be read
    /// for it; never call it on a thread that draws.
    ///
    /// - Returns: False, and nothing changes, where the table has to be opened again for the choices, after the
    ///   cancellation, or where the source was closed.
    /// - Throws: The error of reading.
    func apply(_ choices: TypeChoices, unless cancellation: Cancellation) throws(ReadError) -> Bool
}
