/// A text to search for in all canonically equivalent forms: é as one character, and as e with a mark.
///
/// The search decomposes values (`CanonicalText`) only from where a match may begin. A match begins and ends at the boundaries
/// of characters with their marks: ê is no part of ế, in any form.
struct CanonicalNeedle: Sendable {
    /// The decomposed and folded text; the first scalar is no mark.
    private let scalars: [UInt32]
    private let letters: TextFold.Letters
    /// The ASCII bytes of its first letter; FF, which no text contains, where the letter is not ASCII.
    private let first: (small: UInt8, capital: UInt8)
    /// Bytes that every matching value contains; empty if there are none.
    let requiredBytes: [UInt8]
    /// The composed text, to search for where no separate mark occurs; nil if it has separate marks or ignores case.
    let composed: Composed?

    /// A text of composed characters, and characters of which every other form of the text contains at least one.
    struct Composed: Sendable {
        let bytes: [UInt8]
        let others: [[UInt8]]
    }

    /// Nil where `text` is ASCII or has a single form, so that its bytes suffice, and where it begins with a mark, which is
    /// searched for literally. `fold` must not ignore diacritics.
    init?(_ text: String, _ fold: TextFold) {
        guard CanonicalText.hasOtherForms(text), let head = text.unicodeScalars.first,
            !CanonicalText.isContinuation(head.value)
        else { return nil }
        precondition(!fold.ignoresDiacritics, "without marks there is one form")
        letters = fold.letters
        var form: [UInt32] = []
        for scalar in text.unicodeScalars { CanonicalText.append(scalar.value, to: &form) }
        let letters = letters
        let scalars = form.map { letters.fold($0) }
        self.scalars = scalars
        let small = scalars[0] < 0x80 ? UInt8(scalars[0]) : 0xFF
        first = (small, fold.ignoresCase && small &- 0x61 < 26 ? small & 0xDF : small)
        let isComposed = !text.unicodeScalars.contains { CanonicalText.isContinuation($0.value) }
        composed = isComposed && fold.isNone ? Composed(text, form: form) : nil
        // A letter before a mark may form one character with it.
        let plain = scalars.indices.map { index in
            let isAlone = index + 1 == scalars.count || !CanonicalText.isContinuation(scalars[index + 1])
            return scalars[index] < 0x80 && isAlone ? UInt8(scalars[index]) : 0xFF
        }
        requiredBytes = plain.split(separator: 0xFF).max { $0.count < $1.count }.map(Array.init) ?? []
    }

    /// The bytes of its first match from `start` on, which is a character boundary.
    ///
    /// - Complexity: O(bytes) where few positions begin like it, else O(bytes × letters).
    func firstMatch(in text: UnsafeBufferPointer<UInt8>, from start: Int = 0) -> Range<Int>? {
        var index = start
        while index < text.count {
            let byte = text[index]
            if byte < 0x80 {
                if byte == first.small || byte == first.capital, let end = end(in: text, from: index) {
                    return index..<end
                }
                index &+= 1
                continue
            }
            let (scalar, length) = TextFold.scalar(in: text, at: index)
            if letters.fold(CanonicalText.firstPiece(of: scalar)) == scalars[0], let end = end(in: text, from: index) {
                return index..<end
            }
            index += length
        }
        return nil
    }

    /// Returns true where all of `text` matches.
    func isAll(of text: UnsafeBufferPointer<UInt8>) -> Bool { end(in: text, from: 0) == text.count }

    /// Returns the end of the match that begins at `start`; nil where none does.
    private func end(in text: UnsafeBufferPointer<UInt8>, from start: Int) -> Int? {
        var form: [UInt32] = []
        var (index, checked) = (start, 0)
        while index < text.count {
            let (scalar, length) = TextFold.scalar(in: text, at: index)
            if index > start, !CanonicalText.isContinuation(CanonicalText.firstPiece(of: scalar)) {
                // The form up to here is final.
                guard form.count <= scalars.count, agrees(form, from: checked) else { return nil }
                if form.count == scalars.count { return index }
                checked = form.count
            }
            CanonicalText.append(scalar, to: &form)
            index += length
        }
        return form.count == scalars.count && agrees(form, from: checked) ? index : nil
    }

    private func agrees(_ form: [UInt32], from start: Int) -> Bool {
        (start..<form.count).allSatisfy { letters.fold(form[$0]) == scalars[$0] }
    }
}

extension CanonicalNeedle.Composed {
    init(_ text: String, form: [UInt32]) {
        let pieces = form.filter(CanonicalText.isContinuation)
        let wholes = text.unicodeScalars.flatMap { CanonicalText.others(as: $0.value) }
        bytes = Array(text.utf8)
        others = Set(pieces + wholes).sorted().map { scalar in
            var bytes: [UInt8] = []
            TextFold.append(scalar, to: &bytes)
            return bytes
        }
    }
}
