import SeededRandom
import Tabular
import Testing

@testable import TabularJSON

@Test func namesWithHalvesOfSurrogatePairsHaveTheirBytes() {
    let tree = ColumnTree.sampled([
        #"{"\ud800":1,"\\ud800":2,"b":{"é\udc00\ud83d\ude00":3,"c":4}}"#
    ])
    let columns = tree.plainColumns
    #expect(columns.map(\.name) == ["\\ud800", "\\ud800", "é\\udc00😀", "c"])
    let half: [UInt8] = [0xED, 0xA0, 0x80]
    let last = Array("é".utf8) + [0xED, 0xB0, 0x80] + Array("😀".utf8)
    #expect(columns.map(\.pathBytes) == [[half], nil, [[0x62], last], nil])
    // Bytes that are no UTF-8 are not told apart.
    #expect(StringText.repaired([0xFF] + half + [0xED]) == Array("\u{FFFD}".utf8) + half + Array("\u{FFFD}".utf8))
    #expect(StringText.repaired([0xFF, 0xED, 0x9F, 0xBF]) == nil)
}

@Test(arguments: [
    ([#"{"id":1,"address":{"city":"Oslo","geo":{"lat":1}},"tags":["a"]}"#], "id address.city address.geo.lat tags"),
    // A group stands where its first member stood, and its members side by side.
    ([#"{"a":{"x":1},"b":2}"#, #"{"b":2,"a":{"y":1},"c":3}"#], "a.x a.y b c"),
    ([#"{"a":1}"#, #"{"a":{"x":1}}"#], "a a.x"), ([#"{"a":{}}"#, #"{"a":null}"#], "a"),
    (["[1,2]", "[1,2,3]"], "1 2 3"),
    (["1", "\"x\"", "null"], "value"), ([#"{"a":1}"#, "2", #"{"a":3}"#], "a value"),
    ([#"{"value":1}"#, "[2]", #"{"value":3}"#], "value (value)"), ([#"{"a":1}"#, "{nonsense", "3x"], "a"),
    ([#"{"a":1}"#, #"{"a":2,"b":"c"#], "a b"), (["{}"], ""), ([], ""), ([#"{"\u0061":1,"a":2}"#], "a"),
    ([#"{"a.b":{"c":1}}"#], "a.b.c"),
])
func namesOfRecordsAreColumns(_ records: [String], _ names: String) {
    #expect(ColumnTree.sampled(records).names == names)
}

@Test func deepObjectsAreCells() {
    let record = #"{"a":{"b":{"c":{"d":1}}},"e":2}"#
    for (depth, names) in [(0, "a e"), (1, "a.b e"), (2, "a.b.c e"), (3, "a.b.c.d e"), (8, "a.b.c.d e")] {
        var layout = ColumnLayout(.lines)
        layout.depth = depth
        #expect(ColumnTree.sampled([record], layout).names == names)
    }
}

@Test func objectsWithManyRareNamesAreCells() {
    let maps = (0..<40).map { row in
        "{\"id\":\(row),\"map\":{" + (0..<10).map { "\"k\(row * 10 + $0)\":1" }.joined(separator: ",") + "}}"
    }
    #expect(ColumnTree.sampled(maps).names == "id map")
    let wide = (0..<40).map {
        "{\"id\":\($0),\"wide\":{" + (0..<300).map { "\"k\($0)\":1" }.joined(separator: ",") + "}}"
    }
    #expect(ColumnTree.sampled(wide).places.count == 301)
}

@Test func laterNamesAreAppended() {
    var tree = ColumnTree.sampled([#"{"a":{"x":1},"b":2}"#])
    tree.discover(#"{"b":1}"#, isNew: false)
    tree.discover(#"{"c":1,"a":{"y":{"z":1}}}"#, isNew: true)
    #expect(tree.names == "a.x b c a.y.z")
    #expect(tree.plainColumns[3].groups == ["a", "y"])
    #expect(tree.plainColumns[3].path == ["a", "y", "z"])
    tree.discover(#"{"e":tru}"#, isNew: false)
    tree.discover("[1]", isNew: true)
    #expect(tree.plainColumns.last?.name == "value")
}

@Test func membersBeyondTheLimitShareAColumn() {
    let record = "{" + (0..<5000).map { "\"k\($0)\":\($0)" }.joined(separator: ",") + "}"
    let tree = ColumnTree.sampled([record])
    #expect(tree.places.count == 4_096)
    #expect(tree.plainColumns.last?.name == "(others)")
    var grown = ColumnTree.sampled([#"{"a":1}"#])
    grown.discover(record, isNew: true)
    #expect(grown.places.count == 4_096)
    grown.discover(#"{"another":1}"#, isNew: false)
    #expect(grown.nodes.count <= 4_096 + 1)
    let reader = FieldReader(grown, wanted: [0, 4_096 - 1])
    let others = RecordTexts(reader, #"{"a":1,"x":[ 1 ],"k0":2,"y":{"z" : 3}}"#)
    #expect(others.line == #"1|{"x":[1],"y":{"z":3}}"#)
}

@Test func membersOfGroupsBeyondTheLimitStayInThem() {
    var tree = ColumnTree.sampled([#"{"a":1,"g":{"b":2,"h":{"c":3}}}"#])
    let record = "{" + (0..<5000).map { "\"k\($0)\":\($0)" }.joined(separator: ",") + "}"
    tree.discover(record, isNew: true)
    let reader = FieldReader(tree, wanted: [0, 1, 4_096 - 1])
    let text = #"{"g":{"x":1,"b":2,"h":{"y":2},"z":3},"a":{"n":1},"q":"s"}"#
    #expect(RecordTexts(reader, text).line == #"·|2|{"g":{"x":1,"h":{"y":2},"z":3},"a":{"n":1},"q":"s"}"#)
    let slow = RecordTexts(reader, Array(text.utf8), isSlow: true)
    #expect(slow == RecordTexts(reader, text))
    let twice = #"{"g":{"x":1},"q":1,"g":{"x":2}}"#
    #expect(RecordTexts(reader, twice).line == #"·|·|{"q":1,"g":{"x":2}}"#)
}

@Test func featuresHaveTheirGeometryApart() {
    let records = [
        #"{"type":"Feature","geometry":{"type":"Point","coordinates":[1, 2]},"properties":{"a":1,"b":{"c":2}},"id":7},"#,
        #"{"type":"Feature","geometry":null,"properties":null,"bbox":[1,2,3,4],"other":1}"#,
    ]
    let tree = ColumnTree.sampled(records, ColumnLayout(.elements, kind: .features))
    #expect(tree.names == "id properties properties.a properties.b.c geometry.type geometry bbox other")
    #expect(tree.places.indices.filter { tree.isDerived($0) } == [4])
    let reader = FieldReader(tree)
    #expect(RecordTexts(reader, records[0]).line == #"7|·|1|2|Point|{"type":"Point","coordinates":[1,2]}|·|·"#)
    #expect(RecordTexts(reader, records[1]).line == "·|null|·|·|·|null|[1,2,3,4]|1")
    #expect(!reader.hasUnknown)
    #expect(RecordTexts(reader, #"{"type":"Other"}"#).hasUnknown)
    var grown = tree
    grown.discover(#"{"type":"Other"}"#, isNew: true)
    #expect(RecordTexts(FieldReader(grown), #"{"type":"Feature"}"#).texts.last == "Feature")
}

@Test func declaredColumnsHaveTheirNames() {
    var layout = ColumnLayout(.elements)
    layout.declared = [DeclaredColumn(name: "id", type: "integer"), DeclaredColumn(name: "name", type: nil)]
    let arrays = ColumnTree.sampled(["[1,\"a\",true],"], layout)
    #expect(arrays.names == "id name 3")
    #expect(arrays.plainColumns.map(\.declaredType) == ["integer", nil, nil])
    let objects = ColumnTree.sampled([#"{"more":1,"name":"a"},"#], layout)
    #expect(objects.names == "id name more")
    #expect(objects.plainColumns[0].declaredType == "integer")
}

@Test func membersThatAreRowsHaveTheirKeyFirst() {
    let tree = ColumnTree.sampled([#""a": {"x":1},"#, #" "b" : {"x":2,"y":3}}"#], ColumnLayout(.members))
    #expect(tree.names == "(key) x y")
    let reader = FieldReader(tree)
    #expect(RecordTexts(reader, #" "b\n" : {"x":2,"y":3} , "#).line == "b\n|2|3")
    let pairs = ColumnTree.sampled([#""a": {"x":1},"#], ColumnLayout(.members, kind: .pairs))
    #expect(pairs.names == "key value")
    #expect(RecordTexts(FieldReader(pairs), #""a": {"x" : 1}}"#).line == #"a|{"x":1}"#)
}

@Test func treesThatGrewApartAreJoined() {
    let base = ColumnTree.sampled([#"{"a":1}"#])
    var (one, other) = (base, base)
    _ = one.discover(#"{"b":1,"g":{"x":1}}"#)
    _ = other.discover(#"{"g":{"y":1,"x":1},"c":1,"b":1}"#)
    let numbers = one.merge(other)
    #expect(one.names == "a b g.x g.y c")
    #expect(numbers.map { one.plainColumns[$0].path } == other.plainColumns.map(\.path))
}

@Test(arguments: [
    ("1 -2 0", ColumnType.integer), ("1 2.5", .decimal), ("1 1e3", .decimal), ("true false null", .boolean),
    ("", .empty),
    ("null", .empty), (#""""#, .text), (#""12" "00123""#, .text), (#""2024-01-31" "" "1999-12-01""#, .date),
    (#""2024-01-31" "2024-01-31T09:05:59Z""#, .dateTime), (#""2024-01-31" "soon""#, .text),
    (#""09:05:59.5" "10:00""#, .time),
    (#""31.1.2024""#, .text), (#""9:05""#, .text), (#""2024-02-30""#, .text),
    (#""2024-01-31 09:05:59+02:00""#, .dateTime),
    (#""2024-01-31T09:05:59+0200" "2024-01-31T09:05""#, .dateTime), (#""2024-01-31" "09:05""#, .text),
    ("[1] {}", .json),
    ("[1] 2", .mixed), ("1 \"a\"", .mixed), ("NaN 1", .decimal), (#""2024-01-31x""#, .text),
    (#""2024-13-01T00:00:00Z""#, .text),
])
func typesFollowFromKinds(_ values: String, _ type: ColumnType) {
    #expect(tally(values.split(separator: " ", omittingEmptySubsequences: true).map(String.init)).type == type)
}

/// All dates and times that are found compare as such.
@Test func datesAndTimesAreThoseThatCompare() {
    var random = SplitMix64(seed: 7)
    for _ in 0..<4000 {
        var text = Array(
            random.pick([
                "2024-01-31", "09:05", "09:05:59", "23:59:60.25", "2024-02-29T09:05:59Z", "2023-02-28 09:05",
                "2024-01-31T09:05:59.123456+02:00", "2024-12-01T00:00-0330", "1999-04-30T10:00:00+05",
            ]).utf8)
        if !random.oneIn(3) { text[random.int(0...text.count - 1)] = random.pick(Array("0123456789:-T Z+.".utf8)) }
        text.withUnsafeBufferPointer { bytes in
            let shown = String(decoding: text, as: UTF8.self)
            switch ISOText.kind(of: bytes) {
            case .date: #expect(CalendarText.date(bytes, .yearFirst) != nil, "\(shown)")
            case .time: #expect(CalendarText.time(bytes) != nil, "\(shown)")
            case .dateTime: #expect(CalendarText.dateTime(bytes, .yearFirst) != nil, "\(shown)")
            case nil: break
            }
        }
    }
}

@Test func theTypeIsThatOfTheMost() {
    let numbers = [String](repeating: "1", count: 99)
    #expect(tally(numbers + [#""n/a""#]).type == .integer)
    #expect(tally(numbers + [#""n/a""#, "true"]).type == .mixed)
    #expect(tally(numbers + [String](repeating: "null", count: 99)).type == .integer)
    var sum = tally(numbers)
    sum.add(tally(["1.5"]))
    #expect(sum.type == .decimal)
}

/// Spaces in texts of dates stand between values of the list: these are joined again.
private func tally(_ values: [String]) -> KindTally {
    var (tally, parts) = (KindTally(), [String]())
    for value in values {
        parts.append(value)
        let text = parts.joined(separator: " ")
        if text.filter({ $0 == "\"" }).count % 2 != 0 { continue }
        parts = []
        let record = Array("[\(text)]".utf8)
        var tree = ColumnTree(ColumnLayout(.lines), records: .positions)
        tree.claimColumn(ofPosition: 0)
        var reader = FieldReader(tree)
        record.withUnsafeBufferPointer { bytes in
            #expect(reader.read(bytes) == .whole)
            tally.count(reader.field(at: 0), of: bytes)
        }
    }
    return tally
}
