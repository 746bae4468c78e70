/// The bytes after the bracket that closes an array.
struct ArrayEnd {
    let bytes: UnsafeBufferPointer<UInt8>
    /// The forms of the containers around the array, from the innermost one.
    let parents: [RowForm]
    let isRelaxed: Bool

    /// A Boolean value that indicates whether such bytes can follow the end of the array: only brackets that close its parents,
    /// another member or element, or nothing. Bytes that are not there are right.
    var isProper: Bool {
        var index = 0
        var parents = parents[...]
        while let byte = byte(after: &index) {
            if isRelaxed, byte == UInt8(ascii: "/") { return true }
            guard let parent = parents.popFirst() else { return false }
            if byte == UInt8(ascii: ",") {
                index += 1
                return parent == .elements || beginsMember(after: &index)
            }
            guard byte == parent.closer else { return false }
            index += 1
        }
        return true
    }

    /// Returns true where the next byte, or the one after a comma, is `opener`.
    func begins(with opener: UInt8) -> Bool {
        var index = 0
        if byte(after: &index) == UInt8(ascii: ",") { index += 1 }
        return byte(after: &index) == opener
    }

    /// The byte at `index` or after blanks there; nil where there is none.
    private func byte(after index: inout Int) -> UInt8? {
        while index < bytes.count, bytes[index].isBlank { index += 1 }
        return index < bytes.count ? bytes[index] : nil
    }

    /// Returns true where a name and a colon follow.
    private func beginsMember(after index: inout Int) -> Bool {
        guard !isRelaxed, let first = byte(after: &index), first != UInt8(ascii: "}") else { return true }
        guard first == UInt8(ascii: "\"") else { return false }
        var isEscaped = false
        for end in (index + 1)..<max(index + 1, bytes.count) {
            if bytes[end] == 0x0A { return false }
            if bytes[end] == UInt8(ascii: "\""), !isEscaped {
                index = end + 1
                return [UInt8(ascii: ":"), nil].contains(byte(after: &index))
            }
            isEscaped = bytes[end] == UInt8(ascii: "\\") && !isEscaped
        }
        return true
    }
}
