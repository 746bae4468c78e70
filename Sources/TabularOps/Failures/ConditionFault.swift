/// A fault of a condition, with the facts that its message gives.
///
/// If you add a case, add its text (`ConditionFault+Text.swift`).
public enum ConditionFault: Sendable, Hashable {
    case pattern(PatternError)
    // The column holds values of one type, and the one to compare with is not of it.
    case noNumber(String)
    case noDate(String)
    case noTime(String)
    case noDateTime(String)
    case noDuration(String)
}
