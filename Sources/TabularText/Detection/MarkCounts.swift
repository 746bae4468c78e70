import CScan
import Tabular

/// Numbers of the bytes that structure a text: its lines, its delimiters, and quotes, escapes and tabs.
struct MarkCounts {
    private let lines: Int
    private let delimiters: Int
    /// Of quotes, escapes and tabs.
    private let others: [Int]
    /// The tolerance for similar numbers a line: up to so many times as many, plus an allowance.
    private static let likeness = (factor: 1.5, allowance: 0.02)

    /// Counts in `bytes`, whose delimiter begins with `delimiter`.
    ///
    /// - Complexity: O(bytes), 64 at a time.
    init(_ bytes: UnsafeBufferPointer<UInt8>, delimiter: UInt8) {
        let ascii = { (mark: Unicode.Scalar) in UInt8(ascii: mark) }
        let first = Self.counts(bytes, cscan_bytes(a: 0x0A, b: 0x0D, c: delimiter, quote: ascii("\"")))
        let second = Self.counts(bytes, cscan_bytes(a: ascii("'"), b: ascii("\\"), c: 0x09, quote: ascii("\"")))
        lines = max(first[0], first[1])
        delimiters = first[2]
        others = [first[3]] + second.prefix(3)
    }

    /// True where a line has about as many delimiters as in `beginning`, and no more of the other marks.
    func continues(_ beginning: MarkCounts) -> Bool {
        guard lines > 0, beginning.lines > 0 else { return false }
        func isAtMost(_ rate: Double, _ other: Double) -> Bool {
            rate <= Self.likeness.factor * other + Self.likeness.allowance
        }
        let (rate, known) = (perLine(delimiters), beginning.perLine(beginning.delimiters))
        return isAtMost(rate, known) && isAtMost(known, rate)
            && zip(others, beginning.others).allSatisfy { count, known in
                known == 0 ? count == 0 : isAtMost(perLine(count), beginning.perLine(known))
            }
    }

    private func perLine(_ count: Int) -> Double { Double(count) / Double(lines) }

    private static func counts(_ bytes: UnsafeBufferPointer<UInt8>, _ marks: cscan_bytes) -> [Int] {
        guard let base = bytes.baseAddress else { return [0, 0, 0, 0] }
        var (a, b, c, quote) = (0, 0, 0, 0)
        let step = 4096
        withUnsafeTemporaryAllocation(of: cscan_word.self, capacity: step / 64) { words in
            guard let first = words.baseAddress else { return }
            for start in stride(from: 0, to: bytes.count, by: step) {
                let length = min(step, bytes.count - start)
                cscan_masks(base + start, length, marks, first)
                for word in words.prefix((length + 63) / 64) {
                    a += word.a.nonzeroBitCount
                    b += word.b.nonzeroBitCount
                    c += word.c.nonzeroBitCount
                    quote += word.quote.nonzeroBitCount
                }
            }
        }
        return [a, b, c, quote]
    }
}
