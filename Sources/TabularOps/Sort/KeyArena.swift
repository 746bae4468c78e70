import Glibc
import QuadrilleRuntime
import Tabular

/// Rows with their whole keys: contiguous, in the order of insertion, and then sorted.
///
///     record   row (8 bytes) | length of the key (8 bytes) | key
final class KeyArena {
    static let headerBytes = 16

    private(set) var base: UnsafeMutableRawPointer
    private var capacity: Int
    private(set) var used = 0
    /// The byte offset of each record.
    private(set) var places: [Int] = []
    private let memory: LargeMemory

    /// Creates an arena with room for `capacity` bytes; it grows for a longer record.
    init(capacity: Int, from memory: LargeMemory = .system) throws(ReadError) {
        self.memory = memory
        self.capacity = max(64, capacity)
        base = try memory.allocate(self.capacity)
    }

    deinit { free(base) }

    /// The extra bytes for each record: for its offset, and for two entries during the sort.
    private static let sortingBytes = 8 + 2 * MemoryLayout<SortEntry>.stride

    /// Returns true where a record with a key of `count` bytes fits. The first record always does.
    func hasRoom(forKey count: Int) -> Bool {
        places.isEmpty || used + Self.headerBytes + count + (places.count + 1) * Self.sortingBytes <= capacity
    }

    func append(_ key: UnsafeBufferPointer<UInt8>, row: Int) throws(ReadError) {
        let size = Self.headerBytes + key.count
        if used + size > capacity { try grow(to: used + size) }
        if places.count == places.capacity { try memory.require(2 * places.count * MemoryLayout<Int>.stride) }
        places.append(used)
        let record = base + used
        record.storeBytes(of: row, as: Int.self)
        record.storeBytes(of: key.count, toByteOffset: 8, as: Int.self)
        if let bytes = key.baseAddress { (record + Self.headerBytes).copyMemory(from: bytes, byteCount: key.count) }
        used += size
    }

    private func grow(to size: Int) throws(ReadError) {
        let larger = try memory.allocate(size)
        larger.copyMemory(from: base, byteCount: used)
        free(base)
        (base, capacity) = (larger, size)
    }

    func clear() {
        used = 0
        places.removeAll(keepingCapacity: true)
    }

    func row(at place: Int) -> Int { (base + place).loadUnaligned(as: Int.self) }

    func key(at place: Int) -> UnsafeBufferPointer<UInt8> {
        let count = (base + place + 8).loadUnaligned(as: Int.self)
        let start = (base + place + Self.headerBytes).assumingMemoryBound(to: UInt8.self)
        return UnsafeBufferPointer(start: start, count: count)
    }

    /// Sorts `places` by key; rows with equal keys stay in order. Stops after the cancellation.
    ///
    /// Compares eleven bytes of all keys at a time (MSD radix sort), then the next differing bytes within each group of equals.
    func sort(unless cancellation: Cancellation) throws(ReadError) {
        let entries = try EntryBuffer(count: places.count, from: memory)
        for index in places.indices { entries.entries[index] = SortEntry(high: 0, low: UInt64(index)) }
        guard try sort(entries.entries, unless: cancellation) else { return }
        try memory.require(places.count * MemoryLayout<Int>.stride)
        places = entries.entries.map { places[$0.row] }
    }

    /// The same for the entries of all records; returns false where it stopped.
    private func sort(
        _ entries: UnsafeMutableBufferPointer<SortEntry>, unless cancellation: Cancellation
    ) throws(ReadError) -> Bool {
        let scratch = try EntryBuffer(count: places.count, from: memory)
        var sorter = EntrySorter(rowsAscend: true)
        var left = [(range: 0..<places.count, depth: 0)]
        while let (range, start) = left.popLast() {
            if cancellation.isRequested { return false }
            var group = UnsafeMutableBufferPointer(rebasing: entries[range])
            let depth = range.count < 2 ? start : start + sharedBytes(group, from: start)
            for index in group.indices {
                let number = group[index].row
                group[index] = Self.entry(key(at: places[number]), from: depth, number: number)
            }
            if range.count < 256 {
                group.sort(by: <)
            } else {
                sorter.sort(group, scratch.entries, unless: cancellation)
            }
            var first = 0
            for index in 1..<max(1, group.count + 1) {
                if index < group.count && group[index].hasSameKey(as: group[first]) { continue }
                let equal = range.lowerBound + first..<range.lowerBound + index
                if equal.count > 1 {
                    if group[first].isOpen {
                        left.append((equal, depth + SortEntry.keyBytes))
                    } else {
                        sortRows(UnsafeMutableBufferPointer(rebasing: entries[equal]))
                    }
                }
                first = index
            }
        }
        return true
    }

    /// Sorts rows with the same key by row, if they were not added in that order: any thread may have read a part.
    private func sortRows(_ entries: UnsafeMutableBufferPointer<SortEntry>) {
        var entries = entries
        let rows = entries.lazy.map { self.row(at: self.places[$0.row]) }
        if zip(rows, rows.dropFirst()).allSatisfy({ $0 < $1 }) { return }
        entries.sort { row(at: places[$0.row]) < row(at: places[$1.row]) }
    }

    /// The key's bytes from `depth` on as an entry.
    private static func entry(_ key: UnsafeBufferPointer<UInt8>, from depth: Int, number: Int) -> SortEntry {
        var (high, low): (UInt64, UInt64) = (0, 0)
        let rest = min(SortEntry.keyBytes, key.count - depth)
        for index in 0..<min(8, max(0, rest)) { high |= UInt64(key[depth + index]) << UInt64(56 - 8 * index) }
        for index in 8..<max(8, rest) { low |= UInt64(key[depth + index]) << UInt64(56 - 8 * (index - 8)) }
        return SortEntry(
            high: high, low: low | (key.count > depth + SortEntry.keyBytes ? 1 << 39 : 0) | UInt64(number))
    }

    /// Returns the number of bytes from `depth` on that all keys of the group share.
    private func sharedBytes(_ group: UnsafeMutableBufferPointer<SortEntry>, from depth: Int) -> Int {
        let first = key(at: places[group[0].row])
        var end = first.count
        for entry in group.dropFirst() {
            let other = key(at: places[entry.row])
            end = depth + first.sharedBytes(with: other, from: depth, before: min(end, other.count))
            if end <= depth { return 0 }
        }
        return end - depth
    }
}

extension UnsafeBufferPointer<UInt8> {
    /// Returns the number of equal bytes in both from `start` on, before `end` and the first difference.
    func sharedBytes(with other: UnsafeBufferPointer<UInt8>, from start: Int, before end: Int) -> Int {
        guard let a = UnsafeRawPointer(baseAddress), let b = UnsafeRawPointer(other.baseAddress) else { return 0 }
        var index = start
        while index + 8 <= end {
            let difference =
                a.loadUnaligned(fromByteOffset: index, as: UInt64.self)
                ^ b.loadUnaligned(fromByteOffset: index, as: UInt64.self)
            if difference != 0 { return index + UInt64(littleEndian: difference).trailingZeroBitCount / 8 - start }
            index += 8
        }
        while index < end && self[index] == other[index] { index += 1 }
        return Swift.max(0, index - start)
    }
}
