/// An index as it is stored, in words of the machine's own order:
///
///     the key | hash of samples | interval | count | record, byte … | count of sums of cells, two a word …
///     | content … | hash of all that is before
///
/// Words that cannot be the index of a source with that key are ignored, wherever they come from: no error is reported, since
/// the index can be made again.
package struct IndexEntry: Sendable, Hashable {
    /// A hash of bytes of the source itself.
    package var samples: UInt64
    /// Bytes of an interval.
    package var interval: Int
    package var checkpoints: [Checkpoint]
    /// The checksums of intervals, where there are any.
    package var checks: [UInt32]
    /// The words that the format stores with the index, such as the findings of an audit.
    package var content: [UInt64]

    package init(_ index: RecordIndex, samples: UInt64, content: [UInt64] = []) {
        self.samples = samples
        interval = index.interval
        // Nothing begins in the empty lines after the last record.
        checkpoints = index.checkpoints.filter { $0.byte < index.end || $0 == index.checkpoints.first }
        checks = index.checks.sums
        self.content = content
    }

    /// Reads the entry of `key`; nil where `words` are invalid.
    package init?(_ words: [UInt64], of key: IndexKey) {
        guard let last = words.last, words.count > key.words.count, words.starts(with: key.words) else { return nil }
        var hash = WordHash()
        hash.combine(words.dropLast())
        guard hash.value == last else { return nil }
        var reader = WordReader(words[key.words.count..<words.count - 1])
        guard let samples = reader.word(), let interval = reader.number(), let count = reader.number(),
            count <= reader.count / 2
        else { return nil }
        self.samples = samples
        self.interval = interval
        checkpoints = []
        checkpoints.reserveCapacity(count)
        for _ in 0..<count {
            guard let record = reader.number(), let byte = reader.number() else { return nil }
            checkpoints.append(Checkpoint(record: record, byte: byte))
        }
        let most = max(0, key.identity.size - key.start) / key.interval + 1
        guard let checks = reader.sums(most: most) else { return nil }
        self.checks = checks
        content = reader.rest()
        guard isPossible(of: key) else { return nil }
    }

    package func words(of key: IndexKey) -> [UInt64] {
        var writer = WordWriter(key.words + [samples])
        writer.write(interval, checkpoints.count)
        for checkpoint in checkpoints { writer.write(checkpoint.record, checkpoint.byte) }
        writer.write(sums: checks)
        writer.write(words: content)
        var hash = WordHash()
        hash.combine(writer.words)
        return writer.words + [hash.value]
    }

    /// The index.
    package var index: RecordIndex {
        var index = RecordIndex(restoring: checkpoints, interval: interval)
        index.checks = CellChecks(checks)
        return index
    }

    /// True where every interval has at most one checkpoint, in order, and no record is shorter than a byte. Intervals of only
    /// comments begin with the same record.
    private func isPossible(of key: IndexKey) -> Bool {
        let doublings = interval / key.interval
        guard doublings > 0, interval == key.interval * doublings, doublings.nonzeroBitCount == 1 else { return false }
        guard checkpoints.count <= RecordIndex.limit else { return false }
        guard var last = checkpoints.first, last == Checkpoint(record: 0, byte: key.start) else { return false }
        for next in checkpoints.dropFirst() {
            guard next.byte > last.byte, next.byte < key.identity.size, next.record >= last.record,
                next.record - last.record <= next.byte - last.byte,
                (next.byte - key.start) / interval > (last.byte - key.start) / interval
            else { return false }
            last = next
        }
        return true
    }
}
