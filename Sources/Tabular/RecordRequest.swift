/// The values that a reader requests from each record: which columns, and in which form.
///
///     try source.streamRecords(0..<1000, of: .columns([3, 0]), into: &sink)      // two values a record: D, A
public struct RecordRequest: Sendable, Hashable {
    public enum Columns: Sendable, Hashable {
        /// Every value that a record has.
        case all
        /// The values of these columns (0-based), in this order; a column may be repeated, or not exist.
        case some([Int])
    }

    /// The two texts of a value. They are the same in text sources.
    public enum Form: UInt8, Sendable, Hashable {
        /// The exact value in the canonical form of its type, for comparing, adding and exporting.
        case value
        /// The text that the source's own program shows: with a number format, or a label in place of a code.
        case shown
    }

    public var columns: Columns
    public var form: Form
    /// A Boolean value that indicates whether values are to be written as JSON. Half of a surrogate pair, which some formats can
    /// represent and UTF-8 cannot, is passed as the three bytes that UTF-8 would have for it, and not as U+FFFD. Numbers and
    /// nested values are JSON by RFC 8259, where the source has them with laxities such as comments.
    public var isForJSON = false
    /// A Boolean value that indicates whether values are compared with each other and with texts of the user, as filters and
    /// sorts do. A nested value is passed without the white space that its file has between its parts, like in the form `shown`:
    /// two values that look the same are equal.
    public var isForComparison = false
    /// A Boolean value that indicates whether a number that is stored as a binary fraction is passed in a form that no whole
    /// number has: `1.0`, `-0.0`.
    public var marksReals = false
    /// The columns whose numbers the sink accepts in 8 bytes too (`RecordBatch.encodings`), which spares their texts. Sources
    /// pass them as they have them, and only in a batch.
    public var numberColumns: Set<Int> = []
    /// The columns of which the sink reads only the states and kinds of values, and whether they are empty: sources may pass other
    /// bytes in place of a value that is not empty.
    public var presenceColumns: Set<Int> = []

    public init(columns: Columns = .all, form: Form = .value) {
        self.columns = columns
        self.form = form
    }

    /// Every value of a record.
    public static let all = RecordRequest()

    /// The values of `columns` (0-based), in their order.
    public static func columns(_ columns: [Int], form: Form = .value) -> RecordRequest {
        RecordRequest(columns: .some(columns), form: form)
    }

    /// The values of `columns`, or of all columns for nil.
    public static func columns(_ columns: [Int]?, form: Form = .value) -> RecordRequest {
        RecordRequest(columns: columns.map { .some($0) } ?? .all, form: form)
    }
}
