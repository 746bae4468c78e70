/// Looks for a query in values, on one thread.
public final class ValueMatcher {
    private let plan: FindPlan
    private let pattern: PatternMatcher?
    private var folded: [UInt8] = []
    private var places: [Int] = []

    /// `stepLimit` is what a pattern may take for one value (`PatternMatcher`).
    public init(_ plan: FindPlan, stepLimit: Int = PatternMatcher.stepLimit) {
        self.plan = plan
        pattern =
            if case .pattern(let pattern) = plan.kind { PatternMatcher(pattern, stepLimit: stepLimit) } else { nil }
    }

    /// The bytes of the first match that begins at `start` or later, a place that is no character's middle; nil where there
    /// is none. It may be empty.
    ///
    /// - Throws: Where a pattern is given up.
    /// - Complexity: O(bytes).
    public func firstMatch(
        in value: UnsafeBufferPointer<UInt8>, from start: Int = 0
    ) throws(PatternLimit) -> Range<Int>? {
        switch plan.kind {
        case .nothing: return nil
        case .empty: return value.isEmpty ? 0..<0 : nil
        case .pattern: return try pattern?.firstMatch(in: value, from: start)
        case .literal(let needle): return firstMatch(of: needle, in: value, from: start)
        case .folded(let bytes, let fold, let ascii):
            if value.allSatisfy({ $0 < 0x80 }) {
                guard let ascii else { return nil }
                return firstMatch(of: ascii, in: value, from: start)
            }
            return firstMatch(of: bytes, fold, in: value, from: start)
        }
    }

    private func firstMatch(of needle: Needle, in value: UnsafeBufferPointer<UInt8>, from start: Int) -> Range<Int>? {
        if plan.query.isWhole { return start == 0 && needle.isAll(of: value) ? 0..<value.count : nil }
        return needle.first(in: value, from: start).map { $0..<$0 + needle.bytes.count }
    }

    private func firstMatch(
        of bytes: [UInt8], _ fold: TextFold, in value: UnsafeBufferPointer<UInt8>, from start: Int
    ) -> Range<Int>? {
        folded.removeAll(keepingCapacity: true)
        places.removeAll(keepingCapacity: true)
        let rest = UnsafeBufferPointer(rebasing: value[start...])
        fold.append(rest, to: &folded, places: &places)
        if plan.query.isWhole { return start == 0 && folded == bytes ? 0..<value.count : nil }
        let found = folded.withUnsafeBufferPointer { folded in
            bytes.withUnsafeBufferPointer { Self.place(of: $0, in: folded) }
        }
        guard let found else { return nil }
        // Marks behind the last letter are part of it: up to where the next character that counts begins.
        return start + places[found]..<start + places[found + bytes.count]
    }

    /// Where `part` begins in `whole` for the first time.
    private static func place(of part: UnsafeBufferPointer<UInt8>, in whole: UnsafeBufferPointer<UInt8>) -> Int? {
        guard let first = part.first, whole.count >= part.count else { return nil }
        for place in 0...whole.count - part.count
        where whole[place] == first && whole[place..<place + part.count].elementsEqual(part) { return place }
        return nil
    }

    /// The bytes of all matches in a value, up to `limit` of them, none of which is empty, one behind the other: for
    /// marking them where it is shown. What a pattern is given up in has those that were found before.
    public func matches(in value: UnsafeBufferPointer<UInt8>, limit: Int = 64) -> [Range<Int>] {
        var (matches, start) = ([Range<Int>](), 0)
        while matches.count < limit, start <= value.count,
            let match = (try? firstMatch(in: value, from: start)).flatMap({ $0 })
        {
            if !match.isEmpty { matches.append(match) }
            start = max(match.upperBound, match.isEmpty ? Self.character(behind: match.lowerBound, in: value) : start)
        }
        return matches
    }

    private static func character(behind place: Int, in value: UnsafeBufferPointer<UInt8>) -> Int {
        var next = place + 1
        while next < value.count && value[next] & 0xC0 == 0x80 { next += 1 }
        return next
    }
}
