import Glibc
import QuadrilleRuntime
import Tabular

/// A source that can be read only once and forwards, such as standard input: copied into a spool as it arrives.
final class SpoolStore: SpooledBytes {
    let spool: Spool
    /// A pipe that has a byte to read once `cancel` was called, so that a `poll` on the input ends.
    private let cancelled: (read: FileDescriptor, write: FileDescriptor)
    private let name: String

    /// Begins to copy `input` in the background.
    init(_ input: FileDescriptor, name: String) throws(ReadError) {
        self.name = name
        spool = try Spool(name: name)
        do throws(SystemError) {
            let ends = try FileDescriptor.openPipe()
            cancelled = (FileDescriptor(owning: ends.read), FileDescriptor(owning: ends.write))
        } catch { throw .readFailed(name, byte: 0, number: error.number) }
        // A thread of its own, since the next byte may arrive at any time: until the input ends, and no longer.
        let status = BackgroundThread.start { [self] in
            do throws(ReadError) { try copy(input) } catch { spool.fail(error) }
        }
        if status != 0 { throw .noThread(name) }
    }

    var length: StoreLength { spool.length }

    func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int) throws(ReadError) -> Int {
        try spool.read(into: buffer, at: offset)
    }

    func wait(beyond offset: Int, deadline: UInt64) throws(ReadError) -> StoreLength {
        try spool.wait(beyond: offset, deadline: deadline)
    }

    func hold(_ isHeld: Bool) { spool.hold(isHeld) }

    func cancel() {
        spool.cancel()
        var byte: UInt8 = 1
        _ = Glibc.write(cancelled.write.number, &byte, 1)
    }

    private func copy(_ input: FileDescriptor) throws(ReadError) {
        let buffer = ReadBuffer(count: 1 << 18)
        while !spool.isCancelled {
            var polled = [
                pollfd(fd: input.number, events: Int16(POLLIN), revents: 0),
                pollfd(fd: cancelled.read.number, events: Int16(POLLIN), revents: 0),
            ]
            if poll(&polled, 2, -1) < 0 && errno != EINTR { throw failure(errno) }
            if polled[1].revents != 0 { return }
            if polled[0].revents == 0 { continue }
            spool.waitWhileHeld()
            let count = Glibc.read(input.number, buffer.bytes.baseAddress, buffer.bytes.count)
            if count < 0 {
                if errno == EINTR || errno == EAGAIN { continue }
                throw failure(errno)
            }
            if count == 0 { return spool.finish() }
            try spool.append(buffer.prefix(count))
        }
    }

    private func failure(_ number: Int32) -> ReadError { .readFailed(name, byte: spool.length.known, number: number) }
}
