/// A place in a source, as people count: records and lines from 1, bytes from 0.
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

/// Something in the source that is not as it should be. The data around it is shown all the same.
public struct Problem: Sendable, Hashable {
    public enum Kind: String, Sendable, Hashable, CaseIterable {
        /// A record with more or fewer fields than the table has columns.
        case ragged
        /// Bytes that are no text in the source's encoding.
        case invalidEncoding = "invalid-encoding"
        /// Text after a closing quote, or a quote inside a field that did not begin with one.
        case strayQuote = "stray-quote"
        /// A quoted field that the source's end cuts off.
        case unclosedQuote = "unclosed-quote"
        /// An escape that is the source's last byte.
        case strayEscape = "stray-escape"
        /// A NUL byte in a field.
        case nul
        /// A value that is longer than any cell shows: over 1 MiB.
        case overlongValue = "overlong-value"
        /// Records that do not end as the first one does. One problem, at the first of them, stands for all.
        case mixedTerminators = "mixed-terminators"
        /// Bytes at the end that belong to none of the data: behind what is compressed, or of a line still to be written.
        case trailingBytes = "trailing-bytes"
    }

    public var kind: Kind
    public var position: SourcePosition
    /// The column (0-based) that it is in, where it is in one: of a record that is too short, the first that it lacks; of
    /// one that is too long, the first that it has too many.
    public var column: Int?
    /// The facts, in the terms of the source's format.
    public var detail: any ProblemDetail
    /// One sentence for people: the fault, and what was done about it; in the language of the interface.
    public var message: String { detail.message }

    public init(kind: Kind, position: SourcePosition, column: Int? = nil, detail: any ProblemDetail) {
        self.kind = kind
        self.position = position
        self.column = column
        self.detail = detail
    }

    /// A problem of a source that has one sentence for it.
    public init(kind: Kind, position: SourcePosition, column: Int? = nil, message: String) {
        self.init(kind: kind, position: position, column: column, detail: ProblemSentence(message: message))
    }

    public static func == (one: Problem, other: Problem) -> Bool {
        one.kind == other.kind && one.position == other.position && one.column == other.column
            && AnyHashable(one.detail) == AnyHashable(other.detail)
    }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(kind)
        hasher.combine(position)
        hasher.combine(column)
        hasher.combine(AnyHashable(detail))
    }
}

/// The facts of a problem. Each format has a type of its own for them, which says them in words where they are shown: what
/// is stored depends on no language.
public protocol ProblemDetail: Sendable, Hashable {
    /// One sentence for people: the fault, and what was done about it; in the language of the interface.
    var message: String { get }
}

private struct ProblemSentence: ProblemDetail {
    let message: String
}

/// The problems found so far: all are counted and have their places, the first ones of each kind are kept.
public struct ProblemList: Sendable, Hashable {
    /// How many problems of each kind are kept; of the others it is only known how many there are and near which records.
    public static let kept = 1000

    /// In order of their bytes.
    public private(set) var first: [Problem] = []
    /// Where they stand, those that are not kept too.
    public private(set) var places = ProblemPlaces()
    /// One for each kind, by its ordinal.
    private var numbers = [Int](repeating: 0, count: Problem.Kind.allCases.count)

    public init() {}

    /// Takes up what was kept, with the counts of the kinds in the order of their ordinals; nil where no problems come to
    /// that.
    package init?(first: [Problem], counts: [Int], places: ProblemPlaces) {
        var kept = numbers
        for problem in first { kept[problem.kind.ordinal] += 1 }
        guard counts.count == numbers.count, zip(kept, counts).allSatisfy({ $0 == min($1, Self.kept) }) else {
            return nil
        }
        (self.first, self.numbers, self.places) = (first, counts, places)
    }

    public var count: Int { numbers.reduce(0, +) }

    /// How many there are of each kind that was found.
    public var counts: [Problem.Kind: Int] {
        var counts: [Problem.Kind: Int] = [:]
        for (kind, number) in zip(Problem.Kind.allCases, numbers) where number > 0 { counts[kind] = number }
        return counts
    }

    /// Counts `problem`, and keeps it while there is room for its kind.
    public mutating func append(_ problem: Problem) {
        append(problem.kind, at: problem.position, column: problem.column, problem.detail)
    }

    /// Like `append(_:)`. The detail is made where the problem is kept alone.
    package mutating func append(
        _ kind: Problem.Kind, at position: SourcePosition, column: Int? = nil,
        _ detail: @autoclosure () -> any ProblemDetail
    ) {
        numbers[kind.ordinal] += 1
        places.insert(kind, record: position.record)
        guard numbers[kind.ordinal] <= Self.kept else { return }
        // Some are known only at the end of their record, and come behind others that stand in it.
        var place = first.endIndex
        while place > 0 && first[place - 1].position.byte > position.byte { place -= 1 }
        first.insert(Problem(kind: kind, position: position, column: column, detail: detail()), at: place)
    }

    /// Counts the bytes of the kept problems from `index` on in another way.
    ///
    /// - Complexity: O(kept problems).
    package mutating func moveBytes<E: Error>(from index: Int, _ place: (Int) throws(E) -> Int) throws(E) {
        for index in index..<first.count { first[index].position.byte = try place(first[index].position.byte) }
    }

    /// Counts and keeps the problems of the next part of a source, whose lines were counted from its own beginning.
    package mutating func append(_ others: ProblemList, behindLines lines: Int) {
        var room = numbers.map { Self.kept - $0 }
        for var problem in others.first where room[problem.kind.ordinal] > 0 {
            room[problem.kind.ordinal] -= 1
            problem.position.line += lines
            first.append(problem)
        }
        places.formUnion(others.places)
        for index in numbers.indices { numbers[index] += others.numbers[index] }
    }
}

extension Problem.Kind {
    /// Its place in `allCases`.
    package var ordinal: Int {
        switch self {
        case .ragged: 0
        case .invalidEncoding: 1
        case .strayQuote: 2
        case .unclosedQuote: 3
        case .strayEscape: 4
        case .nul: 5
        case .overlongValue: 6
        case .mixedTerminators: 7
        case .trailingBytes: 8
        }
    }
}
