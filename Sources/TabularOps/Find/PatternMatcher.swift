import CPCRE2

/// Searches values for a pattern, on one thread.
///
/// No pattern can stall on a value: matching throws an error after a number of steps.
public final class PatternMatcher {
    /// The most steps in one value. A pattern with catastrophic backtracking, such as `(a+)+b`, takes some ten milliseconds for
    /// them; most patterns need only a few for a byte.
    public static let stepLimit = 1_000_000
    /// The most memory of the interpreter for one value, in KiB.
    static let heapLimit: UInt32 = 16 << 10

    private let pattern: Pattern
    private let context: OpaquePointer?
    private let match: OpaquePointer?
    private let stack: OpaquePointer?

    public init(_ pattern: Pattern, stepLimit: Int = PatternMatcher.stepLimit) {
        self.pattern = pattern
        context = pcre2_match_context_create_8(nil)
        match = pcre2_match_data_create_8(1, nil)
        stack = pcre2_jit_stack_create_8(32 << 10, 1 << 20, nil)
        // Nil without memory.
        guard let context else { return }
        pcre2_set_match_limit_8(context, UInt32(clamping: stepLimit))
        pcre2_set_depth_limit_8(context, UInt32(clamping: stepLimit))
        pcre2_set_heap_limit_8(context, Self.heapLimit)
        pcre2_jit_stack_assign_8(context, nil, stack.map(UnsafeMutableRawPointer.init))
    }

    deinit {
        pcre2_jit_stack_free_8(stack)
        pcre2_match_data_free_8(match)
        pcre2_match_context_free_8(context)
    }

    /// The bytes of the first match that begins at `start` or later; nil where there is none. It may be empty.
    ///
    /// - Throws: An error where that would take too many steps, or there is no memory for it.
    /// - Complexity: O(bytes) for most patterns; bounded for all.
    public func firstMatch(
        in value: UnsafeBufferPointer<UInt8>, from start: Int = 0
    ) throws(PatternLimit) -> Range<Int>? {
        guard let context, let match else { throw PatternLimit() }
        let found = pcre2_match_8(
            pattern.code, value.baseAddress ?? Pattern.nothing, value.count, start, 0, match, context)
        if found == PCRE2_ERROR_NOMATCH { return nil }
        // The match data has room for one pair of offsets: 0 means that the pattern has more groups.
        guard found >= 0, let places = pcre2_get_ovector_pointer_8(match) else { throw PatternLimit() }
        // With \K a match may begin after its end.
        return min(places[0], places[1])..<max(places[0], places[1])
    }

    /// Returns true where the pattern matches `value`.
    public func matches(_ value: UnsafeBufferPointer<UInt8>) throws(PatternLimit) -> Bool {
        try firstMatch(in: value) != nil
    }
}
