import CPCRE2
import Tabular

/// A Perl regular expression over the bytes of a value.
///
/// Letters, digits and words are Unicode's. Invalid UTF-8 matches nothing, but the text around it is searched. `^` and `$` are
/// the value's beginning and end (`(?m)` makes them those of its lines), and a dot is any character but a line feed (with
/// `(?s)`, that too).
///
/// Immutable and usable by any number of threads, each with its own matcher.
///
/// Source: pcre2api(3), pcre2pattern(3).
public final class Pattern: Sendable {
    public struct Options: Sendable, Hashable {
        /// Letters match in either case, by Unicode's simple case folding.
        public var ignoresCase: Bool
        /// The pattern must match the value from beginning to end.
        public var isWhole: Bool

        public init(ignoresCase: Bool = false, isWhole: Bool = false) {
            self.ignoresCase = ignoresCase
            self.isWhole = isWhole
        }
    }

    public let text: String
    public let options: Options
    /// The compiled pattern; matching only reads it. Freed with the pattern.
    nonisolated(unsafe) let code: OpaquePointer

    /// - Throws: The error of an invalid `text`, with its offset.
    /// - Complexity: O(length of `text`), which may be 64 KiB.
    public init(_ text: String, options: Options = Options()) throws(PatternError) {
        guard text.utf8.count <= Self.longest else {
            throw PatternError(pattern: text, offset: 0, fault: .tooLong(limit: Self.longest))
        }
        var flags = PCRE2_UTF | PCRE2_UCP | PCRE2_MATCH_INVALID_UTF | PCRE2_DOLLAR_ENDONLY | PCRE2_NEVER_BACKSLASH_C
        if options.ignoresCase { flags |= PCRE2_CASELESS }
        if options.isWhole { flags |= PCRE2_ANCHORED | PCRE2_ENDANCHORED }
        var error: Int32 = 0
        var place = 0
        let bytes = Array(text.utf8)
        let code = bytes.withUnsafeBufferPointer { bytes in
            pcre2_compile_8(bytes.baseAddress ?? Self.nothing, bytes.count, flags, &error, &place, nil)
        }
        guard let code else {
            // An offset within a character becomes that of the character.
            let before = String(decoding: bytes.prefix(place), as: UTF8.self)
            throw PatternError(pattern: text, offset: min(before.count, text.count), fault: .refused(number: error))
        }
        self.text = text
        self.options = options
        self.code = code
        // Without a JIT compiler for the processor, or without executable memory, the interpreter matches.
        _ = pcre2_jit_compile_8(code, PCRE2_JIT_COMPLETE)
    }

    deinit { pcre2_code_free_8(code) }

    /// The longest pattern, in bytes. Compiling takes memory in proportion.
    static let longest = 1 << 16

    /// The address of an empty value: the library requires an address even for no bytes.
    nonisolated(unsafe) static let nothing = UnsafePointer(UnsafeMutablePointer<UInt8>.allocate(capacity: 1))
}

/// The error of a value on which a pattern was given up: whether it matches is unknown.
public struct PatternLimit: Error, Sendable, Hashable {
    public init() {}
}
