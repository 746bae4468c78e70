import Tabular

/// Types of single values, by their form alone. No value is ever changed by it: `007` is an integer and stays `007`.
///
/// Spaces around a value do not count, since many writers align their columns with them.
///
///     integer    12  -7  +3  007
///     decimal    1.5  .5  5.  1e5  -1.2E-3      (and every integer)
///     boolean    true false yes no, in lower case, upper case or capitalised; not 0 and 1
///     date       2024-01-31  2024/01/31  31.1.2024  31/01/2024  1/31/24  31-01-2024
///     time       9:05  09:05:59  09:05:59.123
///     dateTime   2024-01-31 09:05  2024-01-31T09:05:59.5Z  2024-01-31T09:05:59+01:00
extension TypeSet {
    /// The longest value that has another type than text.
    static let longestTyped = 400

    /// The types of a value that is not empty.
    @inline(never)
    init(_ value: UnsafeBufferPointer<UInt8>) {
        var text = ByteCursor(value)
        text.trimSpaces()
        guard let first = text.peek, text.count <= Self.longestTyped else {
            self = []
            return
        }
        switch first {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): self = Self.startingWithDigit(text)
        case UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "."): self = Self.number(text)
        case UInt8(ascii: "t"), UInt8(ascii: "T"), UInt8(ascii: "f"), UInt8(ascii: "F"), UInt8(ascii: "y"),
            UInt8(ascii: "Y"), UInt8(ascii: "n"), UInt8(ascii: "N"):
            self = Self.isBoolean(text) ? .boolean : []
        default: self = []
        }
    }

    private static func startingWithDigit(_ text: ByteCursor) -> TypeSet {
        var behind = text
        let digits = behind.skipDigits()
        switch behind.peek {
        case nil: return [.integer, .decimal]
        case UInt8(ascii: ":"): return digits <= 2 && isTime(text) ? .time : []
        case UInt8(ascii: "-"), UInt8(ascii: "/"): return dateOrDateTime(text)
        case UInt8(ascii: "."):
            let number = number(text)
            return number.isEmpty ? dateOrDateTime(text) : number
        default: return number(text)
        }
    }

    private static func number(_ text: ByteCursor) -> TypeSet {
        var text = text
        _ = text.skip(anyOf: UInt8(ascii: "+"), UInt8(ascii: "-"))
        let whole = text.skipDigits()
        if text.isAtEnd { return whole > 0 ? [.integer, .decimal] : [] }
        let fraction = text.skip(UInt8(ascii: ".")) ? text.skipDigits() : 0
        guard whole + fraction > 0 else { return [] }
        if text.skip(anyOf: UInt8(ascii: "e"), UInt8(ascii: "E")) {
            _ = text.skip(anyOf: UInt8(ascii: "+"), UInt8(ascii: "-"))
            guard text.skipDigits() > 0 else { return [] }
        }
        return text.isAtEnd ? .decimal : []
    }

    private static func isBoolean(_ text: ByteCursor) -> Bool {
        text.count <= 5 && isBoolean(word: text.rest.reversed().reduce(0) { $0 << 8 | UInt64($1) }, text.count)
    }

    private static func isTime(_ text: ByteCursor) -> Bool {
        var text = text
        return text.skipTime() && text.isAtEnd
    }

    private static func dateOrDateTime(_ text: ByteCursor) -> TypeSet {
        var text = text
        guard let isISO = text.skipDate() else { return [] }
        if text.isAtEnd { return .date }
        guard isISO, text.skip(anyOf: UInt8(ascii: "T"), UInt8(ascii: " ")), text.skipTime() else { return [] }
        return text.skipZone() && text.isAtEnd ? .dateTime : []
    }
}

extension ColumnType {
    /// The narrowest type that a value has by its form; `.empty` where it has no bytes.
    ///
    /// - Complexity: O(bytes), of which longer texts have few looked at.
    public init(of value: [UInt8]) {
        self = value.isEmpty ? .empty : value.withUnsafeBufferPointer { TypeSet($0).columnType }
    }
}
