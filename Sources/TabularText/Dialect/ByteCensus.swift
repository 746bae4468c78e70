import CScan

/// How often the bytes that tell dialects apart stand in a sample.
struct ByteCensus: Sendable {
    private static let sets: [[UInt8]] = [
        [0x2C, 0x09, 0x3B, 0x7C], [UInt8(ascii: "\""), UInt8(ascii: "\\"), 0x0A, 0x0D],
    ]

    private var counts: [UInt8: Int] = [:]

    /// O(bytes), 64 bytes a step.
    init(_ bytes: UnsafeBufferPointer<UInt8>) {
        for set in Self.sets {
            for byte in set { counts[byte] = 0 }
            guard let base = bytes.baseAddress else { continue }
            let wanted = cscan_bytes(a: set[0], b: set[1], c: set[2], quote: set[3])
            var sums = (0, 0, 0, 0)
            withUnsafeTemporaryAllocation(of: cscan_word.self, capacity: Self.step / 64) { words in
                guard let first = words.baseAddress else { return }
                for start in stride(from: 0, to: bytes.count, by: Self.step) {
                    let count = min(Self.step, bytes.count - start)
                    cscan_masks(base + start, count, wanted, first)
                    for word in words.prefix((count + 63) / 64) {
                        sums.0 &+= word.a.nonzeroBitCount
                        sums.1 &+= word.b.nonzeroBitCount
                        sums.2 &+= word.c.nonzeroBitCount
                        sums.3 &+= word.quote.nonzeroBitCount
                    }
                }
            }
            (counts[set[0]], counts[set[1]], counts[set[2]], counts[set[3]]) = sums
        }
    }

    /// Bytes that are marked at a time.
    private static let step = 4096

    /// How often `byte` stands in it; nil where that was not counted.
    subscript(byte: UInt8) -> Int? { counts[byte] }

    /// Lines end at least so often in it, and records where nothing is quoted, escaped or a comment.
    var lineEnds: Int { max(counts[0x0A] ?? 0, counts[0x0D] ?? 0) }
}
