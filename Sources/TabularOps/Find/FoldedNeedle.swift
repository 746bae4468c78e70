/// A folded text that is searched for in other texts in place, letter by letter: none of them is folded as a whole.
struct FoldedNeedle: Sendable {
    /// The scalars of the folded text; at least one.
    private let scalars: [UInt32]
    private let fold: TextFold
    private let letters: TextFold.Letters
    /// The ASCII bytes of its first letter; FF, which no text contains, where the letter is not ASCII.
    private let first: (small: UInt8, capital: UInt8)

    /// `bytes` is an already folded text.
    init(_ bytes: [UInt8], _ fold: TextFold) {
        precondition(!bytes.isEmpty, "nothing is looked for")
        scalars = String(decoding: bytes, as: UTF8.self).unicodeScalars.map(\.value)
        self.fold = fold
        letters = fold.letters
        let small = scalars[0] < 0x80 ? UInt8(scalars[0]) : 0xFF
        first = (small, fold.ignoresCase && small &- 0x61 < 26 ? small & 0xDF : small)
    }

    /// The bytes of its first match from `start` on, which is a character boundary; marks after its last letter are part of it.
    ///
    /// - Complexity: O(bytes) where few positions begin like it, else O(bytes × letters).
    func firstMatch(in text: UnsafeBufferPointer<UInt8>, from start: Int = 0) -> Range<Int>? {
        var index = start
        while index < text.count {
            let byte = text[index]
            if byte < 0x80 {
                if byte == first.small || byte == first.capital, let end = end(in: text, from: index + 1) {
                    return index..<end
                }
                index &+= 1
                continue
            }
            let (scalar, length) = fold.scalar(in: text, at: index, letters)
            if scalar == scalars[0], let end = end(in: text, from: index + length) { return index..<end }
            index += length
        }
        return nil
    }

    /// Returns true where the needle matches all of `text`.
    func isAll(of text: UnsafeBufferPointer<UInt8>) -> Bool {
        var index = 0
        skipMarks(in: text, &index)
        guard index < text.count else { return false }
        let (scalar, length) = fold.scalar(in: text, at: index, letters)
        return scalar == scalars[0] && end(in: text, from: index + length) == text.count
    }

    /// Returns the end of the match whose first letter ends at `start`; nil where there is none.
    private func end(in text: UnsafeBufferPointer<UInt8>, from start: Int) -> Int? {
        var (index, count) = (start, 1)
        while count < scalars.count {
            guard index < text.count else { return nil }
            let (scalar, length) = fold.scalar(in: text, at: index, letters)
            index += length
            if scalar == TextFold.none { continue }
            guard scalar == scalars[count] else { return nil }
            count += 1
        }
        skipMarks(in: text, &index)
        return index
    }

    private func skipMarks(in text: UnsafeBufferPointer<UInt8>, _ index: inout Int) {
        while index < text.count, text[index] >= 0x80 {
            let (scalar, length) = fold.scalar(in: text, at: index, letters)
            guard scalar == TextFold.none else { return }
            index += length
        }
    }
}
