/// A sample of the searched bytes, which determines the bytes of a text to scan for first.
struct ByteSample: Sendable {
    private let bytes: [UInt8]
    /// The number of times each byte occurs in the sample.
    private let counts: [Int]

    /// The size of the sample.
    static let byteCount = 1 << 15
    /// The number of a text's bytes that are tried in pairs.
    private static let tried = 8

    /// Samples the beginning of `text`.
    init(_ text: UnsafeBufferPointer<UInt8> = UnsafeBufferPointer(start: nil, count: 0)) {
        bytes = Array(text.prefix(Self.byteCount))
        var counts = [Int](repeating: 0, count: 256)
        for byte in bytes { counts[Int(byte)] += 1 }
        // Without data, the space counts as the most common byte.
        if bytes.isEmpty { counts[0x20] = 1 }
        self.counts = counts
    }

    /// The indices of two bytes of `text` that occur in the sample together, at the same distance as in the text, as rarely as
    /// possible; two different bytes if there are any. If `ignoresCase`, the text is in lower case.
    ///
    /// The two rarest bytes need not be that pair: words occur as a whole, so their bytes occur together.
    ///
    ///     kettle lamp    m and p, in every "lamp"    k and p, hardly anywhere
    func rarestPair(of text: [UInt8], ignoresCase: Bool) -> (first: Int, second: Int) {
        func capital(_ byte: UInt8) -> UInt8? { ignoresCase && byte &- 0x61 < 26 ? byte - 0x20 : nil }
        func count(_ place: Int) -> Int {
            counts[Int(text[place])] + (capital(text[place]).map { counts[Int($0)] } ?? 0)
        }
        let places = text.indices.sorted { (count($0), $0) < (count($1), $1) }.prefix(Self.tried)
        // For each byte, a bit mask of the tried indices where the text has it.
        var roles = [UInt8](repeating: 0, count: 256)
        for (number, place) in places.enumerated() {
            roles[Int(text[place])] |= 1 << UInt8(number)
            if let capital = capital(text[place]) { roles[Int(capital)] |= 1 << UInt8(number) }
        }
        // How often each set of tried indices matches at one position of the sample.
        var sets = [Int](repeating: 0, count: 256)
        for start in 0..<max(0, bytes.count - text.count + 1) {
            var set: UInt8 = 0
            for (number, place) in places.enumerated() {
                set |= roles[Int(bytes[start + place])] & 1 << UInt8(number)
            }
            sets[Int(set)] += 1
        }
        var best = (first: places[0], second: places[0])
        var least = Int.max
        for (one, first) in places.enumerated() {
            for (other, second) in places.enumerated().dropFirst(one + 1) where text[first] != text[second] {
                let both = 1 << one | 1 << other
                let together = sets.indices.reduce(0) { $0 + ($1 & both == both ? sets[$1] : 0) }
                if together < least { (best, least) = ((first, second), together) }
            }
        }
        return best
    }
}
