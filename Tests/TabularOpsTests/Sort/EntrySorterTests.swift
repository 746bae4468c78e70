import SeededRandom
import Testing

@testable import TabularOps

@Test(arguments: 0..<80 as Range<UInt64>)
func entriesAreSortedAsNumbers(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    let count = random.int(0...random.pick([3, 30, 300, 5000]))
    // Which bits differ at all: some bytes here and there, all, or hardly any.
    let masks: [UInt64] = [0, 0xFF, 0xFF00_0000_0000_0000, 0x0101_0000_0000_0101, 0xF, .max]
    let (high, low) = (random.pick(masks), random.pick(masks))
    let usual = random.pick([1, 2, 50])
    var entries = (0..<count).map { _ in
        // Most are one of a few, so that many begin alike.
        let value = random.oneIn(usual) ? random.next() : UInt64(random.int(0...3)) << 60
        return SortEntry(high: value & high, low: random.next() & low)
    }
    if random.oneIn(4) { entries.sort(by: <) }
    if random.oneIn(8) { entries.reverse() }
    let expected = entries.sorted(by: <)
    let (buffer, scratch) = (try EntryBuffer(count: max(1, count)), try EntryBuffer(count: max(1, count)))
    for (index, entry) in entries.enumerated() { buffer.entries[index] = entry }
    var sorter = EntrySorter()
    let sorted = UnsafeMutableBufferPointer(rebasing: buffer.entries[..<count])
    sorter.sort(sorted, scratch.entries)
    #expect(Array(sorted) == expected)
}

@Test(arguments: 0..<40 as Range<UInt64>)
func entriesWhoseRowsAscendAreSortedByTheirKeysAlone(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    let count = random.int(0...random.pick([30, 300, 5000]))
    let keys = random.pick([1, 2, 1000])
    let entries = (0..<count).map { row in
        SortEntry(high: UInt64(random.int(1...keys)) << 20, low: UInt64(random.int(1...2)) << 50 | UInt64(row * 3))
    }
    let (buffer, scratch) = (try EntryBuffer(count: max(1, count)), try EntryBuffer(count: max(1, count)))
    for (index, entry) in entries.enumerated() { buffer.entries[index] = entry }
    var sorter = EntrySorter(rowsAscend: true)
    let sorted = UnsafeMutableBufferPointer(rebasing: buffer.entries[..<count])
    sorter.sort(sorted, scratch.entries)
    #expect(Array(sorted) == entries.sorted(by: <))
}

@Test func sortedEntriesAreNotMoved() throws {
    let (buffer, scratch) = (try EntryBuffer(count: 1000), try EntryBuffer(count: 1000))
    for index in 0..<1000 {
        buffer.entries[index] = SortEntry(high: UInt64(index / 3), low: UInt64(index))
        scratch.entries[index] = SortEntry(high: 7, low: 7)
    }
    var sorter = EntrySorter()
    sorter.sort(buffer.entries, scratch.entries)
    #expect(scratch.entries.allSatisfy { $0 == SortEntry(high: 7, low: 7) })
}
