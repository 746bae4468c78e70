import Tabular

/// A number with its digits in groups of three on both sides of its point, for users to count: every digit stays as written.
///
///     -1234567.8901  →  -1 234 567.890 1        with narrow no-break spaces (U+202F) between the groups
public enum GroupedNumber {
    /// Nil where `value` is not a number in a form that the readers know, or has nothing to group.
    ///
    /// - Complexity: O(bytes).
    public static func text(of value: UnsafeBufferPointer<UInt8>) -> String? {
        let space = UInt8(ascii: " ")
        guard let start = value.firstIndex(where: { $0 != space }), let last = value.lastIndex(where: { $0 != space })
        else { return nil }
        let number = UnsafeBufferPointer(rebasing: value[start...last])
        guard let groups = DigitGroups(number), groups.count > 0 else { return nil }
        var text: [UInt8] = []
        groups.append(number, to: &text)
        return String(decoding: text, as: UTF8.self)
    }
}
