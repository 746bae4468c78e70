import Tabular

/// The bytes of one field, for classifying it: borrowed while they lie in one piece of one chunk, else copied.
struct FieldValue {
    private var piece: UnsafeBufferPointer<UInt8>?
    private var copy: [UInt8] = []

    var isEmpty: Bool { piece == nil && copy.isEmpty }

    mutating func append(_ bytes: UnsafeBufferPointer<UInt8>) {
        if isEmpty {
            piece = bytes
        } else {
            keep()
            append(toCopy: bytes)
        }
    }

    /// Copies borrowed bytes, before the chunk becomes invalid.
    mutating func keep() {
        guard let borrowed = piece else { return }
        piece = nil
        append(toCopy: borrowed)
    }

    mutating func clear() {
        piece = nil
        if !copy.isEmpty { copy.removeAll(keepingCapacity: true) }
    }

    func withBytes<R>(_ body: (UnsafeBufferPointer<UInt8>) -> R) -> R {
        if let piece { return body(piece) }
        return copy.withUnsafeBufferPointer(body)
    }

    /// Bytes beyond the length of any typed value are dropped.
    private mutating func append(toCopy bytes: UnsafeBufferPointer<UInt8>) {
        let room = TypeSet.longestTyped + 1 - copy.count
        if room > 0 { copy.append(contentsOf: bytes.prefix(room)) }
    }
}
