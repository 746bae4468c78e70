import Tabular

/// Detects the dialect of a text table from its beginning.
///
/// Every candidate parses the sample, quotes included, and `ReadingCost` weighs the outcome; the cheapest reading wins.
/// Candidates are combinations of the delimiters, quotes and escapes that occur in the sample, or those that the user has
/// chosen.
///
/// In a longer sample the candidates compare its beginning, and the winner parses more: a part, or all where the lines after
/// the part have different marks (`MarkCounts`). Where a line costs more there than in the beginning, the rest is different,
/// and all candidates parse all of it.
struct DialectDetector {
    typealias Bytes = UnsafeBufferPointer<UInt8>

    static let common = [",", "\t", ";", "|"]
    /// Bytes by which the candidates of a longer sample are compared at first.
    static let glanceLength = 1 << 13
    static let hastyLength = 1 << 12
    /// Bytes that the winner parses where the rest of the sample continues them.
    static let partLength = 1 << 18
    /// A growth of the cost of a line that more records of the same kind explain.
    private static let growth = (factor: 1.5, allowance: 0.02)
    static let backslash = UInt8(ascii: "\\")

    let options: TextOptions
    /// The file's name, whose extension decides between equals.
    let name: String
    let isWhole: Bool
    /// False to parse all of the sample with every candidate.
    var isThrifty = true
    /// True to choose the first candidate that reads the sample with hardly a flaw, where more of the source is examined later.
    var isHasty = false
    let work = DetectionWork()

    /// The dialect of `sample`, without terminator and header rows. Where nothing is divided, the delimiter is one that does
    /// not occur, the comma first. Lines are skipped only where `options` do not set their number.
    func dialect(of sample: Bytes) -> Dialect {
        guard options.skippedLines == nil, let separator = SeparatorLine(sample) else {
            return detect(sample, delimiter: options.delimiter)
        }
        let rest = Bytes(rebasing: sample[separator.length...])
        let delimiter = options.delimiter ?? (allows(separator.delimiter) ? separator.delimiter : nil)
        var dialect = detect(rest, delimiter: delimiter)
        dialect.skippedLines += 1
        return dialect
    }

    private func allows(_ delimiter: String) -> Bool {
        var options = options
        options.delimiter = delimiter
        return options.conflict == nil && ShortBytes(delimiter) != nil
    }

    private func detect(_ sample: Bytes, delimiter: String?) -> Dialect {
        if let delimiter, options.skippedLines != nil, options.quote != .automatic, options.escape != .automatic,
            options.comment != .automatic
        {
            var dialect = Dialect(delimiter: delimiter, quote: options.quote.value, escape: options.escape.value)
            dialect.comment = options.comment.value
            dialect.mergesSpaces = options.isMergingSpaces
            return dialect
        }
        if options.comment == .automatic, let found = commented(sample, delimiter: delimiter) { return found }
        return best(of: sample, delimiter: delimiter, comment: options.comment.value).dialect
    }

    /// The cheapest reading of `sample`, of those with the given delimiter where one is given.
    func best(of sample: Bytes, delimiter: String?, comment: String?) -> Candidate {
        if isHasty, delimiter == nil, let first = firstNearlyFlawless(sample, comment) { return first }
        let set = CandidateSet(options, sample, delimiter: delimiter, comment: comment, isWhole: isWhole)
        let usual = set.usual
        if delimiter != nil && options.quote != .automatic && options.escape != .automatic {
            return candidate(usual, sample, isWhole: isWhole)
        }
        let glance = Bytes(rebasing: sample.prefix(isThrifty ? Self.glanceLength : sample.count))
        let isAll = glance.count == sample.count
        let found = compare(set, glance, isWhole: isWhole && isAll)
        work.candidates = found
        if !isAll, let first = found.first {
            let part = part(of: sample, first.dialect)
            let whole = candidate(first.dialect, part, isWhole: isWhole && part.count == sample.count)
            if whole.cost.structurePerLine <= Self.growth.factor * first.cost.structurePerLine + Self.growth.allowance {
                return whole.weighed(beside: found, named: name, options)
            }
            work.candidates = compare(set, sample, isWhole: isWhole)
        }
        return work.candidates.first ?? candidate(usual, sample, isWhole: isWhole)
    }

    /// The first of the common delimiters that divides all lines at the beginning of `sample` alike, most of them into values.
    private func firstNearlyFlawless(_ sample: Bytes, _ comment: String?) -> Candidate? {
        let beginning = Bytes(rebasing: sample.prefix(Self.hastyLength))
        let isAll = isWhole && beginning.count == sample.count
        for delimiter in Self.common where beginning.contains(delimiter) && allows(delimiter) {
            let set = CandidateSet(options, beginning, delimiter: delimiter, comment: comment, isWhole: isAll)
            let found = candidate(set.usual, beginning, isWhole: isAll)
            if found.cost.isNearlyFlawless && found.cost.width > 1 && found.cost.typedShare >= 0.5 { return found }
        }
        return nil
    }

    /// The bytes of `sample` that show how well it is read in `dialect`.
    private func part(of sample: Bytes, _ dialect: Dialect) -> Bytes {
        guard sample.count > 2 * Self.partLength, let delimiter = dialect.delimiter.utf8.first else { return sample }
        let part = Bytes(rebasing: sample[..<Self.partLength])
        let rest = MarkCounts(Bytes(rebasing: sample[Self.partLength...]), delimiter: delimiter)
        return rest.continues(MarkCounts(part, delimiter: delimiter)) ? part : sample
    }

    /// The candidates from the cheapest to the dearest.
    private func compare(_ set: CandidateSet, _ sample: Bytes, isWhole: Bool) -> [Candidate] {
        if let known = work.comparison, known.isOf(set, sample, isWhole: isWhole) { return known.candidates }
        let found = compareAnew(set, sample, isWhole: isWhole)
        if sample.count <= Self.glanceLength {
            work.comparison = Comparison(set: set, sample: Array(sample), isWhole: isWhole, candidates: found)
        }
        return found
    }

    private func compareAnew(_ set: CandidateSet, _ sample: Bytes, isWhole: Bool) -> [Candidate] {
        var found = set.dialects.map { candidate($0, sample, isWhole: isWhole) }
        found = found.map { $0.weighed(beside: found, named: name, options) }
        let least = found.map(\.cost.total).min() ?? 0
        // Other quotes and escapes can only improve a flawed reading.
        for first in found where !(isThrifty && (first.cost.isFlawless || first.leastWithOtherQuotes >= least)) {
            for dialect in set.variants(of: first.dialect) {
                let other = candidate(dialect, sample, isWhole: isWhole)
                found.append(other.weighed(beside: found, named: name, options))
            }
        }
        // The sort keeps the order of equals, in which the more common ones come first.
        return found.enumerated().sorted { ($0.element.cost.total, $0.offset) < ($1.element.cost.total, $1.offset) }
            .map(\.element)
    }

    private func candidate(_ dialect: Dialect, _ sample: Bytes, isWhole: Bool) -> Candidate {
        let evidence = SampleEvidence(sample, dialect, isWhole: isWhole)
        work.bytesParsed += sample.count
        let isDoubtful = CandidateSet.isDoubtful(dialect.delimiter)
        let maySkip = options.skippedLines == nil && options.headerRows ?? 0 < 2 && !isDoubtful
        let cost = ReadingCost(of: evidence, in: dialect, maySkip: maySkip)
        var dialect = dialect
        dialect.skippedLines = 0
        let start = cost.skippedLines
        if start > 0 { dialect.skippedLines = Bytes(rebasing: sample[..<evidence.leads[start].start]).lineCount }
        return Candidate(dialect: dialect, evidence: evidence, cost: cost)
    }
}

/// The cost and the outcome of a detection.
final class DetectionWork {
    var bytesParsed = 0
    /// The candidates that were compared last, from the cheapest to the dearest.
    var candidates: [Candidate] = []
    /// The last comparison of a beginning.
    var comparison: Comparison?
}

/// The outcome of comparing the readings of a beginning, which is reused when more of the same source is examined.
struct Comparison: Sendable {
    let set: CandidateSet
    let sample: [UInt8]
    let isWhole: Bool
    let candidates: [Candidate]

    func isOf(_ set: CandidateSet, _ sample: UnsafeBufferPointer<UInt8>, isWhole: Bool) -> Bool {
        self.isWhole == isWhole && self.sample.elementsEqual(sample) && self.set == set
    }
}
