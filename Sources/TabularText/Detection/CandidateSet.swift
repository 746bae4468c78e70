import Tabular

/// The dialects that a sample may be in, by the characters in it and by the user's choices.
struct CandidateSet {
    private typealias Bytes = UnsafeBufferPointer<UInt8>

    private static let control = ["\u{1F}", "\u{1}", "\u{1E}", "\u{1C}"]
    /// Common delimiters repeated, or with something around them, and the one that each is made of.
    private static let long = [
        ("|~|", "|"), ("~|~", "|"), ("^|^", "|"), ("<|>", "|"), ("@|@", "|"), ("||", "|"), (";;", ";"), ("\t\t", "\t"),
        (",,", ","),
    ]
    private static let rare = ["::", ":", "^", "~", "¦", "§", "¬", "#", " "]

    /// With the usual quote; the first delimiter that can be one.
    let usual: Dialect
    /// With each delimiter and the usual quote, from the most common to the rarest.
    let dialects: [Dialect]
    private let options: TextOptions
    private let mayQuote: Bool
    private let mayQuoteSingly: Bool
    private let mayEscape: Bool

    init(
        _ options: TextOptions, _ sample: UnsafeBufferPointer<UInt8>, delimiter: String?, comment: String?,
        isWhole: Bool
    ) {
        self.options = options
        mayQuote = sample.contains("\"")
        mayQuoteSingly = sample.contains("'")
        mayEscape = sample.contains("\\")
        var usual = Dialect(delimiter: "", quote: Self.usualQuote(options, beside: delimiter), escape: nil)
        usual.comment = comment
        if case .chosen(let escape) = options.escape { usual.escape = escape }
        var delimiters = [delimiter ?? ""]
        usual.mergesSpaces = options.isMergingSpaces && delimiter == " "
        if delimiter == nil {
            let all = Self.delimiters(in: sample, isWhole: isWhole)
            let possible = all.filter { !Self.conflicts(usual, delimiter: $0) }
            // One of the common ones, where none divides anything.
            let hasCommon = possible.contains { DialectDetector.common.contains($0) }
            let fallback = DialectDetector.common.first { !Self.conflicts(usual, delimiter: $0) } ?? ","
            delimiters = hasCommon ? possible : [fallback] + possible
        }
        usual.delimiter = delimiters[0]
        self.usual = usual
        dialects = delimiters.flatMap { delimiter in
            var dialect = usual
            dialect.delimiter = delimiter
            guard usual.delimiter != delimiter && delimiter == " " else { return [dialect] }
            var merging = dialect
            merging.mergesSpaces = true
            return Self.conflicts(merging, delimiter: " ") ? [dialect] : [dialect, merging]
        }
    }

    /// Dialects of the same delimiter with other quotes and escapes.
    func variants(of dialect: Dialect) -> [Dialect] {
        var quotes = [dialect.quote]
        if options.quote == .automatic {
            if mayQuote { quotes.append(nil) }
            if mayQuoteSingly { quotes.append(UInt8(ascii: "'")) }
        }
        let escapes: [UInt8?] =
            options.escape == .automatic && mayEscape ? [nil, DialectDetector.backslash] : [dialect.escape]
        var found: [Dialect] = []
        for quote in quotes {
            for escape in escapes where quote != dialect.quote || escape != dialect.escape {
                var other = dialect
                (other.quote, other.escape, other.skippedLines) = (quote, escape, 0)
                if !Self.conflicts(other, delimiter: other.delimiter) { found.append(other) }
            }
        }
        return found
    }

    /// True for what blank columns look like.
    static func isDoubtful(_ delimiter: String) -> Bool { [",,", ";;", "\t\t"].contains(delimiter) }

    /// The part of a record that choosing the delimiter costs.
    static func rarity(of delimiter: String) -> Double {
        if DialectDetector.common.contains(delimiter) { return 0 }
        if control.contains(delimiter) { return 0.02 }
        if isDoubtful(delimiter) { return 0.2 }
        if long.contains(where: { $0.0 == delimiter }) || delimiter == ", " { return -0.01 }
        switch delimiter {
        case " ", ":": return 0.2
        default: return 0.08
        }
    }

    private static func usualQuote(_ options: TextOptions, beside delimiter: String?) -> UInt8? {
        guard options.quote == .automatic else { return options.quote.value }
        let quote = UInt8(ascii: "\"")
        let isTaken =
            delimiter?.utf8.contains(quote) == true || options.escape.value == quote
            || options.comment.value?.utf8.contains(quote) == true
        return isTaken ? nil : quote
    }

    private static func conflicts(_ dialect: Dialect, delimiter: String) -> Bool {
        var dialect = dialect
        dialect.delimiter = delimiter
        return TextOptions(reading: dialect).conflict != nil
    }

    private static func delimiters(in sample: Bytes, isWhole: Bool) -> [String] {
        var found = DialectDetector.common.filter { sample.contains($0) }
        let start = Bytes(rebasing: sample.prefix(1 << 16))
        // Blank columns are likelier than commas, semicolons and tabs that are doubled, unless single ones stand in values.
        for (delimiter, single) in long where found.contains(single) && start.contains(delimiter) {
            if !isDoubtful(delimiter) || start.containsAlone(Array(single.utf8)[0]) { found.append(delimiter) }
        }
        if found.contains(","), start.contains(", \""), !start.contains(",\"") { found.append(", ") }
        found += control.filter { start.contains($0) }
        let lines = SampleLines(sample, isWhole: isWhole)
        return found + rare.filter { start.contains($0) && lines.mayBeDivided(by: $0) }
    }
}

/// The first lines of a sample, by which rare delimiters are told from text.
private struct SampleLines {
    private static let limit = 200
    private var lines: [UnsafeBufferPointer<UInt8>] = []

    init(_ sample: UnsafeBufferPointer<UInt8>, isWhole: Bool) {
        var lines: [UnsafeBufferPointer<UInt8>] = []
        UnsafeBufferPointer(rebasing: sample.prefix(1 << 14)).forEachLine { line, isEnded in
            if (isEnded || isWhole) && !line.isEmpty && lines.count < Self.limit { lines.append(line) }
        }
        self.lines = lines
    }

    /// True where almost all lines hold the delimiter, and few are values, or begin with a time, as they stand.
    func mayBeDivided(by delimiter: String) -> Bool {
        guard lines.count > 1 else { return false }
        let holding = lines.count { $0.contains(delimiter) }
        let values = lines.count { !TypeSet($0).isEmpty || (delimiter == ":" && $0.holdsTime) }
        return holding * 10 >= lines.count * 9 && values * 10 <= lines.count
    }
}

extension UnsafeBufferPointer<UInt8> {
    /// True where the byte stands somewhere with no other of its kind beside it.
    fileprivate func containsAlone(_ byte: UInt8) -> Bool {
        indices.contains { index in
            self[index] == byte && (index == 0 || self[index - 1] != byte)
                && (index + 1 == count || self[index + 1] != byte)
        }
    }
}
