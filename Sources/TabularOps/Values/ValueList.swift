import QuadrilleRuntime
import Tabular

/// The distinct values of a column with their numbers of occurrences, for selection in a list of the most frequent ones.
///
/// Exact as long as the distinct values fit into memory. Beyond that the list has the values that are known to be the most
/// frequent, each with bounds of its count, and estimates the number of distinct values, with an error.
public struct ValueList: Sendable, Hashable {
    /// The most values to list, not counting blanks.
    public static let limit = 1_000

    /// A value as conditions distinguish values: by its whole text.
    public enum Value: Sendable, Hashable {
        /// A missing value, by kind of blank.
        case blank(Condition.Blanks)
        case text(String)
        case long(LongValue)
        /// Invalid UTF-8, which no condition can select, in displayable form.
        case malformed(String)
    }

    /// A value of more than 1,024 bytes, identified by its length and 120 bits of its hash.
    public struct LongValue: Sendable, Hashable {
        /// The first bytes of it, up to 256.
        public let beginning: String
        /// The length in bytes.
        public let length: Int
        fileprivate let hashes: [UInt64]

        init?(_ value: CountableValue) {
            let kept = Array(value.bytes)
            let end = UTF8Boundary.completeEnd(of: kept)
            guard let beginning = String(validating: kept[..<end], as: UTF8.self) else { return nil }
            (self.beginning, length, hashes) = (beginning, value.length, [ValueKey.plain(value.key), value.secondHash])
        }

        /// Returns true where `value` is this value.
        func isAll(of value: CountableValue) -> Bool {
            length == value.length && hashes == [ValueKey.plain(value.key), value.secondHash]
        }
    }

    /// A value with at least `count` and at most `countAtMost` occurrences.
    public struct Entry: Sendable, Hashable {
        public var value: Value
        public var count: Int
        public var countAtMost: Int
        /// The kinds of cells that are counted, for `Condition.kinds`; nil where all cells with this value are.
        public var kinds: Condition.Kinds?

        public init(_ value: Value, count: Int, countAtMost: Int? = nil) {
            (self.value, self.count, self.countAtMost) = (value, count, countAtMost ?? count)
        }
    }

    /// The blanks first, then the most frequent values; equally frequent ones are sorted by their bytes, or, in a column of
    /// numbers, by number, followed by those that are not numbers.
    public var entries: [Entry] = []
    /// The number of rows read that met the conditions.
    public var rowCount = 0
    /// The number of distinct values, without blanks.
    public var distinct = 0
    /// The relative error of `distinct`, for 95 of 100 columns; 0 where it is exact.
    public var distinctError = 0.0
    /// The maximum number of occurrences of an unlisted value, where not all values are stored; else 0.
    public var missed = 0

    public init() {}

    public var isExact: Bool { distinctError == 0 }
    /// The number of values listed, not counting blanks.
    public var valueCount: Int { entries.count { if case .blank = $0.value { false } else { true } } }
    /// A Boolean value that indicates whether the list holds all values.
    public var isComplete: Bool { isExact && valueCount == distinct }

    /// Returns the entries whose text contains `text`, ignoring case; nil where some texts are not complete.
    public func entries(containing text: String) -> [Entry]? {
        if text.isEmpty { return entries }
        guard isComplete else { return nil }
        var query = FindQuery(text)
        query.letterCase = .ignore
        guard let matcher = (try? FindPlan(query)).map({ ValueMatcher($0) }) else { return nil }
        // Only patterns are given up, never texts.
        func holds(_ value: String) -> Bool {
            Array(value.utf8).withUnsafeBufferPointer { (try? matcher.firstMatch(in: $0)).flatMap { $0 } != nil }
        }
        var found: [Entry] = []
        for entry in entries {
            switch entry.value {
            case .long: return nil
            case .blank: break
            case .text(let text), .malformed(let text): if holds(text) { found.append(entry) }
            }
        }
        return found
    }
}

extension ValueList {
    /// Merges entries with canonically equivalent texts, such as é as one character and as two, since conditions and strings
    /// treat them as equal. The first of them stays.
    mutating func mergeForms() {
        struct Form: Hashable {
            var text: String
            var kinds: Condition.Kinds?
        }
        var indices: [Form: Int] = [:]
        var merged: [Entry] = []
        for entry in entries {
            guard case .text(let text) = entry.value, CanonicalText.hasOtherForms(text) else {
                merged.append(entry)
                continue
            }
            let form = Form(text: text, kinds: entry.kinds)
            if let index = indices[form] {
                merged[index].count += entry.count
                merged[index].countAtMost += entry.countAtMost
            } else {
                indices[form] = merged.count
                merged.append(entry)
            }
        }
        guard merged.count < entries.count else { return }
        distinct -= entries.count - merged.count
        // Merged entries may be more frequent now than entries before them.
        let values = merged.drop { if case .blank = $0.value { true } else { false } }
        let sorted = values.enumerated().sorted { ($1.element.count, $0.offset) < ($0.element.count, $1.offset) }
        entries = merged.prefix(merged.count - values.count) + sorted.map(\.element)
    }
}

extension ValueList.Value {
    /// Creates the value with a text, which must not be empty.
    public init(text: String) {
        let bytes = Array(text.utf8)
        self = bytes.withUnsafeBufferPointer { bytes in
            guard bytes.count > CountableValue.longestWhole else { return .text(text) }
            return ValueList.Value(CountableValue(bytes, readable: bytes.count))
        }
    }
}

extension Condition {
    /// Returns, for each text, true where it is in the condition's list, in a column of a form.
    package func lists(_ texts: [String], _ form: ValueForm) -> [Bool] {
        guard comparison == .isIn, let test = try? ConditionTest(self, form) else {
            return texts.map { _ in false }
        }
        return texts.map { text in Array(text.utf8).withUnsafeBufferPointer { test.isListed($0) } }
    }
}

extension ValueList {
    /// The limits on memory and values; tests make the numbers small.
    struct Tuning: Sendable {
        var scan = RowScan.Tuning()
        /// The bytes for counts of values, for all threads.
        var memory = 1 << 27
        /// The number of most frequent values to keep once not all fit.
        var frequent = 1 << 14
        var limit = ValueList.limit

        init() {}
    }

    /// Starts to list the values of a column (0-based) in the rows of `source` that meet `conditions`, once the source is
    /// complete.
    ///
    /// A text and a value of another kind with the same text, such as "2" and 2 in JSON, are two entries (`Entry.kinds`).
    /// Progress counts rows. See `BackgroundJob` for `onChange`.
    ///
    /// - Complexity: O(bytes of the rows); memory at most some 128 MiB, plus one value at a time.
    public static func job(
        ofColumn column: Int, in source: any RecordStreaming, meeting conditions: [Condition] = [],
        onChange: @escaping @Sendable () -> Void = {}
    ) -> BackgroundJob<ValueList> {
        BackgroundJob(total: source.snapshot.rowCount.known, onChange: onChange) { control throws(ReadError) in
            try list(ofColumn: column, in: source, meeting: conditions, control: control, tuning: Tuning())
        }
    }

    static func list(
        ofColumn column: Int, in source: any RecordStreaming, meeting conditions: [Condition], control: JobControl,
        tuning: Tuning
    ) throws(ReadError) -> ValueList {
        let snapshot = try RowScan.waitForTypes(
            of: source, columns: conditions.map(\.column) + [column], control: control)
        let plan = try FilterPlan(conditions, of: snapshot)
        let (memory, frequent) = (tuning.memory / max(1, tuning.scan.threads), tuning.frequent)
        let scan = ValueScan(plan, control) { DistinctTally(memory: memory, frequent: frequent) }
        let rows = RowScan(
            source, columns: plan.columns + [column], rows: 0..<snapshot.rowCount.known, control: control,
            tuning: tuning.scan)
        let tally = try scan.run(rows)
        let form = snapshot.columns.indices.contains(column) ? snapshot.columns[column].form : ValueForm(.empty)
        var list = tally.list(limit: tuning.limit, numbers: form.type.comparesNumbers ? form : nil)
        list.mergeForms()
        return list
    }
}
