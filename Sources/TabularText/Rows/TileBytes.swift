import Tabular

/// Bytes read for the tiles of one want: rows of tiles that lie side by side begin at the same checkpoint, or at the next.
///
/// Two blocks, one behind the other, are kept: from a checkpoint to a row it may be nearly one, and the rows take another.
///
///     checkpoint      rows of tiles
///     |---------------|----|----|-----
///     |    block 1    |    block 2    |
///
/// What was read for another want, or before the source grew, is read anew: reading is what finds out that a file was
/// changed.
struct TileBytes {
    /// What the bytes were read for.
    private struct Basis: Hashable {
        var stamp: Int
        var openRow: OpenRow?
        var length: Int
    }

    private let buffer: ReadBuffer
    /// Bytes of one read.
    private let block: Int
    private var basis: Basis?
    private var start = 0
    private var count = 0

    init(block: Int) {
        self.block = block
        buffer = ReadBuffer(count: 2 * block)
    }

    /// From now on bytes are wanted for `load`.
    mutating func begin(_ load: TileLoad, of store: any ByteStore) {
        let next = Basis(stamp: load.stamp, openRow: load.openRow, length: store.length.known)
        if next != basis { (basis, count) = (next, 0) }
    }

    /// The bytes from `offset` on that are here, or else those of a read, and how many it has read. None at the source's end
    /// and at `end`. They hold until the next call.
    ///
    /// A read that is `small` takes a quarter of a block: of a record that is longer than all this, little is wanted.
    mutating func bytes(
        at offset: Int, upTo end: Int, of store: any ByteStore, small: Bool
    ) throws(ReadError) -> (bytes: UnsafeBufferPointer<UInt8>, read: Int) {
        var read = 0
        if offset < start || offset >= start + count {
            if offset != start + count { (start, count) = (offset, 0) }
            if count > block { letGo(of: count - block) }
            let wanted = min(small ? max(1, block / 4) : block, buffer.bytes.count - count, end - offset)
            guard wanted > 0 else { return (buffer.prefix(0), 0) }
            let room = UnsafeMutableRawBufferPointer(rebasing: buffer.bytes[count..<count + wanted])
            read = try store.read(into: room, at: offset)
            count += read
        }
        let known = min(start + count, end) - start
        return (UnsafeBufferPointer(rebasing: buffer.prefix(known)[(offset - start)...]), read)
    }

    private mutating func letGo(of first: Int) {
        buffer.bytes.copyMemory(from: UnsafeRawBufferPointer(rebasing: buffer.bytes[first..<count]))
        (start, count) = (start + first, count - first)
    }
}
