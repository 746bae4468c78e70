import Glibc

/// Bytes on their way to a file descriptor, written in large pieces. After a failure it takes everything and writes
/// nothing.
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

    init(descriptor: Int32) {
        self.descriptor = descriptor
        bytes = storage.bytes
    }

    mutating func write(_ byte: UInt8) {
        if count == Self.capacity { flush() }
        bytes[count] = byte
        count += 1
    }

    mutating func write(_ new: UnsafeBufferPointer<UInt8>) {
        guard let start = new.baseAddress else { return }
        if count + new.count > Self.capacity { flush() }
        if new.count >= Self.capacity {
            send(new)
        } else {
            (bytes + count).update(from: start, count: new.count)
            count += new.count
        }
    }

    mutating func write(_ text: StaticString) {
        write(UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
    }

    mutating func write(_ bytes: [UInt8]) { bytes.withUnsafeBufferPointer { write($0) } }

    /// Has `body` write right into a buffer with room for at least a few thousand bytes; it gives how many it wrote.
    mutating func fill(_ body: (UnsafeMutableBufferPointer<UInt8>) -> Int) {
        if count > Self.capacity / 2 { flush() }
        count += body(UnsafeMutableBufferPointer(start: bytes + count, count: Self.capacity - count))
    }

    /// Writes what is still held back.
    mutating func flush() {
        let held = count
        count = 0
        send(UnsafeBufferPointer(start: bytes, count: held))
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
