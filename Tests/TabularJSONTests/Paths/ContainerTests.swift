import SeededRandom
import Testing

@testable import TabularJSON

private func list(_ text: String, isRelaxed: Bool = false) -> [ContainerList.Entry] {
    var list = ContainerList(isRelaxed: isRelaxed)
    Array(text.utf8).withUnsafeBufferPointer { list.scan($0) }
    return list.entries
}

private func find(_ path: RowsPath, in text: [UInt8], isRelaxed: Bool = false) -> ContainerFinder {
    var finder = ContainerFinder(path, isRelaxed: isRelaxed)
    text.withUnsafeBufferPointer { finder.scan($0) }
    return finder
}

private func find(_ path: String, in text: String, isRelaxed: Bool = false) -> String {
    guard let path = RowsPath(written: path) else { return "no path" }
    let bytes = Array(text.utf8)
    switch find(path, in: bytes, isRelaxed: isRelaxed).finish() {
    case .missing(let steps): return "missing after \(steps)"
    case .found(let container):
        return "\(container.form) " + String(decoding: bytes[container.start...].prefix(4), as: UTF8.self)
    }
}

@Test(arguments: [
    ("$", "{\"a\":1}", "members \"a\":"), ("$", " \n[12345]", "elements 1234"), ("$", "12", "missing after 0"),
    ("a.b", "{\"x\":{\"b\":[0]},\"a\":{\"c\":\"}\",\"b\":[[1]]}}", "elements [1]]"),
    ("a[1].b", "{\"a\":[{\"b\":[0]},{\"b\":[1]}]}", "elements 1]}]"), ("[0]", "[[7,8]]", "elements 7,8]"),
    ("a.b", "{\"a\":{\"c\":1}, \"a\":{\"b\":[]}}", "missing after 1"), ("a.b", "{\"a\":[1]}", "missing after 1"),
    ("a", "{\"a\":null,\"a\":[1]}", "missing after 1"), ("a", "{\"b\":1", "missing after 0"),
    ("a", "", "missing after 0"),
    ("[2]", "[1,2]", "missing after 0"), ("[\"a\\\"é\"]", "{\"a\\\"\\u00E9\":[1]}", "elements 1]}"),
    ("[\"\"]", "{\"\":[1]}", "elements 1]}"), ("a", "{\"b\":{\"a\":[1]},\"a\":[2]}", "elements 2]}"),
    ("a", "{\"b\" 1, \"c\":, , \"a\" : [2]}", "elements 2]}"),
])
func containersAreFoundAtPaths(path: String, text: String, expected: String) {
    #expect(find(path, in: text) == expected)
    #expect(find(path, in: text, isRelaxed: true) == expected)
}

@Test(arguments: [
    ("a", "// a\n{/*{*/b:']',a/**/:/*[*/[1]}", "elements 1]}"), ("it", "{'i\\u0074':{a:1}}", "members a:1}"),
    ("a", "{/ a:[1],a:[2]}", "elements 2]}"), ("a", "{\"a\":/ [1]}", "missing after 1"),
])
func containersOfRelaxedTextsAreFound(path: String, text: String, expected: String) {
    #expect(find(path, in: text, isRelaxed: true) == expected)
}

@Test func containersAreListedWithTheKindsOfTheirRows() {
    let text = "{\"n\":1,\"a\":[{\"in\":[1]},[],2,3],\"b\":{\"c\":{\"d\":{\"e\":[1]}}},\"f\":[1,2"
    let lines = list(text).map { entry in
        "\(entry.path.text) \(entry.container.form) \(entry.container.start): \(entry.objects) \(entry.arrays) "
            + "\(entry.scalars) of \(entry.rows)\(entry.isClosed ? "" : " open")"
    }
    #expect(
        lines == [
            "$[*] members 1: 1 2 1 of 3 open", "$.a[*] elements 12: 1 1 2 of 4",
            "$.b[*] members 36: 1 0 0 of 1", "$.b.c[*] members 41: 1 0 0 of 1",
            "$.b.c.d[*] members 46: 0 1 0 of 1", "$.f[*] elements 62: 0 0 2 of 1 open",
        ])
}

@Test func longArraysAreCountedAndHugeObjectsListedInPart() {
    let array = list("[" + String(repeating: "{},", count: 5000) + "1]")
    #expect(array.map(\.objects) == [1000] && array.map(\.rows) == [5001] && array.map(\.isClosed) == [true])
    let object = list("{" + (0..<2000).map { "\"m\($0)\":[\($0)]" }.joined(separator: ",") + "}")
    #expect(object.count == 1000 && object[0].arrays == 2000 && object[0].rows == 2000 && object[0].isClosed)
}

@Test func depthNeedsNoStack() {
    let depth = 1_000_000
    let text = String(repeating: "{\"a\":", count: depth) + "[1]" + String(repeating: "}", count: depth)
    #expect(list(text).map(\.depth) == [0, 1, 2, 3])
    #expect(find("a.b", in: text) == "missing after 1")
}

/// A random text of nested values, and the list of its containers.
private struct Written {
    var text: [UInt8] = []
    var entries: [ContainerList.Entry] = []
    var random: SplitMix64

    init(seed: UInt64) {
        random = SplitMix64(seed: seed)
        blank()
        _ = value([], isListed: true, mustOpen: true)
        blank()
    }

    mutating func blank() {
        if random.oneIn(3) { text += Array(random.pick([" ", "\n", "\r\n\t", "   "]).utf8) }
    }

    mutating func value(
        _ steps: [RowsPath.Step], in parent: Int? = nil, at position: Int = 0, isListed: Bool, mustOpen: Bool = false
    ) -> ContainerWalk.Kind {
        let kind = mustOpen || random.oneIn(3) ? random.pick([ContainerWalk.Kind.object, .array]) : .scalar
        guard let container = RowContainer(kind, at: text.count) else {
            text += Array(random.pick(["1", "-2.5e3", "true", "null", "\"x\"", "\"]}\\\"\"", "\"a\\\\\""]).utf8)
            return kind
        }
        let number = entries.count
        let isListed = isListed && steps.count <= 3
        if isListed {
            let path = RowsPath(steps)
            entries.append(
                ContainerList.Entry(path: path, container: container, parent: parent, position: position))
        }
        text.append(kind == .array ? 0x5B : 0x7B)
        let count = random.int(0...(steps.count > 4 ? 0 : 4))
        for row in 0..<count {
            blank()
            var name = random.pick(["a", "b", "c d", "\u{e9}", "n\(row)"])
            if kind == .object {
                text += Array("\"\(name == "b" ? "\\u0062" : name)\"".utf8)
                blank()
                text += Array(":".utf8)
                blank()
            } else {
                name = "\(row)"
            }
            let inner = value(
                steps + [kind == .array ? .element(row) : .member(MemberName(name))], in: number, at: row,
                isListed: isListed && kind == .object)
            if isListed && inner == .object { entries[number].objects += 1 }
            if isListed && inner == .array { entries[number].arrays += 1 }
            if isListed && inner == .scalar { entries[number].scalars += 1 }
            blank()
            if row + 1 < count { text += Array(",".utf8) }
        }
        text.append(kind == .array ? 0x5D : 0x7D)
        if isListed { (entries[number].rows, entries[number].end) = (count, text.count) }
        return kind
    }
}

@Test(arguments: 0..<300)
func listedContainersAreThoseThatWereWritten(seed: Int) {
    var written = Written(seed: UInt64(seed))
    let text = written.text
    for limit in [1, 5, 1000] {
        var list = ContainerList()
        var place = 0
        while place < text.count {
            let end = min(text.count, place + written.random.int(1...limit))
            text[place..<end].withUnsafeBufferPointer { list.scan($0) }
            place = end
        }
        #expect(list.isDone)
        #expect(list.entries == written.entries)
    }
    var seen: Set<RowsPath> = []
    for entry in written.entries where seen.insert(entry.path).inserted {
        // A member before may have its name, and be a scalar.
        let outcome = find(entry.path, in: text).finish()
        if case .found(let container) = outcome { #expect(container == entry.container, "\(entry.path.text)") }
        for cut in 0..<entry.container.start {
            let finder = find(entry.path, in: Array(text[..<cut]))
            #expect(finder.outcome == nil || finder.outcome == outcome, "\(entry.path.text)")
        }
    }
}

@Test(arguments: 0..<200)
func anyChunksOfHostileTextGiveTheSameContainers(seed: Int) {
    var random = SplitMix64(seed: UInt64(seed))
    let isRelaxed = seed % 2 == 1
    let palette = ["{", "[", "}", "]", "\"a\":", "\"", "\\", ",", ":", "a", " ", "1", "{\"a\":[", "]}", "/", "*", "'"]
    var text: [UInt8] = Array("{".utf8)
    while text.count < 200 { text += Array(random.pick(palette).utf8) }
    var (whole, parts) = (ContainerList(isRelaxed: isRelaxed), ContainerList(isRelaxed: isRelaxed))
    text.withUnsafeBufferPointer { whole.scan($0) }
    let path = RowsPath([.member("a"), random.pick([.element(1), .member("a")])])
    var finder = ContainerFinder(path, isRelaxed: isRelaxed)
    for byte in text {
        [byte].withUnsafeBufferPointer {
            parts.scan($0)
            finder.scan($0)
        }
    }
    #expect((parts.entries, parts.isDone, parts.offset) == (whole.entries, whole.isDone, whole.offset))
    #expect(finder.outcome == find(path, in: text, isRelaxed: isRelaxed).outcome)
}
