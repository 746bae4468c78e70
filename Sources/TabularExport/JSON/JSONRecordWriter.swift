import Tabular

/// Writes every record of a source with kinds or nested columns as JSON (RFC 8259): in an array, or one per line.
///
/// Numbers, booleans and nested values keep their bytes from the source; numbers and nested values that are not valid JSON
/// become strings. Columns with paths become members of objects again (`MemberPlan`):
///
///     id   b.c         b.d           written
///     7    null        (missing)     {"id":7,"b":{"c":null}}
///     8    (missing)   (missing)     {"id":8}
///
/// A missing value is left out, and so is an object without members; in a source without paths it is null. A record may have a
/// value both for a column and for members of that column. Nothing is lost then: an object and its members become one object
/// (`JoinedObjects`); any other value keeps its name, and the object of the members gets a number:
///
///     address   address.city    written
///     null      (missing)       {"address":null}
///     5         "Bern"          {"address":5,"address_2":{"city":"Bern"}}
///
/// Members in a column of others (`Column.holdsOthers`) return to their objects (`JoinedObjects.added`).
///
/// A record that is a plain value is written as that value, and a list as a list (`ListRecord`). Half of a surrogate pair is
/// written as its escape; other invalid UTF-8 becomes U+FFFD. Unlike `JSONWriter`, it holds a record until its end, since the
/// members of an object may be apart. Records with more values than columns are not accepted.
struct JSONRecordWriter: TableWriter {
    var output: ByteOutput
    private let isLines: Bool
    private let typing: JSONTyping
    /// The forms of the columns.
    private let forms: [ValueForm]
    /// A Boolean value that indicates whether missing values are written as null.
    private let writesMissing: Bool
    private var recordCount = 0

    /// The beginning of a value.
    private var held: [UInt8] = []
    /// The texts of the values of the record, contiguous.
    private var values: [UInt8] = []
    /// The range of the text of each column in `values`: empty for a column without text.
    private var ranges: [Range<Int>]
    /// The columns with a text, ascending.
    private var filled: [Int] = []
    private var column = 0
    private var text: RecordText
    /// Nil where records are not lists.
    private let list: ListRecord?
    /// The column of members without a column of their own; nil where there is none.
    private let others: Int?

    /// `columns` are the columns to write; `paths` is the meaning of their paths.
    init(_ output: ByteOutput, columns: [Column], paths: PathUse, isLines: Bool, typing: JSONTyping) {
        self.output = output
        self.isLines = isLines
        self.typing = typing
        forms = columns.map(\.form)
        ranges = [Range<Int>](repeating: 0..<0, count: columns.count)
        writesMissing = paths == .none
        let titles =
            paths == .none ? ColumnNames.unique(of: columns) : columns.indices.map { columns[$0].title(at: $0) }
        let hasOthers = paths != .none && paths != .positions
        others = hasOthers ? columns.firstIndex(where: \.holdsOthers) : nil
        let plan = MemberPlan(
            columns.indices.map { index in
                if hasOthers, columns[index].holdsOthers { return nil }
                let path = paths == .none ? [] : columns[index].pathInBytes
                return path.isEmpty && paths != .namesAndRecord ? [Array(titles[index].utf8)] : path
            }, titles: titles)
        text = RecordText(plan)
        list = paths == .positions ? ListRecord(columns) : nil
    }

    /// The member that begins every record that is an object.
    var constant: ConstantMember? {
        didSet {
            guard let constant else {
                text.firstMember = []
                return
            }
            var member: [UInt8] = []
            Array(constant.name.utf8).withUnsafeBufferPointer { JSONText.quote($0, into: &member) }
            member.append(UInt8(ascii: ":"))
            Array(constant.value.utf8).withUnsafeBufferPointer { JSONText.quote($0, into: &member) }
            text.firstMember = member
        }
    }

    /// The meaning of the paths of columns.
    enum PathUse: Hashable {
        /// The source has no paths.
        case none
        /// The empty path is that of a column with a name of its own.
        case names
        /// The empty path is that of the record.
        case namesAndRecord
        /// Columns contain the elements of records that are lists (`Column.position`).
        case positions
    }

    mutating func append(_ bytes: UnsafeBufferPointer<UInt8>) { held.append(contentsOf: bytes) }

    mutating func endValue(_ state: CellState) { endValue(state, as: .text) }

    mutating func endValue(_ state: CellState, as kind: CellKind) {
        var value: [UInt8] = []
        swap(&value, &held)
        value.withUnsafeBufferPointer { endValue($0, state, kind, isUTF8: false) }
        value.removeAll(keepingCapacity: true)
        swap(&value, &held)
    }

    mutating func endMissing(_ count: Int) {
        if writesMissing {
            for _ in 0..<count { endValue(.missing) }
        } else {
            column += count
        }
    }

    /// Whole values are copied directly from the batch.
    mutating func take(_ batch: RecordBatch) {
        let isUTF8 = batch.utf8Bytes == batch.bytes.indices
        for index in batch.pieces.indices {
            let piece = batch.pieces[index]
            guard held.isEmpty, piece.endsValue else {
                batch.give(index, to: &self)
                continue
            }
            let (value, state, kind) = (batch.bytes(of: piece), batch.state(at: index), batch.kind(at: index))
            if piece.endsRecord, column == others, isLongObject(value, state, kind) {
                endRecord(others: value)
                continue
            }
            endValue(value, state, kind, isUTF8: isUTF8)
            if piece.endsRecord { endRecord() }
        }
    }

    /// Returns true for a long value of the others that is written as it is.
    private func isLongObject(_ value: UnsafeBufferPointer<UInt8>, _ state: CellState, _ kind: CellKind) -> Bool {
        guard value.count >= RecordText.longValue, typing == .kinds, state == .value,
            case .asItStands? = JSONLiteral(value, as: kind, isOnOneLine: isLines)
        else { return false }
        return true
    }

    mutating func endRecord() { endRecord(others: nil) }

    /// Ends a record whose others are in `others`, or nil where they are among its values.
    private mutating func endRecord(others long: UnsafeBufferPointer<UInt8>?) {
        endMissing(ranges.count - column)
        if !isLines { output.write(recordCount == 0 ? "[\n" : ",\n") }
        values.withUnsafeBufferPointer { values in
            if let list {
                list.write(values, ranges, to: &output)
            } else {
                let others = long ?? UnsafeBufferPointer(rebasing: values[others.map { ranges[$0] } ?? 0..<0])
                text.write(values, ranges, filled: filled, others: others, to: &output)
            }
        }
        if isLines { output.write(UInt8(ascii: "\n")) }
        recordCount += 1
        column = 0
        for column in filled { ranges[column] = 0..<0 }
        filled.removeAll(keepingCapacity: true)
        values.removeAll(keepingCapacity: true)
    }

    mutating func finish() {
        if !isLines { output.write(recordCount == 0 ? "[]\n" : "\n]\n") }
        output.flush()
    }

    private mutating func endValue(
        _ value: UnsafeBufferPointer<UInt8>, _ state: CellState, _ kind: CellKind, isUTF8: Bool
    ) {
        let start = values.count
        if state == .value {
            appendValue(value, as: kind, isUTF8: isUTF8)
        } else if state != .missing || writesMissing {
            values.append(contentsOf: "null".utf8)
        }
        if values.count > start {
            ranges[column] = start..<values.count
            filled.append(column)
        }
        column += 1
    }

    private mutating func appendValue(_ value: UnsafeBufferPointer<UInt8>, as kind: CellKind, isUTF8: Bool) {
        let literal: JSONLiteral? =
            switch typing {
            case .none: nil
            case .forms: forms[column].type.isTyped ? JSONLiteral(value, as: forms[column]) : nil
            case .kinds: JSONLiteral(value, as: kind, isOnOneLine: isLines)
            }
        switch literal {
        case .asItStands: values.append(contentsOf: value)
        case .text(let text): values += text
        case nil:
            if isUTF8 { JSONText.quote(value, into: &values) } else { JSONText.quoteRepaired(value, into: &values) }
        }
    }
}

extension Column {
    /// The bytes of the names that lead to its values.
    fileprivate var pathInBytes: [[UInt8]] { pathBytes ?? path.map { Array($0.utf8) } }
}

/// The text of one record, built from the texts of its values.
private struct RecordText {
    /// An unfinished object.
    private struct Object {
        /// The column of this record with a value of the same name, and the key that distinguishes the two.
        var column: Int?
        var key: Range<Int>
        /// The offsets in the text of its member and of its bracket.
        var start: Int
        var body: Int
        /// A Boolean value that indicates whether a member precedes it.
        var isBehindMember: Bool
    }

    /// The length from which on values are not copied, in bytes.
    static let longValue = 1 << 16
    /// The number of steps for each value of a record from which on only those of its values are taken.
    private static let sparseSteps = 16

    private let plan: MemberPlan
    /// The text of a member that begins every record; empty where there is none.
    var firstMember: [UInt8] = []
    /// The text not yet written.
    private var text: [UInt8] = []
    private var objects: [Object] = []
    /// A Boolean value that indicates whether the current object has a member.
    private var hasMember = false

    init(_ plan: MemberPlan) { self.plan = plan }

    /// Writes a record; `ranges` has the range of each column's value, empty for a missing value, and `filled` the columns with a
    /// value. `others` are its other members.
    mutating func write(
        _ values: UnsafeBufferPointer<UInt8>, _ ranges: [Range<Int>], filled: [Int],
        others: UnsafeBufferPointer<UInt8>, to output: inout ByteOutput
    ) {
        hasMember = false
        if filled.count * Self.sparseSteps < plan.steps.count {
            for step in plan.steps(of: filled) { append(plan.steps[step], values, ranges, others.isEmpty, to: &output) }
        } else {
            for step in plan.steps { append(step, values, ranges, others.isEmpty, to: &output) }
        }
        if others.count >= Self.longValue, JoinedObjects.areApart(text, others) {
            // Not copied, since it may be as long as the record.
            text.removeLast()
            text.append(UInt8(ascii: ","))
            flush(to: &output)
            output.write(UnsafeBufferPointer(rebasing: others.dropFirst()))
        } else if !others.isEmpty {
            text = JoinedObjects.added(others, to: text)
        }
        flush(to: &output)
    }

    /// Appends the text of a step. `hasAll` indicates that no others follow, so that text can be written before the end.
    @inline(__always)
    private mutating func append(
        _ step: MemberPlan.Step, _ values: UnsafeBufferPointer<UInt8>, _ ranges: [Range<Int>], _ hasAll: Bool,
        to output: inout ByteOutput
    ) {
        switch step.kind {
        case .member:
            guard let column = step.column, !ranges[column].isEmpty else { return }
            beginMember(step.key)
            hasMember = true
            let value = UnsafeBufferPointer(rebasing: values[ranges[column]])
            if value.count >= Self.longValue && hasAll && !objects.contains(where: { $0.column != nil }) {
                // No unfinished object is removed any more.
                flush(to: &output)
                output.write(value)
            } else {
                text.append(contentsOf: value)
            }
        case .open:
            let (start, isBehindMember) = (text.count, hasMember)
            beginMember(step.key)
            let column = step.column.flatMap { ranges[$0].isEmpty ? nil : $0 }
            objects.append(
                Object(
                    column: column, key: step.otherKey, start: start, body: text.count, isBehindMember: isBehindMember))
            text.append(UInt8(ascii: "{"))
            // A record that is a value itself has no members.
            hasMember = objects.count == 1 && column == nil && !firstMember.isEmpty
            if hasMember { text += firstMember }
        case .close:
            guard let object = objects.popLast() else { return }
            if let column = object.column { close(object, values[ranges[column]]) } else { close(object) }
        }
    }

    private mutating func flush(to output: inout ByteOutput) {
        output.write(text)
        text.removeAll(keepingCapacity: true)
    }

    private mutating func beginMember(_ key: Range<Int>) {
        if hasMember { text.append(UInt8(ascii: ",")) }
        plan.keys.withUnsafeBufferPointer { text.append(contentsOf: UnsafeBufferPointer(rebasing: $0[key])) }
    }

    private mutating func close(_ object: Object) {
        if hasMember || objects.isEmpty {
            text.append(UInt8(ascii: "}"))
            hasMember = true
        } else {
            text.removeSubrange(object.start...)
            hasMember = object.isBehindMember
        }
    }

    /// Closes an object in a record that has the value `value` for it too.
    private mutating func close(_ object: Object, _ value: Slice<UnsafeBufferPointer<UInt8>>) {
        let members = hasMember ? Array(text[object.body...]) + [UInt8(ascii: "}")] : []
        text.removeSubrange(object.body...)
        hasMember = true
        if members.isEmpty {
            text += value
        } else if let joined = members.withUnsafeBufferPointer({
            JoinedObjects.joined($0, UnsafeBufferPointer(rebasing: value))
        }) {
            text += joined
        } else if objects.isEmpty {
            text += members.dropLast()
            beginMember(object.key)
            text += value
            text.append(UInt8(ascii: "}"))
        } else {
            text += value
            beginMember(object.key)
            text += members
        }
    }
}
