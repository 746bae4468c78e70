import Glibc

/// A buffer for the bytes of a key. Like an array, but without its checks on each store, since every row writes a key.
final class KeyBuffer {
    private(set) var base: UnsafeMutablePointer<UInt8>
    private var capacity: Int
    private(set) var count = 0
    /// The number of useful bytes: a longer key may end anywhere after them.
    let limit: Int

    init(limit: Int = .max) {
        self.limit = limit
        capacity = 64
        base = .allocate(capacity: capacity)
        base.initialize(repeating: 0, count: capacity)
    }

    deinit { base.deallocate() }

    var bytes: UnsafeBufferPointer<UInt8> { UnsafeBufferPointer(start: base, count: count) }

    var isFull: Bool { count > limit }

    @inline(__always)
    func clear() { count = 0 }

    @inline(__always)
    func reserve(_ more: Int) { if count + more > capacity { grow(more) } }

    @inline(never)
    private func grow(_ more: Int) {
        let larger = max(capacity * 2, count + more)
        let new = UnsafeMutablePointer<UInt8>.allocate(capacity: larger)
        new.initialize(repeating: 0, count: larger)
        new.update(from: base, count: count)
        base.deallocate()
        (base, capacity) = (new, larger)
    }

    @inline(__always)
    func append(_ byte: UInt8) {
        reserve(1)
        base[count] = byte
        count &+= 1
    }

    /// Appends the highest bytes of a number, the highest first, so that bytes compare as numbers do.
    @inline(__always)
    func append(_ number: UInt64, bytes: Int = 8) {
        reserve(8)
        UnsafeMutableRawPointer(base + count).storeBytes(of: number.bigEndian, as: UInt64.self)
        count &+= bytes
    }

    /// Appends text with a 0 byte as its end: bytes 0 and 1 are escaped to two bytes. A text beyond the limit is cut one byte
    /// after it.
    func append(text: UnsafeBufferPointer<UInt8>) {
        // One byte beyond the limit shows that there is more.
        let wanted = limit == .max ? text.count : max(0, min(text.count, limit + 1 - count))
        reserve(wanted * 2 + 1)
        var place = base + count
        for byte in UnsafeBufferPointer(rebasing: text[..<wanted]) {
            if byte <= 1 {
                place[0] = 1
                place[1] = byte + 1
                place += 2
            } else {
                place[0] = byte
                place += 1
            }
        }
        place[0] = 0
        count = place - base + 1
    }

    /// Complements the bytes written from `start` on, so that they compare in reverse.
    @inline(__always)
    func complement(from start: Int) {
        var index = start
        while index < count {
            base[index] = ~base[index]
            index &+= 1
        }
    }

    /// The first 11 bytes of the key, padded with 0, as two numbers: 8 bytes, and 3 bytes at the top.
    @inline(__always)
    func prefix() -> (UInt64, UInt64) {
        reserve(max(0, 16 - count))
        let raw = UnsafeRawPointer(base)
        var high = UInt64(bigEndian: raw.loadUnaligned(as: UInt64.self))
        var low = UInt64(bigEndian: raw.loadUnaligned(fromByteOffset: 8, as: UInt64.self))
        if count < 11 {
            if count <= 8 {
                low = 0
                high &= count == 8 ? .max : ~(.max >> UInt64(8 * count))
            } else {
                low &= ~(.max >> UInt64(8 * (count - 8)))
            }
        }
        return (high, low & ~(.max >> 24))
    }
}
