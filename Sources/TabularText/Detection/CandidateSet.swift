import Tabular

/// The dialects that a sample may be in, given its characters and the user's choices.
struct CandidateSet: Sendable, Hashable {
    private typealias Bytes = UnsafeBufferPointer<UInt8>

    static let control = ["\u{1F}", "\u{1}", "\u{1E}", "\u{1C}"]
    /// Common delimiters repeated, or with spaces, and the one that each is made of.
    static let long = [
        ("|~|", "|"), ("~|~", "|"), ("^|^", "|"), ("<|>", "|"), ("@|@", "|"), ("||", "|"), (";;", ";"), ("\t\t", "\t"),
        (",,", ","),
    ]
    private static let rare = ["::", ":", "^", "~", "¦", "§", "¬", "#"]

    /// With the usual quote and the first delimiter that can be one.
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
        guard let delimiter else {
            let possible = Self.delimiters(in: sample).filter { !Self.conflicts(usual, delimiter: $0) }
            // A delimiter that divides nothing represents a table of one column.
            let undivided = Self.undividing.first { !Self.conflicts(usual, delimiter: $0) && !sample.contains($0) }
            let hasFirst = possible.first == DialectDetector.common.first
            let delimiters =
                hasFirst ? possible + [undivided].compactMap(\.self) : [undivided].compactMap(\.self) + possible
            let lines = SampleLines(sample, isWhole: isWhole, comment: comment)
            dialects =
                delimiters.map { usual.with(delimiter: $0) }
                + lines.spaces.map { mergesSpaces in
                    var dialect = usual.with(delimiter: " ")
                    dialect.mergesSpaces = mergesSpaces
                    return dialect
                }.filter { !Self.conflicts($0, delimiter: " ") }
            self.usual = dialects.first ?? usual.with(delimiter: ",")
            return
        }
        usual.delimiter = delimiter
        usual.mergesSpaces = options.isMergingSpaces && delimiter == " "
        self.usual = usual
        dialects = [usual]
    }

    /// Delimiters for tables of one column; the first that does not occur is used.
    private static let undividing = [",", ";", "|", "\t", "\u{1F}"]

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

    /// True for delimiters that look like blank columns.
    static func isDoubtful(_ delimiter: String) -> Bool { [",,", ";;", "\t\t"].contains(delimiter) }

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

    private static func delimiters(in sample: Bytes) -> [String] {
        var found = DialectDetector.common.filter { sample.contains($0) }
        let start = Bytes(rebasing: sample.prefix(1 << 16))
        // Blank columns are likelier than doubled commas, semicolons and tabs, unless single ones occur in values.
        for (delimiter, single) in long where found.contains(single) && start.contains(delimiter) {
            if !isDoubtful(delimiter) || start.containsAlone(Array(single.utf8)[0]) { found.append(delimiter) }
        }
        if found.contains(","), start.contains(", \""), !start.contains(",\"") { found.append(", ") }
        found += control.filter { start.contains($0) }
        let lines = SampleLines(sample, isWhole: true)
        return found + rare.filter { start.contains($0) && lines.mayBeDivided(by: $0) }
    }
}

extension Dialect {
    fileprivate func with(delimiter: String) -> Dialect {
        var dialect = self
        dialect.delimiter = delimiter
        return dialect
    }
}

extension UnsafeBufferPointer<UInt8> {
    /// True where the byte occurs somewhere with no other of its kind next to it.
    fileprivate func containsAlone(_ byte: UInt8) -> Bool {
        indices.contains { index in
            self[index] == byte && (index == 0 || self[index - 1] != byte)
                && (index + 1 == count || self[index + 1] != byte)
        }
    }
}
