/// The numbers of delimiters of one byte in cells of text.
struct DelimiterCounts: Sendable, Hashable {
    private static let bytes = Array(",;|\t#^~".utf8)

    private var counts = SIMD8<Int32>()

    /// The number of a delimiter; nil for those that are not counted.
    subscript(delimiter: String) -> Int? {
        guard delimiter.utf8.count == 1, let index = Self.bytes.firstIndex(where: { $0 == delimiter.utf8.first })
        else { return nil }
        return Int(counts[index])
    }

    mutating func add(_ text: UnsafeBufferPointer<UInt8>) {
        for byte in text {
            if let index = Self.bytes.firstIndex(of: byte) { counts[index] &+= 1 }
        }
    }
}
