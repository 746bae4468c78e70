/// A change of a source after it was opened. Everything in memory stays readable, whatever the change.
public struct SourceChange: Sendable, Hashable, CustomStringConvertible {
    public enum Kind: String, Sendable, Hashable {
        /// It is shorter than it was. Nothing more is read from it.
        case cut
        /// Bytes that had been read were, or may have been, overwritten. Nothing more is read from it.
        case overwritten
        /// Another file is at its path. The one that was opened is still read.
        case replaced
        /// No file is at its path. The one that was opened is still read.
        case deleted
        /// There is more of it, which is shown only after a reload.
        case grown
        /// There was too little of it to recognize when it was opened, and now there is more. Reload it.
        case begun
    }

    public var kind: Kind
    /// The source's name as the user entered it.
    public var source: String
    /// The facts, in the terms of the module that detected them.
    public var reason: any ErrorReason
    /// Grows by one when the same change recurs.
    public var count: Int
    /// The change and the part of the source that is still shown, without the source's name; in the language of the interface.
    public var message: String { reason.message }

    public init(kind: Kind, source: String, reason: any ErrorReason, count: Int = 1) {
        self.kind = kind
        self.source = source
        self.reason = reason
        self.count = count
    }

    /// A change of a source that has one sentence for it.
    public init(kind: Kind, source: String, message: String, count: Int = 1) {
        self.init(kind: kind, source: source, reason: ReasonSentence(message: message), count: count)
    }

    public var description: String { "\(source): \(message)" }

    public static func == (one: SourceChange, other: SourceChange) -> Bool {
        one.kind == other.kind && one.source == other.source && one.count == other.count
            && AnyHashable(one.reason) == AnyHashable(other.reason)
    }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(kind)
        hasher.combine(source)
        hasher.combine(count)
        hasher.combine(AnyHashable(reason))
    }
}
