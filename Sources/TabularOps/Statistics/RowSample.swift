/// A sample of rows, for values that do not all fit into memory: the same in every run and for any division of the rows.
struct SampledRows: Sendable {
    /// Rows with a smaller hash are in the sample.
    private let bound: UInt64
    /// A Boolean value that indicates whether all rows are in the sample.
    let isAll: Bool

    /// Samples about `count` of `rowCount` rows.
    init(_ count: Int, of rowCount: Int) {
        isAll = rowCount <= count
        bound = isAll ? .max : UInt64(Double(count) / Double(rowCount) * 0x1p64)
    }

    @inline(__always)
    func contains(_ row: Int) -> Bool {
        isAll || ValueKey.fold(UInt64(truncatingIfNeeded: row) ^ 0x9E6C_63D0_876A_46F1, 0xD1B5_4A32_D192_ED03) < bound
    }
}

/// The values of the sampled rows, unsorted.
struct ValueSample: Sendable {
    /// Longer values are left out: they are text.
    static let longestValue = ValueKind.longestTyped

    private var bytes: [UInt8] = []
    private var ends: [UInt32] = []

    var count: Int { ends.count }
    mutating func add(_ value: UnsafeBufferPointer<UInt8>) {
        bytes.append(contentsOf: value)
        ends.append(UInt32(truncatingIfNeeded: bytes.count))
    }

    mutating func add(_ other: ValueSample) {
        let start = UInt32(truncatingIfNeeded: bytes.count)
        bytes += other.bytes
        ends += other.ends.map { $0 + start }
    }

    subscript(index: Int) -> [UInt8] { Array(bytes[range(of: index)]) }

    func withValue<R>(at index: Int, _ body: (UnsafeBufferPointer<UInt8>) -> R) -> R {
        bytes.withUnsafeBufferPointer { body(UnsafeBufferPointer(rebasing: $0[range(of: index)])) }
    }

    private func range(of index: Int) -> Range<Int> { (index == 0 ? 0 : Int(ends[index - 1]))..<Int(ends[index]) }
}
