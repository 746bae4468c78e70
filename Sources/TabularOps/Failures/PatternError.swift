/// The reason why a text is not a valid pattern.
public struct PatternError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The facts.
    public enum Fault: Sendable, Hashable {
        /// The pattern has more bytes than the limit.
        case tooLong(limit: Int)
        /// The library rejects the pattern with an error number.
        case refused(number: Int32)
    }

    public var pattern: String
    /// The number of characters of the pattern before the error.
    public var offset: Int
    public var fault: Fault

    public init(pattern: String, offset: Int, fault: Fault) {
        (self.pattern, self.offset, self.fault) = (pattern, offset, fault)
    }
}
