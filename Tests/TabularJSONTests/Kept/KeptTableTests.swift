import Glibc
import QuadrilleRuntime
import SeededRandom
import Tabular
import TabularBytes
import TestSources
import TestStores
import Testing

@testable import TabularJSON

private func tuning(_ folder: TestCache?) -> JSONTuning {
    var tuning = JSONTuning()
    (tuning.block, tuning.interval, tuning.segment) = (4096, 1000, 8192)
    (tuning.sample, tuning.auditPart, tuning.longestRow) = (2000, 10_000, 4096)
    tuning.cache = folder?.cache
    return tuning
}

private struct Opened {
    var source: JSONSource
    /// Bytes that were read for the table, until all was known.
    var bytesRead = 0

    var snapshot: TableSnapshot { source.snapshot }

    func agrees(with other: Opened) throws -> Bool {
        let (one, two) = (snapshot, other.snapshot)
        let isSame =
            one.problems == two.problems && one.columns == two.columns && one.rowCount == two.rowCount
            && one.phase == two.phase && one.description == two.description
        return try isSame && table(source) == table(other.source)
    }
}

private func open(
    _ store: any ByteStore, _ tuning: JSONTuning, _ options: JSONOptions = JSONOptions(), name: String = "t.json"
) throws -> Opened {
    let document = try JSONDocument(SourceContent(store: store, innerName: name), name: name, options, tuning)
    let before = (store as? KeptStore)?.bytesRead ?? 0
    let source = try #require(document.table(nil) as? JSONSource)
    source.waitUntilComplete()
    return Opened(source: source, bytesRead: ((store as? KeptStore)?.bytesRead ?? 0) - before)
}

enum SampleShape: CaseIterable, Sendable {
    case lines, values, array, object, members, arrays, scalars, features, relaxed
}

/// A table of several parts with something odd in one row of ten, and an end of one kind or another.
private func text(_ shape: SampleShape, seed: Int, rows: Int = 6000) -> [UInt8] {
    var random = SplitMix64(seed: UInt64(seed) + 5)
    let objects = [
        #"{"a":1,"b":{"c":"x","d":2.5},"e":[1,2]}"#, #"{"a":-7,"b":{"c":"2024-01-31","d":1},"e":[]}"#,
        #"{"a":null,"b":{"d":1e3,"c":""},"e":{"z":1}}"#,
    ]
    let odd = [
        #"{"a":1,"a":2,"b":7}"#, #"{"a" 1}"#, #"{"b":{"c":"\ud800"}}"#, #"{"b":{"c":"\u0000"}}"#,
        "\r\n{\"e\":\"\u{FFFD}\"}",
    ]
    let list = (0..<rows).map { number -> String in
        let isOdd = random.oneIn(10)
        switch shape {
        case .lines, .values, .array, .object:
            // The sample has all columns, none is late.
            return number == 3 ? odd[0] : random.pick(isOdd && number > 20 ? odd : objects)
        case .members: return "\"k\(number)\":" + random.pick(objects)
        case .arrays: return isOdd ? "[1]" : "[\(number),\"x\",true,{\"a\":1}]"
        case .scalars: return isOdd ? "\"x\\ud800\"" : "\(number)"
        case .features:
            return #"{"type":"Feature","properties":{"n":\#(number)},"geometry":{"type":"Point","coordinates":[1,2]}}"#
        case .relaxed: return isOdd ? "{a:+1,'b':.5,}" : #"{"a":1,"b":"x"} // c"# + "\n"
        }
    }
    let isClosed = seed % 3 != 2
    switch shape {
    case .lines:
        let lines = list.map { $0.replacing("\r\n", with: "") }
        return Array((lines.joined(separator: "\n") + ["", "\n", "\n{\"a\":3"][seed % 3]).utf8)
    case .values:
        return Array((list.joined(separator: seed % 2 == 0 ? " " : "\u{1E}") + (isClosed ? "" : "{\"a\"")).utf8)
    case .array, .arrays, .scalars, .relaxed:
        return Array(("[" + list.joined(separator: ",") + ["]\n", ",]", ",{\"a\":1"][seed % 3]).utf8)
    case .members: return Array(("{" + list.joined(separator: ",\n") + (isClosed ? "}" : "")).utf8)
    case .object:
        let head = "{\n\"n\":1,\"data\":["
        return Array((head + list.joined(separator: ",\n") + (isClosed ? "],\"end\":[1,2]}" : ",{\"a\":")).utf8)
    case .features:
        return Array((#"{"type":"FeatureCollection","features":["# + list.joined(separator: ",") + "]}").utf8)
    }
}

private func name(_ shape: SampleShape) -> String {
    shape == .relaxed ? "t.json5" : shape == .lines ? "t.ndjson" : "t.json"
}

@Suite struct KeptTableTests {
    @Test(arguments: SampleShape.allCases, 0..<3)
    func tableThatIsOpenedAgainIsTheSame(shape: SampleShape, seed: Int) throws {
        let (text, folder) = (text(shape, seed: seed), TestCache())
        let first = try open(KeptStore(text), tuning(folder), name: name(shape))
        #expect(folder.names.count == 1 && first.bytesRead > text.count)
        let again = try open(KeptStore(text), tuning(folder), name: name(shape))
        #expect(try again.agrees(with: first))
        #expect(try first.agrees(with: open(MemoryStore(text), tuning(nil), name: name(shape))))
        // Twice the sample of the first rows, the samples of the file, and the last cell, its row and the end.
        #expect(again.bytesRead <= 2 * 4000 + 16 * 4096 + 6 * 4096)
        // Nothing is kept again.
        #expect(folder.names.count == 1)
    }

    @Test func lateColumnsJoinTheirGroupsWhenTheTableIsOpenedAgain() throws {
        var rows = (0..<500).map { #"{"a":\#($0),"b":{"c":1},"d":true}"# }
        rows[300] = #"{"late":"x","b":{"y":2},"a":1}"#
        rows[310] = #"{"b":5,"d":{"deep":{"z":1}}}"#
        let (text, folder) = (Array(rows.joined(separator: "\n").utf8), TestCache())
        func titles(_ opened: Opened) -> [String] { opened.snapshot.columns.map { $0.path.joined(separator: ".") } }
        let first = try open(KeptStore(text), tuning(folder), name: "t.ndjson")
        #expect(titles(first) == ["a", "b.c", "d", "late", "b.y", "b", "d.deep.z"])
        let again = try open(KeptStore(text), tuning(folder), name: "t.ndjson")
        #expect(titles(again) == ["a", "b", "b.c", "b.y", "d", "d.deep.z", "late"])
        // The same values and types stand in other columns.
        let (one, two) = (try table(first.source), try table(again.source))
        for (column, title) in titles(again).enumerated() {
            let old = try #require(titles(first).firstIndex(of: title))
            #expect(one.dropFirst().map { $0[old] } == two.dropFirst().map { $0[column] }, "\(title)")
            #expect(first.snapshot.columns[old].form == again.snapshot.columns[column].form)
        }
        // A third time nothing moves.
        #expect(try open(KeptStore(text), tuning(folder), name: "t.ndjson").agrees(with: again))
    }

    @Test func columnsAreThereWithTheFirstSnapshot() throws {
        let (text, folder) = (text(.lines, seed: 1), TestCache())
        let whole = try open(KeptStore(text), tuning(folder), name: "t.ndjson").snapshot
        let document = try JSONDocument(
            SourceContent(store: KeptStore(text), innerName: "t.ndjson"), name: "t.ndjson", JSONOptions(),
            tuning(folder))
        let first = try #require(document.table(nil) as? JSONSource).snapshot
        #expect(first.columns == whole.columns)
        #expect(first.rowCount.known >= whole.rowCount.known - 100)
    }

    @Test func changedTextIsReadAnew() throws {
        let (first, second) = (text(.array, seed: 1), text(.array, seed: 3))
        let folder = TestCache()
        let truth = try open(MemoryStore(second), tuning(nil))
        _ = try open(KeptStore(first), tuning(folder))
        let identity = FileIdentity(size: second.count, time: 3)
        #expect(try open(KeptStore(second, identity: identity), tuning(folder)).agrees(with: truth))
        // In the place of what was kept.
        #expect(folder.names.count == 1)
        var other = second
        other[second.count - 20] = UInt8(ascii: " ")
        #expect(
            try open(KeptStore(other, identity: identity), tuning(folder))
                .agrees(with: open(MemoryStore(other), tuning(nil))))
    }

    @Test(arguments: [0, 200_000])
    func textThatChangesWhileItIsReadIsNotKept(limit: Int) throws {
        let (text, folder) = (text(.array, seed: 1), TestCache())
        _ = try open(KeptStore(text) { if $0.bytesRead >= limit { $0.change() } }, tuning(folder))
        #expect(folder.names.isEmpty)
    }

    @Test func appendedRowsFollowTheKeptOnes() throws {
        let (text, folder) = (text(.lines, seed: 1), TestCache())
        let more = Array("{\"a\":1,\"b\":{\"new\":2}}\n{\"a\" 1}\n{\"a\":3".utf8)
        _ = try open(KeptStore(text), tuning(folder), name: "t.ndjson")
        func grown(_ tuning: JSONTuning) throws -> Opened {
            let store = LiveStore(text, identity: FileIdentity(size: text.count))
            let opened = try open(store, tuning, name: "t.ndjson")
            store.grow(to: text + more)
            store.waitUntilTaken()
            return opened
        }
        let (kept, truth) = (try grown(tuning(folder)), try grown(tuning(nil)))
        #expect(try kept.agrees(with: truth))
        #expect(kept.snapshot.columns.last?.path == ["b", "new"])
        #expect(kept.snapshot.rowCount == .exactly(6003))
    }

    @Test func anotherPathOrDepthHasAnEntryOfItsOwn() throws {
        let list = (0..<3000).map { #"{"a":{"b":{"c":\#($0)}}}"# }.joined(separator: ",")
        let (text, folder) = (Array("{\"x\":[\(list)],\"y\":[\(list.dropLast(20))}}}]}".utf8), TestCache())
        let choices = [
            JSONOptions(rowsAt: RowsPath(written: "$.x")), JSONOptions(rowsAt: RowsPath(written: "$.y")),
            JSONOptions(rowsAt: RowsPath(written: "$.x"), depth: 1),
            JSONOptions(rowsAt: RowsPath(written: "$.x"), depth: 0),
        ]
        for (number, options) in choices.enumerated() {
            let truth = try open(MemoryStore(text), tuning(nil), options)
            let first = try open(KeptStore(text), tuning(folder), options)
            #expect(first.bytesRead > text.count / 3)
            #expect(try first.agrees(with: truth))
            #expect(folder.names.count == number + 1)
            #expect(try open(KeptStore(text), tuning(folder), options).agrees(with: truth))
        }
        for options in choices {
            #expect(
                try open(KeptStore(text), tuning(folder), options)
                    .agrees(with: open(MemoryStore(text), tuning(nil), options)))
        }
    }

    @Test func smallTextsAndThoseThatAreNoFilesAreNotKept() throws {
        let text = text(.array, seed: 0)
        let large = TestCache { $0.minimumSize = text.count + 1 }
        _ = try open(KeptStore(text), tuning(large))
        let folder = TestCache()
        _ = try open(MemoryStore(text), tuning(folder))
        let wide: [UInt8] = text.flatMap { [$0, 0] as [UInt8] }
        _ = try open(KeptStore([0xFF, 0xFE] + wide), tuning(folder))
        #expect(large.names.isEmpty && folder.names.isEmpty)
    }

    @Test func rowsWithoutFindingsAreLookedAtAgain() throws {
        let (text, folder) = (text(.object, seed: 0), TestCache())
        var tuning = tuning(folder)
        tuning.auditPart = 100_000
        let truth = try open(KeptStore(text), tuning)
        truth.source.reader.keepIndex()
        let again = try open(KeptStore(text), tuning)
        #expect(try again.agrees(with: truth))
        // The values are read once, and samples twice; the rows are not.
        #expect(again.bytesRead > text.count && again.bytesRead < 2 * text.count)
    }
}

/// Kept tables, edited at random as a damaged disk or another program would.
@Suite struct MutatedTableTests {
    /// Edited files in a test case, of which there are 20.
    private static let count = getenv("QUADRILLE_MUTATIONS").flatMap { Int(String(cString: $0)) }.map { $0 / 20 } ?? 150

    @Test(arguments: 0..<20)
    func mutatedTableIsRefusedOrEndsNothing(seed: Int) throws {
        let shape = SampleShape.allCases[seed % SampleShape.allCases.count]
        var random = SplitMix64(seed: UInt64(seed))
        let (text, folder) = (text(shape, seed: seed, rows: 60), TestCache())
        var tuning = tuning(folder)
        (tuning.block, tuning.interval, tuning.segment, tuning.sample, tuning.auditPart) = (256, 100, 400, 128, 400)
        let truth = try open(KeptStore(text), tuning, name: name(shape))
        // Late columns have moved.
        let again = try open(KeptStore(text), tuning, name: name(shape))
        #expect(again.snapshot.problems == truth.snapshot.problems)
        let file = try #require(folder.names.first)
        let kept = bytes(of: folder.path(file))
        var refused = 0
        for number in 0..<Self.count {
            var edited = kept
            edited.edit(&random)
            // A hash keeps out all but edits that come with a hash of their own. Those may claim anything.
            let isFitting = random.oneIn(2)
            if isFitting { edited.makeHashFit() }
            folder.write(edited, to: file)
            let opened = try open(KeptStore(text), tuning, name: name(shape))
            if edited != kept, !isFitting {
                #expect(try opened.agrees(with: truth), "edit \(number)")
                refused += 1
            } else if opened.snapshot.phase == .complete {
                let rows = opened.snapshot.rowCount.known
                var list = RecordList()
                try? opened.source.streamRecords(max(0, rows - 60)..<rows, into: &list)
            }
        }
        #expect(refused > Self.count / 4)
    }
}

@Suite struct KeptWordsTests {
    private let faults: [JSONFault] =
        SyntaxFault.Kind.allCases.map { .broken($0, at: 7) }
        + SyntaxNote.Kind.allCases.filter(\.isLaxity).map { .laxity($0) }
        + [
            .cutOff, .unclosed, .surplus(at: 9), .duplicateKey("é\"\n\u{FFFD}"), .duplicateKey(""), .loneSurrogate,
            .nul,
            .tooDeep(levels: 5), .overlong(bytes: 1 << 24), .invalidBytes,
        ]

    @Test func faultsAreReadAsTheyWereWritten() {
        var writer = WordWriter()
        for fault in faults { fault.write(to: &writer) }
        var reader = WordReader(writer.words[...])
        for fault in faults { #expect(JSONFault(&reader) == fault) }
        #expect(reader.isAtEnd)
    }

    @Test func wordsThatAreCutOrHugeAreNoFindings() throws {
        let text = text(.object, seed: 1, rows: 200)
        let source = try open(MemoryStore(text), tuning(nil)).source
        let (table, layout) = (source.reader.table, source.reader.state.current.tree.layout)
        let start = Checkpoint(record: 0, byte: table.start)
        var audit = JSONAudit(of: source.reader.state.current.tree, at: start)
        var rows = RowReader(table, at: start, tuning(nil))
        while let row = try rows.next() { audit.take(row, longest: 4096) }
        let words = audit.words
        let again = try #require(JSONAudit(words, of: table, layout))
        #expect(again.words == words && again.tallies == audit.tallies)
        #expect(again.problems.list == audit.problems.list)
        for place in words.indices {
            #expect(JSONAudit(Array(words[..<place]), of: table, layout) == nil)
            for word in [0, 1, 255, 4097, 1 << 50, 1 << 56, UInt64(Int.max), 1 << 63, .max] {
                var damaged = words
                damaged[place] = word
                guard let kept = JSONAudit(damaged, of: table, layout) else { continue }
                // It can be shown, and goes on.
                #expect(kept.tree.columns { kept.tallies[$0].form }.count == kept.tree.columnCount)
                _ = FieldReader(kept.tree, isDiscovering: true)
                #expect(kept.rowCount <= text.count && kept.end.byte <= text.count)
            }
        }
        #expect(JSONAudit(words + [0], of: table, layout) == nil)
    }
}
