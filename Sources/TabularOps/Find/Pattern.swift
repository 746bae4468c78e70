import CPCRE2
import Tabular

/// A regular expression, as Perl writes them, over the bytes of a value.
///
/// Letters, digits and words are Unicode's; what is not valid UTF-8 matches nothing, and what stands around it is
/// searched all the same. `^` and `$` are the value's beginning and end (`(?m)` makes them those of its lines), and a dot
/// is any character but a line feed (`(?s)` takes that too).
///
/// Immutable and used by any number of threads, each with a matcher of its own.
///
/// Source: pcre2api(3), pcre2pattern(3).
public final class Pattern: Sendable {
    public struct Options: Sendable, Hashable {
        /// Letters match in either case, by Unicode's simple case folding.
        public var ignoresCase: Bool
        /// It has to match the value from its beginning to its end.
        public var isWhole: Bool

        public init(ignoresCase: Bool = false, isWhole: Bool = false) {
            self.ignoresCase = ignoresCase
            self.isWhole = isWhole
        }
    }

    public let text: String
    public let options: Options
    /// Compiled; the library only reads it when it matches. Freed with the pattern.
    nonisolated(unsafe) let code: OpaquePointer

    /// - Throws: Where, and why, `text` is no pattern.
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
            // A place within a character is that of the character.
            let before = String(decoding: bytes.prefix(place), as: UTF8.self)
            throw PatternError(pattern: text, offset: min(before.count, text.count), fault: .refused(number: error))
        }
        self.text = text
        self.options = options
        self.code = code
        // Where there is no such compiler for the processor, or no memory that may be run, the interpreter does it.
        _ = pcre2_jit_compile_8(code, PCRE2_JIT_COMPLETE)
    }

    deinit { pcre2_code_free_8(code) }

    /// Bytes of a pattern. Compiling takes memory in proportion.
    static let longest = 1 << 16

    /// The address of an empty value: the library requires an address even for no bytes.
    nonisolated(unsafe) static let nothing = UnsafePointer(UnsafeMutablePointer<UInt8>.allocate(capacity: 1))
}

/// A value on which a pattern was given up: whether it matches is not known.
public struct PatternLimit: Error, Sendable, Hashable {
    public init() {}
}
