import CScan

/// Bytes that are looked for in others, on any thread.
final class Needle: @unchecked Sendable {
    // Unchecked, since the compiler cannot see it: the storage is written when it is made, and never again.

    let bytes: [UInt8]
    /// Whether A to Z are the same as a to z.
    let ignoresCase: Bool
    private let storage: UnsafeMutablePointer<UInt8>
    private let needle: cscan_needle

    /// `bytes` are in small letters where `ignoresCase`. `counts` says how often each byte stands in a sample of what is
    /// searched: the two rarest are looked for first.
    init(_ bytes: [UInt8], ignoresCase: Bool, counts: [Int] = []) {
        precondition(!bytes.isEmpty, "nothing is looked for")
        self.bytes = bytes
        self.ignoresCase = ignoresCase
        storage = UnsafeMutablePointer<UInt8>.allocate(capacity: bytes.count)
        for (index, byte) in bytes.enumerated() { storage[index] = byte }
        func count(_ place: Int) -> Int {
            guard counts.count == 256 else { return bytes[place] == 0x20 ? 1 : 0 }
            let byte = Int(bytes[place])
            return counts[byte] + (ignoresCase && (0x61...0x7A).contains(byte) ? counts[byte - 0x20] : 0)
        }
        // Far apart where they are as rare: neighbours often come together.
        let places = bytes.indices.sorted { (count($0), $0) < (count($1), $1) }
        let first = places[0]
        let others = places.dropFirst().filter { bytes[$0] != bytes[first] }
        let second = others.first ?? places[places.count - 1]
        needle = cscan_needle(
            bytes: UnsafePointer(storage), count: bytes.count, first: first, second: second, ignores_case: ignoresCase)
    }

    deinit { storage.deallocate() }

    /// Room for places that are found.
    static let room = 4096

    /// Finds places in `text` from `from` on, as many as there is room for; how many. `from` goes on behind them.
    func find(
        in text: UnsafeBufferPointer<UInt8>, from: inout Int, into places: UnsafeMutableBufferPointer<UInt32>
    ) -> Int {
        guard let base = text.baseAddress, let room = places.baseAddress else {
            from = text.count
            return 0
        }
        return withUnsafePointer(to: needle) { cscan_find(base, text.count, $0, &from, room, places.count) }
    }

    /// Where it stands in `text` for the first time from `start` on.
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

    /// Whether `text` is just it.
    func isAll(of text: UnsafeBufferPointer<UInt8>) -> Bool { text.count == bytes.count && first(in: text) == 0 }
}
