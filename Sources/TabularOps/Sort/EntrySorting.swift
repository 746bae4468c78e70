import Glibc

/// Entries in memory that the system gives back as soon as they are not needed, whatever is allocated besides.
final class EntryBuffer: @unchecked Sendable {
    // Unchecked, since whoever writes it is alone with it.
    let entries: UnsafeMutableBufferPointer<SortEntry>
    private let size: Int
    private static let page = 1 << 12

    init(count: Int) {
        size = max(1, (count * MemoryLayout<SortEntry>.stride + Self.page - 1) / Self.page) * Self.page
        let memory = mmap(nil, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)
        precondition(memory != MAP_FAILED, "no memory for \(count) entries")
        let base = memory?.bindMemory(to: SortEntry.self, capacity: count)
        entries = UnsafeMutableBufferPointer(start: base, count: count)
    }

    deinit { munmap(entries.baseAddress, size) }

    /// The first `count` entries are of no more use; their memory is free but for a page.
    func drop(first count: Int) {
        let bytes = count * MemoryLayout<SortEntry>.stride / Self.page * Self.page
        if bytes > 0 { madvise(entries.baseAddress, bytes, MADV_DONTNEED) }
    }
}

/// Sorts entries by their keys in place, with as much memory besides: rows with equal keys stay in their order.
///
/// A byte after the other, from the lowest (LSD radix sort), and only those bytes in which entries differ. O(entries ·
/// bytes that differ); nothing to do for what is sorted already.
struct EntrySorter {
    private var counts = [UInt32](repeating: 0, count: 256)

    /// Sorts `entries`; `scratch` has room for as many. It stops between two bytes when `isOver`: then they are in no order.
    mutating func sort(
        _ entries: UnsafeMutableBufferPointer<SortEntry>, _ scratch: UnsafeMutableBufferPointer<SortEntry>,
        unless isOver: () -> Bool = { false }
    ) {
        guard entries.count > 1, let start = entries.baseAddress, let other = scratch.baseAddress else { return }
        precondition(scratch.count >= entries.count, "\(scratch.count) for \(entries.count)")
        guard let (high, low) = Self.differences(entries) else { return }
        var (from, to) = (start, other)
        for shift in stride(from: UInt64(40), to: 64, by: 8) where low &>> shift & 0xFF != 0 {
            if isOver() { return }
            pass(from, to, entries.count, shift: shift) { $0.low }
            swap(&from, &to)
        }
        for shift in stride(from: UInt64(0), to: 64, by: 8) where high &>> shift & 0xFF != 0 {
            if isOver() { return }
            pass(from, to, entries.count, shift: shift) { $0.high }
            swap(&from, &to)
        }
        if from != start { start.update(from: from, count: entries.count) }
    }

    /// The bits in which keys differ; nil when they are in order.
    private static func differences(_ entries: UnsafeMutableBufferPointer<SortEntry>) -> (UInt64, UInt64)? {
        var (high, low): (UInt64, UInt64) = (0, 0)
        var isSorted = true
        var last = entries[0].withoutRow
        for entry in entries {
            let next = entry.withoutRow
            high |= next.high ^ last.high
            low |= next.low ^ last.low
            isSorted = isSorted && !(next < last)
            last = next
        }
        return isSorted ? nil : (high, low)
    }

    @inline(__always)
    private mutating func pass(
        _ from: UnsafeMutablePointer<SortEntry>, _ to: UnsafeMutablePointer<SortEntry>, _ count: Int, shift: UInt64,
        _ word: (SortEntry) -> UInt64
    ) {
        counts.withUnsafeMutableBufferPointer { counts in
            for value in 0..<256 { counts[value] = 0 }
            for index in 0..<count { counts[Int(truncatingIfNeeded: word(from[index]) &>> shift & 0xFF)] &+= 1 }
            var place: UInt32 = 0
            for value in 0..<256 {
                let size = counts[value]
                counts[value] = place
                place &+= size
            }
            for index in 0..<count {
                let entry = from[index]
                let value = Int(truncatingIfNeeded: word(entry) &>> shift & 0xFF)
                to[Int(counts[value])] = entry
                counts[value] &+= 1
            }
        }
    }
}

/// Merges pieces that are sorted, two at a time: the order is that of the entries as numbers.
enum EntryMerger {
    /// The pieces lie one behind the other in `entries` and end at `ends`; `scratch` has room for as many. O(entries · log
    /// pieces). What is merged lies in one of the two in the end.
    static func merge(
        _ entries: UnsafeMutableBufferPointer<SortEntry>, endingAt pieces: [Int],
        _ scratch: UnsafeMutableBufferPointer<SortEntry>, unless isOver: () -> Bool = { false }
    ) -> UnsafeMutableBufferPointer<SortEntry> {
        guard pieces.count > 1, let start = entries.baseAddress, let other = scratch.baseAddress else { return entries }
        var ends = pieces
        var (from, to) = (start, other)
        while ends.count > 1 {
            var merged: [Int] = []
            var first = 0
            for index in stride(from: 0, to: ends.count, by: 2) {
                if isOver() { return entries }
                let middle = ends[index]
                let last = index + 1 < ends.count ? ends[index + 1] : middle
                merge(from + first, middle - first, from + middle, last - middle, into: to + first)
                merged.append(last)
                first = last
            }
            ends = merged
            swap(&from, &to)
        }
        return UnsafeMutableBufferPointer(start: from, count: pieces.last ?? 0)
    }

    @inline(__always)
    private static func merge(
        _ a: UnsafeMutablePointer<SortEntry>, _ aCount: Int, _ b: UnsafeMutablePointer<SortEntry>, _ bCount: Int,
        into target: UnsafeMutablePointer<SortEntry>
    ) {
        var (a, b, target) = (a, b, target)
        let (aEnd, bEnd) = (a + aCount, b + bCount)
        if aCount > 0 && bCount > 0 && bEnd[-1] < a[0] {
            target.update(from: b, count: bCount)
            (target + bCount).update(from: a, count: aCount)
            return
        }
        while a < aEnd && b < bEnd {
            let isB = b.pointee < a.pointee
            target.pointee = isB ? b.pointee : a.pointee
            b += isB ? 1 : 0
            a += isB ? 0 : 1
            target += 1
        }
        target.update(from: a, count: aEnd - a)
        (target + (aEnd - a)).update(from: b, count: bEnd - b)
    }
}
