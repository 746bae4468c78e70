/// A small seeded generator (Steele, Lea and Flood, 2014): the same numbers on every machine, so that a failure names the
/// seed that shows it again.
public struct SplitMix64: RandomNumberGenerator, Sendable {
    private var state: UInt64

    public init(seed: UInt64) { state = seed }

    public mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var z = state
        z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
        return z ^ (z >> 31)
    }

    public mutating func int(_ range: ClosedRange<Int>) -> Int {
        range.lowerBound + Int(next() % UInt64(range.upperBound - range.lowerBound + 1))
    }

    /// True once in `n` times.
    public mutating func oneIn(_ n: Int) -> Bool { int(1...n) == 1 }

    /// One of `choices`, which are not empty.
    public mutating func pick<T>(_ choices: [T]) -> T { choices[int(0...choices.count - 1)] }

    /// A sub-range of `0..<count`, empty ones included.
    public mutating func range(in count: Int) -> Range<Int> {
        let a = int(0...count)
        let b = int(0...count)
        return min(a, b)..<max(a, b)
    }
}
