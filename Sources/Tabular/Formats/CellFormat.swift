/// The display format of a column's values: a template with one directive, such as `%.2f / 100.00`.
///
/// Like C's `printf`, but exact: it works on the digits of the value's text, so that 40 digits stay 40 digits and 0.285 becomes
/// 0.29 and never 0.28. It is for display alone; copies and exports have the text unchanged.
///
///     %s %@      the text as it is
///     %d         a whole number, rounded
///     %.2f       a number with two decimals, rounded (0 to 100 decimals)
///     %f         a number with as many decimals as there are
///     %{unix}    the time in UTC of a number of seconds since 1970; also unix-ms, unix-us, webkit, apple and julian (`TimeNumber`)
///     %%         a percent sign
///
/// Flags may follow `%`, then a width (up to 1,000 characters, filled with spaces at the left): `'` or `,` puts commas between
/// thousands, `+` or a space precedes numbers that are not negative, `0` fills the width with zeros, `-` fills it at the right.
///
/// Halves are rounded away from zero. A text that is not a number, or would take more than 1,000 digits on a side of its point
/// (`1e999999999`), is shown unchanged; so is an empty text, whatever the directive.
public struct CellFormat: Sendable, Hashable {
    /// More digits than this on a side of the point are not written.
    static let digitLimit = 1000

    enum Conversion: Sendable, Hashable {
        case text
        case integer
        /// The number of decimals; nil for as many as the text has.
        case decimal(places: Int?)
        case time(TimeNumber)
    }

    struct Directive: Sendable, Hashable {
        var conversion = Conversion.text
        /// The byte before a number that is not negative; nil for none.
        var plus: UInt8?
        var isGrouped = false
        var isZeroFilled = false
        var isLeading = false
        var width = 0
    }

    /// The template as it was passed.
    public let template: String
    let directive: Directive
    private let prefix: [UInt8]
    private let suffix: [UInt8]

    /// A Boolean value that indicates whether it formats numbers; `%s` accepts any text.
    public var isNumeric: Bool { directive.conversion != .text }

    /// The times that it shows numbers as; nil for other formats.
    public var time: TimeNumber? { if case .time(let time) = directive.conversion { time } else { nil } }

    /// Reads a template.
    ///
    /// - Throws: The error in it, and its position: no directive, more than one, or an unknown one.
    public init(_ template: String) throws(Problem) {
        var parser = CellFormatParser(template)
        try parser.parse()
        self.template = template
        directive = parser.directive
        prefix = parser.prefix
        suffix = parser.suffix
    }

    /// Appends `value`, UTF-8, in its display form.
    ///
    /// - Returns: False when it is appended unchanged, since the template cannot be applied.
    /// - Complexity: O(bytes of the value and of the output). Nothing is allocated but room in `output`.
    @discardableResult
    public func append(_ value: UnsafeBufferPointer<UInt8>, to output: inout [UInt8]) -> Bool {
        if value.isEmpty { return false }
        switch directive.conversion {
        case .text: appendText(value, to: &output)
        case .integer:
            guard let number = RoundedDecimal(value, places: 0) else { break }
            // Integers have no negative zero.
            append(number, isNegative: number.isNegative && !number.isZero, to: &output)
            return true
        case .decimal(let places):
            guard let number = RoundedDecimal(value, places: places) else { break }
            append(number, isNegative: number.isNegative, to: &output)
            return true
        case .time(let time):
            let start = output.count
            output.append(contentsOf: prefix)
            if time.append(value, to: &output) {
                output.append(contentsOf: suffix)
                return true
            }
            output.removeLast(output.count - start)
        }
        if isNumeric { output.append(contentsOf: value) }
        return !isNumeric
    }

    private func appendText(_ value: UnsafeBufferPointer<UInt8>, to output: inout [UInt8]) {
        output.append(contentsOf: prefix)
        // Characters are counted as Unicode scalars: every byte that continues none.
        let length = directive.width > 0 ? value.count { $0 & 0xC0 != 0x80 } : 0
        if !directive.isLeading { fill(directive.width - length, UInt8(ascii: " "), &output) }
        output.append(contentsOf: value)
        if directive.isLeading { fill(directive.width - length, UInt8(ascii: " "), &output) }
        output.append(contentsOf: suffix)
    }

    private func append(_ number: RoundedDecimal, isNegative: Bool, to output: inout [UInt8]) {
        output.append(contentsOf: prefix)
        let sign = isNegative ? UInt8(ascii: "-") : directive.plus
        let commas = directive.isGrouped ? (number.wholeCount - 1) / 3 : 0
        let decimals = number.places > 0 ? number.places + 1 : 0
        let missing = directive.width - (sign == nil ? 0 : 1) - number.wholeCount - commas - decimals
        let isZeroFilled = directive.isZeroFilled && !directive.isLeading
        if !directive.isLeading && !isZeroFilled { fill(missing, UInt8(ascii: " "), &output) }
        if let sign { output.append(sign) }
        if isZeroFilled { fill(missing, UInt8(ascii: "0"), &output) }
        number.append(to: &output, isGrouped: directive.isGrouped)
        if directive.isLeading { fill(missing, UInt8(ascii: " "), &output) }
        output.append(contentsOf: suffix)
    }

    private func fill(_ count: Int, _ byte: UInt8, _ output: inout [UInt8]) {
        if count > 0 { output.append(contentsOf: repeatElement(byte, count: count)) }
    }
}

/// A decimal rounded to a number of places, half away from zero, digit by digit.
///
///     text       9 9 6        0.996 to two places: the digit after the last place is 6,
///     kept      |9 9|         so the last kept digit that is no 9 grows, and the 9s after it become 0;
///     written  1 0 0          here that is the 0 before the point, at the index -1
struct RoundedDecimal {
    /// Digits after the point.
    let places: Int
    /// Digits before the point, at least one.
    let wholeCount: Int
    private let text: DecimalText
    private let point: Int
    /// The index of the digit that grows by one, where the number is rounded up.
    private let grown: Int?

    /// Nil when `value` is not a number, or one that is too long to be written out.
    init?(_ value: UnsafeBufferPointer<UInt8>, places wanted: Int?) {
        guard let text = DecimalText(value) else { return nil }
        self.text = text
        places = wanted ?? max(0, text.count - text.point)
        let isZero = text.firstNonzero == text.count
        // Zero has no digits that a point could be moved in.
        point = isZero ? 0 : text.point
        let end = point + places
        if !isZero, end >= 0, text[end] >= 5 {
            var index = end - 1
            while text[index] == 9 { index -= 1 }
            grown = index
        } else {
            grown = nil
        }
        let first = isZero ? point : min(text.firstNonzero, grown ?? .max)
        wholeCount = point - min(first, point - 1)
        guard wholeCount <= CellFormat.digitLimit && places <= CellFormat.digitLimit else { return nil }
    }

    var isNegative: Bool { text.isNegative }

    /// A Boolean value that indicates whether all written digits are 0.
    var isZero: Bool { grown == nil && (text.firstNonzero == text.count || text.firstNonzero >= point + places) }

    func append(to output: inout [UInt8], isGrouped: Bool) {
        for index in point - wholeCount..<point {
            output.append(0x30 + digit(index))
            let left = point - 1 - index
            if isGrouped && left > 0 && left % 3 == 0 { output.append(UInt8(ascii: ",")) }
        }
        guard places > 0 else { return }
        output.append(UInt8(ascii: "."))
        for index in point..<point + places { output.append(0x30 + digit(index)) }
    }

    private func digit(_ index: Int) -> UInt8 {
        guard let grown, index >= grown else { return text[index] }
        return index == grown ? text[index] + 1 : 0
    }
}

/// Encoded as its template.
extension CellFormat: Codable {
    public init(from decoder: any Decoder) throws {
        try self.init(decoder.singleValueContainer().decode(String.self))
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(template)
    }
}
