/// What became of a source after it was opened. What is in memory stays readable, whatever it is.
public struct SourceChange: Sendable, Hashable, CustomStringConvertible {
    public enum Kind: String, Sendable, Hashable {
        /// It is shorter than it was. Nothing more is read from it.
        case cut
        /// Bytes that had been read were, or may have been, written over. Nothing more is read from it.
        case overwritten
        /// Another file stands at its path. The one that was opened is still read.
        case replaced
        /// No file stands at its path. The one that was opened is still read.
        case deleted
        /// There is more of it, which only reading it anew would show.
        case grown
        /// When it was opened there was too little of it to know what it is, and now there is more. Read it anew.
        case begun
    }

    public var kind: Kind
    /// The source's name as the user gave it.
    public var source: String
    /// What happened and what is still shown, without the source's name.
    public var message: String
    /// Grows by one when the same happens again.
    public var count: Int

    public init(kind: Kind, source: String, message: String, count: Int = 1) {
        self.kind = kind
        self.source = source
        self.message = message
        self.count = count
    }

    public var description: String { "\(source): \(message)" }
}
