/// A fault of a condition, with the facts for its message.
///
/// If you add a case, add its text (`ConditionFault+Text.swift`).
public enum ConditionFault: Sendable, Hashable {
    case pattern(PatternError)
    // The column holds values of one type, and the comparison value is not of that type.
    case noNumber(String)
    case noDate(String)
    case noTime(String)
    case noDateTime(String)
    case noDuration(String)
}
