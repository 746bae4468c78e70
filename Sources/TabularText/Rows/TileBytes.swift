import QuadrilleRuntime
import Tabular
import TabularBytes

/// Bytes read for the tiles of one request: from the checkpoint before the first row to the next one after the last.
///
/// Rows of vertically adjacent tiles come with the same read, which ends where the index knows that the last of them has ended.
/// So a screen at any position costs one read, and no more bytes than its rows and an interval of the index; two where a
/// checkpoint lies in it.
///
///     checkpoint      rows of tiles     checkpoint
///     |---------------|----|----|-------|---------------
///     |          one read               |
///
/// More than one read is needed
/// - where the range is longer than four blocks: records of thousands of columns, or of very long values, and files of more
///   than 256 GiB, whose intervals are. Then it is read by blocks, the last of which is kept;
/// - of a store that returns fewer bytes than requested: one that converts its bytes does so chunk by chunk.
///
/// Bytes read for another request, or before the source grew, are read again: reading detects changes of a file.
struct TileBytes {
    /// The request and the state of the source that the bytes were read for.
    private struct Basis: Hashable {
        var version: Version
        var openRow: OpenRow?
        var length: Int
    }

    /// The most blocks of one read.
    private static let most = 4

    private let buffer: ReadBuffer
    private let block: Int
    private var basis: Basis?
    private var start = 0
    private var count = 0

    /// `block` is the length of one read where more bytes are wanted than it can hold.
    init(block: Int) {
        self.block = block
        buffer = ReadBuffer(count: Self.most * block)
    }

    /// Begins to serve `load`.
    mutating func begin(_ load: TileLoad, of store: any ByteStore) {
        let next = Basis(version: load.version, openRow: load.openRow, length: store.length.known)
        if next != basis { (basis, count) = (next, 0) }
    }

    /// The bytes from the offset of `span` on that are in memory, or else those of a read, and the number of bytes read. None
    /// at the source's end and at the end of `span`. Valid until the next call.
    mutating func bytes(
        _ span: TileSpan, of store: any ByteStore
    ) throws(ReadError) -> (bytes: UnsafeBufferPointer<UInt8>, read: Int) {
        let offset = span.offset
        var read = 0
        if offset < start || offset >= start + count {
            if offset != start + count { (start, count) = (offset, 0) }
            let wanted = min(wanted(span), span.end - offset)
            guard wanted > 0 else { return (buffer.prefix(0), 0) }
            if count == 0 && span.lead > 0 && span.lead + wanted <= buffer.bytes.count {
                let room = UnsafeMutableRawBufferPointer(rebasing: buffer.bytes.prefix(span.lead + wanted))
                let all = try store.read(into: room, at: offset - span.lead)
                if all > span.lead {
                    (start, count) = (offset - span.lead, all)
                    let known = min(start + count, span.end) - start
                    return (UnsafeBufferPointer(rebasing: buffer.prefix(known)[span.lead...]), all)
                }
            }
            if count + wanted > buffer.bytes.count { letGo(of: count - min(block, buffer.bytes.count - wanted)) }
            let room = UnsafeMutableRawBufferPointer(rebasing: buffer.bytes[count..<count + wanted])
            read = try store.read(into: room, at: offset)
            count += read
        }
        let known = min(start + count, span.end) - start
        return (UnsafeBufferPointer(rebasing: buffer.prefix(known)[(offset - start)...]), read)
    }

    /// All bytes in memory, and the offset of the first one. Valid until the next call of `bytes`.
    var held: (bytes: UnsafeBufferPointer<UInt8>, start: Int) { (buffer.prefix(count), start) }

    private func wanted(_ span: TileSpan) -> Int {
        let all = span.goal - span.offset
        if all > 0 && all <= buffer.bytes.count { return all }
        // A record that is longer than all this has few wanted bytes.
        return span.isFar ? max(1, block / 4) : block
    }

    private mutating func letGo(of first: Int) {
        guard first > 0 else { return }
        buffer.bytes.copyMemory(from: UnsafeRawBufferPointer(rebasing: buffer.bytes[min(first, count)..<count]))
        (start, count) = (start + first, max(0, count - first))
    }
}

/// The span of a source in which tiles are looked for.
struct TileSpan {
    /// The byte offset of the next byte.
    var offset: Int
    /// The number of bytes before it that are read with it.
    var lead = 0
    /// The end of the wanted bytes, as far as it is known.
    var goal = 0
    /// The byte offset after the rows as they were when they were requested.
    var end = Int.max
    /// A Boolean value that indicates whether it begins far inside a long record.
    var isFar = false
}
