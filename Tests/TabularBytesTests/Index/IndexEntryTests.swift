import SeededRandom
import Tabular
import TabularBytes
import TestStores
import Testing

private func key(
    size: Int = 1000, number: Int = 1, time: Int = 1_000_000_007, reading: String = "text", start: Int = 3,
    interval: Int = 16
) -> IndexKey {
    IndexKey(FileIdentity(size: size, number: number, time: time), reading: reading, start: start, interval: interval)
}

/// An index of records of random lengths, with cells made twice as large as often as `limit` wants.
private func index(seed: Int, limit: Int) -> RecordIndex {
    var generator = SplitMix64(seed: UInt64(seed))
    var index = RecordIndex(startingAt: 3, interval: 16, limit: limit)
    var checkpoint = Checkpoint(record: 0, byte: 3)
    while checkpoint.byte < 900 {
        checkpoint.record += 1
        checkpoint.byte += Int.random(in: 1...40, using: &generator)
        index.append([checkpoint])
    }
    return index
}

@Test(arguments: 0..<50, [4, 10, 1000])
func anEntryIsReadAsItWasWritten(seed: Int, limit: Int) {
    let entry = IndexEntry(index(seed: seed, limit: limit), samples: UInt64(seed) &* 0x1234_5678_9ABC_DEF1)
    #expect(IndexEntry(entry.words(of: key()), of: key()) == entry)
}

@Test func anEntryIsOfItsFileInItsStateAndItsReadingAlone() {
    let words = IndexEntry(index(seed: 1, limit: 1000), samples: 1).words(of: key())
    let others = [
        key(size: 1001), key(number: 2), key(time: 1_000_000_008),
        key(reading: "texts"), key(reading: ""), key(start: 0), key(interval: 8),
    ]
    for other in others { #expect(IndexEntry(words, of: other) == nil) }
}

@Test func allStatesOfAFileAreKeptInOnePlace() {
    #expect(key(size: 5, time: 99).name == key().name)
    for other in [key(number: 2), key(start: 0), key(reading: "other text")] {
        #expect(other.name != key().name)
    }
}

@Test func anEntryWithAnyWordChangedIsNone() {
    let words = IndexEntry(index(seed: 2, limit: 8), samples: 7).words(of: key())
    for place in words.indices {
        for bit in 0..<64 {
            var damaged = words
            damaged[place] ^= 1 << UInt64(bit)
            #expect(IndexEntry(damaged, of: key()) == nil)
        }
        #expect(IndexEntry(Array(words[..<place]), of: key()) == nil)
        #expect(IndexEntry(words + words[...place], of: key()) == nil)
    }
}

@Test(arguments: [
    [], [(1, 3)], [(0, 0)], [(0, 3), (1, 1000)], [(0, 3), (1, 40), (2, 40)], [(0, 3), (1, 40), (0, 60)],
    [(0, 3), (5, 60), (4, 80)], [(0, 3), (5, 60), (6, 30)], [(0, 3), (38, 40)], [(0, 3), (.max, 40)],
    [(0, 3), (1, .max)], [(0, 3), (-1, 40)], [(0, 3), (1, -40)], [(0, 3), (1, 5)],
])
func whatCannotBeAnIndexIsNoneThoughItsHashIsRight(_ checkpoints: [(record: Int, byte: Int)]) {
    var entry = IndexEntry(RecordIndex(startingAt: 3, interval: 16), samples: 1)
    entry.checkpoints = checkpoints.map { Checkpoint(record: $0.record, byte: $0.byte) }
    #expect(IndexEntry(entry.hostileWords(), of: key()) == nil)
}

@Test(arguments: [0, 1, 8, 17, 48, -16, .max, .min])
func cellsOfASizeThatNoneHaveAreNone(_ interval: Int) {
    var entry = IndexEntry(RecordIndex(startingAt: 3, interval: 16), samples: 1)
    entry.interval = interval
    #expect(IndexEntry(entry.hostileWords(), of: key()) == nil)
}

@Test(arguments: [0, 2, UInt64.max, 1 << 63])
func aCountThatIsNotThatOfTheCheckpointsIsNone(_ count: UInt64) {
    let entry = IndexEntry(RecordIndex(startingAt: 3, interval: 16), samples: 1)
    #expect(IndexEntry(entry.hostileWords(count: 1), of: key()) == entry)
    #expect(IndexEntry(entry.hostileWords(count: count), of: key()) == nil)
}

extension IndexEntry {
    /// As `words(of:)`, of whatever numbers.
    fileprivate func hostileWords(count: UInt64? = nil) -> [UInt64] {
        func word(_ number: Int) -> UInt64 { UInt64(bitPattern: Int64(number)) }
        var words = key().words + [samples, word(interval), count ?? UInt64(checkpoints.count)]
        for checkpoint in checkpoints { words += [word(checkpoint.record), word(checkpoint.byte)] }
        words.append(0)
        var hash = WordHash()
        hash.combine(words)
        return words + [hash.value]
    }
}

@Test(arguments: 0..<40)
func aHashTellsEveryByteAndTheLength(count: Int) {
    func hash(_ bytes: [UInt8]) -> UInt64 {
        var hash = WordHash()
        bytes.withUnsafeBytes { hash.combine(bytes: $0) }
        return hash.value
    }
    let bytes = (0..<count).map { UInt8($0) }
    #expect(hash(bytes) != hash(bytes + [0]))
    for place in 0..<count {
        var other = bytes
        other[place] ^= 0x80
        #expect(hash(other) != hash(bytes))
    }
}
