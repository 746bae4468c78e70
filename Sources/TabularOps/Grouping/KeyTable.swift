/// Numbers keys in the order of their first appearance: equal bytes, equal number.
///
/// Like a dictionary from keys to numbers, unlike it in that all keys lie in one buffer: a key costs its bytes and
/// 20 more, and no allocation of its own.
struct KeyTable: Sendable {
    private var bytes: [UInt8] = []
    /// The end of each key in `bytes`.
    private var ends: [Int] = []
    private var hashes: [UInt32] = []
    /// Open addressing with linear probing: a key's number plus 1, or 0; at most half are taken.
    private var slots = [UInt32](repeating: 0, count: 16)
    private var last = 0

    var count: Int { ends.count }

    /// Bytes that it takes.
    var memory: Int {
        bytes.capacity + ends.capacity * MemoryLayout<Int>.stride
            + (hashes.capacity + slots.capacity) * MemoryLayout<UInt32>.stride
    }

    /// Gives the bytes of the key `number` to `body`.
    func withKey<R>(_ number: Int, _ body: (UnsafeBufferPointer<UInt8>) throws -> R) rethrows -> R {
        let start = number == 0 ? 0 : ends[number - 1]
        return try bytes.withUnsafeBufferPointer {
            try body(UnsafeBufferPointer(rebasing: $0[start..<ends[number]]))
        }
    }

    /// The number of `key`, a new one when it was not there.
    ///
    /// - Complexity: O(bytes of the key), expected; the hash is seeded anew in each process, so that no file can be made
    ///   to be slow.
    mutating func number(of key: UnsafeBufferPointer<UInt8>) -> Int {
        // Many files are sorted by what they are grouped by.
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

    /// Gives back what only finding needs.
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
