import Tabular

/// A reader of the fields of records, of some columns or of all, one record after the other.
///
/// Members come in the same order in nearly all records: a name is compared with the one that followed last time before it is
/// looked up. Of a repeated name the last value counts, so a record is read to its end. Nothing is allocated for a record, and
/// no function is recursive: values may be nested as deeply as `JSONCursor.depthLimit`.
///
/// Copies read independently.
struct FieldReader: @unchecked Sendable {
    /// The result of reading a record.
    enum Outcome: Sendable, Hashable {
        case whole
        /// Not JSON: the record's text is the value of its first column.
        case broken(SyntaxFault)
        /// The text ends within the record, whose fields up to there are read.
        case cutOff(SyntaxFault)
    }

    private(set) var tree: ColumnTree
    private let wanted: [Int]?
    /// True where values without a column get one.
    private let isDiscovering: Bool
    private let keepsOthers: Bool
    /// True where the text of the next records ends before they do: values at that end and after it are unreadable.
    var isCut = false
    /// True where the next records end with their text, so that they are complete.
    var hasEnd = false
    /// True where the next records are known to have no problem, such as a name that occurs again: they are read as far as the
    /// wanted fields go.
    var endsEarly = false
    // Checked for being the only reference before a write.
    private(set) var engine: FieldEngine

    /// Makes a reader of the columns `wanted`, in their order; a column may be repeated, or not exist. Nil means all.
    /// `isDiscovering` indicates that values without a column get one, after all others, where all columns are wanted;
    /// `keepsOthers` that the text of `(others)` is needed, and not only its kind.
    init(_ tree: ColumnTree, wanted: [Int]? = nil, isDiscovering: Bool = false, keepsOthers: Bool = true) {
        precondition(wanted == nil || !isDiscovering, "new columns are wanted")
        (self.tree, self.wanted, self.isDiscovering, self.keepsOthers) = (tree, wanted, isDiscovering, keepsOthers)
        engine = FieldEngine(tree, wanted: wanted, keepsOthers: keepsOthers)
    }

    /// The number of wanted columns.
    var count: Int { engine.fieldCount }

    /// A Boolean value that indicates whether the last record read has values without a column.
    var hasUnknown: Bool { engine.hasUnknown }

    /// See `FieldEngine`.
    var walkedBytes: Int { engine.walkedBytes }
    var preparedNodes: Int { engine.preparedNodes }

    /// Laxities and oddities of the last record read, the first of each kind. Invalid UTF-8 is not among them.
    var notes: SyntaxNotes { engine.findings.notes }

    /// Names that occur twice in an object of the record, by their first bytes.
    var duplicates: [Int] { engine.findings.duplicates }

    /// The field of the wanted column at `place`.
    @inline(__always)
    func field(at place: Int) -> JSONField { engine.field(at: place) }

    /// The number of wanted columns from `place` on whose fields are missing, up to the first that is not.
    @inline(__always)
    func missingFields(from place: Int) -> Int { isCut ? 0 : engine.missingFields(from: place) }

    /// Reads the text of a row, with the separators around it.
    ///
    /// - Parameter readable: Bytes that can be read from the beginning of `text`, its own or not. Short records are read faster
    ///   where these are more than its own.
    /// - Complexity: O(bytes of the record).
    mutating func read(_ text: UnsafeBufferPointer<UInt8>, readable: Int = 0) -> Outcome {
        if !isKnownUniquelyReferenced(&engine) {
            engine = FieldEngine(tree, wanted: wanted, keepsOthers: keepsOthers)
        }
        engine.endsEarly = endsEarly
        let outcome = engine.read(text, readable: readable, hasEnd: hasEnd)
        // Text in the place of a record has no columns.
        if case .broken = outcome { return outcome }
        guard isDiscovering, hasUnknown, tree.discover(text) else { return outcome }
        // A copy of the reader keeps the columns that it has.
        engine =
            isKnownUniquelyReferenced(&engine)
            ? FieldEngine(engine, grownTo: tree) : FieldEngine(tree, wanted: nil, keepsOthers: keepsOthers)
        return engine.read(text, readable: readable, hasEnd: hasEnd)
    }

    /// Like `read(_:readable:)`, without the tokens of the kernel.
    mutating func readSlowly(_ text: UnsafeBufferPointer<UInt8>) -> Outcome { engine.readSlowly(text) }

    /// Counts the fields of the last record read by their kinds, in `tallies` at their columns. `text` is its text.
    ///
    /// - Complexity: O(fields that are not missing).
    func count(in tallies: inout [KindTally], of text: UnsafeBufferPointer<UInt8>) {
        engine.count(in: &tallies, of: text)
    }

    /// Appends the text of the wanted column at `place` to `bytes`, at most `limit` bytes of it, and returns its state and
    /// kind. `text` is that of the last record read.
    func append(
        at place: Int, of text: UnsafeBufferPointer<UInt8>, _ form: JSONField.TextForm, to bytes: inout [UInt8],
        limit: Int = .max
    ) -> CellInfo {
        let field = field(at: place)
        // What has no column may go on behind the cut.
        if isCut, field.kind == .missing || field.kind == .others || field.textRange.upperBound >= text.count {
            return CellInfo(state: .unreadable)
        }
        let start = bytes.count
        let isStrict = form != .json || !engine.findings.notes.hasLaxity
        guard field.kind == .others else {
            let info = field.append(of: text, form, to: &bytes, limit: limit)
            guard !isStrict else { return info }
            if info.kind == .json { StrictText.replace(&bytes, from: start) }
            if info.kind == .number { StrictNumber.replace(&bytes, from: start) }
            return info
        }
        engine.appendOthers(of: text, to: &bytes)
        if !isStrict { StrictText.replace(&bytes, from: start) }
        if bytes.count - start > limit { bytes.removeLast(bytes.count - start - limit) }
        return field.info
    }
}

extension FieldReader {
    /// The index in `text`, that of the last record read, of a byte of the value shown at `place`; nil where it has none. A byte
    /// of `(others)` that is not a member's own is at the first of them.
    func index(ofByte byte: Int, at place: Int, of text: UnsafeBufferPointer<UInt8>) -> Int? {
        let field = field(at: place)
        return field.kind == .others
            ? engine.indexInOthers(ofByte: byte, of: text) : field.index(ofByte: byte, in: text)
    }

    /// Reads a row.
    mutating func read(_ row: RowText) -> Outcome {
        (isCut, hasEnd) = (row.isCut, row.isBroken)
        return read(row.bytes, readable: row.readable)
    }
}
