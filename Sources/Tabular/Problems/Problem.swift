/// A location in a source, with the usual counts: records and lines from 1, bytes from 0.
///
/// The header is a record too, and a record may span several lines.
public struct SourcePosition: Sendable, Hashable {
    public var record: Int
    public var line: Int
    public var byte: Int

    public init(record: Int, line: Int, byte: Int) {
        self.record = record
        self.line = line
        self.byte = byte
    }
}

/// A fault in the source. The data around it is still shown.
public struct Problem: Sendable, Hashable {
    /// The weight of a problem.
    public enum Severity: String, Sendable, Hashable, CaseIterable {
        /// Nothing is lost, and nothing is misread.
        case note
        /// Something may be misread.
        case warning
        /// Something cannot be read.
        case error
    }

    /// A kind of problems. Each format declares its own:
    ///
    ///     extension Problem.Kind {
    ///         static let cycle = Problem.Kind("cycle", ordinal: 0, severity: .warning) { "Cycle" }
    ///     }
    public struct Kind: Sendable, Hashable {
        /// The name on the command line and in files, such as `stray-quote`.
        public let rawValue: String
        /// The number among the kinds of its format, from 0 to 31.
        public let ordinal: Int
        public let severity: Severity
        private let name: @Sendable () -> String

        /// `title` returns the name for display, in the language of the interface: "Stray quote".
        public init(
            _ rawValue: String, ordinal: Int, severity: Severity, title: @escaping @Sendable () -> String
        ) {
            (self.rawValue, self.ordinal, self.severity, name) = (rawValue, ordinal, severity, title)
        }

        /// The name for display, in the language of the interface.
        public var title: String { name() }

        public static func == (one: Kind, other: Kind) -> Bool {
            one.ordinal == other.ordinal && one.rawValue == other.rawValue
        }

        public func hash(into hasher: inout Hasher) { hasher.combine(ordinal) }

        /// Formats with more kinds share the last number.
        static let limit = 32
        /// The number below the limit.
        var index: Int { min(max(0, ordinal), Self.limit - 1) }
    }

    public var kind: Kind
    public var position: SourcePosition
    /// The column (0-based) that it is in, where it is in one: for a record that is too short, the first missing one; for one
    /// that is too long, the first surplus one.
    public var column: Int?
    /// The location in the notation of its format, such as `Orders!D17` or `/data/3/x`; nil where record, line and byte
    /// suffice.
    public var location: String?
    /// The facts, in the terms of the source's format.
    public var detail: any ProblemDetail
    /// One sentence for display: the fault, and its handling; in the language of the interface.
    public var message: String { detail.message }

    public init(kind: Kind, position: SourcePosition, column: Int? = nil, detail: any ProblemDetail) {
        self.kind = kind
        self.position = position
        self.column = column
        self.detail = detail
    }

    /// A problem at a location in its format's notation, in the row `row` (0-based), or in no row.
    public init(kind: Kind, row: Int?, column: Int? = nil, location: String, detail: any ProblemDetail) {
        let record = (row ?? -1) + 1
        self.init(
            kind: kind, position: SourcePosition(record: record, line: 0, byte: record), column: column, detail: detail)
        self.location = location
    }

    /// A problem of a source that has one sentence for it.
    public init(kind: Kind, position: SourcePosition, column: Int? = nil, message: String) {
        self.init(kind: kind, position: position, column: column, detail: ProblemSentence(message: message))
    }

    public static func == (one: Problem, other: Problem) -> Bool {
        one.kind == other.kind && one.position == other.position && one.column == other.column
            && one.location == other.location
            && AnyHashable(one.detail) == AnyHashable(other.detail)
    }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(kind)
        hasher.combine(position)
        hasher.combine(column)
        hasher.combine(location)
        hasher.combine(AnyHashable(detail))
    }
}

/// The facts of a problem. Each format has a type of its own for them, which makes their text when they are shown: stored facts
/// depend on no language.
public protocol ProblemDetail: Sendable, Hashable {
    /// One sentence for display: the fault, and its handling; in the language of the interface.
    var message: String { get }
}

private struct ProblemSentence: ProblemDetail {
    let message: String
}

/// The problems found so far: all are counted and located, the first ones of each kind are kept.
public struct ProblemList: Sendable, Hashable {
    /// The most problems of each kind that are kept; of the others only their number and the nearby records are known.
    public static let kept = 1000

    /// In order of their bytes.
    public private(set) var first: [Problem] = []
    /// The places of all problems, including those that are not kept.
    public private(set) var places = ProblemPlaces()
    /// The kinds that were found, in the order of their ordinals.
    public private(set) var kinds: [Problem.Kind] = []
    /// One for each kind, by its ordinal.
    private var numbers = [Int](repeating: 0, count: Problem.Kind.limit)

    public init() {}

    /// Restores stored problems, with the counts of `kinds`, all of a format in the order of their ordinals; nil where they are
    /// inconsistent.
    package init?(first: [Problem], counts: [Int], of kinds: [Problem.Kind], places: ProblemPlaces) {
        var kept = numbers
        for problem in first { kept[problem.kind.index] += 1 }
        guard counts.count == kinds.count, zip(kept, counts).allSatisfy({ $0 == min($1, Self.kept) }) else {
            return nil
        }
        (self.first, self.places) = (first, places)
        for (kind, count) in zip(kinds, counts) where count > 0 {
            numbers[kind.index] = count
            self.kinds.append(kind)
        }
    }

    public var count: Int { numbers.reduce(0, +) }

    /// The number of problems of each kind that was found.
    public var counts: [Problem.Kind: Int] {
        var counts: [Problem.Kind: Int] = [:]
        for kind in kinds { counts[kind] = numbers[kind.index] }
        return counts
    }

    /// Counts `problem`, and keeps it while there is room for its kind.
    public mutating func append(_ problem: Problem) {
        if let index = count(problem.kind, at: problem.position) { first.insert(problem, at: index) }
    }

    /// Like `append(_:)`. The detail is made only where the problem is kept.
    package mutating func append(
        _ kind: Problem.Kind, at position: SourcePosition, column: Int? = nil,
        _ detail: @autoclosure () -> any ProblemDetail
    ) {
        guard let index = count(kind, at: position) else { return }
        first.insert(Problem(kind: kind, position: position, column: column, detail: detail()), at: index)
    }

    /// Counts a problem, and returns the index to keep it at; nil where there is no room for its kind.
    private mutating func count(_ kind: Problem.Kind, at position: SourcePosition) -> Int? {
        numbers[kind.index] += 1
        if numbers[kind.index] == 1 { note(kind) }
        // A location in another notation may be in no record.
        if position.record > 0 { places.insert(kind, record: position.record) }
        guard numbers[kind.index] <= Self.kept else { return nil }
        // Some are found only at the end of their record, after others in it.
        var index = first.endIndex
        while index > 0 && first[index - 1].position.byte > position.byte { index -= 1 }
        return index
    }

    /// Adds a kind that was found.
    private mutating func note(_ kind: Problem.Kind) {
        kinds.insert(kind, at: kinds.firstIndex { $0.index > kind.index } ?? kinds.endIndex)
    }

    /// Converts the byte offsets of the kept problems from `index` on.
    ///
    /// - Complexity: O(kept problems).
    package mutating func moveBytes<E: Error>(from index: Int, _ place: (Int) throws(E) -> Int) throws(E) {
        for index in index..<first.count { first[index].position.byte = try place(first[index].position.byte) }
    }

    /// Counts and keeps the problems of the next part of a source, whose lines were counted from its own beginning.
    package mutating func append(_ others: ProblemList, behindLines lines: Int) {
        var room = numbers.map { Self.kept - $0 }
        for var problem in others.first where room[problem.kind.index] > 0 {
            room[problem.kind.index] -= 1
            problem.position.line += lines
            first.append(problem)
        }
        places.formUnion(others.places)
        for kind in others.kinds where numbers[kind.index] == 0 { note(kind) }
        for index in numbers.indices { numbers[index] += others.numbers[index] }
    }
}
