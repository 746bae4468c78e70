/// A document of markup, recognized by its declaration or its first tag; a text table may begin with any other `<`.
enum MarkupKind: Sendable, Hashable {
    case svg
    case html
    case xml

    init?(_ sample: UnsafeBufferPointer<UInt8>) {
        var rest = sample[...]
        if rest.starts(with: [0xEF, 0xBB, 0xBF]) { rest = rest.dropFirst(3) }
        rest = Self.skipComments(rest)
        if Self.begins(rest, "<svg") {
            self = .svg
        } else if Self.begins(rest, "<!doctype html") || Self.beginsPage(rest) {
            self = .html
        } else if Self.begins(rest, "<?xml") {
            let root = Self.root(rest)
            self = Self.begins(root, "<svg") ? .svg : Self.begins(root, "<html") ? .html : .xml
        } else {
            return nil
        }
    }

    /// Returns true where `text` begins with a tag that pages without a declaration begin with. In a table's header `<body>` is
    /// a name, and a delimiter follows.
    private static func beginsPage(_ text: Slice<UnsafeBufferPointer<UInt8>>) -> Bool {
        let tags: [StaticString] = ["<html", "<head", "<body", "<table"]
        guard tags.contains(where: { begins(text, $0) }), let end = text.firstIndex(of: UInt8(ascii: ">")) else {
            return false
        }
        return text[(end + 1)...].first.map { !",;|\t".utf8.contains($0) } ?? true
    }

    /// Skips blanks and comments; an unterminated comment is none.
    private static func skipComments(
        _ text: Slice<UnsafeBufferPointer<UInt8>>
    ) -> Slice<UnsafeBufferPointer<UInt8>> {
        var rest = text.drop { isBlank($0) }
        while rest.starts(with: "<!--".utf8) {
            var end = rest.startIndex + 4
            while end < rest.endIndex, !rest[end...].starts(with: "-->".utf8) { end += 1 }
            guard end < rest.endIndex else { break }
            rest = rest[(end + 3)...].drop { isBlank($0) }
        }
        return rest
    }

    /// Returns true where `text` begins with the whole word `word`, in any case; `word` itself is in lower case.
    private static func begins(_ text: Slice<UnsafeBufferPointer<UInt8>>, _ word: StaticString) -> Bool {
        let wanted = UnsafeBufferPointer(start: word.utf8Start, count: word.utf8CodeUnitCount)
        let head = text.prefix(wanted.count)
        let areEqual = head.elementsEqual(wanted) { (0x41...0x5A).contains($0) ? $0 + 0x20 == $1 : $0 == $1 }
        guard areEqual, let next = text.dropFirst(wanted.count).first else { return false }
        return isBlank(next) || next == UInt8(ascii: ">")
    }

    /// The text from the first tag of an element on.
    private static func root(_ text: Slice<UnsafeBufferPointer<UInt8>>) -> Slice<UnsafeBufferPointer<UInt8>> {
        let start = text.indices.dropLast().first {
            text[$0] == UInt8(ascii: "<") && (0x61...0x7A).contains(text[$0 + 1] | 0x20)
        }
        return text[(start ?? text.endIndex)...]
    }

    private static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0D).contains(byte) }
}
