import Tabular

/// How the records of a sample come out in one dialect: how many fields each has, and how much of it looks like values.
struct RecordShapes: FieldSink {
    /// More records say nothing new.
    static let recordLimit = 500
    /// Fields of each record, and where it begins.
    private(set) var counts: [Int] = []
    private(set) var starts: [Int] = []
    /// Quotes that are not where they belong.
    private(set) var oddities = 0
    /// Fields that begin with a single, and with a double quote that is part of their value.
    private(set) var singleQuoted = 0
    private(set) var doubleQuoted = 0
    /// In bytes, as far as they were looked at.
    private(set) var longestField = 0
    private var fields = 0
    private var cells = 0
    private var typed = 0
    private var value: [UInt8] = []

    /// Reads `sample`, of which the last record is as a rule cut off and says nothing.
    init(_ sample: UnsafeBufferPointer<UInt8>, _ dialect: Dialect, isWhole: Bool) {
        var parser = RecordParser(SpecialBytes(dialect))
        let parsed = parser.parse(sample, at: 0, into: &self)
        if parsed == sample.count && (isWhole || counts.isEmpty) { parser.finish(into: &self) }
        starts.removeLast(starts.count - counts.count)
    }

    var wantsPause: Bool { counts.count >= Self.recordLimit }

    mutating func beginRecord(at offset: Int) { starts.append(offset) }

    mutating func append(_ bytes: UnsafeBufferPointer<UInt8>, at offset: Int, mayHoldLineEnds: Bool) {
        if value.count < TypeSet.longestTyped { value.append(contentsOf: bytes.prefix(TypeSet.longestTyped)) }
    }

    mutating func note(_ oddity: Oddity, at offset: Int) {
        if oddity != .quoteInUnquoted { oddities += 1 }
    }

    mutating func endField() {
        fields += 1
        longestField = max(longestField, value.count)
        if value.first == UInt8(ascii: "'") { singleQuoted += 1 }
        if value.first == UInt8(ascii: "\"") { doubleQuoted += 1 }
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

    // MARK: - What it says

    /// The field count that most of `counts` have, and their share.
    private static func mostFrequent(_ counts: ArraySlice<Int>) -> (count: Int, share: Double) {
        var frequencies: [Int: Int] = [:]
        for count in counts { frequencies[count, default: 0] += 1 }
        let best = frequencies.max { ($0.value, $0.key) < ($1.value, $1.key) }
        guard let best else { return (0, 0) }
        return (best.key, Double(best.value) / Double(counts.count))
    }

    var mostFrequent: (count: Int, share: Double) { Self.mostFrequent(counts[...]) }

    var shareOfTyped: Double { cells == 0 ? 0 : Double(typed) / Double(cells) }

    var shareOfSplit: Double {
        counts.isEmpty ? 0 : Double(counts.count { $0 > 1 }) / Double(counts.count)
    }

    /// How many of the first records are of another shape than those that follow: fewer fields, in records that do agree
    /// with each other, but for a few.
    var preamble: Int {
        let (fields, _) = Self.mostFrequent(counts.filter { $0 > 1 }[...])
        guard fields > 1, counts.first != fields, let first = counts.firstIndex(of: fields) else { return 0 }
        let body = counts[first...]
        let agreeing = body.count { $0 == fields }
        guard body.count >= 3, body.prefix(3).allSatisfy({ $0 == fields }), agreeing * 5 >= body.count * 4,
            first <= Self.longestPreamble, counts[..<first].allSatisfy({ $0 <= max(1, fields / 2) })
        else { return 0 }
        return first
    }

    private static let longestPreamble = 60

    /// Below this share of records with the most frequent field count, a delimiter is noise in the values.
    static let leastConsistency = 0.5

    /// How well it comes out: the share of records that agree counts most.
    var score: Double { score(of: counts[...]) }

    /// Likewise, of what follows the preamble, where there is one.
    var bodyScore: Double { preamble > 0 ? score(of: counts[preamble...]) - 0.05 : score }

    /// The field count that most records behind the preamble have, and their share.
    var body: (count: Int, share: Double) { Self.mostFrequent(counts[preamble...]) }

    private func score(of counts: ArraySlice<Int>) -> Double {
        let (count, consistency) = Self.mostFrequent(counts)
        guard count > 1, consistency >= Self.leastConsistency else { return 0 }
        let stray = Double(oddities) / Double(max(1, counts.count))
        let header = counts.first == count ? 0.1 : 0
        // The field count breaks ties: more fields are less likely to be chance.
        let size = 0.02 * min(1, Double(count) / 20)
        return consistency * consistency * (0.75 + 0.25 * shareOfTyped) + header + size - 0.5 * min(1, stray)
    }
}
