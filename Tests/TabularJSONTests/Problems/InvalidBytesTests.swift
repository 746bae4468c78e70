import QuadrilleRuntime
import SeededRandom
import Tabular
import TabularBytes
import TestStores
import Testing

@testable import TabularJSON

/// Lines of all lengths, of which some have a byte that is no text, many of them among the last ones of their line.
private func lines(_ random: inout SplitMix64) -> (bytes: [UInt8], invalid: Int) {
    let characters: [[UInt8]] = ["a", "é", "€", "𝄞"].map { Array($0.utf8) }
    let broken: [[UInt8]] = [[0xFF], [0x80], [0xC3], [0xE2, 0x82], [0xED, 0xA0, 0x80], [0xF4, 0x90, 0x80, 0x80]]
    // The mark says that it is UTF-8, however much of it is not.
    var (bytes, invalid): ([UInt8], Int) = ([0xEF, 0xBB, 0xBF], 0)
    for _ in 0..<60 {
        bytes += Array("\"".utf8)
        for _ in 0..<random.int(0...150) { bytes += random.pick(characters) }
        if random.oneIn(3) {
            bytes += random.pick(broken)
            invalid += 1
            for _ in 0..<random.int(0...3) { bytes += characters[0] }
        }
        bytes += Array("\"\n".utf8)
    }
    return (bytes, invalid)
}

@Test func rowsWithInvalidTextAreCounted() throws {
    var random = SplitMix64(seed: 31)
    for _ in 0..<40 {
        let (bytes, invalid) = lines(&random)
        let content = SourceContent(store: MemoryStore(bytes), innerName: "t.ndjson")
        let document = try JSONDocument(content, name: "t.ndjson", JSONOptions(), JSONTuning())
        let source = try #require(document.table(TableID(0)) as? JSONSource)
        source.waitUntilComplete()
        #expect(source.snapshot.rowCount.known == 60)
        #expect(source.snapshot.problems.counts[.invalidBytes, default: 0] == invalid)
    }
}
