/// The open brackets around a position of a text, a bit each: 125 KB for a million of them.
struct BracketStack: Sendable, Hashable {
    /// Of levels outside the last 64, whether each is an object.
    private var outer: [UInt64] = []
    /// The same of the last word, that of the innermost level with it.
    private var last: UInt64 = 0
    private(set) var depth = 0

    var isEmpty: Bool { depth == 0 }

    /// A Boolean value that indicates whether the innermost bracket is that of an object.
    var isObject: Bool { depth > 0 && last >> UInt64((depth - 1) & 63) & 1 != 0 }

    mutating func push(isObject: Bool) {
        let bit = UInt64(depth & 63)
        if bit == 0 {
            if depth > 0 { outer.append(last) }
            last = 0
        }
        last = last & ~(1 << bit) | (isObject ? 1 << bit : 0)
        depth += 1
    }

    mutating func pop() {
        precondition(depth > 0, "no bracket is open")
        depth -= 1
        if depth & 63 == 0 { last = outer.popLast() ?? 0 }
    }

    mutating func removeAll() {
        outer.removeAll()
        (last, depth) = (0, 0)
    }
}
