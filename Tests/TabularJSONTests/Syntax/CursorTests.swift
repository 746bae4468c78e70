import Testing

@testable import TabularJSON

private func expectSame(_ text: [UInt8]) {
    let (slow, fast) = (SlowJSON(text), CursorTree(text))
    let shown = String(decoding: text, as: UTF8.self)
    #expect(fast.fault == slow.fault, "\(shown)")
    #expect(fast.nodes == slow.nodes, "\(shown)")
    #expect(fast.notes == slow.notes, "\(shown)")
    if slow.fault == nil { #expect(fast.end == slow.end, "\(shown)") }
}

@Test(arguments: [UInt64](0..<8))
func cursorReadsWhatIsWritten(_ seed: UInt64) {
    var json = RandomJSON(seed: seed)
    for _ in 0..<200 {
        let text = Array((json.blank() + json.value()).utf8)
        expectSame(text)
        #expect(SlowJSON(text).isStrict)
    }
}

@Test(arguments: [UInt64](0..<8))
func cursorNotesOddities(_ seed: UInt64) {
    var json = RandomJSON(seed: seed, isOdd: true)
    for _ in 0..<200 { expectSame(Array(json.value().utf8)) }
}

@Test(arguments: [UInt64](0..<8))
func cutTextsEndInTheSamePlace(_ seed: UInt64) {
    var json = RandomJSON(seed: seed, isOdd: seed % 2 == 1)
    for _ in 0..<12 {
        let text = Array(json.value(depth: 2).utf8)
        for count in 0...text.count { expectSame(Array(text[..<count])) }
    }
}

@Test(arguments: [UInt64](0..<8))
func wrongBytesAreFound(_ seed: UInt64) {
    var json = RandomJSON(seed: seed, isOdd: seed % 2 == 1)
    for _ in 0..<500 { expectSame(json.broken(Array(json.value().utf8))) }
}

@Test(arguments: [UInt64](0..<4))
func nestedValuesArePassedWhole(_ seed: UInt64) {
    var json = RandomJSON(seed: seed, isOdd: true)
    for _ in 0..<100 {
        let text = Array(json.object().utf8)
        let slow = SlowJSON(text)
        var ranges: [Range<Int>] = []
        text.withUnsafeBufferPointer { bytes in
            var cursor = JSONCursor(bytes)
            _ = try? cursor.next()
            while let token = try? cursor.nextValue() {
                if token.kind != .name && !token.kind.isEnd { ranges.append(token.range) }
            }
        }
        #expect(ranges == slow.nodes[0].children.map { slow.nodes[$0].text })
    }
}

@Test func aMillionLevelsAreRead() throws {
    let levels = JSONCursor.depthLimit
    let text = [UInt8](repeating: 0x5B, count: levels) + [UInt8](repeating: 0x5D, count: levels)
    try text.withUnsafeBufferPointer { bytes in
        var cursor = JSONCursor(bytes)
        let token = try cursor.nextValue()
        #expect(token?.range == 0..<text.count)
        #expect(cursor.notes.isEmpty)
    }
}

@Test func deeperLevelsAreText() throws {
    let levels = JSONCursor.depthLimit
    let text = Array("{\"a\":".utf8) + [UInt8](repeating: 0x5B, count: levels) + Array("x".utf8)
    try text.withUnsafeBufferPointer { bytes in
        var cursor = JSONCursor(bytes)
        _ = try cursor.next()
        _ = try cursor.next()
        #expect(try cursor.nextValue()?.range == 5..<text.count)
        #expect(cursor.notes.map { $0 } == [SyntaxNote(kind: .tooDeep, byte: 5 + levels - 1)])
        #expect(try cursor.next() == nil)
    }
}

@Test(arguments: [
    ("{\"a\":1,\"b\" 2}", SyntaxFault.Kind.colon, 11), ("[1 2]", .commaOrBracket, 3),
    ("{\"a\":1 \"b\":2}", .commaOrBrace, 7),
    ("[tru]", .value, 1), ("[tru", .cutOff, 4), ("{1:2}", .name, 1), ("[01]", .number, 1),
    ("[\"\\u12G4\"]", .escape, 2),
    ("[1e]", .number, 1), ("", .cutOff, 0), ("[-]", .number, 1), ("{\"a\"", .cutOff, 4), ("[/]", .value, 1),
])
func faultsHaveTheirByte(_ text: String, _ kind: SyntaxFault.Kind, _ byte: Int) {
    #expect(CursorTree(Array(text.utf8)).fault == SyntaxFault(kind: kind, byte: byte))
}
