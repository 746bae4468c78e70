/// The nodes of a JSON text (RFC 8259), for a foldable display: it keeps the text's own bytes and converts nothing. Numbers
/// stay as written, whatever their length; duplicate keys and the order stay too.
///
///     {"a": [1, 2.50], "b": null}
///
///     node  depth  key  kind         own text
///     0     0           object (2)   the whole
///     1     1      "a"  array (2)    [1, 2.50]
///     2     2           number       1
///     3     2           number       2.50
///     4     1      "b"  literal      null
///
/// A JSON library would convert the numbers to binary fractions and the members to a dictionary.
public struct JSONOutline: Sendable, Hashable {
    public enum Kind: Sendable, Hashable {
        case object, array, string, number
        /// `true`, `false` and `null`.
        case literal
    }

    /// A value of the text.
    public struct Node: Sendable, Hashable {
        public var kind: Kind
        /// The number of objects and arrays that contain the node.
        public var depth: Int
        /// The byte range of its key in the text, including the quotes; nil outside objects.
        public var key: Range<Int>?
        /// The byte range of the node itself, including its quotes or brackets.
        public var text: Range<Int>
        /// The number of members of an object, or of elements of an array; 0 for others.
        public var childCount = 0
        /// The index after its last descendant: folding skips up to there.
        public var end = 0
    }

    /// The error of a text that is not JSON.
    public struct Failure: Error, Hashable {
        /// The offset of the offending byte in the text.
        public var byte: Int
        /// The syntax expected at that byte, such as "a comma or }".
        public var expected: String
    }

    /// The nodes in the order of the text: a node comes before its descendants.
    public private(set) var nodes: [Node] = []

    /// Parses a whole text, of any depth.
    ///
    /// - Complexity: O(bytes) time, O(nodes) memory.
    public init(_ text: UnsafeBufferPointer<UInt8>) throws(Failure) {
        var parser = JSONOutlineParser(text)
        try parser.parse()
        nodes = parser.nodes
    }

    /// Parses the bytes in an array.
    public init(_ text: [UInt8]) throws(Failure) {
        let result: Result<JSONOutline, Failure> = text.withUnsafeBufferPointer { bytes in
            do throws(Failure) { return .success(try JSONOutline(bytes)) } catch { return .failure(error) }
        }
        self = try result.get()
    }

    /// Returns true where a text may be JSON: it begins with a bracket or brace. O(leading blanks).
    public static func mayBegin(_ text: some Sequence<UInt8>) -> Bool {
        let first = text.first { ![0x20, 0x09, 0x0A, 0x0D].contains($0) }
        return first == UInt8(ascii: "{") || first == UInt8(ascii: "[")
    }
}
