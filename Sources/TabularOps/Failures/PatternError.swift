/// The reason for which a text is no pattern.
public struct PatternError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The facts.
    public enum Fault: Sendable, Hashable {
        /// The pattern has more bytes than that.
        case tooLong(limit: Int)
        /// The library refuses it with an error number.
        case refused(number: Int32)
    }

    public var pattern: String
    /// Characters of the pattern before the place where it stops making sense.
    public var offset: Int
    public var fault: Fault

    public init(pattern: String, offset: Int, fault: Fault) {
        (self.pattern, self.offset, self.fault) = (pattern, offset, fault)
    }
}
