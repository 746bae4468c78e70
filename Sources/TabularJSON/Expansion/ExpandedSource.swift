import QuadrilleRuntime
import Tabular

/// A table with columns of JSON objects: the members of these are columns of their own, after those of the table.
///
///     id  payload                     id  payload                    payload.a  payload.b
///     1   {"a": 1, "b": {"x": 2}}     1   {"a": 1, "b": {"x": 2}}    1          {"x":2}
///     2   -                           2   -
///
/// One level of members is expanded, and members can be expanded in turn. A value that is not an object has no members. Columns
/// of the base keep their numbers; late members, and late columns of the base, come after all others.
package final class ExpandedSource: RowPicking {
    private let reader: ExpandedReader

    /// Makes a table with the members of the columns `expansions`; `base` itself where there are none.
    ///
    /// `expansions` are the full names of the columns whose objects are expanded, in the order of the requests: columns of
    /// `base` (as `[Column].index(written:)` finds them), and columns of an earlier expansion. Names of columns that do not
    /// exist are ignored. The change handler of `base` belongs to the table from now on.
    package static func expanding(_ base: any TableSource, _ expansions: [String]) -> any TableSource {
        expansions.isEmpty ? base : ExpandedSource(base, expansions, ExpansionTuning())
    }

    init(_ base: any TableSource, _ expansions: [String], _ tuning: ExpansionTuning) {
        reader = ExpandedReader(base, expansions, tuning)
        reader.start()
    }

    // No one remains to read for. The base may have another owner.
    deinit { reader.state.close() }

    /// The names in `expansions` of columns that exist and are expanded.
    package var activeExpansions: [String] { reader.state.withLock(wakes: false) { $0.expansionSet.applied } }

    /// Returns true where a text may be a JSON object: where its first byte after blanks is a brace.
    package static func looksExpandable(_ text: some StringProtocol) -> Bool {
        text.utf8.first { !$0.isBlank } == UInt8(ascii: "{")
    }

    package var snapshot: TableSnapshot { reader.snapshot }

    package func want(_ ranges: [CellRange]) { reader.want(ranges) }

    package func onChange(_ handler: (@Sendable () -> Void)?) { reader.state.onChange(handler) }

    package func prioritize() {
        reader.priority.raise()
        reader.base.prioritize()
    }

    package func close() {
        reader.state.close()
        reader.base.close()
    }

    package func wait(until isReady: (TableSnapshot) -> Bool, unless cancellation: Cancellation) -> TableSnapshot? {
        reader.state.wait(until: isReady, unless: cancellation)
    }

    /// The abilities of the base that the members have too.
    package var abilities: Abilities {
        var abilities = reader.base.abilities
        guard abilities.pick != nil else { return abilities }
        (abilities.scan, abilities.pick) = (self, self)
        (abilities.bytes, abilities.explain, abilities.pin, abilities.skipAudit) = (nil, nil, nil, nil)
        abilities.settleTypes = nil
        if abilities.locate != nil { abilities.locate = self }
        return abilities
    }
}

extension ExpandedSource {
    package func streamHeader(into sink: inout some RecordSink) throws(ReadError) {
        try reader.streamHeader(into: &sink)
    }

    package func streamRecords(_ rows: Range<Int>, into sink: inout some RecordSink) throws(ReadError) {
        try reader.stream(.range(rows), of: .all, into: &sink)
    }

    package func streamRecords(
        _ rows: Range<Int>, of request: RecordRequest, into sink: inout some RecordSink
    ) throws(ReadError) {
        try reader.stream(.range(rows), of: request, into: &sink)
    }

    package func streamRecords(at rows: [Int], into sink: inout some RecordSink) throws(ReadError) {
        try reader.stream(.picked(rows), of: .all, into: &sink)
    }

    package func streamRecords(
        at rows: [Int], of request: RecordRequest, into sink: inout some RecordSink
    ) throws(ReadError) {
        try reader.stream(.picked(rows), of: request, into: &sink)
    }
}

extension ExpandedSource: ValueLocating {
    /// The location of a member is that of the value that contains it.
    package func place(ofRow row: Int, column: Int) throws(ReadError) -> ValuePlace? {
        guard let locating = reader.base.abilities.locate else { return nil }
        return try baseColumn(of: column).flatMap { (column) throws(ReadError) in
            try locating.place(ofRow: row, column: column)
        }
    }

    /// A byte of a member of a member, or of one in a long value, is that where the value begins that contains it.
    package func sourceOffsets(of bytes: [ValueByte]) throws(ReadError) -> [Int?] {
        let abilities = reader.base.abilities
        guard let locating = abilities.locate, let base = abilities.pick else {
            return [Int?](repeating: nil, count: bytes.count)
        }
        var members = reader.state.withLock(wakes: false) { MemberBytes($0.columns, $0.expansionSet) }
        return try locating.sourceOffsets(of: try members.bytes(in: base, of: bytes))
    }

    /// The column of the base that contains the values of `column`.
    private func baseColumn(of column: Int) -> Int? {
        reader.state.withLock(wakes: false) { state in
            guard case .member(let expansion, _)? = state.columns.origin(of: column) else {
                return state.columns.baseColumn(of: column)
            }
            return state.expansionSet.expansions[expansion].root
        }
    }

    package func line(of place: ValuePlace, unless cancellation: Cancellation) throws(ReadError) -> Int? {
        try reader.base.abilities.locate?.line(of: place, unless: cancellation)
    }

    package func sourceBytes(_ range: Range<Int>) throws(ReadError) -> [UInt8] {
        try reader.base.abilities.locate?.sourceBytes(range) ?? []
    }
}
