/// A number as people write it, parsed: the signs around its digits, and the digits with the signs between them, which can be
/// read with either decimal mark.
///
///     (1.234,50 €)    negative, €, body 1.234,50
///     body            1.234,50    by a comma -1234.50, by a point no number
///     body            1,234       by a comma 1.234, by a point 1234
///     body            1 234 or 1'234   1234 by either
///
/// Around the body, once each at most and in any order, may be: a minus, a plus or parentheses; a percent sign or the sign of a
/// currency; spaces. A minus may follow the body as well. `5.-` and `5,–` are 5: the dash represents no cents.
///
/// Groups have three digits, the first of them one to three and no leading zero; all are divided by the same sign. With commas
/// the Indian system is known too: `12,34,567`. Without groups there may be an exponent. Four groups of up to 255 with points
/// are a network address and not a number.
///
/// This is the only parser of numbers that are not plain (`DecimalText`). If you add a form, add it to the slow twin of
/// `NumberScanTests` and to the manual.
package struct NumberScan {
    /// Longer texts are numbers only if they are plain.
    package static let limit = 400

    package let isNegative: Bool
    package let unit: NumberUnit
    /// Digits, marks and groups, and an exponent.
    let body: UnsafeBufferPointer<UInt8>
    /// True where a dash after the mark represents no cents.
    private let endsInDash: Bool

    /// Parses a text; nil when it is not a number with either mark.
    package init?(_ text: UnsafeBufferPointer<UInt8>) {
        guard text.count <= Self.limit else { return nil }
        var affixes = Affixes(text)
        guard affixes.readBefore() else { return nil }
        let start = affixes.index
        let end = Self.bodyEnd(in: text, from: start)
        guard end > start else { return nil }
        affixes.index = end
        endsInDash = affixes.readDash(behind: text[end - 1])
        guard affixes.readBehind() else { return nil }
        (isNegative, unit) = (affixes.isNegative, affixes.unit)
        body = UnsafeBufferPointer(rebasing: text[start..<end])
    }

    private static func bodyEnd(in text: UnsafeBufferPointer<UInt8>, from start: Int) -> Int {
        var index = start
        while index < text.count {
            switch text[index] {
            case 0x30...0x39, UInt8(ascii: "."), UInt8(ascii: ","), UInt8(ascii: "'"): index += 1
            case UInt8(ascii: "e"), UInt8(ascii: "E"):
                let isSigned = index + 1 < text.count && (text[index + 1] == 0x2B || text[index + 1] == 0x2D)
                let digit = index + (isSigned ? 2 : 1)
                guard digit < text.count, text[digit] &- 0x30 < 10 else { return index }
                index = digit
                while index < text.count && text[index] &- 0x30 < 10 { index += 1 }
                return index
            default:
                let length = groupLength(in: text, at: index)
                guard length > 0, index + length < text.count, text[index + length] &- 0x30 < 10 else { return index }
                index += length
            }
        }
        return index
    }

    /// Bytes of a space or an apostrophe that may divide groups; 0 where there is none.
    private static func groupLength(in text: UnsafeBufferPointer<UInt8>, at index: Int) -> Int {
        if text[index] == 0x09 { return 0 }
        let space = text.spaceLength(at: index)
        if space > 0 { return space }
        // U+2019
        let isApostrophe =
            text[index] == 0xE2 && index + 2 < text.count && text[index + 1] == 0x80 && text[index + 2] == 0x99
        return isApostrophe ? 3 : 0
    }

    // MARK: - The body

    /// The reading of the body by one decimal mark.
    package struct Reading: Sendable, Hashable {
        /// True without a mark and an exponent.
        package var isInteger: Bool
        /// The sign in the body that another mark would change the meaning of; nil without one.
        package var mark: UInt8?
    }

    /// Reads the body with a mark; nil when it is not a number with that.
    package func reading(_ mark: DecimalMark) -> Reading? {
        var number = Number(mark)
        return parse(mark, into: &number) ? number.reading : nil
    }

    /// Writes the number as a plain one, with the sign, a point and no groups: at most one byte more than the text has. Returns
    /// the count of bytes; nil when the body is not a number with the mark.
    package func write(_ mark: DecimalMark, to output: UnsafeMutablePointer<UInt8>) -> Int? {
        var number = Number(mark)
        number.output = output
        if isNegative { number.put(UInt8(ascii: "-")) }
        return parse(mark, into: &number) ? number.count : nil
    }

    /// The parts of a number during reading.
    private struct Number {
        var output: UnsafeMutablePointer<UInt8>?
        var count = 0
        var reading = Reading(isInteger: true)
        private let mark: UInt8

        init(_ mark: DecimalMark) { self.mark = mark.byte }

        mutating func put(_ byte: UInt8) {
            output?[count] = byte
            count += 1
        }
    }

    private func parse(_ mark: DecimalMark, into number: inout Number) -> Bool {
        var index = 0
        guard let whole = parseWhole(mark, &index, &number) else { return false }
        var fraction = 0
        if index < body.count && body[index] == mark.byte {
            number.reading = Reading(isInteger: endsInDash && index == body.count - 1, mark: mark.byte)
            index += 1
            // A dash for no cents removes the mark.
            if index < body.count || !endsInDash { number.put(UInt8(ascii: ".")) }
            while index < body.count && body[index] &- 0x30 < 10 {
                number.put(body[index])
                (index, fraction) = (index + 1, fraction + 1)
            }
            // `5.` is plain, and a comma at the end belongs to a list.
            if fraction == 0 && mark == .comma && !endsInDash { return false }
        }
        guard whole.digits + fraction > 0, !endsInDash || number.reading.mark == mark.byte else { return false }
        if index < body.count && body[index] | 0x20 == UInt8(ascii: "e") {
            guard !whole.isGrouped else { return false }
            number.reading.isInteger = false
            while index < body.count {
                number.put(body[index])
                index += 1
            }
        }
        return index == body.count
    }

    /// Reads the digits before the mark, with their groups.
    private func parseWhole(
        _ mark: DecimalMark, _ index: inout Int, _ number: inout Number
    ) -> (digits: Int, isGrouped: Bool)? {
        var groups = Groups()
        while index < body.count {
            let byte = body[index]
            if byte &- 0x30 < 10 {
                groups.add(byte)
                number.put(byte)
                index += 1
                continue
            }
            if byte == mark.byte || byte | 0x20 == UInt8(ascii: "e") { break }
            let isOther = byte == UInt8(ascii: ",") || byte == UInt8(ascii: ".")
            let length = isOther || byte == UInt8(ascii: "'") ? 1 : Self.groupLength(in: body, at: index)
            guard length > 0, groups.begin(behind: kind(at: index)) else { return nil }
            if isOther { number.reading.mark = byte }
            index += length
        }
        guard groups.end() else { return nil }
        return (groups.digits, groups.count > 0)
    }

    /// Spaces are one kind of sign between groups, apostrophes another.
    private func kind(at index: Int) -> UInt8 {
        let byte = body[index]
        if byte < 0x80 { return byte }
        return byte == 0xE2 && body[index + 2] == 0x99 ? UInt8(ascii: "'") : 0x20
    }

    /// Digits in groups.
    private struct Groups {
        private(set) var digits = 0
        /// Signs between groups.
        private(set) var count = 0
        private var sign: UInt8 = 0
        /// Digits of the current group, its number, and whether it begins with 0.
        private var length = 0
        private var value = 0
        private var hasLeadingZero = false
        private var isIndian = false
        private var isAddress = true

        mutating func add(_ digit: UInt8) {
            if length == 0 { hasLeadingZero = digit == 0x30 }
            (digits, length) = (digits + 1, length + 1)
            value = min(1000, value * 10 + Int(digit & 15))
        }

        /// Ends a group before a sign; false where no group can end.
        mutating func begin(behind sign: UInt8) -> Bool {
            if count == 0 {
                guard (1...3).contains(length), !hasLeadingZero else { return false }
                self.sign = sign
            } else {
                guard sign == self.sign, length == 3 || length == 2 && sign == UInt8(ascii: ",") else { return false }
                if count == 1 { isIndian = length == 2 } else if isIndian != (length == 2) { return false }
            }
            isAddress = isAddress && value <= 255
            if count == 0 { firstLength = length }
            (count, length, value) = (count + 1, 0, 0)
            return true
        }

        private var firstLength = 0

        /// Ends the last group.
        func end() -> Bool {
            if count == 0 { return true }
            guard length == 3, !isIndian || firstLength <= 2 else { return false }
            return !(sign == UInt8(ascii: ".") && count == 3 && isAddress && value <= 255)
        }
    }
}

/// The signs around the digits of a number.
private struct Affixes {
    private let text: UnsafeBufferPointer<UInt8>
    var index = 0
    private var hasSign = false
    private var isOpen = false
    private(set) var isNegative = false
    private(set) var unit = NumberUnit.none

    init(_ text: UnsafeBufferPointer<UInt8>) { self.text = text }

    /// Reads up to the first digit or mark.
    mutating func readBefore() -> Bool {
        while skipSpaces(), index < text.count {
            let byte = text[index]
            if byte &- 0x30 < 10 || byte == UInt8(ascii: ".") || byte == UInt8(ascii: ",") { return true }
            if byte == UInt8(ascii: "(") {
                guard !hasSign else { return false }
                (hasSign, isOpen, isNegative) = (true, true, true)
                index += 1
            } else if byte == UInt8(ascii: "+") {
                guard !hasSign else { return false }
                hasSign = true
                index += 1
            } else if !readMinus() && !readUnit() {
                return false
            }
        }
        return false
    }

    /// Reads to the end.
    mutating func readBehind() -> Bool {
        while skipSpaces(), index < text.count {
            if text[index] == UInt8(ascii: ")") {
                guard isOpen else { return false }
                isOpen = false
                index += 1
            } else if !readMinus() && !readUnit() {
                return false
            }
        }
        return !isOpen
    }

    /// Reads one or two dashes that represent no cents after a mark.
    mutating func readDash(behind last: UInt8) -> Bool {
        guard last == UInt8(ascii: ".") || last == UInt8(ascii: ",") else { return false }
        let first = dashLength
        guard first > 0 else { return false }
        index += first
        index += dashLength
        return true
    }

    private mutating func skipSpaces() -> Bool {
        while index < text.count, case let length = text.spaceLength(at: index), length > 0 { index += length }
        return true
    }

    /// Reads a minus: the one of ASCII, U+2212, or a hyphen or short dash in its place.
    private mutating func readMinus() -> Bool {
        let length = dashLength
        guard length > 0, !hasSign, !isLongDash else { return false }
        (hasSign, isNegative) = (true, true)
        index += length
        return true
    }

    /// Bytes of the dash at the current index: - ‐ ‑ – — −; 0 where there is none.
    private var dashLength: Int {
        guard index < text.count else { return 0 }
        if text[index] == UInt8(ascii: "-") { return 1 }
        guard text[index] == 0xE2, index + 2 < text.count else { return 0 }
        switch (text[index + 1], text[index + 2]) {
        case (0x80, 0x90), (0x80, 0x91), (0x80, 0x93), (0x80, 0x94), (0x88, 0x92): return 3
        default: return 0
        }
    }

    /// U+2014 is not a minus.
    private var isLongDash: Bool {
        index + 2 < text.count && text[index] == 0xE2 && text[index + 1] == 0x80 && text[index + 2] == 0x94
    }

    private mutating func readUnit() -> Bool {
        guard unit == .none else { return false }
        if text[index] == UInt8(ascii: "%") {
            unit = .percent
            index += 1
            return true
        }
        guard let (currency, length) = Currency.sign(in: text, at: index) else { return false }
        unit = .currency(currency)
        index += length
        return true
    }
}
