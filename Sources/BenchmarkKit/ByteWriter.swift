import Glibc

/// Bytes that are written one behind another into memory that is used again and again.
///
/// Like an array that grows, unlike it in that it never does: whoever writes asks `isFull` between records, and has
/// `margin` bytes beyond that. A gigabyte is made in seconds this way.
public struct ByteWriter: ~Copyable {
    /// Bytes that may be written once `isFull`.
    public static let margin = 1024

    private let memory: UnsafeMutablePointer<UInt8>
    private let capacity: Int
    public private(set) var count = 0

    public init(capacity: Int) {
        precondition(capacity > 0, "a writer of \(capacity) bytes")
        self.capacity = capacity
        memory = .allocate(capacity: capacity + Self.margin)
    }

    deinit { memory.deallocate() }

    public var isFull: Bool { count >= capacity }

    public mutating func removeAll() { count = 0 }

    /// Calls `body` with the written bytes.
    public func withBytes<R>(_ body: (UnsafeRawBufferPointer) throws -> R) rethrows -> R {
        try body(UnsafeRawBufferPointer(start: memory, count: count))
    }

    /// Less than 0 where its bytes are before those of another, 0 where they are the same.
    public func order(to other: borrowing ByteWriter) -> Int {
        let order = memcmp(memory, other.memory, min(count, other.count))
        return order == 0 ? count - other.count : Int(order)
    }

    mutating func append(_ byte: UInt8) {
        precondition(count < capacity + Self.margin, "a record of more than \(Self.margin) bytes")
        memory[count] = byte
        count += 1
    }

    mutating func append(_ text: StaticString) {
        let length = text.utf8CodeUnitCount
        precondition(count + length <= capacity + Self.margin, "a record of more than \(Self.margin) bytes")
        (memory + count).update(from: text.utf8Start, count: length)
        count += length
    }

    /// Appends one word of a list, and what stands between it and the next.
    mutating func append(_ words: [StaticString], at number: UInt64, before separator: StaticString) {
        append(words[Int(truncatingIfNeeded: number & 0xFF) % words.count])
        append(separator)
    }

    /// Appends the digits of a number that is not negative.
    mutating func append(_ number: Int) {
        var divisor = 1
        while number / divisor >= 10 { divisor *= 10 }
        while divisor > 0 {
            append(48 + UInt8(number / divisor % 10))
            divisor /= 10
        }
    }

    mutating func appendTwoDigits(_ number: Int) {
        append(48 + UInt8(number / 10 % 10))
        append(48 + UInt8(number % 10))
    }
}
