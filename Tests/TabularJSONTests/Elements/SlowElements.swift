import Tabular
import TestSources
import Testing

@testable import TabularJSON

/// The elements of the arrays in a column, found without hurry: the referee of `ElementsSource`.
struct SlowElements {
    private(set) var elements: [(row: Int, index: Int, text: String)] = []

    /// Reads the column `column` of `base`, all of whose rows are known.
    init(_ base: some RecordStreaming, column: Int) throws {
        var records = RecordList()
        try base.streamRecords(0..<base.snapshot.rowCount.known, of: .columns([column]), into: &records)
        for (row, record) in records.records(padded: 1).enumerated() {
            guard record[0].state == .value, record[0].kind == .json || record[0].kind == .text else { continue }
            let json = SlowJSON(record[0].bytes)
            let isWhole = json.fault == nil && json.bytes[json.end...].allSatisfy { [0x20, 9, 10, 13].contains($0) }
            guard isWhole, json.nodes[0].kind == .array else { continue }
            for (index, child) in json.nodes[0].children.enumerated() {
                let text = String(decoding: json.bytes[json.nodes[child].text], as: UTF8.self)
                elements.append((row, index, text))
            }
        }
    }

    /// A table of one array with all elements.
    func opened() throws -> JSONSource {
        try TabularJSONTests.opened("[" + elements.map(\.text).joined(separator: ",\n") + "\n]", name: "t.json5")
    }
}

/// The names that lead to each column.
func keys(_ tree: ColumnTree?) -> [String] {
    guard let tree else { return [] }
    return tree.places.map { place in
        if case .member(let node) = place { return "\(tree.path(to: node).map { tree.nodes[$0].name })" }
        return "\(place)"
    }
}

/// Expects `source` to have the elements of `base`, read at once and row by row.
///
/// - Returns: The expected values of all rows, in the order of the columns.
@discardableResult
func expectElements(_ source: ElementsSource, of base: some RecordStreaming, column: Int) throws -> [[String]] {
    let snapshot = source.waitUntilComplete()
    #expect(snapshot.phase == .complete)
    let slow = try SlowElements(base, column: column)
    #expect(snapshot.rowCount == .exactly(slow.elements.count))
    let tree = source.reader.state.current.known.tree
    #expect(snapshot.columns.count == keys(tree).count + 1 && snapshot.columns[0].name == "(row)")
    let whole = try slow.opened()
    let other = whole.reader.state.current.tree
    var records: [[String]]
    if let tree, tree.records != other.records {
        // By a smaller sample, records are of another kind.
        let reader = FieldReader(tree)
        records = slow.elements.map { slowValues(reader, Array($0.text.utf8)) }
    } else if slow.elements.isEmpty {
        records = []
    } else {
        #expect(Set(keys(tree)) == Set(keys(other)))
        let places = keys(tree).map { keys(other).firstIndex(of: $0) ?? -1 }
        for (column, place) in zip(snapshot.columns.dropFirst(), places) where place >= 0 {
            let expected = whole.snapshot.columns[place]
            #expect(column.name == expected.name && column.form == expected.form)
            #expect(column.groups.filter { !$0.isEmpty } == expected.groups.filter { !$0.isEmpty })
        }
        records = try values(whole).map { record in places.map { record.indices.contains($0) ? record[$0] : "?" } }
    }
    let expected = zip(slow.elements, records).map { ["\($0.row + 1):number"] + $1 }
    #expect(try values(source) == expected)
    return expected
}

/// The fields of a record, read without the kernel.
private func slowValues(_ reader: FieldReader, _ record: [UInt8]) -> [String] {
    var reader = reader
    return record.withUnsafeBufferPointer { text in
        _ = reader.readSlowly(text)
        return (0..<reader.count).map { place in
            var bytes: [UInt8] = []
            let info = reader.append(at: place, of: text, .value, to: &bytes)
            return TestCell(bytes, info.state, info.kind).description
        }
    }
}

/// The values of all rows of a table.
func values(_ source: some RowPicking, _ request: RecordRequest = .all) throws -> [[String]] {
    var rows = RecordList()
    try source.streamRecords(0..<source.snapshot.rowCount.known, of: request, into: &rows)
    return rows.records.map { $0.map(\.description) }
}
