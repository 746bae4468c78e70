import Tabular

/// Finds the dialect of a text table from its beginning.
///
/// Every candidate parses the sample, quotes and all, and is judged by how alike its records come out: a delimiter
/// that is one gives most records the same number of fields, at least two, and cells that look like values. So
/// `1,5;2,5;3,5` is three decimals apart by semicolons and not four odd cells apart by commas. The quote is never one.
///
/// What is common is tried first, and given up only for what is clearly better:
///
/// 1. one of four delimiters, with `"` for the quote;
/// 2. what that cannot read well: an escape, another quote or none, a longer or rarer delimiter;
/// 3. lines before the first record: `sep=;` as spreadsheets write it, comments, a preamble of another shape.
///
/// What the user has decided is not asked.
struct DialectSniffer {
    typealias Bytes = UnsafeBufferPointer<UInt8>

    static let common = [",", "\t", ";", "|"]
    /// A share of records that agree which leaves no doubt.
    static let sureConsistency = 0.95

    let options: TextOptions
    /// The file's name, whose extension counts a little: between two equals it decides, against evidence it does not.
    let name: String
    let isWhole: Bool
    /// Whether a parser is not asked again, nor what the bytes alone say; the verdict is the same.
    var isThrifty = true
    let work = SniffingWork()

    /// The dialect of `sample`, without terminator and header rows. The delimiter is the comma, or a tab where that is
    /// the quote, where nothing separates anything. Lines are skipped only where `options` do not say how many.
    func dialect(of sample: Bytes) -> Dialect {
        guard options.skippedLines == nil, let separator = SeparatorLine(sample) else {
            return sniff(sample, delimiter: options.delimiter)
        }
        let rest = Bytes(rebasing: sample[separator.length...])
        let delimiter = options.delimiter ?? (allows(separator.delimiter) ? separator.delimiter : nil)
        var dialect = sniff(rest, delimiter: delimiter)
        dialect.skippedLines += 1
        return dialect
    }

    private func allows(_ delimiter: String) -> Bool {
        var options = options
        options.delimiter = delimiter
        return options.conflict == nil && ShortBytes(delimiter) != nil
    }

    private func sniff(_ sample: Bytes, delimiter: String?) -> Dialect {
        if options.comment == .automatic, let found = commented(sample, delimiter: delimiter) { return found }
        var dialect = best(of: sample, delimiter: delimiter, comment: options.comment.value)
        dialect.skippedLines = preamble(of: sample, dialect)
        return dialect
    }

    func shapes(of sample: Bytes, _ dialect: Dialect) -> RecordShapes {
        let key = SniffingWork.Key(dialect: dialect, start: sample.baseAddress, count: sample.count)
        if isThrifty, let known = work.shapes[key] { return known }
        let shapes = RecordShapes(sample, dialect, isWhole: isWhole)
        work.bytesParsed += sample.count
        work.shapes[key] = shapes
        return shapes
    }

    // MARK: - Delimiter, quote, escape

    /// The delimiter, or the given one, with quote and escape.
    func best(of sample: Bytes, delimiter: String?, comment: String?) -> Dialect {
        var usual = Dialect(delimiter: delimiter ?? "", quote: usualQuote(beside: delimiter), escape: nil)
        usual.comment = comment
        usual.mergesSpaces = options.isMergingSpaces
        if case .chosen(let escape) = options.escape { usual.escape = escape }
        let isChosen = options.quote != .automatic && options.escape != .automatic
        if delimiter != nil && isChosen { return usual }
        if delimiter == nil { usual.delimiter = commonDelimiter(of: sample, usual) }
        var found = Reading(usual, shapes(of: sample, usual))
        if delimiter == nil { found = withDoubtlessDelimiter(found, in: sample) }
        found = withEscape(found, in: sample)
        found = withOtherQuote(found, in: sample)
        let (count, share) = found.shapes.body
        if count < 2 || share < Self.sureConsistency {
            found = withAnything(found, in: sample, isDelimiterGiven: delimiter != nil)
        }
        return found.dialect
    }

    private func usualQuote(beside delimiter: String?) -> UInt8? {
        guard options.quote == .automatic else { return options.quote.value }
        let quote = UInt8(ascii: "\"")
        let isTaken =
            delimiter?.utf8.contains(quote) == true || options.escape.value == quote
            || options.comment.value?.utf8.contains(quote) == true
        return isTaken ? nil : quote
    }

    /// The best of the common delimiters.
    private func commonDelimiter(of sample: Bytes, _ usual: Dialect) -> String {
        let candidates = Self.common.filter { !conflicts(with: usual, delimiter: $0) }
        let census = isThrifty ? ByteCensus(sample) : nil
        let found = candidates.map { delimiter in
            var dialect = usual
            dialect.delimiter = delimiter
            if let census, Self.separatesNothing(dialect, census) { return RecordShapes() }
            return shapes(of: sample, dialect)
        }
        let scores = zip(candidates, found).map { $1.score + prior(of: $0, $1) }
        if let best = scores.indices.max(by: { scores[$0] < scores[$1] }), scores[best] > 0 {
            return candidates[best]
        }
        // Very uneven records: whatever separates most of them.
        let shares = found.map(\.shareOfSplit)
        guard let most = shares.max(), most >= RecordShapes.leastConsistency, let index = shares.firstIndex(of: most)
        else { return candidates.first ?? "," }
        return candidates[index]
    }

    /// Whether the delimiter cannot be one, by how rare it is: neither do most records agree in having it, nor have most
    /// records any.
    private static func separatesNothing(_ dialect: Dialect, _ census: ByteCensus) -> Bool {
        guard let byte = dialect.delimiter.utf8.first, let count = census[byte] else { return false }
        if count == 0 { return true }
        let isPlain = dialect.escape == nil && dialect.comment == nil
        let isUnquoted = dialect.quote.map { census[$0] == 0 } ?? true
        return isPlain && isUnquoted && 2 * count < census.lineEnds
    }

    func conflicts(with dialect: Dialect, delimiter: String) -> Bool {
        var dialect = dialect
        dialect.delimiter = delimiter
        return TextOptions(reading: dialect).conflict != nil
    }

    private func prior(of delimiter: String, _ shapes: RecordShapes) -> Double {
        guard shapes.mostFrequent.count > 1 else { return 0 }
        let ending = name.split(separator: ".").last.map { $0.lowercased() } ?? ""
        switch ending {
        case "tsv", "tab": return delimiter == "\t" ? 0.1 : 0
        case "csv": return delimiter == "," ? 0.05 : 0
        default: return 0
        }
    }
}

/// What finding a dialect has come to know, and what it has cost.
final class SniffingWork {
    struct Key: Hashable {
        let dialect: Dialect
        let start: UnsafePointer<UInt8>?
        let count: Int
    }

    var shapes: [Key: RecordShapes] = [:]
    var bytesParsed = 0
}

/// A dialect and how the sample comes out in it.
struct Reading {
    let dialect: Dialect
    let shapes: RecordShapes

    init(_ dialect: Dialect, _ shapes: RecordShapes) {
        self.dialect = dialect
        self.shapes = shapes
    }
}
