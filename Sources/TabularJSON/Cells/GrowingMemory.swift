/// Consecutive values in memory that grows at its end. Accesses through `base` need no check; the owner frees it.
struct GrowingMemory<Value: BitwiseCopyable> {
    /// The first value, until the next one is appended.
    private(set) var base: UnsafeMutablePointer<Value>
    private(set) var count = 0
    private var capacity = 16

    init() { base = .allocate(capacity: capacity) }

    /// - Complexity: O(1) on average.
    mutating func append(_ value: Value) { append(repeating: value, count: 1) }

    mutating func append(repeating value: Value, count more: Int) {
        reserve(more)
        (base + count).initialize(repeating: value, count: more)
        count += more
    }

    mutating func append(contentsOf values: [Value]) {
        reserve(values.count)
        values.withUnsafeBufferPointer { source in
            if let first = source.baseAddress { (base + count).initialize(from: first, count: source.count) }
        }
        count += values.count
    }

    private mutating func reserve(_ more: Int) {
        guard count + more > capacity else { return }
        while capacity < count + more { capacity *= 2 }
        let larger = UnsafeMutablePointer<Value>.allocate(capacity: capacity)
        larger.initialize(from: base, count: count)
        base.deallocate()
        base = larger
    }

    func deallocate() { base.deallocate() }
}
