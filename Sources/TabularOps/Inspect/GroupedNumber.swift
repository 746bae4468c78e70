import Tabular

/// A number with its digits in groups of three on both sides of its point, for people to count: every digit as it is
/// written, none added, none lost.
///
///     -1234567.8901  →  -1 234 567.890 1        with narrow no-break spaces (U+202F) between the groups
public enum GroupedNumber {
    /// Nil where `value` is no number of the readers' forms, or has nothing to group.
    ///
    /// - Complexity: O(bytes).
    public static func text(of value: UnsafeBufferPointer<UInt8>) -> String? {
        guard DecimalText(value) != nil else { return nil }
        let trimmed = value.drop { $0 == 0x20 }
        var text: [UInt8] = []
        var index = trimmed.startIndex
        var isGrouped = false
        if trimmed[index] == UInt8(ascii: "-") || trimmed[index] == UInt8(ascii: "+") {
            text.append(trimmed[index])
            index += 1
        }
        func digits() -> Slice<UnsafeBufferPointer<UInt8>> { trimmed[index...].prefix { $0 &- 0x30 < 10 } }
        let whole = digits()
        for (place, digit) in whole.enumerated() {
            if place > 0 && (whole.count - place) % 3 == 0 {
                text += space
                isGrouped = true
            }
            text.append(digit)
        }
        index = whole.endIndex
        if index < trimmed.endIndex, trimmed[index] == UInt8(ascii: ".") {
            text.append(trimmed[index])
            index += 1
            let fraction = digits()
            for (place, digit) in fraction.enumerated() {
                if place > 0 && place % 3 == 0 {
                    text += space
                    isGrouped = true
                }
                text.append(digit)
            }
            index = fraction.endIndex
        }
        text += trimmed[index...].prefix { $0 != 0x20 }
        return isGrouped ? String(decoding: text, as: UTF8.self) : nil
    }

    private static let space = Array("\u{202F}".utf8)
}
