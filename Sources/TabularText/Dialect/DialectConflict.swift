/// Two choices that exclude each other.
public struct DialectConflict: Error, Sendable, Hashable {
    public enum Part: String, Sendable, Hashable {
        case delimiter, quote, escape, comment
    }

    /// The one that comes first in a message: the delimiter, where it is one of them.
    public let first: Part
    /// The other; no choice of it is compatible with the chosen `first`.
    public let second: Part
}

extension TextOptions {
    /// The choices that exclude each other; nil without a conflict. A byte has one meaning: neither the quote nor the escape
    /// occurs in the delimiter or in the beginning of comments, and neither of those two begins with or contains the other.
    /// Where runs of spaces are delimiters the tab is one too.
    /// runs of spaces are delimiters the tab is one too.
    public var conflict: DialectConflict? {
        let isMerging = isMergingSpaces
        let bytes = isMerging ? [SpecialBytes.space, SpecialBytes.tab] : delimiter.map { Array($0.utf8) } ?? []
        let mark = comment.value.map { Array($0.utf8) } ?? []
        func holds(_ text: [UInt8], _ byte: UInt8?) -> Bool { byte.map { text.contains($0) } ?? false }
        if holds(bytes, quote.value) { return DialectConflict(first: .delimiter, second: .quote) }
        if holds(bytes, escape.value) { return DialectConflict(first: .delimiter, second: .escape) }
        if let quote = quote.value, quote == escape.value { return DialectConflict(first: .quote, second: .escape) }
        if holds(mark, quote.value) { return DialectConflict(first: .comment, second: .quote) }
        if holds(mark, escape.value) { return DialectConflict(first: .comment, second: .escape) }
        guard !bytes.isEmpty && !mark.isEmpty else { return nil }
        if isMerging {
            return mark.contains { bytes.contains($0) } ? DialectConflict(first: .delimiter, second: .comment) : nil
        }
        let overlaps = bytes.starts(with: mark) || mark.indices.contains { mark[$0...].starts(with: bytes) }
        return overlaps ? DialectConflict(first: .delimiter, second: .comment) : nil
    }
}
