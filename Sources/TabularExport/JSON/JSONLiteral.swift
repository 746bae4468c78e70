import CScan
import Tabular

/// The source of the types of values in JSON.
enum JSONTyping: Hashable {
    /// None: all values are strings.
    case none
    /// The types of their columns.
    case forms
    /// The kinds from the source.
    case kinds
}

/// The JSON text of a value that is not a string.
enum JSONLiteral {
    /// The bytes of the value.
    case asItStands
    case text([UInt8])

    /// Creates the text of a value of the kind `kind`: numbers, booleans and nested values as they are. Nil for a string, for
    /// numbers that are not valid JSON, such as `NaN` and `+1`, and for nested values that are not valid JSON (RFC 8259) or
    /// UTF-8. Line ends between the tokens of a nested value become spaces if `isOnOneLine`.
    ///
    /// - Complexity: O(bytes).
    init?(_ value: UnsafeBufferPointer<UInt8>, as kind: CellKind, isOnOneLine: Bool) {
        switch kind {
        case .number:
            guard JSONScanner.isNumber(value) else { return nil }
            self = .asItStands
        case .boolean:
            guard value.elementsEqual("true".utf8) || value.elementsEqual("false".utf8) else { return nil }
            self = .asItStands
        case .json:
            guard JSONScanner.isText(value), let start = value.baseAddress,
                cscan_clean_prefix(start, value.count) == value.count
            else { return nil }
            // Within strings they must be escaped, so these are between tokens.
            let isChanged = isOnOneLine && value.contains { $0 == 0x0A || $0 == 0x0D }
            self = isChanged ? .text(value.map { $0 == 0x0A || $0 == 0x0D ? 0x20 : $0 }) : .asItStands
        case .text, .date, .time, .dateTime, .duration, .error, .binary, .formula: return nil
        }
    }

    /// Creates the text of a value of a column with the form `form`: null, a number or a boolean; nil for a string, and for digits
    /// after a zero, such as `0301234567` beside `+491701234567`: a number has no such zero.
    init?(_ value: UnsafeBufferPointer<UInt8>, as form: ValueForm) {
        if value.isEmpty || form.isNull(value) {
            self = .text(Array("null".utf8))
        } else if form.type == .boolean, let truth = form.truth(of: value) {
            self = .text(Array((truth ? "true" : "false").utf8))
        } else if form.type.isNumeric, !CodeText.hasLeadingZero(value),
            let number = CanonicalNumber.json(of: Array(value), form)
        {
            self = .text(number)
        } else {
            return nil
        }
    }
}
