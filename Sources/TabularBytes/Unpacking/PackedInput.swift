import QuadrilleRuntime
import Tabular

/// The compressed bytes of a store from one offset on, read into one buffer as they arrive.
package struct PackedInput {
    private let store: any ByteStore
    private let buffer: ReadBuffer
    private var held = 0..<0
    /// The end of the bytes, unless the store ends before.
    let end: Int
    /// The offset of the first byte that has not been consumed.
    package private(set) var offset: Int

    static let pieceLength = 1 << 16

    package init(_ store: any ByteStore, in range: Range<Int>) {
        self.store = store
        buffer = ReadBuffer(count: Self.pieceLength)
        offset = range.lowerBound
        end = range.upperBound
    }

    /// The bytes that were read and not consumed.
    package var bytes: UnsafeRawBufferPointer { UnsafeRawBufferPointer(rebasing: buffer.bytes[held]) }

    package mutating func consume(_ count: Int) {
        held = held.lowerBound + count..<held.upperBound
        offset += count
    }

    /// Waits until at least `count` bytes are held, or all that there are. False when the store was canceled meanwhile.
    package mutating func fill(_ count: Int) throws(ReadError) -> Bool {
        while held.count < count {
            if held.lowerBound > 0 {
                buffer.bytes.copyBytes(from: buffer.bytes[held])
                held = 0..<held.count
            }
            let next = offset + held.count
            let room = min(buffer.bytes.count - held.upperBound, end - next)
            guard room > 0 else { return true }
            let slice = UnsafeMutableRawBufferPointer(rebasing: buffer.bytes[held.upperBound...].prefix(room))
            let read = try store.read(into: slice, at: next)
            held = held.lowerBound..<held.upperBound + read
            if read > 0 { continue }
            let length = try store.wait(beyond: next, deadline: .max)
            if length.known <= next { return length.isComplete }
        }
        return true
    }

    /// Waits until the store is whole, and returns its length; nil when it was canceled.
    package static func wholeLength(of store: any ByteStore) throws(ReadError) -> Int? {
        var length = store.length
        while !length.isComplete {
            let known = length.known
            length = try store.wait(beyond: known, deadline: .max)
            if !length.isComplete && length.known <= known { return nil }
        }
        return length.known
    }
}
