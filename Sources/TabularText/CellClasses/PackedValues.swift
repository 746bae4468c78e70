/// The values of one record in one piece of memory: 100,000 values need no array each.
struct PackedValues: Sendable, RandomAccessCollection {
    private var bytes: [UInt8] = []
    /// The end of each value.
    private var ends: [Int] = []
    private var openCount = 0

    init() {}

    /// No values yet, with room for as many as another record has, and some more bytes.
    init(like other: PackedValues) {
        bytes.reserveCapacity(other.bytes.count + other.bytes.count / 2)
        ends.reserveCapacity(other.ends.count)
    }

    var startIndex: Int { 0 }
    var endIndex: Int { ends.count }

    subscript(index: Int) -> ArraySlice<UInt8> { bytes[(index == 0 ? 0 : ends[index - 1])..<ends[index]] }

    /// Appends to the value that `endValue` will end, up to `limit` bytes of it.
    mutating func append(_ more: UnsafeBufferPointer<UInt8>, limit: Int) {
        let kept = more.prefix(Swift.max(0, limit - openCount))
        bytes.append(contentsOf: kept)
        openCount += kept.count
    }

    mutating func endValue() {
        ends.append(bytes.count)
        openCount = 0
    }
}
