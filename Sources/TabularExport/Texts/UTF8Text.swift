import CScan
import Tabular

/// Reassembles characters from bytes that arrive in pieces; invalid UTF-8 becomes U+FFFD.
struct UTF8Text {
    /// The beginning of an incomplete character.
    private var carry: [UInt8] = []

    /// A Boolean value that indicates whether no incomplete character is left.
    var isWhole: Bool { carry.isEmpty }

    /// Returns the text of the remaining bytes and `bytes`, as far as its characters are complete; nil where that is `bytes`
    /// unchanged.
    mutating func repaired(_ bytes: UnsafeBufferPointer<UInt8>) -> [UInt8]? {
        if carry.isEmpty {
            guard let base = bytes.baseAddress, cscan_clean_prefix(base, bytes.count) < bytes.count else { return nil }
        }
        var text = carry
        text.append(contentsOf: bytes)
        // An incomplete character waits for its remaining bytes.
        let end = UTF8Boundary.completeEnd(of: text)
        carry = Array(text[end...])
        text.removeSubrange(end...)
        return Array(String(decoding: text, as: UTF8.self).utf8)
    }

    /// Returns the text of the remaining bytes at a value's end.
    mutating func end() -> [UInt8] {
        if carry.isEmpty { return [] }
        defer { carry = [] }
        return Array(String(decoding: carry, as: UTF8.self).utf8)
    }
}
