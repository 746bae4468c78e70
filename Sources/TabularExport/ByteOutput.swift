import Glibc

/// Bytes on their way to a file descriptor, written in large pieces. After a failure it takes everything and writes
/// nothing.
struct ByteOutput {
    private static let capacity = 1 << 16

    let descriptor: Int32
    /// The number of the first error.
    private(set) var failure: Int32?
    private var buffer: [UInt8] = []

    init(descriptor: Int32) {
        self.descriptor = descriptor
        buffer.reserveCapacity(Self.capacity)
    }

    mutating func write(_ byte: UInt8) {
        if buffer.count == Self.capacity { flush() }
        buffer.append(byte)
    }

    mutating func write(_ bytes: UnsafeBufferPointer<UInt8>) {
        if buffer.count + bytes.count > Self.capacity { flush() }
        if bytes.count >= Self.capacity {
            send(bytes)
        } else {
            buffer.append(contentsOf: bytes)
        }
    }

    mutating func write(_ text: StaticString) {
        write(UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
    }

    mutating func write(_ bytes: [UInt8]) { bytes.withUnsafeBufferPointer { write($0) } }

    /// Writes what is still held back.
    mutating func flush() {
        let held = buffer
        buffer.removeAll(keepingCapacity: true)
        held.withUnsafeBufferPointer { send($0) }
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
