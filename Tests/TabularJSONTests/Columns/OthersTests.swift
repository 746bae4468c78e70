import SeededRandom
import Tabular
import TabularBytes
import TestSources
import TestStores
import Testing

@testable import TabularJSON

/// Opens lines with a small sample and small parts, and waits until all is known.
private func opened(
    _ lines: [String], _ limits: ColumnLimits, sample: Int, threads: Int, part: Int = 96
) throws -> JSONSource {
    var tuning = JSONTuning()
    (tuning.block, tuning.interval, tuning.segment, tuning.auditPart) = (256, 48, 192, part)
    (tuning.sample, tuning.threads, tuning.limits) = (sample, threads, limits)
    return try opened(lines.joined(separator: "\n") + "\n", name: "t.ndjson", tuning)
}

private func opened(_ text: String, name: String, _ tuning: JSONTuning) throws -> JSONSource {
    try opened(text, name: name, JSONOptions(), table: 0, tuning)
}

/// The scalars, arrays and empty objects of a value, by the names that lead to them.
private func leaves(_ json: SlowJSON, _ node: Int = 0, _ path: [String] = []) -> [[String]: String] {
    guard json.nodes[node].kind == .object, !json.nodes[node].children.isEmpty || path.isEmpty else {
        return [path: String(decoding: json.bytes[json.nodes[node].text], as: UTF8.self)]
    }
    var found: [[String]: String] = [:]
    for child in json.nodes[node].children {
        let name = json.nodes[child].name.map { String(decoding: json.text($0), as: UTF8.self) } ?? ""
        found.merge(leaves(json, child, path + [name])) { "\($0) and \($1)" }
    }
    return found
}

/// The same of the cells of a row, those of the others among them.
private func leaves(_ cells: [TestCell], _ columns: [Column]) -> [[String]: String] {
    var found: [[String]: String] = [:]
    for (cell, column) in zip(cells, columns) where cell.state != .missing {
        let text = cell.state == .null ? "null" : cell.kind == .text ? "\"\(cell.text)\"" : cell.text
        if column.name == "(others)" {
            let others = SlowJSON(Array(text.utf8))
            let isRecord = others.nodes[0].kind == .array
            let parts = isRecord ? others.nodes[0].children.map { leaves(others, $0) } : [leaves(others)]
            for part in parts { found.merge(part) { "\($0) and \($1)" } }
        } else {
            found.merge([column.path: text]) { "\($0) and \($1)" }
        }
    }
    return found
}

private struct RandomRecords {
    var random: SplitMix64

    /// An object whose names are each there once; those of later rows are others.
    mutating func object(_ row: Int, depth: Int = 2) -> String {
        var members: [Int: String] = [:]
        for _ in 0..<random.int(0...4) {
            members[random.int(0...random.pick([4, 4 + row / 8, 30]))] = value(row, depth: depth)
        }
        return "{" + members.sorted { $0.key < $1.key }.map { "\"k\($0.key)\":\($0.value)" }.joined(separator: ",")
            + "}"
    }

    mutating func value(_ row: Int, depth: Int) -> String {
        if depth > 0, random.oneIn(3) { return object(row, depth: depth - 1) }
        return random.pick(["null", "true", "\"s\"", "[1,{\"x\":2}]", "\(random.int(0...99))", "2.50", "{}"])
    }
}

/// Adjacent members of one object are kept as one, up to one with a column.
@Test(arguments: [
    (#"{"a":1,"x":2,"y":{"z":[3]} ,  "w" : "4,5"}"#, 1), (#"{"x":2,"a":1,"y":3}"#, 2),
    (#"{"b":{"x":1},"y":2,"x":3}"#, 2),
    (#"{"b":{"x":1,"c":2,"y":3},"y":2}"#, 3), (#"{"x":1,"x":2,"y":3}"#, 1),
])
func adjacentOthersAreOnePiece(record: String, count: Int) {
    var layout = ColumnLayout(.lines)
    layout.limits.columns = 3
    let tree = ColumnTree.sampled([#"{"a":1,"b":{"c":1},"d":1,"e":1}"#], layout)
    let engine = FieldEngine(tree, wanted: nil, keepsOthers: true)
    Array(record.utf8).withUnsafeBufferPointer { text in
        #expect(engine.read(text, readable: 0, hasEnd: true) == .whole)
        #expect(engine.findings.others.count == count)
    }
    let texts = RecordTexts(FieldReader(tree), record)
    #expect(texts == RecordTexts(FieldReader(tree), Array(record.utf8), isSlow: true))
}

/// A record of many names takes no memory for each of them.
@Test func sampleOfManyNamesHasFewNodes() {
    let record = "{" + (0..<100_000).map { "\"k\($0)\":1" }.joined(separator: ",") + "}"
    let tree = ColumnTree.sampled([record])
    #expect(tree.columnCount == ColumnLimits().columns && tree.nodes.count <= 4 * ColumnLimits().columns + 1)
    #expect(MemoryLayout<OthersPiece>.stride == 24)
    var reader = FieldReader(tree, keepsOthers: false)
    #expect(Array(record.utf8).withUnsafeBufferPointer { reader.read($0) } == .whole)
    #expect(reader.field(at: tree.columnCount - 1).kind == .others)
}

@Test(arguments: [UInt64](0..<30))
func nothingIsLostBeyondTheLimitOfColumns(_ seed: UInt64) throws {
    var records = RandomRecords(random: SplitMix64(seed: seed))
    for _ in 0..<6 {
        let lines = (0..<60).map { row in
            records.random.oneIn(20) ? records.random.pick(["5", "[1,2]", "\"s\""]) : records.object(row)
        }
        var limits = ColumnLimits()
        limits.columns = records.random.int(3...40)
        if records.random.oneIn(2) { limits.nameBytes = records.random.int(1...60) }
        let sample = records.random.int(16...400)
        let whole = try opened(lines, limits, sample: sample, threads: 1, part: 1 << 20)
        let source = try opened(lines, limits, sample: sample, threads: records.random.int(1...3))
        let columns = source.snapshot.columns
        #expect(columns.count <= limits.columns)
        #expect(columns == whole.snapshot.columns)
        if source.snapshot.columns.contains(where: { $0.name == "value" || $0.position != nil }) { continue }
        var rows = RecordList()
        try source.streamRecords(0..<lines.count, into: &rows)
        for (line, cells) in zip(lines, rows.records) {
            #expect(leaves(cells, columns) == leaves(SlowJSON(Array(line.utf8))), "\(line)")
        }
    }
}

@Test(arguments: [UInt64](0..<10))
func elementsBeyondTheLimitOfColumnsAreKept(_ seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    let lines = (0..<40).map { row in
        "[" + (0..<random.int(1...(row < 20 ? 3 : 12))).map { "\($0 + row)" }.joined(separator: ",") + "]"
    }
    var limits = ColumnLimits()
    limits.columns = random.int(2...8)
    let source = try opened(lines, limits, sample: random.int(16...200), threads: random.int(1...3))
    let columns = source.snapshot.columns
    #expect(columns.count <= limits.columns && columns.last?.name == "(others)")
    var rows = RecordList()
    try source.streamRecords(0..<lines.count, into: &rows)
    for (line, cells) in zip(lines, rows.records) {
        var values = cells.filter { $0.state != .missing }.map(\.text)
        if let last = values.last, last.hasPrefix("[") {
            values[values.count - 1] = String(last.dropFirst().dropLast())
        }
        #expect("[" + values.joined(separator: ",") + "]" == line)
    }
}

/// Elements with declared names are members of the others, so that their names are not lost.
@Test(arguments: [UInt64](0..<10))
func declaredElementsBeyondTheLimitKeepTheirNames(_ seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    for _ in 0..<5 {
        let declared = (0..<random.int(3...9)).map { _ in random.pick(["a", "b", "c", "a_2", "5", "(others)", "é"]) }
        let lengths = (0..<20).map { _ in random.int(0...12) } + [12]
        let rows = lengths.map { "[" + (0..<$0).map { "\($0)" }.joined(separator: ", ") + "]" }
        let names = declared.map { "\"\($0)\"" }.joined(separator: ",")
        var tuning = JSONTuning()
        tuning.limits.columns = random.int(2...6)
        let source = try opened(
            "{\"columns\":[\(names)],\"data\":[\(rows.joined(separator: ","))]}", name: "t.json", tuning)
        let columns = source.snapshot.columns
        #expect(columns.count == tuning.limits.columns && columns.last?.holdsOthers == true)
        let own = columns.dropLast().map(\.name)
        var records = RecordList()
        try source.streamRecords(0..<lengths.count, into: &records)
        for (length, cells) in zip(lengths, records.records) {
            #expect(
                cells.dropLast().filter { $0.state == .value }.map(\.text)
                    == (0..<min(length, own.count)).map { "\($0)" })
            guard length > own.count, let others = cells.last else { continue }
            let json = SlowJSON(others.bytes)
            let members = json.nodes[0].children.map { node in
                (
                    name: json.nodes[node].name.map { String(decoding: json.text($0), as: UTF8.self) } ?? "",
                    value: String(decoding: json.bytes[json.nodes[node].text], as: UTF8.self)
                )
            }
            #expect(members.map(\.value) == (own.count..<length).map { "\($0)" })
            #expect(Set(members.map(\.name)).count == members.count && Set(own).isDisjoint(with: members.map(\.name)))
            for (position, member) in zip(own.count..., members) {
                let name = position < declared.count ? declared[position] : "\(position + 1)"
                #expect(member.name == name || member.name.hasPrefix(name + "_"))
            }
        }
    }
}

@Test func membersOfLaterRowsBeyondTheLimitAreOthers() throws {
    let lines = (0..<5000).map { "{\"k\($0)\":\($0),\"id\":\($0)}" }
    let source = try opened(lines.joined(separator: "\n"), name: "t.ndjson", JSONTuning())
    let columns = source.snapshot.columns
    #expect(columns.count == 4_096 && columns.last?.name == "(others)" && columns.last?.type == .json)
    let facts = source.snapshot.description.details?.facts ?? []
    #expect(facts.first { $0.name == "others" }?.value == "4095")
    var rows = RecordList()
    try source.streamRecords(4_093..<5_000, into: &rows)
    #expect(rows.records.first?.last?.state == .missing)
    for (row, cells) in zip(4_094..<5_000, rows.records.dropFirst()) {
        #expect(cells[1].text == "\(row)" && cells[4_095].text == "{\"k\(row)\":\(row)}")
    }
}

/// As many columns as there may be need no column of others.
@Test func columnsUpToTheLimitHaveNoOthers() throws {
    for (count, last) in [(4_095, "k4094"), (4_096, "(others)")] {
        let record = "{" + (0..<count).map { "\"k\($0)\":1" }.joined(separator: ",") + "}"
        #expect(ColumnTree.sampled([record]).plainColumns.last?.name == last)
        var grown = ColumnTree.sampled([#"{"k0":1}"#])
        grown.discover(record, isNew: true)
        #expect(grown.plainColumns.last?.name == last)
        let array = "[" + (0..<count).map { "\($0)" }.joined(separator: ",") + "]"
        #expect(ColumnTree.sampled([array]).plainColumns.last?.name == (count == 4_095 ? "4095" : "(others)"))
    }
}

@Test func namesBeyondTheLimitOfBytesAreOthers() throws {
    let long = String(repeating: "n", count: 100_000)
    let lines = (0..<40).map { "{\"\(long)\($0)\":\($0)}" }
    for sample in [1 << 16, 1 << 22] {
        let source = try opened(lines, ColumnLimits(), sample: sample, threads: 2)
        #expect(source.snapshot.columns.count == 12 && source.snapshot.columns.last?.name == "(others)")
        var rows = RecordList()
        try source.streamRecords(0..<40, into: &rows)
        for (row, cells) in rows.records.enumerated() {
            let expected = row < 11 ? "\(row)" : lines[row]
            #expect(cells[min(row, 11)].text == expected)
        }
    }
}

/// The text of a geometry is a cell besides the columns of its members.
@Test func geometriesBeyondTheLimitAreKept() {
    var layout = ColumnLayout(.elements, kind: .features)
    layout.limits.columns = 3
    let record = #"{"type":"Feature","properties":{"a":1,"b":2,"c":3},"geometry":{"type":"Point","at":[1, 2]},"id":7}"#
    for text in [record, record.replacing(#""id""#, with: "'id'")] {
        let reader = FieldReader(ColumnTree.sampled([record], layout))
        let found = RecordTexts(reader, text)
        #expect(
            found.line == #"7|1|{"properties":{"b":2,"c":3},"geometry":{"type":"Point","at":[1,2]}}"#
                && !found.hasUnknown)
        #expect(found == RecordTexts(reader, Array(text.utf8), isSlow: true))
    }
}
