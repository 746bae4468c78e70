import Tabular
import TestStores
import Testing

@testable import TabularText

/// A reader of `text` that has come to its end, and a fresh store of the same.
private func read(_ text: [UInt8], samples: Int, bytes: Int) -> (table: TextSource, open: OpenTable, MemoryStore) {
    var tuning = ReaderTuning()
    (tuning.auditPart, tuning.interval, tuning.typeSamples) = (100, 64, (samples, bytes))
    let options = TextOptions.plain(headerRows: 1)
    let table = source(MemoryStore(text), options: options, tuning: tuning)
    table.waitUntilComplete()
    let store = MemoryStore(text)
    return (table, OpenTable(store: store, dialect: Dialect(), start: 0), store)
}

/// Columns of which each stays what it is, but for one value far behind.
private func table(rows: Int, odd: Int) -> [UInt8] {
    Array("id,when,at,moment,paid,note,nothing,late\n".utf8)
        + (0..<rows).flatMap { row in
            let values = "\(row),2024-01-31,09:05,2024-01-31 09:05,true,a note,,\(row == odd ? "no number" : "1.5")\n"
            return Array(values.utf8)
        }
}

@Test func typesAreToldApartBySamplesSpreadOverTheSource() throws {
    let (table, open, store) = read(table(rows: 3000, odd: 2500), samples: 5000, bytes: 64)
    let types = try table.reader.sampleTypes(open).map(\.columnType)
    #expect(types == [.integer, .date, .time, .dateTime, .boolean, .text, .empty, .text])
    #expect(table.snapshot.columns.map(\.type) == types)
    // Nothing is read between the samples.
    let checkpoints = table.reader.state.current.index.checkpoints.count
    #expect(store.reads.load(ordering: .relaxed) == checkpoints)
}

@Test func aLargeSourceIsLookedAtInAFewPlaces() throws {
    let (table, open, store) = read(table(rows: 5000, odd: .max), samples: 20, bytes: 300)
    #expect(try table.reader.sampleTypes(open).last?.columnType == .decimal)
    #expect(store.reads.load(ordering: .relaxed) == 20 && store.bytesRead.load(ordering: .relaxed) <= 20 * 300)
}

@Test func aSmallSourceIsAuditedAtOnce() throws {
    let table = source(MemoryStore(table(rows: 100, odd: 50)))
    #expect(table.waitUntilComplete().columns.last?.type == .text)
    let store = MemoryStore(Array("a\n1\n".utf8))
    #expect(try table.reader.sampleTypes(OpenTable(store: store, dialect: Dialect(), start: 0)).isEmpty)
    #expect(store.reads.load(ordering: .relaxed) == 0)
}

@Test(arguments: 0..<60)
func aSampleNeverSaysMoreThanTheAudit(seed: Int) throws {
    var generator = SeededGenerator(state: UInt64(seed))
    let values = ["1", "-2.5", "true", "2024-01-31", "9:05", "2024-01-31 09:05:00", "text", "", "\"a,\nb\"", "\"1\""]
    let homes = (0..<5).map { _ in Int.random(in: 0..<values.count, using: &generator) }
    let text =
        "a,b,c,d,e\n"
        + (0..<300).map { _ in
            homes.map { home in
                values[
                    Int.random(in: 0..<80, using: &generator) == 0 ? Int.random(in: 0..<10, using: &generator) : home]
            }.joined(separator: ",") + "\n"
        }.joined()
    let (table, open, _) = read(Array(text.utf8), samples: 1 + seed, bytes: 20 + seed)
    let final = table.reader.state.current.typing.types
    for (sampled, audited) in zip(try table.reader.sampleTypes(open), final) {
        #expect(sampled.isSuperset(of: audited))
    }
}

@Test func whatIsLookedAtForItsTypesAloneHasNoProblems() {
    let text = Array("1,2\n3\n4,\"x\"y\n5,6,7\n\0,8\n".utf8)
    let (all, typesAlone) = (found(in: text, noticesProblems: true), found(in: text, noticesProblems: false))
    #expect(typesAlone.types == all.types && typesAlone.records == all.records)
    #expect(all.problems.count == 4 && typesAlone.problems.count == 0)
}

private func found(in text: [UInt8], noticesProblems: Bool) -> AuditFindings {
    let first = AuditFindings(fieldCount: 2, types: [.unseen, .unseen])
    var sink = AuditSink(behind: first, records: 1, headerRecords: 1, noticesProblems: noticesProblems)
    var parser = RecordParser(SpecialBytes(delimiter: 0x2C, quote: 0x22))
    text.withUnsafeBufferPointer { bytes in
        sink.beginChunk(bytes, at: 0)
        _ = parser.parse(bytes, at: 0, into: &sink)
        sink.endChunk()
    }
    return sink.findings
}
