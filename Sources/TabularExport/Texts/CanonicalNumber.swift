import Tabular

/// Numbers as other programs read them.
enum CanonicalNumber {
    /// The text of a value in a column of numbers: itself where it is a plain number, since `007` and `1e5` would lose
    /// something, else as `json` has it. Nil when it is none of the column's numbers.
    static func text(of value: [UInt8], _ form: ValueForm) -> [UInt8]? {
        value.withUnsafeBufferPointer { value in
            if form.readsPlainNumbers && DecimalText(value) != nil { return Array(value) }
            return form.withPlainNumber(value) { json($0) }
        }
    }

    /// A number as JSON has them (RFC 8259 §6): digits before the point and behind it, no plus and no zeros before. Nil when
    /// the value is none of the column's numbers.
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
        // An exponent stands as it is.
        return text + rest
    }
}
