import Glibc
import Tabular

/// Text that a source has converted from another encoding to UTF-8. Invalid text, such as half of a surrogate pair, is the byte
/// FF there, which never occurs in UTF-8; outputs have U+FFFD in its place.
enum ConvertedText {
    private static let undecoded: UInt8 = 0xFF

    static func isBroken(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        guard let base = bytes.baseAddress else { return false }
        return memchr(base, Int32(undecoded), bytes.count) != nil
    }

    static func repaired(_ bytes: UnsafeBufferPointer<UInt8>) -> [UInt8] {
        bytes.flatMap { $0 == undecoded ? [0xEF, 0xBF, 0xBD] : [$0] }
    }
}

extension TableDescription {
    /// True after the text was converted to UTF-8.
    var isConverted: Bool { (details?.encodingName).map { $0 != "UTF-8" } ?? false }
}
