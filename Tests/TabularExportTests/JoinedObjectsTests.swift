import SeededRandom
import Tabular
import TestSources
import Testing

@testable import TabularExport

@Test(arguments: [
    (#"{"id":7,"b":{"c":1}}"#, #"{"b":{"d":2},"x":3}"#, #"{"id":7,"b":{"c":1,"d":2},"x":3}"#),
    (#"{"id":7}"#, #"{"x":{"y":1},"z":[2]}"#, #"{"id":7,"x":{"y":1},"z":[2]}"#),
    ("{}", #"{"x":3}"#, #"{"x":3}"#), ("{}", "[5]", "5"), ("{}", #"[{"a":1}]"#, #"{"a":1}"#),
    (#"{"(key)":"k"}"#, "[5]", #"{"(key)":"k","(others)":[5]}"#),
    // Names are equal by their text, and a name may come twice.
    (#"{"é":{"c":1}}"#, #"{"\u00e9":{"d":2},"x":1,"x":2}"#, #"{"é":{"c":1,"d":2},"x":1,"x":2}"#),
    (#"{"a":{"b":{"c":1}},"d":2}"#, #"{"a":{"b":{"e":3},"f":{}}}"#, #"{"a":{"b":{"c":1,"e":3},"f":{}},"d":2}"#),
    (#"{"b":{"c":1}}"#, #"{"b":{"d":2},"b":{"e":3}}"#, #"{"b":{"c":1,"d":2,"e":3}}"#),
    (#"{"a":1}"#, #""{x:1}""#, #"{"a":1,"(others)":"{x:1}"}"#), ("[1]", #"{"x":1}"#, "[1]"),
])
func otherMembersReturnToTheirObjects(_ record: String, _ others: String, _ all: String) {
    let added = Array(others.utf8).withUnsafeBufferPointer { JoinedObjects.added($0, to: Array(record.utf8)) }
    #expect(String(decoding: added, as: UTF8.self) == all)
}

/// Each member with the names that lead to it.
private func leaves(_ text: [UInt8], _ path: [[UInt8]] = []) -> [[[UInt8]]: [[UInt8]]] {
    guard let members = text.withUnsafeBufferPointer({ JSONScanner.members(of: $0) }), !members.isEmpty else {
        return [path: [text]]
    }
    return members.reduce(into: [:]) { found, member in
        let name = JSONText.text(ofString: text[member.key])
        found.merge(leaves(Array(text[member.value]), path + [name]), uniquingKeysWith: +)
    }
}

/// The members of an object in two parts; objects in it may be in both.
private func split(
    _ members: [JSONModel.Member], _ random: inout SplitMix64
) -> (record: [JSONModel.Member], others: [JSONModel.Member]) {
    var parts: (record: [JSONModel.Member], others: [JSONModel.Member]) = ([], [])
    for member in members {
        if case .object(let inner) = member.value, inner.count > 1, random.oneIn(2) {
            let (record, others) = split(inner, &random)
            if !record.isEmpty { parts.record.append(.init(member.name, .object(record))) }
            if !others.isEmpty { parts.others.append(.init(member.name, .object(others))) }
        } else if random.oneIn(2) {
            parts.record.append(member)
        } else {
            parts.others.append(member)
        }
    }
    return parts
}

@Test(arguments: [UInt64](0..<8))
func objectsInTwoPartsAreWholeAgain(_ seed: UInt64) {
    var random = SplitMix64(seed: seed)
    for _ in 0..<200 {
        let members = NestedTable.names.shuffled(using: &random).prefix(random.int(0...8)).map {
            JSONModel.Member($0, .random(&random))
        }
        let (record, others) = split(members, &random)
        let (rest, text) = (JSONModel.object(others).text(&random), JSONModel.object(record).text(&random))
        let added = Array(rest.utf8).withUnsafeBufferPointer { JoinedObjects.added($0, to: Array(text.utf8)) }
        #expect(canonical(leaves(added)) == canonical(leaves(Array(JSONModel.object(members).text(&random).utf8))))
    }
}

/// The same without the blanks and escapes of the values.
private func canonical(_ leaves: [[[UInt8]]: [[UInt8]]]) -> [[[UInt8]]: [[UInt8]]] {
    leaves.mapValues { $0.map { JoinedObjects.plain($0[...]) } }
}

@Test func objectsOfTwoColumnsAreJoined() {
    func joined(_ members: String, _ whole: String, levels: Int = 1) -> String? {
        let joined = Array(members.utf8).withUnsafeBufferPointer { members in
            Array(whole.utf8).withUnsafeBufferPointer { JoinedObjects.joined(members, $0, levels: levels) }
        }
        return joined.map { String(decoding: $0, as: UTF8.self) }
    }
    #expect(joined(#"{"t":"P"}"#, #"{"t": "P", "at": [1,2]}"#) == #"{"t": "P", "at": [1,2]}"#)
    #expect(joined(#"{"id":7}"#, #"{"rest": 1}"#) == #"{"id":7,"rest": 1}"#)
    let (members, whole) = (#"{"b":{"c":1},"x":1}"#, #"{"b": {"d":2}}"#)
    #expect(joined(members, whole, levels: 2) == #"{"b":{"c":1,"d":2},"x":1}"# && joined(members, whole) == nil)
    #expect(joined(#"{"id":7}"#, #"{"id": 8, "rest": 1}"#) == nil)
    #expect(joined(#"{"b":{"c":1}}"#, #"{"b":{"c":2}}"#, levels: 2) == nil)
    #expect(joined("[1]", "{}") == nil && joined("{}", "[1]") == nil && joined("{}", #"{"a": 1}"#) == #"{"a": 1}"#)
}

@Test func membersWithoutColumnsAreExportedInTheirRecords() throws {
    var columns = ["id", "b", "rest"].map { Column(name: $0, type: .mixed) }
    (columns[0].path, columns[1].path, columns[2].holdsOthers) = (["id"], ["b", "c"], true)
    let long = "\"" + String(repeating: "x", count: 100_000) + "\""
    let source = TypedSource(
        columns,
        [
            [TestCell("7", .number), .null, TestCell(#"{"b":{"d":2},"x":3}"#, .json)],
            [TestCell("8", .number), .missing, .missing],
            [TestCell(long, .json), .null, TestCell(#"{"x":3}"#, .json)], [.missing, .missing, TestCell("[5]", .json)],
        ])
    func written(_ part: ExportPart) throws -> String {
        let folder = Folder()
        try TableExport(source, format: .ndjson, part: part).write(toFile: "\(folder.path)/out")
        return String(decoding: folder.read("out") ?? [], as: UTF8.self)
    }
    let lines = [
        #"{"id":7,"b":{"c":null,"d":2},"x":3}"#, #"{"id":8}"#, "{\"id\":\(long),\"b\":{\"c\":null},\"x\":3}", "5",
    ]
    #expect(try written(.all) == lines.joined(separator: "\n") + "\n")
    #expect(try written(ExportPart(columns: [2])) == "{\"b\":{\"d\":2},\"x\":3}\n{}\n{\"x\":3}\n5\n")
}

@Test func recordsWithoutAColumnAreExportedAmongLists() throws {
    var columns = ["1", "2", "rest"].map { Column(name: $0, type: .mixed) }
    (columns[0].position, columns[1].position, columns[2].holdsOthers) = (0, 1, true)
    let one = TestCell("1", .number)
    let source = TypedSource(
        columns,
        [
            [one, one, TestCell("[2,3]", .json)], [one, .missing, .missing], [.missing, .missing, .missing],
            [.missing, .missing, TestCell("[5]", .json)], [.missing, .missing, TestCell(#"[{"a":1}]"#, .json)],
        ], hasBareRecords: true)
    let folder = Folder()
    try TableExport(source, format: .ndjson).write(toFile: "\(folder.path)/out")
    let written = String(decoding: folder.read("out") ?? [], as: UTF8.self)
    #expect(written == "[1,1,2,3]\n[1]\n[]\n5\n{\"a\":1}\n")
}
