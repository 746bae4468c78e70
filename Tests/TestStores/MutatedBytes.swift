import TabularBytes

extension [UInt8] {
    /// One to four edits: bytes changed, words of extreme numbers, a part left out or repeated, the end cut off.
    package mutating func edit(_ random: inout some RandomNumberGenerator) {
        for _ in 0..<Int.random(in: 1...4, using: &random) where !isEmpty {
            let index = Int.random(in: 0..<count, using: &random)
            let part = index..<Swift.min(count, index + Int.random(in: 1...16, using: &random))
            switch Int.random(in: 0..<10, using: &random) {
            case 0...3: self[index] ^= 1 << UInt8.random(in: 0..<8, using: &random)
            case 4...5: self[index] = .random(in: 0...255, using: &random)
            case 6...7:
                let numbers: [UInt64] = [0, 1, 0x7F, 0xFFFF, 0xFFFF_FFFF, 1 << 32, UInt64(Int.max), 1 << 63, .max]
                let number = numbers.randomElement(using: &random) ?? 0
                let start = index / 8 * 8
                for place in start..<Swift.min(start + 8, count) {
                    self[place] = UInt8(truncatingIfNeeded: number >> (8 * UInt64(place - start)))
                }
            case 8:
                if Bool.random(using: &random) {
                    removeSubrange(part)
                } else {
                    insert(contentsOf: self[part], at: index)
                }
            default: removeLast(count - index)
            }
        }
    }

    /// Replaces the last word of a kept entry by the hash of the words before it, as the cache does.
    package mutating func makeHashFit() {
        removeLast(count % 8)
        guard count >= 8 else { return }
        let words: [UInt64] = stride(from: 0, to: count - 8, by: 8).map { start in
            self[start..<start + 8].reversed().reduce(UInt64(0)) { word, byte in word << 8 | UInt64(byte) }
        }
        var hash = WordHash()
        hash.combine(words)
        for place in 0..<8 { self[count - 8 + place] = UInt8(truncatingIfNeeded: hash.value >> (8 * UInt64(place))) }
    }
}
