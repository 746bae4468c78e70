import Tabular

/// Numbers, bytes and lists as words, to be stored with an index.
package struct WordWriter: Sendable {
    package private(set) var words: [UInt64]

    package init(_ words: [UInt64] = []) { self.words = words }

    /// Writes numbers from 0 to `WordReader.limit`.
    package mutating func write(_ numbers: Int...) { words += numbers.map { UInt64($0) } }

    package mutating func write(_ position: SourcePosition) { write(position.record, position.line, position.byte) }

    /// Writes words unchanged.
    package mutating func write(words more: some Sequence<UInt64>) { words += more }

    /// Writes the count of a list, and the list.
    package mutating func write(list: some Collection<UInt64>) {
        write(list.count)
        words += list
    }

    /// Writes the count of bytes, and 8 to a word.
    package mutating func write(bytes: some RandomAccessCollection<UInt8>) {
        write(bytes.count)
        var rest = bytes[...]
        while !rest.isEmpty {
            words.append(rest.prefix(8).reversed().reduce(0) { $0 << 8 | UInt64($1) })
            rest = rest.dropFirst(8)
        }
    }

    /// Writes sums of 32 bits: their count, and two to a word.
    mutating func write(sums: [UInt32]) {
        write(sums.count)
        words += stride(from: 0, to: sums.count, by: 2).map { place in
            UInt64(sums[place]) | UInt64(place + 1 < sums.count ? sums[place + 1] : 0) << 32
        }
    }
}

/// A reader of words; returns nil where none are left, or they are invalid.
package struct WordReader: Sendable {
    /// More than a file of 64 PiB has of anything: a few such numbers add up without an overflow.
    package static let limit: UInt64 = 1 << 56

    private var words: ArraySlice<UInt64>

    package init(_ words: ArraySlice<UInt64>) { self.words = words }

    package var isAtEnd: Bool { words.isEmpty }
    /// Words that are left.
    package var count: Int { words.count }

    package mutating func word() -> UInt64? { words.popFirst() }

    /// From 0 to `limit`.
    package mutating func number() -> Int? { words.popFirst().flatMap { $0 <= Self.limit ? Int($0) : nil } }

    package mutating func position() -> SourcePosition? {
        guard let record = number(), let line = number(), let byte = number() else { return nil }
        return SourcePosition(record: record, line: line, byte: byte)
    }

    package mutating func list() -> [UInt64]? {
        guard let count = number(), count <= words.count else { return nil }
        defer { words = words.dropFirst(count) }
        return Array(words.prefix(count))
    }

    package mutating func bytes() -> [UInt8]? {
        guard let count = number(), count <= 8 * words.count else { return nil }
        let used = words.prefix((count + 7) / 8)
        words = words.dropFirst(used.count)
        let bytes = used.flatMap { word in (0..<8).map { UInt8(truncatingIfNeeded: word >> (8 * UInt64($0))) } }
        return Array(bytes.prefix(count))
    }

    /// Sums of 32 bits, no more than `most`.
    mutating func sums(most: Int) -> [UInt32]? {
        guard let count = number(), count <= most, (count + 1) / 2 <= words.count else { return nil }
        let used = words.prefix((count + 1) / 2)
        words = words.dropFirst(used.count)
        return Array(used.flatMap { [UInt32(truncatingIfNeeded: $0), UInt32($0 >> 32)] }.prefix(count))
    }

    /// All words that are left.
    package mutating func rest() -> [UInt64] {
        defer { words = [] }
        return Array(words)
    }
}
