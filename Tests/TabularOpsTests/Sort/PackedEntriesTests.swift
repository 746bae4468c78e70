import SeededRandom
import Testing

@testable import TabularOps

/// Sorted entries of rows that are so many at most apart.
private func sortedEntries(_ random: inout SplitMix64, count: Int, firstRow: Int, apart: Int) -> [SortEntry] {
    let keys = random.pick([1, 3, 1 << 40])
    return (0..<count).map { _ in
        let row = UInt64(firstRow + random.int(0...apart))
        let open: UInt64 = random.oneIn(2) ? 1 << 39 : 0
        return SortEntry(
            high: random.oneIn(5) ? random.next() : UInt64(random.int(0...keys)),
            low: random.next() & ~(1 << 40 - 1) | open | row)
    }.sorted(by: <)
}

/// Rows of a part, as far apart as can be told in 14 bytes, and one further; at both ends of what can be sorted.
private let places: [(firstRow: Int, apart: Int, stride: Int)] = [
    (0, 0, 14), (7_000_000_000, 65_535, 14), (0, 1 << 23 - 1, 14), (SortEntry.rowLimit - 1 << 23, 1 << 23 - 1, 14),
    (0, 1 << 23, 16), (0, SortEntry.rowLimit - 1, 16),
]

@Test(arguments: 0..<60 as Range<UInt64>)
func packedEntriesAreWhatTheyWere(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    let (firstRow, apart, stride) = places[Int(seed) % places.count]
    var entries = sortedEntries(
        &random, count: random.int(1...random.pick([2, 40, 3000])), firstRow: firstRow, apart: apart)
    // The ends are among them, so that they are as far apart as they may be.
    entries[0].low = entries[0].low & ~(1 << 39 - 1) | UInt64(firstRow)
    let last = entries.count - 1
    if last > 0 { entries[last].low = entries[last].low & ~(1 << 39 - 1) | UInt64(firstRow + apart) }
    entries.sort(by: <)
    let packed = try entries.withUnsafeMutableBufferPointer { try PackedEntries($0) }
    #expect(packed.count == entries.count)
    if entries.count > 1 { #expect(packed.packing.stride == stride) }
    #expect(packed.bytes.count == entries.count * packed.packing.stride)
    #expect(entries.indices.map { packed[$0] } == entries)

    for _ in 0..<20 {
        var bound = random.pick(entries)
        if random.oneIn(3) { bound.low &+= 1 }
        #expect(packed.count(before: bound) == entries.count { $0 < bound })
    }
    let range = random.int(0...last)..<entries.count
    let buffer = try EntryBuffer(count: entries.count)
    if let target = buffer.entries.baseAddress { packed.unpack(range, to: target) }
    #expect(buffer.entries.prefix(range.count).elementsEqual(entries[range]))
}

@Test(arguments: 0..<40 as Range<UInt64>)
func entriesAreUnpackedWithinTheirOwnMemory(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    let (firstRow, apart, _) = places[Int(seed) % places.count]
    var entries = sortedEntries(&random, count: random.int(1...200), firstRow: firstRow, apart: apart)
    let packed = try entries.withUnsafeMutableBufferPointer { try PackedEntries($0) }
    // As of a file they are read to the end of what they are unpacked to.
    let buffer = try EntryBuffer(count: entries.count)
    guard let target = buffer.entries.baseAddress else { return }
    let start = UnsafeMutableRawPointer(target) + entries.count * (16 - packed.packing.stride)
    UnsafeMutableRawBufferPointer(start: start, count: packed.bytes.count).copyMemory(from: packed.bytes)
    let range = random.int(0...entries.count)..<entries.count
    packed.packing.unpack(range, at: start, to: target)
    #expect(buffer.entries.prefix(range.count).elementsEqual(entries[range]))
}
