/// Searches values for a query, on one thread.
public final class ValueMatcher {
    private let plan: FindPlan
    private let pattern: PatternMatcher?
    /// Shorter values are searched letter by letter, longer ones by their bytes first.
    private static let shortValue = 64

    /// `stepLimit` limits the steps of a pattern in one value (`PatternMatcher`).
    public init(_ plan: FindPlan, stepLimit: Int = PatternMatcher.stepLimit) {
        self.plan = plan
        pattern =
            if case .pattern(let pattern) = plan.kind { PatternMatcher(pattern, stepLimit: stepLimit) } else { nil }
    }

    /// The bytes of the first match that begins at `start`, a character boundary, or later; nil where there is none. It may be
    /// empty.
    ///
    /// - Throws: An error where a pattern is given up.
    /// - Complexity: O(bytes).
    public func firstMatch(
        in value: UnsafeBufferPointer<UInt8>, from start: Int = 0
    ) throws(PatternLimit) -> Range<Int>? {
        switch plan.kind {
        case .nothing: return nil
        case .empty: return value.isEmpty ? 0..<0 : nil
        case .pattern: return try pattern?.firstMatch(in: value, from: start)
        case .canonical(let needle):
            if plan.query.isWhole { return start == 0 && needle.isAll(of: value) ? 0..<value.count : nil }
            return needle.firstMatch(in: value, from: start)
        case .literal(let needle): return firstMatch(of: needle, in: value, from: start)
        case .folded(_, let needle, let ascii):
            if value.count >= Self.shortValue, Self.isASCII(value) {
                return ascii.flatMap { firstMatch(of: $0, in: value, from: start) }
            }
            if plan.query.isWhole { return start == 0 && needle.isAll(of: value) ? 0..<value.count : nil }
            return needle.firstMatch(in: value, from: start)
        }
    }

    private static func isASCII(_ value: UnsafeBufferPointer<UInt8>) -> Bool {
        // Combines all bytes without an early exit, so that the loop vectorizes.
        var bits: UInt8 = 0
        for byte in value { bits |= byte }
        return bits < 0x80
    }

    private func firstMatch(of needle: Needle, in value: UnsafeBufferPointer<UInt8>, from start: Int) -> Range<Int>? {
        if plan.query.isWhole { return start == 0 && needle.isAll(of: value) ? 0..<value.count : nil }
        return needle.first(in: value, from: start).map { $0..<$0 + needle.bytes.count }
    }

    /// The bytes of all nonempty matches in a value, up to `limit`, in order, for highlighting them in the visible value. Where
    /// a pattern is given up, the matches before that point remain.
    ///
    /// - Complexity: O(bytes) for a text.
    public func matches(
        in value: UnsafeBufferPointer<UInt8>, behind match: Range<Int>? = nil, limit: Int = 64
    ) -> [Range<Int>] {
        var (matches, start) = ([Range<Int>](), match.map { Self.end(of: $0, in: value) } ?? 0)
        while matches.count < limit, start <= value.count,
            let match = (try? firstMatch(in: value, from: start)).flatMap({ $0 })
        {
            if !match.isEmpty { matches.append(match) }
            start = max(start, Self.end(of: match, in: value))
        }
        return matches
    }

    /// Returns the offset at which the search for the next match begins: after an empty match, one character later.
    private static func end(of match: Range<Int>, in value: UnsafeBufferPointer<UInt8>) -> Int {
        guard match.isEmpty else { return match.upperBound }
        var next = match.lowerBound + 1
        while next < value.count && value[next] & 0xC0 == 0x80 { next += 1 }
        return next
    }
}
