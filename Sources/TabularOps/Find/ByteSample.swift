/// Some of the bytes that are searched, which tell by what a text is best looked for.
struct ByteSample: Sendable {
    private let bytes: [UInt8]
    /// The number of times each byte occurs in the sample.
    private let counts: [Int]

    /// So many are enough.
    static let byteCount = 1 << 15
    /// So many of a text's bytes are tried with each other.
    private static let tried = 8

    /// The beginning of `text`.
    init(_ text: UnsafeBufferPointer<UInt8> = UnsafeBufferPointer(start: nil, count: 0)) {
        bytes = Array(text.prefix(Self.byteCount))
        var counts = [Int](repeating: 0, count: 256)
        for byte in bytes { counts[Int(byte)] += 1 }
        // Nothing is as common as a space, as long as nothing is known.
        if bytes.isEmpty { counts[0x20] = 1 }
        self.counts = counts
    }

    /// The places of two bytes of `text` that stand in the sample together, as far from each other as in the text, as seldom
    /// as any; two that are not the same where it has such. Where `ignoresCase` the text is in small letters.
    ///
    /// The two rarest need not be those: words come whole, so that neighbours stand together wherever one of them does.
    ///
    ///     kettle lamp    m and p, in every "lamp"    k and p, hardly anywhere
    func rarestPair(of text: [UInt8], ignoresCase: Bool) -> (first: Int, second: Int) {
        func capital(_ byte: UInt8) -> UInt8? { ignoresCase && byte &- 0x61 < 26 ? byte - 0x20 : nil }
        func count(_ place: Int) -> Int {
            counts[Int(text[place])] + (capital(text[place]).map { counts[Int($0)] } ?? 0)
        }
        let places = text.indices.sorted { (count($0), $0) < (count($1), $1) }.prefix(Self.tried)
        // Of each byte, as which of the places it counts.
        var roles = [UInt8](repeating: 0, count: 256)
        for (number, place) in places.enumerated() {
            roles[Int(text[place])] |= 1 << UInt8(number)
            if let capital = capital(text[place]) { roles[Int(capital)] |= 1 << UInt8(number) }
        }
        // How often each set of them is where it would be in the text.
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
