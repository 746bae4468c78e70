/// The name of a member in a path, by its bytes: equal characters may have different bytes.
///
/// Halves of surrogate pairs are the three bytes that UTF-8 would have for them; other invalid UTF-8 is U+FFFD.
package struct MemberName: Sendable, Hashable, ExpressibleByStringLiteral {
    let bytes: [UInt8]

    package init(_ text: String) { bytes = Array(text.utf8) }

    package init(stringLiteral text: String) { self.init(text) }

    /// The name with the bytes `raw` between its quotes.
    init(raw: [UInt8]) {
        var bytes: [UInt8] = []
        raw.withUnsafeBufferPointer { _ = StringText.decode($0, keepingSurrogates: true, into: &bytes) }
        self.bytes = StringText.repaired(bytes) ?? Array(String(decoding: bytes, as: UTF8.self).utf8)
    }

    /// The name with halves of surrogate pairs as their escapes.
    var text: String { StringText.shown(bytes) }
}
