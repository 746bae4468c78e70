import CScan
import Tabular

/// Makes whole characters of bytes that come in pieces; what is no UTF-8 becomes U+FFFD.
struct UTF8Text {
    /// The beginning of a character whose rest is to come.
    private var carry: [UInt8] = []

    /// A Boolean value that indicates whether nothing is left over.
    var isWhole: Bool { carry.isEmpty }

    /// Returns the text of `bytes` after what was left over before, as far as its characters are whole; nil where that is
    /// `bytes` unchanged.
    mutating func repaired(_ bytes: UnsafeBufferPointer<UInt8>) -> [UInt8]? {
        if carry.isEmpty {
            guard let base = bytes.baseAddress, cscan_clean_prefix(base, bytes.count) < bytes.count else { return nil }
        }
        var text = carry
        text.append(contentsOf: bytes)
        // Half a character waits for its other half.
        let end = UTF8Boundary.completeEnd(of: text)
        carry = Array(text[end...])
        text.removeSubrange(end...)
        return Array(String(decoding: text, as: UTF8.self).utf8)
    }

    /// The text that is left over at a value's end.
    mutating func end() -> [UInt8] {
        if carry.isEmpty { return [] }
        defer { carry = [] }
        return Array(String(decoding: carry, as: UTF8.self).utf8)
    }
}
