import Tabular

/// The layout of the entries of one part of the rows, in memory or in a file, in as few bytes as possible. Rows close to each
/// other, such as those of a part, need only 14 bytes; others need all 16.
///
///     6 bytes   3 of the key | whether the key continues (1 bit) | distance of the row from the first (23 bits)
///     8 bytes   the first 8 bytes of the key
struct EntryPacking: Sendable {
    private static let rowBits: UInt64 = 23

    /// The first row; nil where entries are not packed.
    private let firstRow: UInt64?

    /// Creates the layout for entries of `rows`.
    init(rows: ClosedRange<Int>) {
        firstRow = rows.upperBound - rows.lowerBound < 1 << Self.rowBits ? UInt64(rows.lowerBound) : nil
    }

    /// The number of bytes of an entry.
    var stride: Int { firstRow == nil ? 16 : 14 }

    /// Writes entries consecutively to `target`, which has room for them.
    func pack(_ entries: UnsafeMutableBufferPointer<SortEntry>, to target: UnsafeMutableRawPointer) {
        guard let firstRow, let source = entries.baseAddress else {
            UnsafeMutableRawBufferPointer(start: target, count: entries.count * stride)
                .copyMemory(from: UnsafeRawBufferPointer(entries))
            return
        }
        for index in 0..<entries.count {
            let entry = source[index]
            let row = (entry.low & (1 &<< 39 &- 1)) &- firstRow
            let low = (entry.low &>> 39) &<< Self.rowBits | row
            let place = target + index &* 14
            place.storeBytes(of: UInt32(truncatingIfNeeded: low), as: UInt32.self)
            place.storeBytes(of: UInt16(truncatingIfNeeded: low &>> 32), toByteOffset: 4, as: UInt16.self)
            place.storeBytes(of: entry.high, toByteOffset: 6, as: UInt64.self)
        }
    }

    /// Returns the entry at `index` of those at `base`.
    @inline(__always)
    func entry(_ index: Int, at base: UnsafeRawPointer) -> SortEntry {
        let place = base + index &* stride
        guard let firstRow else {
            return SortEntry(
                high: place.loadUnaligned(as: UInt64.self), low: place.loadUnaligned(fromByteOffset: 8, as: UInt64.self)
            )
        }
        let low = place.loadUnaligned(as: UInt64.self) & (1 &<< 48 &- 1)
        let row = firstRow &+ low & (1 &<< Self.rowBits &- 1)
        return SortEntry(
            high: place.loadUnaligned(fromByteOffset: 6, as: UInt64.self), low: (low &>> Self.rowBits) &<< 39 | row)
    }

    /// Writes the entries `range` of those at `base` to `target`. The source may overlap the very end of the target's memory:
    /// every entry is read before it is overwritten.
    func unpack(_ range: Range<Int>, at base: UnsafeRawPointer, to target: UnsafeMutablePointer<SortEntry>) {
        if firstRow == nil {
            UnsafeMutableRawPointer(target).copyMemory(from: base + range.lowerBound * 16, byteCount: range.count * 16)
            return
        }
        var place = target
        for index in range {
            place.initialize(to: entry(index, at: base))
            place += 1
        }
    }

    /// Returns the number of entries before `bound` among the `count` sorted entries at `base`. O(log entries).
    func count(of count: Int, at base: UnsafeRawPointer, before bound: SortEntry) -> Int {
        var (low, high) = (0, count)
        while low < high {
            let middle = (low + high) / 2
            if entry(middle, at: base) < bound { low = middle + 1 } else { high = middle }
        }
        return low
    }
}

/// Sorted entries of one part of the rows, packed in memory.
final class PackedEntries: Sendable {
    let count: Int
    let packing: EntryPacking
    private let pages: Pages

    init(_ entries: UnsafeMutableBufferPointer<SortEntry>, from memory: LargeMemory = .system) throws(ReadError) {
        var (least, greatest) = (Int.max, 0)
        for entry in entries { (least, greatest) = (min(least, entry.row), max(greatest, entry.row)) }
        packing = EntryPacking(rows: min(least, greatest)...greatest)
        count = entries.count
        pages = try Pages(byteCount: count * packing.stride, from: memory)
        packing.pack(entries, to: pages.base)
    }

    var bytes: UnsafeRawBufferPointer { UnsafeRawBufferPointer(start: pages.base, count: count * packing.stride) }

    subscript(_ index: Int) -> SortEntry { packing.entry(index, at: pages.base) }

    func count(before bound: SortEntry) -> Int { packing.count(of: count, at: pages.base, before: bound) }

    func unpack(_ range: Range<Int>, to target: UnsafeMutablePointer<SortEntry>) {
        packing.unpack(range, at: pages.base, to: target)
    }

    /// Frees the first `count` entries.
    func drop(first count: Int) { pages.drop(first: count * packing.stride) }
}
