/// Truth values in a text: true, false, yes, no, in lower case, upper case or with a capital letter. Spaces around them do not
/// count.
package enum TruthText {
    private static let words: [(text: StaticString, isTrue: Bool)] = [
        ("true", true), ("false", false), ("yes", true), ("no", false),
    ]
    /// Accepted too in a column that the user declares to be one of truth values.
    private static let chosenWords: [(text: StaticString, isTrue: Bool)] = [
        ("1", true), ("0", false), ("y", true), ("n", false), ("t", true), ("f", false), ("on", true), ("off", false),
    ]

    /// The truth value of a text; nil when it is none. `isWide` adds 1, 0, y, n, t, f, on and off.
    package static func truth(of value: UnsafeBufferPointer<UInt8>, isWide: Bool = false) -> Bool? {
        let word = value.trimmingSpaces()
        guard !word.isEmpty, word.count <= 5 else { return nil }
        // In lower case, in upper case, or with the first letter in upper case.
        func isLower(_ index: Int) -> Bool { word[index] & 0x20 != 0 }
        guard word.count < 2 || !isLower(0) || isLower(1),
            word.indices.dropFirst(2).allSatisfy({ isLower($0) == isLower(1) })
        else { return nil }
        func find(_ words: [(text: StaticString, isTrue: Bool)]) -> Bool? {
            words.first { entry in
                entry.text.utf8CodeUnitCount == word.count
                    && entry.text.withUTF8Buffer { zip($0, word).allSatisfy { $0 == $1 | 0x20 } }
            }?.isTrue
        }
        return find(words) ?? (isWide ? find(chosenWords) : nil)
    }
}

extension ValueForm {
    /// The truth value of a value in a column of booleans; nil when it is none.
    package func truth(of value: UnsafeBufferPointer<UInt8>) -> Bool? {
        TruthText.truth(of: value, isWide: isChosen)
    }
}
