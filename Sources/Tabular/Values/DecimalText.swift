/// A decimal number in a text: its digits and the position of its point, borrowed, never a binary fraction.
///
///     text      -1204.50e1
///     digits     1 2 0 4 5 0
///     point                ^ 5, so the number is -12045.0
///
/// The form is that of the readers' decimals (`12`, `-7`, `1.5`, `.5`, `5.`, `1e5`, `-1.2E-3`), spaces around it do not
/// count. If you add a form, also change the types of `TabularText`.
package struct DecimalText {
    /// Larger exponents are reduced to this: no number can be written out with either.
    static let exponentLimit = 1 << 40

    package let isNegative: Bool
    private let whole: UnsafeBufferPointer<UInt8>
    private let fraction: UnsafeBufferPointer<UInt8>
    /// The number of digits in the text.
    package let count: Int
    /// The point is before the digit of this index, which may be before or after all digits.
    package let point: Int
    /// The index of the first digit that is not 0; `count` when all are.
    package let firstNonzero: Int

    /// Reads a whole text; nil when it is not a number. It is valid as long as `text` is.
    ///
    /// - Complexity: O(bytes).
    package init?(_ text: UnsafeBufferPointer<UInt8>) {
        let space = UInt8(ascii: " ")
        var index = text.firstIndex { $0 != space } ?? text.count
        let end = (text.lastIndex { $0 != space } ?? -1) + 1
        guard index < end else { return nil }
        func digits() -> UnsafeBufferPointer<UInt8> {
            let start = index
            while index < end, text[index] &- 0x30 < 10 { index += 1 }
            return UnsafeBufferPointer(rebasing: text[start..<index])
        }
        func skip(_ a: UInt8, _ b: UInt8) -> Bool {
            guard index < end, text[index] == a || text[index] == b else { return false }
            index += 1
            return true
        }
        isNegative = text[index] == UInt8(ascii: "-")
        _ = skip(UInt8(ascii: "+"), UInt8(ascii: "-"))
        whole = digits()
        fraction = skip(UInt8(ascii: "."), UInt8(ascii: ".")) ? digits() : UnsafeBufferPointer(start: nil, count: 0)
        count = whole.count + fraction.count
        guard count > 0 else { return nil }
        var exponent = 0
        if skip(UInt8(ascii: "e"), UInt8(ascii: "E")) {
            let isBelow = index < end && text[index] == UInt8(ascii: "-")
            _ = skip(UInt8(ascii: "+"), UInt8(ascii: "-"))
            let digits = digits()
            guard !digits.isEmpty else { return nil }
            for digit in digits { exponent = min(Self.exponentLimit, exponent * 10 + Int(digit & 15)) }
            if isBelow { exponent = -exponent }
        }
        guard index == end else { return nil }
        point = whole.count + exponent
        let zero = UInt8(ascii: "0")
        firstNonzero =
            whole.firstIndex { $0 != zero } ?? (fraction.firstIndex { $0 != zero } ?? fraction.count) + whole.count
    }

    /// The digit at `index`, 0 to 9; 0 before the first and after the last.
    package subscript(index: Int) -> UInt8 {
        if index < 0 || index >= count { return 0 }
        return (index < whole.count ? whole[index] : fraction[index - whole.count]) & 15
    }
}
