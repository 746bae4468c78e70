import Tabular

/// A finder of the bytes of members in the values of the base's columns that contain them.
struct MemberBytes {
    private struct Value: Hashable {
        let row: Int
        let root: Int
    }

    private let columns: ExpandedColumns
    private let set: ExpansionSet
    private var texts: [Value: ContainerText] = [:]

    init(_ columns: ExpandedColumns, _ set: ExpansionSet) { (self.columns, self.set) = (columns, set) }

    /// Returns the bytes in values of `base`, which streams its rows, for `bytes`, whose rows ascend: of values that are not
    /// members themselves, and of members as far as their values are short. Others are at the beginning of the value that
    /// contains them; columns that do not exist have the column -1.
    mutating func bytes(in base: any RowPicking, of bytes: [ValueByte]) throws(ReadError) -> [ValueByte] {
        let members = bytes.compactMap { byte in member(of: byte.column).map { Value(row: byte.row, root: $0.root) } }
        try read(Set(members), of: base)
        var readers: [Int: FieldReader] = [:]
        return bytes.map { byte in
            var byte = byte
            guard let (root, expansion, place) = member(of: byte.column) else {
                byte.column = columns.baseColumn(of: byte.column) ?? -1
                return byte
            }
            let index = texts[Value(row: byte.row, root: root)].flatMap { text -> Int? in
                // Members of members are in the text of a value in it.
                guard case .base = set.expansions[expansion].parent else { return nil }
                var reader = readers[byte.column] ?? FieldReader(set.expansions[expansion].tree, wanted: [place])
                defer { readers[byte.column] = reader }
                return text.index(ofByte: byte.index, by: &reader)
            }
            return ValueByte(row: byte.row, column: root, index: index ?? 0)
        }
    }

    private func member(of column: Int) -> (root: Int, expansion: Int, place: Int)? {
        guard case .member(let expansion, let place)? = columns.origin(of: column) else { return nil }
        return (set.expansions[expansion].root, expansion, place)
    }

    private mutating func read(_ values: Set<Value>, of base: any RowPicking) throws(ReadError) {
        guard !values.isEmpty else { return }
        let (rows, roots) = (Set(values.map(\.row)).sorted(), Set(values.map(\.root)).sorted())
        var sink = ContainerTexts()
        try base.streamRecords(at: rows, of: .columns(roots), into: &sink)
        for (row, texts) in zip(rows, sink.records) {
            for (root, text) in zip(roots, texts) { self.texts[Value(row: row, root: root)] = text }
        }
    }
}

extension ExpandedColumns {
    /// The column of the base that `column` is; nil for members, and where it does not exist.
    func baseColumn(of column: Int) -> Int? {
        switch origin(of: column) {
        case .base(let column): column
        // Before any column is known, they have the numbers of the base.
        case nil: hasMembers ? nil : column
        case .member: nil
        }
    }
}

/// The text of a value that contains others.
struct ContainerText {
    /// Longer values are not searched, since each of their bytes is looked for from their beginning.
    static let longest = 1 << 12

    var bytes: [UInt8] = []
    var kind = CellKind.text

    /// The index in the value, as it is shown, of a byte of the only value that `reader` wants; nil where it is not there.
    fileprivate func index(ofByte byte: Int, by reader: inout FieldReader) -> Int? {
        bytes.withUnsafeBufferPointer { text in
            guard text.count <= Self.longest, reader.read(text) == .whole,
                let index = reader.index(ofByte: byte, at: 0, of: text)
            else { return nil }
            return shownIndex(index)
        }
    }

    /// The index in the value as it is shown of the byte at `index`.
    func shownIndex(_ index: Int) -> Int {
        guard kind == .json else { return index }
        return bytes.withUnsafeBufferPointer { NestedText.compactCount(UnsafeBufferPointer(rebasing: $0[..<index])) }
    }
}

/// Values that contain others, by records; of longer ones than `ContainerText.longest` a part.
struct ContainerTexts: RecordSink {
    private(set) var records: [[ContainerText]] = []
    private var record: [ContainerText] = []
    private var value = ContainerText()

    var isFinished: Bool { false }

    mutating func append(_ bytes: UnsafeBufferPointer<UInt8>) {
        // One byte more shows that it is too long.
        value.bytes += bytes.prefix(max(0, ContainerText.longest + 1 - value.bytes.count))
    }

    mutating func endValue(_ state: CellState) { endValue(state, as: .text) }

    mutating func endValue(_ state: CellState, as kind: CellKind) {
        value.kind = kind
        record.append(value)
        value = ContainerText()
    }

    mutating func endRecord() {
        records.append(record)
        record = []
    }
}
