/// Finds the delimiter of a text table from its beginning.
///
/// Every candidate parses the sample, quotes and all, and is judged by how alike its records come out: a delimiter
/// that is one gives most records the same number of fields, at least two, and cells that look like values. So
/// `1,5;2,5;3,5` is three decimals apart by semicolons and not four odd cells apart by commas. The quote is never one.
struct DelimiterSniffer {
    static let candidates: [UInt8] = [
        UInt8(ascii: ","), UInt8(ascii: "\t"), UInt8(ascii: ";"), UInt8(ascii: "|"),
    ]
    /// More records say nothing new.
    static let recordLimit = 500
    /// Below this share of records with the most frequent field count, a candidate is noise in the values.
    static let leastConsistency = 0.5

    let quote: UInt8?
    /// The file's name, whose extension counts a little: between two equals it decides, against evidence it does not.
    let name: String

    /// The delimiter of `sample`; the comma, or a tab where that is the quote, where nothing separates anything.
    func delimiter(of sample: UnsafeBufferPointer<UInt8>, isWhole: Bool) -> UInt8 {
        let candidates = Self.candidates.filter { $0 != quote }
        let shapes = candidates.map { shape(of: sample, delimiter: $0, isWhole: isWhole) }
        let scores = zip(candidates, shapes).map { score($1) + prior(of: $0, $1) }
        if let best = scores.indices.max(by: { scores[$0] < scores[$1] }), scores[best] > 0 {
            return candidates[best]
        }
        // Very uneven records: whatever separates most of them.
        let shares = shapes.map(\.shareOfSplit)
        guard let most = shares.max(), most >= Self.leastConsistency, let index = shares.firstIndex(of: most) else {
            return candidates[0]
        }
        return candidates[index]
    }

    private func shape(of sample: UnsafeBufferPointer<UInt8>, delimiter: UInt8, isWhole: Bool) -> RecordShapes {
        var parser = RecordParser(SpecialBytes(delimiter: delimiter, quote: quote))
        var shapes = RecordShapes()
        let parsed = parser.parse(sample, at: 0, into: &shapes)
        // The sample's last record is as a rule cut off, and says nothing.
        if parsed == sample.count && (isWhole || shapes.counts.isEmpty) { parser.finish(into: &shapes) }
        return shapes
    }

    private func score(_ shapes: RecordShapes) -> Double {
        let (count, consistency) = shapes.mostFrequent
        guard count > 1, consistency >= Self.leastConsistency else { return 0 }
        let stray = Double(shapes.oddities) / Double(max(1, shapes.counts.count))
        let header = shapes.counts.first == count ? 0.1 : 0
        // The field count breaks ties: more fields are less likely to be chance.
        let size = 0.02 * min(1, Double(count) / 20)
        return consistency * consistency * (0.75 + 0.25 * shapes.shareOfTyped) + header + size - 0.5 * min(1, stray)
    }

    private func prior(of delimiter: UInt8, _ shapes: RecordShapes) -> Double {
        guard shapes.mostFrequent.count > 1 else { return 0 }
        let ending = name.split(separator: ".").last.map { $0.lowercased() } ?? ""
        switch ending {
        case "tsv", "tab": return delimiter == UInt8(ascii: "\t") ? 0.1 : 0
        case "csv": return delimiter == UInt8(ascii: ",") ? 0.05 : 0
        default: return 0
        }
    }
}

/// How the records of a sample come out with one delimiter.
private struct RecordShapes: FieldSink {
    var counts: [Int] = []
    var oddities = 0
    private var fields = 0
    private var cells = 0
    private var typed = 0
    private var value: [UInt8] = []

    var wantsPause: Bool { counts.count >= DelimiterSniffer.recordLimit }

    mutating func append(_ bytes: UnsafeBufferPointer<UInt8>, at offset: Int, mayHoldLineEnds: Bool) {
        if value.count < TypeSet.longestTyped { value.append(contentsOf: bytes.prefix(TypeSet.longestTyped)) }
    }

    mutating func note(_ oddity: Oddity, at offset: Int) {
        if oddity != .quoteInUnquoted { oddities += 1 }
    }

    mutating func endField() {
        fields += 1
        // The first record may be a header.
        if !counts.isEmpty && !value.isEmpty {
            cells += 1
            if looksTyped { typed += 1 }
        }
        value.removeAll(keepingCapacity: true)
    }

    mutating func endRecord() {
        counts.append(fields)
        fields = 0
    }

    /// A value of a type, or a decimal with a comma.
    private var looksTyped: Bool {
        if value.withUnsafeBufferPointer({ !TypeSet($0).isEmpty }) { return true }
        guard value.count < 40, let comma = value.firstIndex(of: UInt8(ascii: ",")) else { return false }
        var point = value
        point[comma] = UInt8(ascii: ".")
        return point.withUnsafeBufferPointer { TypeSet($0) == .decimal }
    }

    /// The field count that most records have, and their share.
    var mostFrequent: (count: Int, share: Double) {
        var frequencies: [Int: Int] = [:]
        for count in counts { frequencies[count, default: 0] += 1 }
        let best = frequencies.max { ($0.value, $0.key) < ($1.value, $1.key) }
        guard let best else { return (0, 0) }
        return (best.key, Double(best.value) / Double(counts.count))
    }

    var shareOfTyped: Double { cells == 0 ? 0 : Double(typed) / Double(cells) }

    var shareOfSplit: Double {
        counts.isEmpty ? 0 : Double(counts.count { $0 > 1 }) / Double(counts.count)
    }
}
