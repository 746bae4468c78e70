import TabularBytes

/// Of which source an index is, down to its state and to how it is read.
///
/// All of it is words, and an entry of the cache begins with them: an entry whose first words are others is of another
/// source, of another state of it, of another dialect, or of another version of this program.
struct IndexKey: Sendable, Hashable {
    /// The letters and then the version. If you change the format, what a record is, or what is kept of the findings (how
    /// types are inferred, the ordinals of `Problem.Kind.text` and `TextFault`), change the version.
    private static let magic: UInt64 = 0x0004_5841_4449_5551

    let words: [UInt64]
    /// Where the entry is kept: the same for all states of a file, so that a new one takes the place of an old one.
    let name: String
    let identity: FileIdentity
    let start: Int
    let interval: Int

    init(_ identity: FileIdentity, _ special: SpecialBytes, start: Int, interval: Int) {
        // As it describes itself, so that what is added to a dialect one day is in the key.
        let dialect = Array("\(special)".utf8)
        let place = [identity.device, identity.number, UInt64(start), UInt64(interval), UInt64(dialect.count)]
        var padded = dialect[...]
        var letters: [UInt64] = []
        while !padded.isEmpty {
            letters.append(padded.prefix(8).reduce(0) { $0 << 8 | UInt64($1) })
            padded = padded.dropFirst(8)
        }
        let state = [UInt64(identity.size), UInt64(bitPattern: Int64(identity.modified))]
        words = [Self.magic] + place + letters + state + [UInt64(bitPattern: Int64(identity.changed))]
        var hash = WordHash()
        hash.combine(place + letters)
        name = hash.value.hexadecimal + IndexCache.suffix
        self.identity = identity
        self.start = start
        self.interval = interval
    }
}

/// An index as it is kept, in words of the machine's own order:
///
///     the key | hash of samples | interval | count | record, byte | … | count of repairs | byte … | more
///     | hash of all that is before
///     more    nothing, or the count of sums of cells, two a word …, and findings …
///
/// What cannot be the index of a source with that key is none, wherever it comes from: what is wrong about it is not said,
/// since the index can be made anew.
struct IndexEntry: Sendable, Hashable {
    /// Of bytes of the source itself.
    var samples: UInt64
    /// Bytes of a cell.
    var interval: Int
    var checkpoints: [Checkpoint]
    /// Where the quotes stand that `RepairedQuotes` has.
    var repairs: [Int] = []
    /// The words of what an audit has found; none where it had not come to its end.
    var findings: [UInt64] = []
    /// The sums of cells, where there are any.
    var checks: [UInt32]

    init(_ index: RecordIndex, samples: UInt64) {
        self.samples = samples
        interval = index.interval
        // Nothing begins in the empty lines behind the last record.
        checkpoints = index.checkpoints.filter { $0.byte < index.end || $0 == index.checkpoints.first }
        checks = index.checks.sums
    }

    /// The entry of `key` that `words` are; nil where they are none.
    init?(_ words: [UInt64], of key: IndexKey) {
        let (head, tail) = (key.words.count + 3, words.count - 1)
        guard tail >= head + 2, words.starts(with: key.words) else { return nil }
        var hash = WordHash()
        hash.combine(words[..<tail])
        guard hash.value == words[tail], let count = Int(exactly: words[head - 1]), count <= (tail - head) / 2,
            let interval = Int(exactly: words[head - 2])
        else { return nil }
        var end = head + 2 * count
        samples = words[head - 3]
        self.interval = interval
        (checkpoints, checks) = ([], [])
        checkpoints.reserveCapacity(count)
        for place in stride(from: head, to: end, by: 2) {
            guard let record = Int(exactly: words[place]), let byte = Int(exactly: words[place + 1]) else { return nil }
            checkpoints.append(Checkpoint(record: record, byte: byte))
        }
        guard end < tail, let repairCount = Int(exactly: words[end]), repairCount <= RepairedQuotes.limit,
            repairCount < tail - end
        else { return nil }
        let found = words[(end + 1)..<(end + 1 + repairCount)].compactMap { Int(exactly: $0) }
        guard found.count == repairCount, found == found.sorted(), found.first ?? key.start >= key.start else {
            return nil
        }
        repairs = found
        end += 1 + repairCount
        guard isPossible(of: key) else { return nil }
        guard end < tail else { return }
        let most = (key.identity.size - key.start) / key.interval + 1
        guard let sums = Int(exactly: words[end]), sums <= most, (sums + 1) / 2 < tail - end else { return nil }
        let behind = end + 1 + (sums + 1) / 2
        let pairs = words[(end + 1)..<behind].flatMap { [UInt32(truncatingIfNeeded: $0), UInt32($0 >> 32)] }
        checks = Array(pairs.prefix(sums))
        findings = Array(words[behind..<tail])
    }

    func words(of key: IndexKey) -> [UInt64] {
        var words = key.words + [samples, UInt64(interval), UInt64(checkpoints.count)]
        for checkpoint in checkpoints { words += [UInt64(checkpoint.record), UInt64(checkpoint.byte)] }
        words.append(UInt64(repairs.count))
        words += repairs.map { UInt64($0) }
        words += more
        var hash = WordHash()
        hash.combine(words)
        return words + [hash.value]
    }

    private var more: [UInt64] {
        if checks.isEmpty && findings.isEmpty { return [] }
        let pairs = stride(from: 0, to: checks.count, by: 2).map { place in
            UInt64(checks[place]) | UInt64(place + 1 < checks.count ? checks[place + 1] : 0) << 32
        }
        return [UInt64(checks.count)] + pairs + findings
    }

    /// Whether every cell has at most one checkpoint, in order, and no record is shorter than a byte. Cells that
    /// hold nothing but comments begin with the same record.
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

extension UInt64 {
    /// 16 digits.
    var hexadecimal: String {
        let digits = String(self, radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }
}
