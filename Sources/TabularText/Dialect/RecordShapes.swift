import Tabular

/// How the records of a sample come out in one dialect: how many fields each has, and how much of it looks like values.
struct RecordShapes: Sendable, Hashable {
    /// A record among the first ones.
    struct Place: Sendable, Hashable {
        var fields: Int
        /// Where it begins.
        var start: Int
    }

    /// The first records, as many as a preamble may have and those behind it that tell its end.
    private(set) var first: [Place] = []
    private(set) var recordCount = 0
    /// How many records have so many fields, but for the last `run`, which all have `runFields`.
    private var frequencies: [Int: Int] = [:]
    private var runFields = 0
    private var run = 0
    /// Quotes that are not where they belong.
    var oddities = 0
    /// Fields that begin with a single, and with a double quote that is part of their value.
    var singleQuoted = 0
    var doubleQuoted = 0
    /// In bytes.
    var longestField = 0
    /// Values that were looked at, and those of them that have a type.
    var cells = 0
    var typed = 0

    private static let longestPreamble = 60
    /// Records that the body begins with have to agree.
    private static let agreeing = 3

    /// Whether the values of the record at `index` are looked at: those of the first hundreds, and then of a few.
    static func looksAt(_ index: Int) -> Bool { index < 500 || index & 15 == 0 }

    /// One more record, which begins at `start`.
    mutating func add(fields: Int, from start: Int) {
        if first.count < Self.longestPreamble + Self.agreeing { first.append(Place(fields: fields, start: start)) }
        recordCount += 1
        if fields != runFields {
            endRun()
            runFields = fields
        }
        run += 1
    }

    /// No more records come.
    mutating func endRun() {
        if run > 0 { frequencies[runFields, default: 0] += run }
        run = 0
    }

    // MARK: - What it says, once no more records come

    /// The field count that most records have, and their share.
    var mostFrequent: (count: Int, share: Double) { Self.mostFrequent(frequencies, of: recordCount) }

    private static func mostFrequent(_ frequencies: [Int: Int], of total: Int) -> (count: Int, share: Double) {
        let best = frequencies.max { ($0.value, $0.key) < ($1.value, $1.key) }
        guard let best, best.value > 0 else { return (0, 0) }
        return (best.key, Double(best.value) / Double(total))
    }

    var shareOfTyped: Double { cells == 0 ? 0 : Double(typed) / Double(cells) }

    var shareOfSplit: Double {
        recordCount == 0 ? 0 : Double(recordCount - frequencies[1, default: 0]) / Double(recordCount)
    }

    /// How many of the first records are of another shape than those that follow: fewer fields, in records that do agree
    /// with each other, but for a few.
    var preamble: Int {
        let (fields, _) = Self.mostFrequent(frequencies.filter { $0.key > 1 }, of: recordCount)
        guard fields > 1, let found = first.firstIndex(where: { $0.fields == fields }) else { return 0 }
        let (body, agreeing) = (recordCount - found, frequencies[fields, default: 0])
        guard found > 0, found <= Self.longestPreamble, body >= Self.agreeing, agreeing * 5 >= body * 4,
            first[found...].prefix(Self.agreeing).allSatisfy({ $0.fields == fields }),
            first[..<found].allSatisfy({ $0.fields <= max(1, fields / 2) })
        else { return 0 }
        return found
    }

    /// Below this share of records with the most frequent field count, a delimiter is noise in the values.
    static let leastConsistency = 0.5

    /// How well it comes out: the share of records that agree counts most.
    var score: Double { score(behind: 0) }

    /// Likewise, of what follows the preamble, where there is one.
    var bodyScore: Double {
        let preamble = preamble
        return preamble > 0 ? score(behind: preamble) - 0.05 : score
    }

    /// The field count that most records behind the preamble have, and their share.
    var body: (count: Int, share: Double) { mostFrequent(behind: preamble) }

    private func mostFrequent(behind skipped: Int) -> (count: Int, share: Double) {
        var rest = frequencies
        for place in first[..<skipped] { rest[place.fields, default: 0] -= 1 }
        return Self.mostFrequent(rest, of: recordCount - skipped)
    }

    private func score(behind skipped: Int) -> Double {
        let (count, consistency) = mostFrequent(behind: skipped)
        guard count > 1, consistency >= Self.leastConsistency else { return 0 }
        let stray = Double(oddities) / Double(max(1, recordCount - skipped))
        let header = first[skipped].fields == count ? 0.1 : 0
        // The field count breaks ties: more fields are less likely to be chance.
        let size = 0.02 * min(1, Double(count) / 20)
        return consistency * consistency * (0.75 + 0.25 * shareOfTyped) + header + size - 0.5 * min(1, stray)
    }
}

extension RecordShapes {
    /// Reads `sample`, of which the last record is as a rule cut off and says nothing.
    init(_ sample: UnsafeBufferPointer<UInt8>, _ dialect: Dialect, isWhole: Bool) {
        var parser = RecordParser(SpecialBytes(dialect))
        var sink = ShapeSink(sampleEnd: sample.count)
        _ = parser.parse(sample, at: 0, into: &sink)
        if isWhole || sink.shapes.recordCount == 0 { parser.finish(into: &sink) }
        self = sink.shapes
        endRun()
    }
}

/// Makes the shapes of the records of one sample, which comes in one piece.
private struct ShapeSink: FieldSink {
    var shapes = RecordShapes()
    private let sampleEnd: Int
    private var start = 0
    private var fields = 0
    private var looksAtValues = false
    /// What has come of a field that does not come in one piece.
    private var value = FieldValue()
    private var length = 0

    init(sampleEnd: Int) { self.sampleEnd = sampleEnd }

    @inline(__always)
    mutating func beginRecord(at offset: Int) {
        start = offset
        // The first record may be a header.
        looksAtValues = shapes.recordCount > 0 && RecordShapes.looksAt(shapes.recordCount)
    }

    mutating func append(_ bytes: UnsafeBufferPointer<UInt8>, at offset: Int, mayHoldLineEnds: Bool) {
        length += bytes.count
        value.append(bytes)
        value.keep()
    }

    mutating func note(_ oddity: Oddity, at offset: Int) {
        if oddity != .quoteInUnquoted { shapes.oddities += 1 }
    }

    mutating func endField() {
        let looksAtValues = looksAtValues
        var isTyped = false
        var first: UInt8?
        value.withBytes { bytes in
            first = bytes.first
            if looksAtValues && !bytes.isEmpty { isTyped = Self.looksTyped(bytes, TypeSet(bytes)) }
        }
        count(first, length, isTyped: isTyped)
        value.clear()
        length = 0
    }

    @inline(__always)
    mutating func field(_ bytes: UnsafeBufferPointer<UInt8>, at offset: Int, mayHoldLineEnds: Bool) {
        var isTyped = false
        if looksAtValues && !bytes.isEmpty {
            isTyped = Self.looksTyped(bytes, TypeSet(bytes, readable: sampleEnd &- offset))
        }
        count(bytes.first, bytes.count, isTyped: isTyped)
    }

    @inline(__always)
    private mutating func count(_ first: UInt8?, _ length: Int, isTyped: Bool) {
        fields &+= 1
        if length > shapes.longestField { shapes.longestField = length }
        guard let first else { return }
        if first == UInt8(ascii: "'") { shapes.singleQuoted += 1 }
        if first == UInt8(ascii: "\"") { shapes.doubleQuoted += 1 }
        if looksAtValues {
            shapes.cells &+= 1
            if isTyped { shapes.typed &+= 1 }
        }
    }

    mutating func endRecord() {
        shapes.add(fields: fields, from: start)
        fields = 0
    }

    /// A value of a type, or a decimal with a comma.
    private static func looksTyped(_ value: UnsafeBufferPointer<UInt8>, _ types: TypeSet) -> Bool {
        if !types.isEmpty { return true }
        guard value.count < 40, let comma = value.firstIndex(of: UInt8(ascii: ",")) else { return false }
        var point = Array(value)
        point[comma] = UInt8(ascii: ".")
        return point.withUnsafeBufferPointer { TypeSet($0) == .decimal }
    }
}
