import QuadrilleRuntime
import Tabular
import TabularBytes

/// Bytes at the beginning of a text or of the rows of a table, enough to find its columns.
struct JSONSample {
    let bytes: [UInt8]
    /// True where the text ends with them.
    let isWhole: Bool

    /// Nanoseconds to wait for more of a text that is still arriving, once there is something.
    private static let quiet: UInt64 = 150_000_000
    /// No sample is longer, however long its first row is.
    private static let longest = 1 << 24
    /// Bytes that are read at once of a longer one.
    private static let block = 1 << 20

    /// Reads `length` bytes from `start` on, or as many as there are; more where `isEnough` returns false. Where reading fails
    /// after some bytes, these are the sample: the passes report the error at its place.
    init(
        of store: any ByteStore, at start: Int, length: Int,
        isEnough: (UnsafeBufferPointer<UInt8>) -> Bool = { _ in true }
    ) throws(ReadError) {
        var bytes: [UInt8] = []
        var (size, isAtEnd, isBroken) = (length, false, false)
        while true {
            // In blocks, since a first row of many megabytes would be in memory three times.
            let room = ReadBuffer(count: min(size - bytes.count, Self.block))
            let before = bytes.count
            bytes.reserveCapacity(size)
            do throws(ReadError) {
                try Self.read(store, at: start + bytes.count, into: room, &isAtEnd, appendingTo: &bytes)
            } catch {
                guard !bytes.isEmpty else { throw error }
                isBroken = true
            }
            let isFull = bytes.count - before == room.bytes.count
            if bytes.count < size, isFull, !isAtEnd, !isBroken { continue }
            if isAtEnd || isBroken || size >= Self.longest || bytes.withUnsafeBufferPointer(isEnough) { break }
            if bytes.count == size { size *= 2 }
        }
        (self.bytes, isWhole) = (bytes, isAtEnd)
    }

    private init(bytes: [UInt8], isWhole: Bool) { (self.bytes, self.isWhole) = (bytes, isWhole) }

    /// The sample without its first `count` bytes.
    func dropping(_ count: Int) -> JSONSample { JSONSample(bytes: Array(bytes.dropFirst(count)), isWhole: isWhole) }

    /// Reads until `room` is full, the text ends or nothing arrives for a while.
    private static func read(
        _ store: any ByteStore, at start: Int, into room: ReadBuffer, _ isAtEnd: inout Bool,
        appendingTo bytes: inout [UInt8]
    ) throws(ReadError) {
        let isFirst = bytes.isEmpty
        var count = 0
        defer { bytes.append(contentsOf: room.prefix(count)) }
        while count < room.bytes.count {
            let rest = UnsafeMutableRawBufferPointer(rebasing: room.bytes[count...])
            let read = try store.read(into: rest, at: start + count)
            count += read
            if read > 0 { continue }
            let isNothing = isFirst && count == 0
            let length = try store.wait(
                beyond: start + count, deadline: isNothing ? .max : monotonicNow() + quiet)
            guard length.known <= start + count else { continue }
            isAtEnd = length.isComplete
            // In a text that is still arriving, the bytes so far must do, if there are any.
            if isAtEnd || !isNothing { break }
        }
    }
}
