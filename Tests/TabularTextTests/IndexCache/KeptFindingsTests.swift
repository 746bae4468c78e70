import Tabular
import TabularBytes
import TestStores
import Testing

@testable import TabularText

private typealias Reading = KeptFindings.Reading

private let reading = Reading(headerRecords: 1, skippedLines: 2, encoding: "UTF-8")

/// A fault of every case, with numbers by `number`.
private func faults(_ number: Int) -> [TextFault] {
    [
        .quoteInUnquoted, .openingText, .quoteInQuoted, .textAfterQuote(lines: number), .unclosedText, .unclosedQuote,
        .escapeAtEnd, .overlong(bytes: number << 20), .nul, .invalidBytes(encoding: "UTF-8"),
        .ragged(fields: number, expected: 3, headerRecords: number % 3, limit: 100_000),
        .mixedTerminators(.crlf, expected: .lf, lf: number, crlf: 1, cr: 0),
        .behindCompressed(bytes: number, at: 7 * number), .openCharacter(bytes: 2), .openComment(bytes: 1),
    ]
}

/// Findings with problems of every kind, more than are kept of one, in parts.
private func findings(seed: Int) -> KeptFindings {
    var random = SeededGenerator(state: UInt64(seed) + 31)
    var all = AuditFindings(
        fieldCount: seed, types: (0..<seed % 20).map { TypeSet(rawValue: UInt64($0) &* 0x9E37_79B9_7F4A_7C15) })
    for number in 0..<(seed % 3 == 0 ? 1500 : seed) {
        let kind = seed % 3 == 0 ? .nul : Problem.Kind.text.randomElement(using: &random) ?? .ragged
        let record = number * Int.random(in: 1...(seed + 1), using: &random) + 1
        let fault = faults(number)[Int.random(in: 0..<15, using: &random)]
        all.problems.append(
            Problem(
                kind: kind, position: SourcePosition(record: record, line: 2 * record, byte: 10 * number),
                column: number % 4 == 0 ? nil : number, detail: fault))
    }
    for terminator in [.lf, .crlf, .cr].prefix(seed % 4) as ArraySlice<Dialect.Terminator> {
        all.terminators.count(terminator, records: 3, at: SourcePosition(record: seed, line: 5, byte: 7))
    }
    all.nulls = (0..<seed % 7).map { $0 * 3 }.filter { _ in seed % 20 >= 7 }
    (all.records, all.lines) = (40, 50)
    return KeptFindings(reading: reading, start: Checkpoint(record: 40, byte: 1000), findings: all)
}

@Test(arguments: 0..<40)
func findingsAreReadAsTheyWereWritten(seed: Int) {
    let kept = findings(seed: seed)
    #expect(KeptFindings(kept.words[...], reading: reading) == kept)
}

@Test func findingsCountForTheWayInWhichTheSourceWasRead() {
    let words = findings(seed: 5).words
    for other in [
        Reading(headerRecords: 0, skippedLines: 2, encoding: "UTF-8"),
        Reading(headerRecords: 1, skippedLines: 0, encoding: "UTF-8"),
        Reading(headerRecords: 1, skippedLines: 2, encoding: "UTF-8", nullWords: NullWords(["NA"])),
        Reading(headerRecords: 1, skippedLines: 2, encoding: "ASCII"),
    ] {
        #expect(KeptFindings(words[...], reading: other) == nil)
    }
}

/// Their hash keeps out what is damaged; what has a right one and is no findings is none, and ends nothing.
@Test(arguments: [7, 11])
func findingsThatAreCutAreNoneAndThoseWithBitsChangedDoNoHarm(seed: Int) {
    let words = findings(seed: seed).words
    for place in words.indices {
        #expect(KeptFindings(words[..<place], reading: reading) == nil)
        for bit in stride(from: place % 5, to: 64, by: 5) {
            var damaged = words
            damaged[place] ^= 1 << UInt64(bit)
            let kept = KeptFindings(damaged[...], reading: reading)
            if let kept { #expect(kept.findings.problems.first.count <= kept.findings.problems.count) }
        }
    }
    #expect(KeptFindings((words + [0])[...], reading: reading) == nil)
    #expect(KeptFindings([], reading: reading) == nil)
}

/// Every word as large as it may not be: what is understood all the same can be added up.
@Test(arguments: [5, 7, 11])
func hugeFindingsAreNone(seed: Int) {
    let words = findings(seed: seed).words
    for place in words.indices {
        for word in [UInt64(Int.max), .max, 1 << 63, 1 << 62, 1 << 57] {
            var damaged = words
            damaged[place] = word
            guard let kept = KeptFindings(damaged[...], reading: reading) else { continue }
            // A set of types is bits, and of a problem's text any bytes count.
            #expect(kept.start.record == kept.findings.records)
            #expect(kept.findings.lines <= 1 << 56 && kept.findings.nulls.allSatisfy { $0 <= 1 << 56 })
            #expect(kept.findings.problems.count >= 0)
        }
    }
}

private let options = TextOptions.plain(headerRows: 1)

private func tuning(_ folder: TestCache) -> ReaderTuning {
    ReaderTuning(passBlock: 4096, threads: 2, segment: 8192, auditPart: 10_000, interval: 1000, cache: folder.cache)
}

/// A table of several parts with something odd in one record of ten, and an end of every kind.
private func text(seed: Int) -> [UInt8] {
    var random = SeededGenerator(state: UInt64(seed) + 5)
    let pieces = ["1,2.5,x\n", "7,1,2024-01-31\n", "\"12\",\"3\n\",y\r\n"]
    let odd = ["1\n", "1,2,3,4\n", "1,x\"y,2\n", "\0,,\n", "1,2,\u{FFFD}\n"]
    let records = (0..<9000).map { _ in
        (Int.random(in: 0..<10, using: &random) == 0 ? odd : pieces).randomElement(using: &random) ?? ""
    }
    let end = ["", "3,4,5", "\"open\n1,2,3\n", "1,2\r"][seed % 4]
    return Array(("a,b,c\n" + records.joined() + end).utf8)
}

private func complete(_ store: any ByteStore, _ folder: TestCache, options: TextOptions = options) -> TableSnapshot {
    let table = source(store, options: options, tuning: tuning(folder))
    defer { table.close() }
    return table.waitUntilComplete()
}

private func agree(_ first: TableSnapshot, _ second: TableSnapshot) -> Bool {
    first.problems == second.problems && first.columns == second.columns && first.rowCount == second.rowCount
        && first.phase == second.phase
}

@Test(arguments: 0..<8)
func whatWasFoundIsThereAgainWithoutAnAudit(seed: Int) {
    let (text, folder) = (text(seed: seed), TestCache())
    let first = complete(KeptStore(text), folder)
    let again = KeptStore(text)
    #expect(agree(complete(again, folder), first))
    // What opening reads, the samples, the last cell and the last part, twice as long as a part at most.
    #expect(again.bytesRead <= 1 << 16 + 16 * 4096 + 2000 + 20_000)
    #expect(agree(complete(MemoryStore(text), TestCache()), first))
}

@Test func anotherHeaderHasOtherFindings() {
    let (text, folder) = (text(seed: 1), TestCache())
    _ = complete(KeptStore(text), folder)
    let unnamed = TextOptions.plain(headerRows: 0)
    let snapshot = complete(KeptStore(text), folder, options: unnamed)
    #expect(agree(snapshot, complete(MemoryStore(text), TestCache(), options: unnamed)))
}

@Test func whatIsAppendedToAKnownSourceIsFoundAsEver() {
    let (text, folder) = (text(seed: 3), TestCache())
    _ = complete(KeptStore(text), folder)
    let more = Array("x\n1,2,3\n4\n".utf8)
    let store = LiveStore(text, identity: FileIdentity(size: text.count))
    let table = source(store, options: options, tuning: tuning(folder))
    defer { table.close() }
    table.waitUntilComplete()
    store.grow(to: text + more)
    store.waitUntilTaken()
    #expect(agree(table.snapshot, complete(MemoryStore(text + more), TestCache())))
}

@Test func aDamagedEntryWithFindingsIsNoneAndIsReplaced() {
    let (text, folder) = (text(seed: 2), TestCache())
    let truth = complete(KeptStore(text), folder)
    let name = folder.names[0]
    let kept = bytes(of: folder.path(name))
    for place in stride(from: 0, to: kept.count, by: kept.count / 12) {
        var damaged = kept
        damaged[place] ^= 0x10
        folder.write(place % 2 == 0 ? damaged[...] : damaged[..<place], to: name)
        #expect(agree(complete(KeptStore(text), folder), truth))
        #expect(bytes(of: folder.path(name)) == kept)
    }
}
