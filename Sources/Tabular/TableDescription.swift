/// A member of records whose value is always the same text.
public struct ConstantMember: Sendable, Hashable {
    public let name: String
    public let value: String

    public init(name: String, value: String) { (self.name, self.value) = (name, value) }
}

/// The description of a source: for the status bar and for `info`.
///
/// It has the facts that tables of all formats share. Those of one format are in `details`, in a type of the format's own: its
/// reader gets them back by this type, and everybody else shows what the details offer, without a name of any format.
public struct TableDescription: Sendable, Hashable {
    /// The name of the format, such as "CSV", "TSV", "generated".
    public var format: String
    /// The compression, such as "gzip"; nil where there is none. Positions then count in the unpacked bytes.
    public var compression: String?
    /// The number of records before the rows that name columns and groups of columns; nil where names are no records, and
    /// while it is not known.
    public var headerRows: Int?
    /// The null words in columns that are not text.
    public var nullWords: [String] = []
    /// A Boolean value that indicates whether the source distinguishes the kinds of its values (`CellKind`): if not, all are
    /// text.
    public var hasKinds = false
    /// A Boolean value that indicates whether a record may itself be a value, such as each number of a list of numbers. The
    /// column with the empty path has these.
    public var hasBareRecords = false
    /// A Boolean value that indicates whether records are lists, even if none of them has an element.
    public var hasLists = false
    /// A member that every record has, and that needs no column, such as the type of a feature; nil where there is none.
    public var constantMember: ConstantMember?
    /// A Boolean value that indicates whether any row may add columns, after the earlier ones.
    public var hasLateColumns = false
    /// The measure of `TableSnapshot.progress`.
    public var progressMeasure = ProgressMeasure.bytes
    /// The kinds of problems that the format may find.
    public var problemKinds = Problem.Kind.text
    /// The schema of the table; nil where the source declares none, and while it is not known.
    public var schema: TableSchema?
    private var stored = StoredDetails()

    public init(format: String, _ details: (any FormatDetails)? = nil, compression: String? = nil) {
        (self.format, self.compression) = (format, compression)
        self.details = details
    }

    /// The facts of the format; nil where it has none, and while they are not known.
    public var details: (any FormatDetails)? {
        get { stored.details }
        set { stored.details = newValue }
    }

    /// The facts of the format, for callers that know it, by their type; nil where they are of another type.
    public subscript<Details: FormatDetails>(type: Details.Type) -> Details? {
        get { stored.details as? Details }
        set { stored.details = newValue }
    }
}

/// Details that are compared by their own type.
private struct StoredDetails: Sendable, Hashable {
    var details: (any FormatDetails)?

    static func == (one: StoredDetails, other: StoredDetails) -> Bool {
        guard let details = one.details else { return other.details == nil }
        return details.isEqual(to: other.details)
    }

    func hash(into hasher: inout Hasher) {
        if let details { hasher.combine(details) }
    }
}

extension FormatDetails {
    fileprivate func isEqual(to other: (any FormatDetails)?) -> Bool { other as? Self == self }
}
