/// The numbers of delimiters of one byte in cells of text.
struct DelimiterCounts: Sendable, Hashable {
    private var counts = SIMD8<Int32>()

    /// The number of a delimiter; nil for those that are not counted.
    subscript(delimiter: String) -> Int? {
        guard delimiter.utf8.count == 1, let index = delimiter.utf8.first.flatMap(Self.index) else { return nil }
        return Int(counts[index])
    }

    mutating func add(_ text: UnsafeBufferPointer<UInt8>) {
        for byte in text {
            if let index = Self.index(of: byte) { counts[index] &+= 1 }
        }
    }

    @inline(__always)
    private static func index(of byte: UInt8) -> Int? {
        switch byte {
        case UInt8(ascii: ","): 0
        case UInt8(ascii: ";"): 1
        case UInt8(ascii: "|"): 2
        case UInt8(ascii: "\t"): 3
        case UInt8(ascii: "#"): 4
        case UInt8(ascii: "^"): 5
        case UInt8(ascii: "~"): 6
        default: nil
        }
    }
}
