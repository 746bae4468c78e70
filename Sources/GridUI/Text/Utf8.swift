/// Small helpers over valid UTF-8.
package enum Utf8 {
    /// The length of the longest prefix of at most `limit` bytes that ends between two scalars.
    static func boundary(in bytes: UnsafeBufferPointer<UInt8>, atMost limit: Int) -> Int {
        guard bytes.count > limit else { return bytes.count }
        var end = limit
        while end > 0, bytes[end] & 0xC0 == 0x80 { end -= 1 }
        return end
    }

    /// Appends the decimal digits of a number that is not negative.
    static func appendDecimal(_ number: Int, to text: inout [UInt8]) {
        // From the first digit on: writing them backwards and reversing the slice would copy it, once a row and frame.
        var divisor = 1
        while number / divisor >= 10 { divisor *= 10 }
        repeat {
            text.append(48 + UInt8(number / divisor % 10))
            divisor /= 10
        } while divisor > 0
    }
}
