import CScan

/// Bytes to search for in other bytes, on any thread.
final class Needle: @unchecked Sendable {
    // Unchecked, since the compiler cannot see that the storage is written only during initialization.

    let bytes: [UInt8]
    /// A Boolean value that indicates whether A to Z equal a to z.
    let ignoresCase: Bool
    private let storage: UnsafeMutablePointer<UInt8>
    private let needle: cscan_needle

    /// `bytes` are in lower case if `ignoresCase`. Of the bytes, those two are scanned for first that occur together rarely in
    /// `sample`, a part of the searched bytes.
    init(_ bytes: [UInt8], ignoresCase: Bool, sample: ByteSample? = nil) {
        precondition(!bytes.isEmpty, "nothing is looked for")
        self.bytes = bytes
        self.ignoresCase = ignoresCase
        storage = UnsafeMutablePointer<UInt8>.allocate(capacity: bytes.count)
        for (index, byte) in bytes.enumerated() { storage[index] = byte }
        let (first, second) = (sample ?? ByteSample()).rarestPair(of: bytes, ignoresCase: ignoresCase)
        needle = cscan_needle(
            bytes: UnsafePointer(storage), count: bytes.count, first: first, second: second, ignores_case: ignoresCase)
    }

    deinit { storage.deallocate() }

    /// The capacity of a buffer for positions.
    static let room = 4096

    /// Finds positions in `text` from `from` on, as many as fit, and returns their number. `from` moves past them.
    func find(
        in text: UnsafeBufferPointer<UInt8>, from: inout Int, into places: UnsafeMutableBufferPointer<UInt32>
    ) -> Int {
        guard let base = text.baseAddress, let room = places.baseAddress else {
            from = text.count
            return 0
        }
        return withUnsafePointer(to: needle) { cscan_find(base, text.count, $0, &from, room, places.count) }
    }

    /// Returns the first offset of the needle in `text`, from `start` on; nil if there is none.
    func first(in text: UnsafeBufferPointer<UInt8>, from start: Int = 0) -> Int? {
        guard text.count - start >= bytes.count else { return nil }
        return withUnsafeTemporaryAllocation(of: UInt32.self, capacity: 64) { places in
            var from = start
            while from < text.count {
                if find(in: text, from: &from, into: places) > 0 { return Int(places[0]) }
            }
            return nil
        }
    }

    /// Returns true where `text` equals the needle.
    func isAll(of text: UnsafeBufferPointer<UInt8>) -> Bool { text.count == bytes.count && first(in: text) == 0 }
}
