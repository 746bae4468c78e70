/// The working memory of a `FieldReader`, and its two ways to read a record: from the tokens that a kernel finds, where it is
/// strict JSON (`RecordWalk`), else from its text (`SlowWalk`). Both find the same.
final class FieldEngine {
    /// The fewest fields of a record that is called sparse, and the share of those that have a value.
    private static let wideRecord = 256
    private static let sparseShare = 16

    let table: MemberTable
    let root: RecordRoot
    /// One for each wanted column.
    let fieldCount: Int
    private let fields: UnsafeMutablePointer<JSONField>
    /// Fields that have a value, by number.
    private let filled: UnsafeMutablePointer<Int32>
    // Its accesses need no check.
    private let state: UnsafeMutablePointer<EngineMemory.State>
    private let memory: EngineMemory
    /// Fields of columns that are wanted more than once, with the first of the same column.
    private let copies: [(field: Int, first: Int)]
    /// The names of elements without a column.
    private(set) lazy var elementNames = ElementNames(declared, columns: positionCount)
    private let declared: [DeclaredColumn]
    private let positionCount: Int

    /// True where the text of members without a column is needed, and not only whether there are any.
    private let keepsOthers: Bool

    init(_ tree: ColumnTree, wanted: [Int]?, keepsOthers: Bool = true) {
        (self.keepsOthers, declared, positionCount) = (keepsOthers, tree.layout.declared, tree.positionColumns.count)
        let wanted = wanted ?? Array(tree.places.indices)
        var copies: [(field: Int, first: Int)] = []
        var slots = [Int32](repeating: MemberTable.Slot.unwanted, count: tree.places.count)
        for (field, column) in wanted.enumerated() where slots.indices.contains(column) {
            if slots[column] < 0 { slots[column] = Int32(field) } else { copies.append((field, Int(slots[column]))) }
        }
        self.copies = copies
        fieldCount = wanted.count
        root = RecordRoot(tree, slots)
        table = MemberTable(tree, slots: slots)
        memory = EngineMemory(fields: fieldCount)
        (fields, filled, state) = (memory.fields, memory.filled, memory.state)
        state.pointee.preparedNodes = tree.nodes.count
    }

    /// Takes the place of `other`, whose fields are those of all columns of a tree that has grown to `tree` since. `other` is not
    /// used after that.
    ///
    /// - Complexity: O(bytes of the new names), on average, and O(elements of arrays that have columns).
    init(_ other: FieldEngine, grownTo tree: ColumnTree) {
        precondition(other.copies.isEmpty, "a field for each column")
        other.begin()
        (keepsOthers, declared, positionCount) = (other.keepsOthers, tree.layout.declared, tree.positionColumns.count)
        (copies, fieldCount, table) = ([], tree.columnCount, other.table)
        let nodeCount = table.nodeCount
        table.grow(to: tree, fromColumn: other.fieldCount)
        root = RecordRoot(other.root, grownTo: tree)
        memory = fieldCount <= other.memory.capacity ? other.memory : EngineMemory(other.memory, fields: fieldCount)
        (fields, filled, state) = (memory.fields, memory.filled, memory.state)
        state.pointee.preparedNodes += tree.nodes.count - nodeCount
    }

    var findings: RecordFindings {
        @inline(__always) get { state.pointee.findings }
    }

    /// True where records are read as far as the wanted fields go.
    var endsEarly: Bool {
        get { state.pointee.endsEarly }
        set { state.pointee.endsEarly = newValue }
    }

    /// The number of fields with which a record is read far enough.
    var enoughFields: Int {
        endsEarly && root.othersSlot < 0 ? fieldCount - copies.count : .max
    }

    /// Bytes read so far from records that are no strict JSON, each of which is read once or twice; for tests.
    var walkedBytes: Int { state.pointee.walkedBytes }

    /// Nodes of trees that were prepared for reading so far, by this engine and those before it; for tests.
    var preparedNodes: Int { state.pointee.preparedNodes }

    /// A Boolean value that indicates whether some values have no column yet.
    var hasUnknown: Bool { state.pointee.findings.hasUnknown }

    /// Counts the fields of the record by their kinds, in `tallies` at their columns.
    func count(in tallies: inout [KindTally], of text: UnsafeBufferPointer<UInt8>) {
        precondition(tallies.count >= fieldCount, "\(tallies.count) tallies for \(fieldCount) fields")
        tallies.withUnsafeMutableBufferPointer { tallies in
            for index in 0..<state.pointee.filledCount {
                let place = Int(filled[index])
                tallies[place].count(fields[place], of: text)
            }
            for copy in copies { tallies[copy.field].count(fields[copy.field], of: text) }
        }
    }

    /// The field of the wanted column `place`.
    @inline(__always)
    func field(at place: Int) -> JSONField {
        precondition(place >= 0 && place < fieldCount, "field \(place) of \(fieldCount)")
        return fields[place]
    }

    /// The number of fields from `place` on that are missing, up to the first that is not.
    @inline(__always)
    func missingFields(from place: Int) -> Int {
        precondition(place >= 0, "field \(place)")
        var end = place
        while end < fieldCount, case .missing = fields[end].kind { end += 1 }
        return end - place
    }

    /// A Boolean value that indicates whether nearly all fields of the record are missing.
    var isSparse: Bool {
        fieldCount >= Self.wideRecord && copies.isEmpty && state.pointee.filledCount <= fieldCount / Self.sparseShare
    }

    /// The numbers of the fields that have a value, ascending, until the next record is read.
    var filledFields: UnsafeBufferPointer<Int32> {
        var numbers = UnsafeMutableBufferPointer(start: filled, count: state.pointee.filledCount)
        // Members are nearly always in the order of their columns.
        if zip(numbers, numbers.dropFirst()).contains(where: { $0 > $1 }) { numbers.sort() }
        return UnsafeBufferPointer(numbers)
    }

    /// Reads the text of a row, which is whole if it `hasEnd`.
    func read(_ text: UnsafeBufferPointer<UInt8>, readable: Int, hasEnd: Bool) -> FieldReader.Outcome {
        begin()
        guard let base = text.baseAddress, text.count < Int(UInt32.max) - 64 else {
            return readSlowly(text, hasEnd: hasEnd)
        }
        let stream = TokenStream(
            base, count: text.count, readable: max(readable, text.count), tokens: memory.tokens,
            room: EngineMemory.tokenRoom)
        var walk = RecordWalk(stream, self, levels: memory.levels, objectCount: state.pointee.objectCount)
        let isRead = walk.read()
        state.pointee.objectCount = walk.objectCount
        state.pointee.filledCount = walk.fields.filledCount
        guard isRead else { return readSlowly(text, hasEnd: hasEnd) }
        state.pointee.findings.hasUnknown = walk.hasUnknown
        finish()
        return .whole
    }

    /// Reads likewise, from the text alone.
    func readSlowly(_ text: UnsafeBufferPointer<UInt8>, hasEnd: Bool = false) -> FieldReader.Outcome {
        begin()
        state.pointee.walkedBytes += text.count
        var walk = SlowWalk(text, self, objectCount: state.pointee.objectCount)
        let fault = walk.read()
        state.pointee.objectCount = walk.objectCount
        state.pointee.filledCount = walk.fields.filledCount
        if !walk.replaced.isEmpty { readLast(of: text, without: walk.replaced.sorted()) }
        state.pointee.findings.hasUnknown = walk.hasUnknown
        state.pointee.findings.notes = walk.row.cursor.notes
        state.pointee.findings.duplicates = walk.duplicates
        var outcome = FieldReader.Outcome.whole
        if let fault {
            let isCutOff = fault.kind == .cutOff && !hasEnd && !root.form.hasEnd(text)
            outcome = isCutOff ? .cutOff(fault) : .broken(fault)
            if !isCutOff { showText(of: text) }
        }
        finish()
        return outcome
    }

    /// Reads a record with names that occur twice again, without their values at `unread`.
    private func readLast(of text: UnsafeBufferPointer<UInt8>, without unread: [Int]) {
        begin()
        state.pointee.walkedBytes += text.count
        var walk = SlowWalk(text, self, objectCount: state.pointee.objectCount, unread: unread)
        // The fault is that of the first walk.
        _ = walk.read()
        state.pointee.objectCount = walk.objectCount
        state.pointee.filledCount = walk.fields.filledCount
    }

    /// Makes the text of a record that is not JSON the value of the first column.
    private func showText(of text: UnsafeBufferPointer<UInt8>) {
        begin(keepingNotes: true)
        var open = openFields
        open.set(root.firstSlot, JSONField(.invalid, root.form.trimmed(text)))
        state.pointee.filledCount = open.filledCount
    }

    /// The fields for a walk through one record.
    var openFields: OpenFields { OpenFields(fields: fields, filled: filled, filledCount: state.pointee.filledCount) }

    /// Keeps a member for the field of the others, if that is wanted.
    func append(_ piece: OthersPiece) {
        guard root.othersSlot >= 0, keepsOthers || state.pointee.findings.others.isEmpty else { return }
        state.pointee.findings.others.append(piece)
    }

    /// Keeps a member, with those before it where `isNext` (see `OthersPiece.add`) returns true.
    func append(_ piece: OthersPiece, _ isNext: (Int, Int) -> Bool) {
        let last = state.pointee.findings.others.count - 1
        if last >= 0, keepsOthers, state.pointee.findings.others[last].add(piece, isNext) { return }
        append(piece)
    }

    /// Empties all fields.
    private func begin(keepingNotes: Bool = false) {
        for index in 0..<state.pointee.filledCount { fields[Int(filled[index])] = JSONField() }
        for copy in copies { fields[copy.field] = JSONField() }
        state.pointee.filledCount = 0
        if !keepingNotes || !state.pointee.findings.others.isEmpty {
            state.pointee.findings.clear(keepingNotes: keepingNotes)
        }
    }

    private func finish() {
        if !state.pointee.findings.others.isEmpty {
            var open = openFields
            open.set(root.othersSlot, JSONField(kind: .others))
            state.pointee.filledCount = open.filledCount
        }
        for copy in copies { fields[copy.field] = fields[copy.first] }
    }
}

/// The findings in one record besides its fields.
struct RecordFindings {
    /// The most members without a column whose memory is kept for the next record.
    private static let keptOthers = 1 << 12

    /// A Boolean value that indicates whether some values have no column yet.
    var hasUnknown = false
    var notes = SyntaxNotes()
    /// Names that occur twice in their objects, by their first bytes.
    var duplicates: [Int] = []
    var others: [OthersPiece] = []

    @inline(__always)
    mutating func clear(keepingNotes: Bool) {
        hasUnknown = false
        if !others.isEmpty { others.removeAll(keepingCapacity: others.count <= Self.keptOthers) }
        if keepingNotes { return }
        notes.removeAll()
        if !duplicates.isEmpty { duplicates.removeAll(keepingCapacity: true) }
    }
}

/// The fields of one record while it is read.
struct OpenFields {
    let fields: UnsafeMutablePointer<JSONField>
    let filled: UnsafeMutablePointer<Int32>
    var filledCount: Int

    /// Sets a field, replacing that of an earlier member; does nothing where `slot` is none.
    @inline(__always)
    mutating func set(_ slot: Int32, _ field: JSONField) {
        guard slot >= 0 else { return }
        if fields[Int(slot)].kind == .missing {
            filled[filledCount] = slot
            filledCount += 1
        }
        fields[Int(slot)] = field
    }
}

/// The form of rows, and the fields of columns that belong to no member.
struct RecordRoot {
    let form: RowForm
    let records: ColumnTree.Records
    /// A Boolean value that indicates whether values without a column belong to the others. Before there is a column of these,
    /// such values are unknown.
    let hasOthers: Bool
    let keySlot: Int32
    let valueSlot: Int32
    let othersSlot: Int32
    /// The field of the first column of the table.
    let firstSlot: Int32
    let positionSlots: [Int32]

    init(_ tree: ColumnTree, _ slots: [Int32]) {
        func slot(_ column: Int?) -> Int32 { column.map { slots[$0] } ?? MemberTable.Slot.absent }
        (form, records, hasOthers) = (tree.layout.form, tree.records, tree.othersColumn != nil)
        keySlot = slot(tree.keyColumn)
        valueSlot = slot(tree.valueColumn)
        othersSlot = slot(tree.othersColumn)
        firstSlot = slots.first ?? MemberTable.Slot.absent
        positionSlots = tree.positionColumns.map { slots[$0] }
    }

    /// Adds the new columns of a tree that has grown to `tree` to `other`. Each column has the field of its number.
    init(_ other: RecordRoot, grownTo tree: ColumnTree) {
        func slot(_ column: Int?) -> Int32 { column.map { Int32($0) } ?? MemberTable.Slot.absent }
        (form, records, hasOthers) = (other.form, other.records, tree.othersColumn != nil)
        (keySlot, valueSlot, othersSlot) = (slot(tree.keyColumn), slot(tree.valueColumn), slot(tree.othersColumn))
        firstSlot = tree.columnCount > 0 ? 0 : MemberTable.Slot.absent
        let known = other.positionSlots.count
        positionSlots = other.positionSlots + tree.positionColumns[known...].map { Int32($0) }
    }
}

extension RowForm {
    /// Returns true where the last byte of a row's text shows that the row is complete.
    func hasEnd(_ text: UnsafeBufferPointer<UInt8>) -> Bool { self == .lines && text.last == 0x0A }

    /// A row's text without the blanks and separators around it.
    func trimmed(_ text: UnsafeBufferPointer<UInt8>) -> Range<Int> {
        let isApart: (UInt8) -> Bool = { $0.isBlank || $0 == 0x1E }
        var (start, end) = (0, text.count)
        while start < end, isApart(text[start]) || self == .values && text[start] == UInt8(ascii: ",") { start += 1 }
        while end > start, isApart(text[end - 1]) { end -= 1 }
        if self != .lines, end > start, text[end - 1] == UInt8(ascii: ",") || text[end - 1] == closer { end -= 1 }
        while end > start, isApart(text[end - 1]) { end -= 1 }
        return start..<end
    }
}
