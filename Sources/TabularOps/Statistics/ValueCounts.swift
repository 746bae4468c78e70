import CScan
import Glibc
import Tabular

/// The number of occurrences of each value: of all values as long as they fit, then of the most frequent ones.
///
///     exact      a: 3   b: 1   c: 7        everything that came
///     frequent   a: 2          c: 6        each at least so often, and at most `missed` times more
///
/// Once it is full, its owner turns it into a table of the frequent values (`keepFrequent`). When that is full too, it
/// subtracts the median of its counts from each of them, and drops values with no count left (Misra and Gries, 1982): a count
/// is too low by at most the total subtracted so far.
final class ValueCounts: @unchecked Sendable {
    // Unchecked, since one thread at a time has it.

    private struct Slot {
        var key: UInt64
        /// 0 in a free slot.
        var count: Int
    }

    private static let firstCapacity = 16

    /// The maximum memory, in bytes.
    let limit: Int
    /// The number of values. This and the other unchecked properties are accessed for every value of a table, on one thread;
    /// the class is unchecked too.
    @exclusivity(unchecked) private(set) var count = 0
    /// The total subtracted from each count: 0 as long as all counts are exact.
    private(set) var missed = 0
    /// The slots, and, once there are long values, their offsets in the arena.
    @exclusivity(unchecked) private var slots: UnsafeMutablePointer<Slot>
    @exclusivity(unchecked) private var places: UnsafeMutablePointer<UInt32>?
    @exclusivity(unchecked) private var capacity: Int
    @exclusivity(unchecked) private var arena = ByteArena()
    /// The most values to keep once only frequent ones are kept; nil while all are.
    private(set) var frequentLimit: Int?
    private let seed: UInt64
    private let source: LargeMemory

    /// Tables that share a seed merge slot by slot; the seed is random, so that no file can provoke collisions.
    private static let processSeed = UInt64.random(in: .min ... .max) | 1

    init(limit: Int, from source: LargeMemory = .system) {
        (self.limit, self.source) = (limit, source)
        seed = Self.processSeed
        capacity = Self.firstCapacity
        slots = Self.emptySlots(capacity)
    }

    deinit {
        slots.deallocate()
        places?.deallocate()
    }

    /// The memory of the table, in bytes.
    var memory: Int { slotMemory + arena.count }

    private var slotMemory: Int {
        capacity * (MemoryLayout<Slot>.stride + (places == nil ? 0 : MemoryLayout<UInt32>.stride))
    }

    /// Adds a value `weight` times; returns false, without adding, where all values are kept and there is no room for another.
    @inline(__always)
    func add(_ value: CountableValue, weight: Int = 1) -> Bool {
        let (slots, mask) = (slots, capacity &- 1)
        var index = firstIndex(for: value.key)
        while slots[index].count != 0 {
            if slots[index].key == value.key && (!ValueKey.isLong(value.key) || isEqual(index, value)) {
                slots[index].count &+= weight
                return true
            }
            index = (index &+ 1) & mask
        }
        return insert(value, weight, at: index)
    }

    /// Returns true where the value is among those that are kept.
    func contains(_ value: CountableValue) -> Bool {
        var index = firstIndex(for: value.key)
        while slots[index].count != 0 {
            if slots[index].key == value.key && (!ValueKey.isLong(value.key) || isEqual(index, value)) { return true }
            index = (index &+ 1) & (capacity &- 1)
        }
        return false
    }

    /// Prefetches the slot of a key that will be counted soon.
    @inline(__always)
    func expect(_ key: UInt64) { cscan_prefetch(slots + firstIndex(for: key)) }

    @inline(__always)
    private func firstIndex(for key: UInt64) -> Int {
        Int(truncatingIfNeeded: ValueKey.fold(key, seed)) & (capacity &- 1)
    }

    @inline(never)
    private func insert(_ value: CountableValue, _ weight: Int, at index: Int) -> Bool {
        let isLong = ValueKey.isLong(value.key)
        let firstPlaces = isLong && places == nil ? capacity * MemoryLayout<UInt32>.stride : 0
        let entry = firstPlaces + (isLong ? Entry.length(of: value) : 0)
        if let frequentLimit {
            if count >= frequentLimit || count > 0 && arena.count + entry > limit {
                takeMedian()
                return add(value, weight: weight)
            }
        } else if memory + entry > limit || arena.count + entry > Int(UInt32.max) {
            return false
        } else if count * 3 >= capacity * 2 {
            // Both tables exist for a moment.
            guard memory + entry + 2 * slotMemory <= limit, source.has(2 * slotMemory) else { return false }
            resize(capacity * 2)
            return add(value, weight: weight)
        }
        if isLong && frequentLimit == nil && !arena.hasRoom(for: entry, in: source) { return false }
        slots[index] = Slot(key: value.key, count: weight)
        if isLong {
            setPlace(of: index, UInt32(arena.count))
            Entry.append(value, to: &arena)
        }
        count += 1
        return true
    }

    /// The indices of the values, for `withValue`, in no order.
    var indices: [Int] { (0..<capacity).filter { slots[$0].count > 0 } }

    /// Returns the number of times that the value at an index was counted.
    func occurrences(at index: Int) -> Int { slots[index].count }

    /// Passes the value at an index to `body`.
    func withValue<R>(at index: Int, _ body: (CountableValue) -> R) -> R {
        let key = slots[index].key
        if ValueKey.isLong(key) {
            return body(Entry(arena.bytes, place(of: index)).value(key))
        }
        let length = ValueKey.shortLength(key)
        return withUnsafeBytes(of: key.littleEndian) { bytes in
            bytes.withMemoryRebound(to: UInt8.self) {
                let bytes = UnsafeBufferPointer(rebasing: $0[..<length])
                return body(CountableValue(bytes: bytes, key: key, length: length, secondHash: 0))
            }
        }
    }

    /// Keeps no more than `limit` values from now on: the most frequent ones.
    func keepFrequent(_ limit: Int) {
        precondition(frequentLimit == nil && limit > 1, "\(limit) frequent values")
        frequentLimit = limit
        while count > limit { takeMedian() }
        rebuild(taking: 0)
    }

    // MARK: - Frequent values

    /// Adds the missed count of another table whose values are merged into this one.
    func miss(_ count: Int) { missed += count }

    private func takeMedian() {
        let taken = median
        missed += taken
        rebuild(taking: taken)
    }

    /// The median of the counts. Most are small, and then nothing has to be sorted.
    private var median: Int {
        var (small, total) = ([Int](repeating: 0, count: 64), 0)
        for index in 0..<capacity where slots[index].count > 0 {
            total += 1
            if slots[index].count < small.count { small[slots[index].count] += 1 }
        }
        var seen = 0
        for (count, values) in small.enumerated() {
            seen += values
            if seen > total / 2 { return count }
        }
        let counts = (0..<capacity).map { slots[$0].count }.filter { $0 > 0 }
        return counts.sorted()[counts.count / 2]
    }

    /// Rebuilds the table with `taken` subtracted from each count.
    private func rebuild(taking taken: Int) {
        let (oldSlots, oldPlaces, oldCapacity) = (slots, places, capacity)
        var oldArena = ByteArena()
        swap(&arena, &oldArena)
        let left = (0..<oldCapacity).filter { oldSlots[$0].count > taken }
        capacity = Self.firstCapacity
        while capacity < 2 * max(frequentLimit ?? 0, left.count) { capacity *= 2 }
        slots = Self.emptySlots(capacity)
        places = nil
        count = left.count
        for old in left {
            let index = freeIndex(for: oldSlots[old].key)
            slots[index] = Slot(key: oldSlots[old].key, count: oldSlots[old].count - taken)
            if ValueKey.isLong(oldSlots[old].key), let oldPlaces {
                setPlace(of: index, UInt32(arena.count))
                arena.append(UnsafeRawBufferPointer(Entry(oldArena.bytes, Int(oldPlaces[old])).bytes))
            }
        }
        oldSlots.deallocate()
        oldPlaces?.deallocate()
    }

    private func resize(_ newCapacity: Int) {
        let (oldSlots, oldPlaces, oldCapacity) = (slots, places, capacity)
        capacity = newCapacity
        slots = Self.emptySlots(capacity)
        places = nil
        for old in 0..<oldCapacity where oldSlots[old].count != 0 {
            let index = freeIndex(for: oldSlots[old].key)
            slots[index] = oldSlots[old]
            if ValueKey.isLong(oldSlots[old].key), let oldPlaces { setPlace(of: index, oldPlaces[old]) }
        }
        oldSlots.deallocate()
        oldPlaces?.deallocate()
    }

    private func freeIndex(for key: UInt64) -> Int {
        var index = firstIndex(for: key)
        while slots[index].count != 0 { index = (index &+ 1) & (capacity &- 1) }
        return index
    }

    private static func emptySlots(_ capacity: Int) -> UnsafeMutablePointer<Slot> {
        let slots = UnsafeMutablePointer<Slot>.allocate(capacity: capacity)
        slots.initialize(repeating: Slot(key: 0, count: 0), count: capacity)
        return slots
    }

    // MARK: - Long values

    private func setPlace(of index: Int, _ place: UInt32) {
        let places = places ?? .allocate(capacity: capacity)
        places[index] = place
        self.places = places
    }

    private func place(of index: Int) -> Int { places.map { Int($0[index]) } ?? 0 }

    /// A long value in the arena: its length, its second hash if it is very long, and its bytes.
    private struct Entry {
        let bytes: UnsafeBufferPointer<UInt8>
        let length: Int

        init(_ arena: UnsafeBufferPointer<UInt8>, _ place: Int) {
            length = UnsafeRawBufferPointer(arena).loadUnaligned(fromByteOffset: place, as: Int.self)
            bytes = UnsafeBufferPointer(rebasing: arena[place..<place + Self.length(ofValue: length)])
        }

        func value(_ key: UInt64) -> CountableValue {
            let isWhole = length <= CountableValue.longestWhole
            let hash = isWhole ? 0 : UnsafeRawBufferPointer(bytes).loadUnaligned(fromByteOffset: 8, as: UInt64.self)
            return CountableValue(
                bytes: UnsafeBufferPointer(rebasing: bytes[(isWhole ? 8 : 16)...]), key: key, length: length,
                secondHash: hash)
        }

        static func length(of value: CountableValue) -> Int { length(ofValue: value.length) }

        private static func length(ofValue length: Int) -> Int {
            length > CountableValue.longestWhole ? 16 + CountableValue.keptBytes : 8 + length
        }

        static func append(_ value: CountableValue, to arena: inout ByteArena) {
            withUnsafeBytes(of: value.length) { arena.append($0) }
            if !value.isWhole { withUnsafeBytes(of: value.secondHash) { arena.append($0) } }
            arena.append(UnsafeRawBufferPointer(value.bytes))
        }
    }

    @inline(__always)
    private func isEqual(_ index: Int, _ value: CountableValue) -> Bool {
        guard let places, let start = UnsafeRawPointer(value.bytes.baseAddress) else { return false }
        let entry = arena.base + Int(places[index])
        guard entry.loadUnaligned(as: Int.self) == value.length else { return false }
        if value.length <= 16 {
            // For more than 7 bytes, so that the two words overlap.
            let last = value.length &- 8
            let first = (entry + 8).loadUnaligned(as: UInt64.self) ^ start.loadUnaligned(as: UInt64.self)
            let (left, right) = (entry + 8 + last, start + last)
            let second = left.loadUnaligned(as: UInt64.self) ^ right.loadUnaligned(as: UInt64.self)
            return first | second == 0
        }
        if !value.isWhole { return (entry + 8).loadUnaligned(as: UInt64.self) == value.secondHash }
        return memcmp(entry + 8, start, value.length) == 0
    }
}
