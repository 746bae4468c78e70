import Tabular

/// The encoding of a text, for the details of all formats of text.
public struct EncodingDetails: Sendable, Hashable {
    /// The name, such as "UTF-8".
    public var name: String
    /// A Boolean value that indicates whether a byte order mark declares it.
    public var hasByteOrderMark: Bool
    /// A Boolean value that indicates whether it was guessed from the resulting text: the bytes are text in other encodings
    /// too.
    public var isGuessed: Bool
    /// An encoding that fits where some bytes are invalid in this one.
    public var suggested: String?

    public init(_ name: String, hasByteOrderMark: Bool = false, isGuessed: Bool = false) {
        (self.name, self.hasByteOrderMark, self.isGuessed) = (name, hasByteOrderMark, isGuessed)
    }

    package init(_ finding: EncodingFinding) {
        self.init(finding.name, hasByteOrderMark: finding.markLength > 0, isGuessed: finding.isGuess)
    }

    /// The members of `info --json`.
    package var infoMembers: [(key: String, value: JSONValue)] {
        [
            ("encoding", .string(name)), ("byteOrderMark", .boolean(hasByteOrderMark)),
            ("encodingGuessed", .boolean(isGuessed)), ("suggestedEncoding", suggested.map { .string($0) } ?? .null),
        ]
    }

    /// The line of `info`.
    package var infoLine: (label: String, words: String) { ("encoding", words) }
}
