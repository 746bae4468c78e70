/// Words for "no value", as programs and people write them. Case of ASCII letters and spaces around a word do not matter, and
/// spaces alone are such a word, unless the list of words is empty.
///
/// Where a dash is one, so is a dash beside a currency sign, as spreadsheets write a zero of accounts: `$-`, ` -   € `.
///
/// A word counts only among numbers, codes, dates, times and booleans. A column in which anything else occurs is text, and the
/// words are text there.
public struct NullWords: Sendable, Hashable {
    /// NA and similar words of statistics programs, the errors of spreadsheets, NULL of databases, and typed dashes.
    public static let standard = NullWords(standardWords)
    public static let none = NullWords([])

    private static let standardWords = [
        "NA", "N/A", "#N/A", "<NA>", "#NA", "n.a.", "n.a", "NaN", "-NaN", "NaT", "NULL", "<null>", "(null)", "[NULL]",
        "\\N", "None", "nil",
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
    /// True where a dash is a word.
    private let hasDash: Bool

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
        hasDash = words.contains("-")
        if hasDash { first[Int(UInt8(ascii: "$"))] = true }
        (self.folded, firstBytes, self.mayBeTyped) = (folded, first, mayBeTyped)
    }

    func contains(_ value: UnsafeBufferPointer<UInt8>) -> Bool {
        guard !folded.isEmpty, let first = value.first else { return false }
        if !firstBytes[Int(Self.lowercased(first))] && first != UInt8(ascii: " ") && first < 0x80 && first != 9 {
            return false
        }
        let trimmed = value.trimmingSpaces()
        if trimmed.isEmpty { return true }
        let isWord =
            trimmed.count < folded.count
            && folded[trimmed.count].contains { word in zip(word, trimmed).allSatisfy { $0 == Self.lowercased($1) } }
        return isWord || hasDash && Self.isAccountingZero(trimmed)
    }

    /// The most bytes of a dash, spaces and a currency sign.
    private static let longestZero = 24

    /// Returns true for a dash before or after a currency sign.
    private static func isAccountingZero(_ value: UnsafeBufferPointer<UInt8>) -> Bool {
        guard value.count > 1, value.count <= longestZero else { return false }
        if let sign = Currency.sign(in: value, at: 0) {
            return isDash(UnsafeBufferPointer(rebasing: value.dropFirst(sign.length)))
        }
        guard value[0] == UInt8(ascii: "-") else { return false }
        let rest = UnsafeBufferPointer(rebasing: value.dropFirst()).trimmingSpaces()
        guard !rest.isEmpty, let sign = Currency.sign(in: rest, at: 0) else { return false }
        return sign.length == rest.count
    }

    private static func isDash(_ value: UnsafeBufferPointer<UInt8>) -> Bool {
        let dash = value.trimmingSpaces()
        return dash.count == 1 && dash[0] == UInt8(ascii: "-")
    }

    private static func lowercased(_ byte: UInt8) -> UInt8 { (0x41...0x5A).contains(byte) ? byte | 0x20 : byte }
}
