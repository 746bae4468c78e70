import CScan
import Tabular

/// The way in which values get their types in JSON.
enum JSONTyping: Hashable {
    /// All are strings.
    case none
    /// By the types of their columns.
    case forms
    /// By the kinds that the source says.
    case kinds
}

/// The JSON text of a value that is no string.
enum JSONLiteral {
    /// The bytes of the value.
    case asItStands
    case text([UInt8])

    /// The text of a value of the kind `kind`: numbers, booleans and nested values as they stand. Nil where it is a string, as
    /// are numbers that JSON has not, such as `NaN` and `+1`, and nested values that are no JSON (RFC 8259) or no UTF-8, so that
    /// the text around them stays whole. Line ends between the tokens of a nested value become spaces where `isOnOneLine`.
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
            // In strings they have to be escaped.
            let isChanged = isOnOneLine && value.contains { $0 == 0x0A || $0 == 0x0D }
            self = isChanged ? .text(value.map { $0 == 0x0A || $0 == 0x0D ? 0x20 : $0 }) : .asItStands
        case .text, .date, .time, .dateTime, .duration, .error, .binary, .formula: return nil
        }
    }

    /// The text of a value of a column that is read as `form`: null, a number or a truth value; nil where it is a string.
    init?(_ value: UnsafeBufferPointer<UInt8>, as form: ValueForm) {
        if value.isEmpty || form.isNull(value) {
            self = .text(Array("null".utf8))
        } else if form.type == .boolean, let truth = form.truth(of: value) {
            self = .text(Array((truth ? "true" : "false").utf8))
        } else if form.type.isNumeric, let number = CanonicalNumber.json(of: Array(value), form) {
            self = .text(number)
        } else {
            return nil
        }
    }
}
