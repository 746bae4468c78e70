import Tabular

// A fault as numbers, the first of which identifies the case. The encoding is that of the source and is not among them.
//
// If you change this, change the version of `IndexKey`.
extension TextFault {
    /// The most numbers after the one for the case.
    static let mostNumbers = 5

    var numbers: [Int] {
        switch self {
        case .quoteInUnquoted: [0]
        case .openingText: [1]
        case .quoteInQuoted: [2]
        case .textAfterQuote(let lines): [3, lines]
        case .unclosedText: [4]
        case .unclosedQuote: [5]
        case .escapeAtEnd: [6]
        case .overlong(let bytes): [7, bytes]
        case .nul: [8]
        case .invalidBytes: [9]
        case .ragged(let fields, let expected, let headerRecords, let limit):
            [10, fields, expected, headerRecords, limit]
        case .mixedTerminators(let other, let expected, let lf, let crlf, let cr):
            [11, other.number, expected.number, lf, crlf, cr]
        case .behindCompressed(let bytes, let offset): [12, bytes, offset]
        case .openCharacter(let bytes): [13, bytes]
        case .openComment(let bytes): [14, bytes]
        }
    }

    /// Creates a fault of a source in `encoding`; nil where the numbers are invalid.
    init?(_ numbers: [Int], encoding: String) {
        let rest = Array(numbers.dropFirst())
        switch (numbers.first, rest.count) {
        case (0, 0): self = .quoteInUnquoted
        case (1, 0): self = .openingText
        case (2, 0): self = .quoteInQuoted
        case (3, 1): self = .textAfterQuote(lines: rest[0])
        case (4, 0): self = .unclosedText
        case (5, 0): self = .unclosedQuote
        case (6, 0): self = .escapeAtEnd
        case (7, 1): self = .overlong(bytes: rest[0])
        case (8, 0): self = .nul
        case (9, 0): self = .invalidBytes(encoding: encoding)
        case (10, 4): self = .ragged(fields: rest[0], expected: rest[1], headerRecords: rest[2], limit: rest[3])
        case (11, 5):
            guard let other = Dialect.Terminator(number: rest[0]), let expected = Dialect.Terminator(number: rest[1])
            else { return nil }
            self = .mixedTerminators(other, expected: expected, lf: rest[2], crlf: rest[3], cr: rest[4])
        case (12, 2): self = .behindCompressed(bytes: rest[0], at: rest[1])
        case (13, 1): self = .openCharacter(bytes: rest[0])
        case (14, 1): self = .openComment(bytes: rest[0])
        default: return nil
        }
    }
}

extension Dialect.Terminator {
    /// Its number in a stored index: from 1 on.
    var number: Int {
        switch self {
        case .lf: 1
        case .crlf: 2
        case .cr: 3
        case .rs: 4
        }
    }

    init?(number: Int) {
        guard let found = [Self.lf, .crlf, .cr, .rs].first(where: { $0.number == number }) else { return nil }
        self = found
    }
}
