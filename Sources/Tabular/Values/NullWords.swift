/// Words for "no value", as programs and people write them. Case of ASCII letters and spaces around a word do not matter, and
/// spaces alone are such a word, unless the list of words is empty.
///
/// A word counts only among numbers, codes, dates, times and booleans. A column in which anything else occurs is text, and the
/// words are text there.
public struct NullWords: Sendable, Hashable {
    /// NA and similar words of statistics programs, the errors of spreadsheets, NULL of databases, and typed dashes.
    public static let standard = NullWords(standardWords)
    public static let none = NullWords([])

    private static let standardWords = [
        "NA", "N/A", "#N/A", "<NA>", "#NA", "n.a.", "n.a", "NaN", "-NaN", "NULL", "<null>", "(null)", "\\N", "None",
        "nil",
        "-", "--", "---", "–", "—", "?", ".", "..", "...", ":", "#NULL!", "#DIV/0!", "#VALUE!", "#REF!", "#NAME?",
        "#NUM!",
        "1.#IND", "-1.#IND", "1.#QNAN", "-1.#QNAN",
    ]

    /// The words in the order in which they were given.
    public var words: [String] { table.words }
    /// True of the standard words, of which those that begin with a letter begin with an N and have no digits.
    package let isStandard: Bool
    /// True where a word may read as a value of a type too, such as -999.
    package let mayBeTyped: Bool
    // One reference: copies of the words travel with values.
    private let table: Table

    public init(_ words: [String]) {
        let table = Table(words)
        isStandard = words == Self.standardWords
        mayBeTyped = table.mayBeTyped
        self.table = table
    }

    public static func == (a: NullWords, b: NullWords) -> Bool { a.table === b.table || a.words == b.words }

    public func hash(into hasher: inout Hasher) { hasher.combine(words) }

    /// Returns true where a value that is not empty is one of the words.
    package func contains(_ value: UnsafeBufferPointer<UInt8>) -> Bool { table.contains(value) }
}

/// Words, and how to find one.
private final class Table: Sendable {
    let words: [String]
    let mayBeTyped: Bool
    /// In lower case, by their length.
    private let folded: [[[UInt8]]]
    /// True for each byte that a word begins with.
    private let firstBytes: [Bool]

    init(_ words: [String]) {
        self.words = words
        var folded: [[[UInt8]]] = []
        var first = [Bool](repeating: false, count: 256)
        var mayBeTyped = false
        for word in words {
            let bytes = Array(word.utf8).map(Self.lowercased)
            guard let start = bytes.first else { continue }
            while folded.count <= bytes.count { folded.append([]) }
            folded[bytes.count].append(bytes)
            first[Int(start)] = true
            let isStandardError = bytes.contains(UInt8(ascii: "#"))
            let isTruth = bytes.withUnsafeBufferPointer { TruthText.truth(of: $0, isWide: true) != nil }
            if isTruth || !isStandardError && bytes.contains(where: { $0 &- 0x30 < 10 }) { mayBeTyped = true }
        }
        (self.folded, firstBytes, self.mayBeTyped) = (folded, first, mayBeTyped)
    }

    func contains(_ value: UnsafeBufferPointer<UInt8>) -> Bool {
        guard !folded.isEmpty, let first = value.first else { return false }
        if !firstBytes[Int(Self.lowercased(first))] && first != UInt8(ascii: " ") && first < 0x80 && first != 9 {
            return false
        }
        let trimmed = value.trimmingSpaces()
        if trimmed.isEmpty { return true }
        guard trimmed.count < folded.count else { return false }
        return folded[trimmed.count].contains { word in
            zip(word, trimmed).allSatisfy { $0 == Self.lowercased($1) }
        }
    }

    private static func lowercased(_ byte: UInt8) -> UInt8 { (0x41...0x5A).contains(byte) ? byte | 0x20 : byte }
}
