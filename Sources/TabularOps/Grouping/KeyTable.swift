/// Numbers keys in the order of their first appearance: equal bytes, equal number.
///
/// Like a dictionary from keys to numbers, except that all keys are in one buffer: a key costs its bytes and 20 more, and no
/// allocation of its own.
struct KeyTable: Sendable {
    private var bytes: [UInt8] = []
    /// The end of each key in `bytes`.
    private var ends: [Int] = []
    private var hashes: [UInt32] = []
    /// Open addressing with linear probing: a key's number plus 1, or 0; at most half are occupied.
    private var slots = [UInt32](repeating: 0, count: 16)
    private var last = 0

    var count: Int { ends.count }

    /// The memory of the table, in bytes.
    var memory: Int {
        bytes.capacity + ends.capacity * MemoryLayout<Int>.stride
            + (hashes.capacity + slots.capacity) * MemoryLayout<UInt32>.stride
    }

    /// Passes the bytes of the key `number` to `body`.
    func withKey<R>(_ number: Int, _ body: (UnsafeBufferPointer<UInt8>) throws -> R) rethrows -> R {
        let start = number == 0 ? 0 : ends[number - 1]
        return try bytes.withUnsafeBufferPointer {
            try body(UnsafeBufferPointer(rebasing: $0[start..<ends[number]]))
        }
    }

    /// The number of `key`, a new one for a new key.
    ///
    /// - Complexity: O(bytes of the key), expected; each process seeds the hash differently, so that no file can provoke
    ///   collisions.
    mutating func number(of key: UnsafeBufferPointer<UInt8>) -> Int {
        // Many files are sorted by the grouped column.
        if last < count && isEqual(last, key) { return last }
        var hasher = Hasher()
        hasher.combine(bytes: UnsafeRawBufferPointer(key))
        let hash = UInt32(truncatingIfNeeded: hasher.finalize())
        var slot = Int(hash) & (slots.count - 1)
        while slots[slot] != 0 {
            let number = Int(slots[slot]) - 1
            if hashes[number] == hash && isEqual(number, key) {
                last = number
                return number
            }
            slot = (slot + 1) & (slots.count - 1)
        }
        last = count
        bytes.append(contentsOf: key)
        ends.append(bytes.count)
        hashes.append(hash)
        slots[slot] = UInt32(count)
        if count * 2 > slots.count { grow() }
        return last
    }

    /// Frees the memory that only lookups need.
    mutating func freeze() {
        slots = []
        hashes = []
    }

    private func isEqual(_ number: Int, _ key: UnsafeBufferPointer<UInt8>) -> Bool {
        withKey(number) { $0.elementsEqual(key) }
    }

    private mutating func grow() {
        var larger = [UInt32](repeating: 0, count: slots.count * 2)
        for (number, hash) in hashes.enumerated() {
            var slot = Int(hash) & (larger.count - 1)
            while larger[slot] != 0 { slot = (slot + 1) & (larger.count - 1) }
            larger[slot] = UInt32(number + 1)
        }
        slots = larger
    }
}
