import Glibc

/// Transforms output bytes piece by piece: receives the next bytes, and returns those to write for them and for bytes held back
/// before. The last piece may be empty.
package typealias ByteFilter = (_ bytes: UnsafeBufferPointer<UInt8>, _ isLast: Bool) -> [UInt8]

/// Buffered output to a file descriptor. After a failure it accepts all bytes and writes none.
struct ByteOutput {
    private static let capacity = 1 << 16

    private final class Storage {
        let bytes = UnsafeMutablePointer<UInt8>.allocate(capacity: capacity)

        deinit { bytes.deallocate() }
    }

    let descriptor: Int32
    /// The number of the first error.
    private(set) var failure: Int32?
    private let storage = Storage()
    private let bytes: UnsafeMutablePointer<UInt8>
    private var count = 0
    /// The buffered bytes up to the last whole record.
    private var recordEnd = 0
    private let filter: ByteFilter?

    init(descriptor: Int32, filter: ByteFilter? = nil) {
        self.descriptor = descriptor
        self.filter = filter
        bytes = storage.bytes
    }

    mutating func write(_ byte: UInt8) {
        if count == Self.capacity { drain() }
        bytes[count] = byte
        count += 1
    }

    /// Writes the same byte `count` times.
    mutating func write(_ byte: UInt8, count number: Int) {
        var left = number
        while left > 0 {
            if count == Self.capacity { drain() }
            let part = min(left, Self.capacity - count)
            (bytes + count).update(repeating: byte, count: part)
            count += part
            left -= part
        }
    }

    mutating func write(_ new: UnsafeBufferPointer<UInt8>) {
        guard let start = new.baseAddress else { return }
        if count + new.count > Self.capacity { drain() }
        if new.count >= Self.capacity {
            send(new, isLast: false)
        } else {
            (bytes + count).update(from: start, count: new.count)
            count += new.count
        }
    }

    mutating func write(_ text: StaticString) {
        write(UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
    }

    mutating func write(_ bytes: [UInt8]) { bytes.withUnsafeBufferPointer { write($0) } }

    /// Calls `body` to write into a buffer with room for at least a few thousand bytes; it returns the number of bytes written.
    mutating func fill(_ body: (UnsafeMutableBufferPointer<UInt8>) -> Int) {
        if count > Self.capacity / 2 { drain() }
        count += body(UnsafeMutableBufferPointer(start: bytes + count, count: Self.capacity - count))
    }

    /// Notes that all bytes so far are whole records.
    mutating func endRecord() { recordEnd = count }

    /// Forgets the bytes after the last whole record, as far as they are not written.
    mutating func removeOpenRecord() { count = recordEnd }

    /// Writes all remaining bytes; must be the last call.
    mutating func flush() { drain(isLast: true) }

    private mutating func drain(isLast: Bool = false) {
        let held = count
        (count, recordEnd) = (0, 0)
        send(UnsafeBufferPointer(start: bytes, count: held), isLast: isLast)
    }

    private mutating func send(_ bytes: UnsafeBufferPointer<UInt8>, isLast: Bool) {
        guard let filter else { return send(bytes) }
        filter(bytes, isLast).withUnsafeBufferPointer { send($0) }
    }

    private mutating func send(_ bytes: UnsafeBufferPointer<UInt8>) {
        var done = 0
        while done < bytes.count && failure == nil {
            let rest = UnsafeBufferPointer(rebasing: bytes[done...])
            let count = Glibc.write(descriptor, rest.baseAddress, rest.count)
            if count >= 0 {
                done += count
            } else if errno == EAGAIN {
                // A pipe that another program set to non-blocking.
                var waited = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
                poll(&waited, 1, -1)
            } else if errno != EINTR {
                failure = errno
            }
        }
    }
}
