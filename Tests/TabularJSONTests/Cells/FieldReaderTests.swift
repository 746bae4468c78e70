import SeededRandom
import Testing

@testable import TabularJSON

private func expectSame(_ record: [UInt8], _ tree: ColumnTree, _ reader: FieldReader) {
    let shown = String(decoding: record, as: UTF8.self)
    let (fast, slow) = (RecordTexts(reader, record), RecordTexts(reader, record, isSlow: true))
    // Laxities of the tokens are noted by both: one that reads by tokens has none.
    #expect(fast == slow, "\(shown)")
    let json = SlowJSON(record)
    guard json.fault == nil else {
        #expect(fast.outcome != .whole, "\(shown)")
        return
    }
    guard fast.outcome == .whole, !fast.hasUnknown else { return }
    let referee = SlowFields(record, tree)
    for column in tree.places.indices {
        let expected = referee.field(column)
        #expect(fast.texts[column] == expected.text && fast.kinds[column] == expected.kind, "\(column) \(shown)")
    }
}

@Test(arguments: [UInt64](0..<12))
func fieldsAreThoseOfTheReferee(_ seed: UInt64) {
    var json = RandomJSON(seed: seed, isOdd: seed % 3 == 2)
    for _ in 0..<20 {
        let records = (0..<12).map { _ in json.random.oneIn(10) ? json.value(depth: 1) : json.object(depth: 3) }
        var layout = ColumnLayout(.lines)
        layout.depth = json.random.int(0...4)
        var tree = ColumnTree.sampled(Array(records.prefix(4)), layout)
        guard tree.records == .members else { continue }
        for record in records {
            let isNew = RecordTexts(FieldReader(tree), record).hasUnknown
            tree.discover(record, isNew: isNew)
            #expect(!RecordTexts(FieldReader(tree), record).hasUnknown, "\(record)")
        }
        let reader = FieldReader(tree)
        for record in records {
            expectSame(Array(record.utf8), tree, reader)
            expectSame(json.broken(Array(record.utf8)), tree, reader)
        }
    }
}

@Test(arguments: [UInt64](0..<6))
func wantedFieldsAreThoseOfAll(_ seed: UInt64) {
    var json = RandomJSON(seed: seed)
    for _ in 0..<20 {
        let records = (0..<8).map { _ in json.object(depth: 3) }
        let tree = ColumnTree.sampled(records)
        guard tree.places.count > 0 else { continue }
        let wanted = (0..<json.random.int(0...6)).map { _ in json.random.int(0...tree.places.count) }
        let (all, some) = (FieldReader(tree), FieldReader(tree, wanted: wanted))
        var early = some
        early.endsEarly = true
        for record in records {
            let (whole, part) = (RecordTexts(all, record), RecordTexts(some, record))
            let first = RecordTexts(early, record)
            #expect(first.texts == part.texts && first.kinds == part.kinds || !whole.duplicates.isEmpty)
            #expect(part.texts == wanted.map { $0 < whole.texts.count ? whole.texts[$0] : "" })
            #expect(part.kinds == wanted.map { $0 < whole.kinds.count ? whole.kinds[$0] : .missing })
        }
    }
}

@Test func recordsWithoutProblemsAreReadAsFarAsWanted() {
    let record = #"{"a":1,"b":{"c":2},"a":3}"#
    let tree = ColumnTree.sampled([record])
    for (wanted, isEarly, texts) in [
        ([0], false, ["3"]), ([0], true, ["1"]), ([0, 0], true, ["1", "1"]), ([1, 0], true, ["2", "1"]),
        ([0, 9], true, ["3", ""]),
    ] {
        var reader = FieldReader(tree, wanted: wanted)
        reader.endsEarly = isEarly
        #expect(RecordTexts(reader, record).texts == texts)
    }
}

@Test(arguments: [UInt64](0..<4))
func rowsOfAllFormsAreRead(_ seed: UInt64) {
    var json = RandomJSON(seed: seed)
    for _ in 0..<60 {
        let record = json.object(depth: 2)
        let reader = FieldReader(ColumnTree.sampled([record]))
        let expected = RecordTexts(reader, record)
        for (form, before, after) in [
            (RowForm.lines, " ", "\r\n"), (.lines, "\u{1E}", "\n"), (.values, ", \u{1E} ,", ""), (.values, "", ""),
            (.elements, "\n ", " , "), (.elements, "", " ]"), (.elements, "", ""), (.members, "\"k\" : ", ","),
            (.members, " \"k\":", "}"),
        ] {
            let reader = FieldReader(ColumnTree.sampled([before + record + after], ColumnLayout(form)))
            let found = RecordTexts(reader, before + record + after)
            #expect(found.outcome == .whole)
            #expect(found.texts.suffix(expected.texts.count) == expected.texts[...])
            #expect(found.texts.count == expected.texts.count + (form == .members ? 1 : 0))
        }
    }
}

private let tree = ColumnTree.sampled([#"{"a":1,"g":{"x":1,"y":2},"b":"s"}"#])

@Test(arguments: [
    (#"{"a":1,"g":{"x":2,"y":3},"b":"s"}"#, "1|2|3|s"), (#"{"b":"s","g":{"y":3,"x":2},"a":1}"#, "1|2|3|s"),
    (#"{"a":null,"b":""}"#, "null|·|·|"), (#"{"a":1.10,"b":-0}"#, "1.10|·|·|-0"), (#"{"a":[ 1, 2 ]}"#, "[1,2]|·|·|·"),
    (#"{"a":1,"a":2}"#, "2|·|·|·"), (#"{"g":{"x":1,"y":2},"g":{"y":3}}"#, "·|·|3|·"),
    (#"{"g":{"x":1,"x":2}}"#, "·|2|·|·"), (#"{"\u0061":"\u00e9\n"}"#, "é\n|·|·|·"),
    (#"{"a":"\ud800"}"#, "\u{FFFD}|·|·|·"),
    ("{a:.5,'b':'x',}", ".5|·|·|x"), ("{}", "·|·|·|·"),
    (#" {"a":12345678901234567890123} "#, "12345678901234567890123|·|·|·"),
    (#"{"a":1,"b":tru}"#, #"{"a":1,"b":tru}|·|·|·"#), ("  nonsense \n", "nonsense|·|·|·"),
    (#"{"a":1} x"#, #"{"a":1} x|·|·|·"#),
    (#"{"a":01}"#, #"{"a":01}|·|·|·"#), (#"{"a":1E400,"b":-1.5e-3}"#, "1E400|·|·|-1.5e-3"),
])
func recordsHaveFields(_ record: String, _ line: String) {
    let reader = FieldReader(tree)
    #expect(RecordTexts(reader, record).line == line)
    #expect(RecordTexts(reader, Array(record.utf8), isSlow: true).line == line)
    // Nothing stays from one record to the next.
    #expect(RecordTexts(reader, "{}").line == "·|·|·|·")
}

@Test(arguments: [
    (#"{"a":1,"a":2}"#, SyntaxNote.Kind.duplicateKey), (#"{"a":"\udc00"}"#, .loneSurrogate), (#"{"a":"\u0000"}"#, .nul),
    (#"{"a":1,}"#, .trailingComma), ("{\"a\":\"\t\"}", .controlCharacter), (#"{"a":1},"#, .trailingComma),
])
func odditiesAreNoted(_ record: String, _ note: SyntaxNote.Kind) {
    let found = RecordTexts(FieldReader(tree), record)
    #expect(found.outcome == .whole)
    #expect(found.notes == [note])
}

@Test(arguments: [
    (#"{"a":1,"g":{"x":2,"#, "1|2|·|·"), (#"{"a":1,"b":"half of it"#, "1|·|·|half of it"),
    (#"{"a":[1,2"#, "[1,2|·|·|·"),
    (#"{"a":tru"#, "tru|·|·|·"), (#"{"a":1,"b"#, "1|·|·|·"), (#"{"a":12"#, "12|·|·|·"), ("{", "·|·|·|·"),
    (#"{"b":"\u00"#, #"·|·|·|\u00"#),
])
func recordsThatAreCutOffHaveFieldsAsFarAsTheyGo(_ record: String, _ line: String) {
    let open = RecordTexts(FieldReader(tree), record)
    let fault = SyntaxFault(kind: .cutOff, byte: record.utf8.count)
    #expect(open.outcome == .cutOff(fault))
    #expect(open.line == line)
    // A line that has ended is no JSON.
    let closed = RecordTexts(FieldReader(tree), record + "\n")
    #expect(closed.outcome != .whole && closed.line == "\(record)|·|·|·")
}

@Test func deepValuesAreCells() {
    let levels = JSONCursor.depthLimit - 1
    let text = "{\"a\":" + String(repeating: "[", count: levels) + String(repeating: "]", count: levels) + ",\"b\":1}"
    let found = RecordTexts(FieldReader(tree), text)
    #expect(found.outcome == .whole && found.notes.isEmpty)
    #expect(found.texts[0].utf8.count == 2 * levels && found.texts[3] == "1")
    let deeper = "{\"a\":" + String(repeating: "[", count: levels + 1)
    #expect(RecordTexts(FieldReader(tree), deeper).notes == [.tooDeep])
}

@Test func recordsOfAnySizeAreRead() {
    let long = String(repeating: "x, \\\"}] ", count: 100_000)
    let many = (0..<20_000).map { "[\($0),\"\($0)\"]" }.joined(separator: ", ")
    let record = "{\"a\":\"\(long)\",\"g\":{\"x\":[\(many)],\"y\":{}},\"b\":\"end\"}"
    let found = RecordTexts(FieldReader(tree), record)
    #expect(found.kinds == [.escapedString, .array, .object, .string])
    #expect(found.texts[0].utf8.count == long.utf8.count - 100_000 && found.texts[3] == "end")
    #expect(found == RecordTexts(FieldReader(tree), Array(record.utf8), isSlow: true))
}
