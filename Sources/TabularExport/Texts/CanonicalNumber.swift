import Tabular

/// Numbers in the notation of other programs.
enum CanonicalNumber {
    /// Returns the text of a value in a column of numbers: unchanged if it is a plain number, since `007` and `1e5` would lose
    /// details, else that of `json`, also of `+5`, `.5` and `5.`. Nil when it is not one of the column's numbers.
    static func text(of value: [UInt8], _ form: ValueForm) -> [UInt8]? {
        value.withUnsafeBufferPointer { value in
            if form.readsPlainNumbers && DecimalText(value) != nil {
                return lacksDigits(value) ? json(value) : Array(value)
            }
            return form.withPlainNumber(value) { json($0) }
        }
    }

    /// Returns true for a number with a plus, or without a digit on one side of its point.
    private static func lacksDigits(_ value: UnsafeBufferPointer<UInt8>) -> Bool {
        guard let first = value.first, first != UInt8(ascii: "+"), value.last != UInt8(ascii: ".") else { return true }
        let start = first == UInt8(ascii: "-") ? value.dropFirst().first : first
        return start == UInt8(ascii: ".")
    }

    /// Returns a JSON number (RFC 8259 §6): digits before and after the point, no plus and no leading zeros. Nil when the value
    /// is not one of the column's numbers.
    static func json(of value: [UInt8], _ form: ValueForm) -> [UInt8]? {
        value.withUnsafeBufferPointer { form.withPlainNumber($0) { json($0) } }
    }

    private static func json(_ plain: UnsafeBufferPointer<UInt8>) -> [UInt8] {
        var rest = plain[...]
        while rest.first == UInt8(ascii: " ") { rest.removeFirst() }
        while rest.last == UInt8(ascii: " ") { rest.removeLast() }
        var text: [UInt8] = []
        if rest.first == UInt8(ascii: "-") { text.append(UInt8(ascii: "-")) }
        if rest.first == UInt8(ascii: "-") || rest.first == UInt8(ascii: "+") { rest.removeFirst() }
        let whole = rest.prefix { $0 &- 0x30 < 10 }
        rest = rest.dropFirst(whole.count)
        let digits = whole.drop { $0 == 0x30 }
        text += digits.isEmpty ? [0x30] : Array(digits)
        if rest.first == UInt8(ascii: ".") {
            rest.removeFirst()
            let fraction = rest.prefix { $0 &- 0x30 < 10 }
            if !fraction.isEmpty { text += [UInt8(ascii: ".")] + fraction }
            rest = rest.dropFirst(fraction.count)
        }
        // The exponent is unchanged.
        return text + rest
    }
}
