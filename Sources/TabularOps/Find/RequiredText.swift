/// A text that occurs in every match of a pattern, if the pattern's syntax shows one; it is searched for before the pattern.
///
/// The parser reads the pattern from left to right as far as it understands it, and skips groups, classes and everything that
/// may match nothing. Of the remaining runs of letters it selects the longest.
///
///     error \d+: (a|b) failed     "error ", ": ", " failed"     " failed"
///     colou?r                     "colo", "r"                   "colo"
///     a|b                         –
///
/// If you add syntax, also test in `RequiredTextTests` what it must not conclude.
///
/// Source: pcre2pattern(3).
struct RequiredText {
    /// UTF-8; if letters match in either case, ASCII only and in lower case.
    private(set) var bytes: [UInt8] = []
    private(set) var ignoresCase: Bool

    private let pattern: [UInt8]
    private var next = 0
    private var run: [UInt8] = []
    /// The number of bytes of the run's last character.
    private var lastLength = 0
    private let allowsAll: Bool

    /// Nil if no text is known to occur in every match. In bytes that are not all ASCII, some non-ASCII letters match `k` and
    /// `s` in either case (K, ſ): without `isASCII` those two end a run.
    init?(_ pattern: String, ignoresCase: Bool, isASCII: Bool) {
        var ignoresCase = ignoresCase
        var bytes = Array(pattern.utf8)
        // The one setting in common use.
        if bytes.starts(with: "(?i)".utf8) {
            ignoresCase = true
            bytes.removeFirst(4)
        }
        self.pattern = bytes
        self.ignoresCase = ignoresCase
        allowsAll = !ignoresCase || isASCII
        guard read(), !self.bytes.isEmpty else { return nil }
    }

    /// Returns false for syntax that the parser does not understand.
    private mutating func read() -> Bool {
        while next < pattern.count {
            let byte = pattern[next]
            switch byte {
            case UInt8(ascii: "|"): return false
            case UInt8(ascii: "("):
                endRun()
                guard skipGroup() else { return false }
            case UInt8(ascii: "["):
                endRun()
                guard skipClass() else { return false }
            case UInt8(ascii: "*"), UInt8(ascii: "?"):
                next += 1
                dropLast()
                skipManner()
            case UInt8(ascii: "+"):
                next += 1
                endRun()
                skipManner()
            case UInt8(ascii: "{"):
                guard skipCount() else { return false }
                dropLast()
                skipManner()
            case UInt8(ascii: "."), UInt8(ascii: "^"), UInt8(ascii: "$"):
                next += 1
                endRun()
            case UInt8(ascii: "\\"):
                guard readEscape() else { return false }
            default: readCharacter()
            }
        }
        endRun()
        return true
    }

    // MARK: Runs

    private mutating func endRun() {
        if run.count > bytes.count { bytes = run }
        run = []
        lastLength = 0
    }

    /// Drops the last character, which is optional.
    private mutating func dropLast() {
        run.removeLast(lastLength)
        endRun()
    }

    private mutating func readCharacter() {
        var end = next + 1
        while end < pattern.count, pattern[end] & 0xC0 == 0x80 { end += 1 }
        take(pattern[next..<end])
        next = end
    }

    private mutating func take(_ character: ArraySlice<UInt8>) {
        guard ignoresCase, let byte = character.first else {
            run += character
            lastLength = character.count
            return
        }
        let small = byte &- 0x41 < 26 ? byte | 0x20 : byte
        let isAlike = !allowsAll && (small == UInt8(ascii: "k") || small == UInt8(ascii: "s"))
        guard character.count == 1, byte < 0x80, !isAlike else { return endRun() }
        run.append(small)
        lastLength = 1
    }

    // MARK: Skipped syntax

    /// Skips a mark for lazy or possessive repetition.
    private mutating func skipManner() {
        if next < pattern.count, pattern[next] == UInt8(ascii: "?") || pattern[next] == UInt8(ascii: "+") { next += 1 }
    }

    /// Skips `{2}`, `{2,}`, `{2,3}`; returns false for any other brace.
    private mutating func skipCount() -> Bool {
        guard let end = pattern[next...].firstIndex(of: UInt8(ascii: "}")) else { return false }
        let inside = pattern[next + 1..<end]
        guard let first = inside.first, (0x30...0x39).contains(first),
            inside.allSatisfy({ (0x30...0x39).contains($0) || $0 == UInt8(ascii: ",") })
        else { return false }
        next = end + 1
        return true
    }

    /// Reads a backslash and the escape after it.
    private mutating func readEscape() -> Bool {
        guard next + 1 < pattern.count else { return false }
        let byte = pattern[next + 1]
        switch byte {
        case UInt8(ascii: "d"), UInt8(ascii: "D"), UInt8(ascii: "w"), UInt8(ascii: "W"), UInt8(ascii: "s"),
            UInt8(ascii: "S"), UInt8(ascii: "b"), UInt8(ascii: "B"), UInt8(ascii: "A"), UInt8(ascii: "z"),
            UInt8(ascii: "Z"), UInt8(ascii: "h"), UInt8(ascii: "H"), UInt8(ascii: "v"), UInt8(ascii: "V"),
            UInt8(ascii: "t"), UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "f"), UInt8(ascii: "e"),
            UInt8(ascii: "R"), UInt8(ascii: "X"):
            endRun()
            next += 2
            return true
        case UInt8(ascii: "p"), UInt8(ascii: "P"):
            endRun()
            next += 3
            guard next <= pattern.count else { return false }
            guard pattern[next - 1] == UInt8(ascii: "{") else { return pattern[next - 1] < 0x80 }
            guard let end = pattern[next...].firstIndex(of: UInt8(ascii: "}")) else { return false }
            next = end + 1
            return true
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x80...0xFF: return false
        default:
            take(pattern[next + 1...next + 1])
            next += 2
            return true
        }
    }

    /// Skips a group with all its content. Returns false for any group that may set options for the text after it.
    private mutating func skipGroup() -> Bool {
        var depth = 0
        while next < pattern.count {
            switch pattern[next] {
            case UInt8(ascii: "("):
                guard isPlainGroup() else { return false }
                depth += 1
                next += 1
            case UInt8(ascii: ")"):
                depth -= 1
                next += 1
                if depth == 0 { return true }
            case UInt8(ascii: "["):
                guard skipClass() else { return false }
            case UInt8(ascii: "\\"):
                guard next + 1 < pattern.count, pattern[next + 1] != UInt8(ascii: "Q") else { return false }
                next += 2
            default: next += 1
            }
        }
        return false
    }

    /// Returns true where the group that begins here is one of `(…)`, `(?:…)`, `(?=…)`, `(?!…)`, `(?>…)`, `(?<…)`, `(?P<…)`.
    private func isPlainGroup() -> Bool {
        let rest = pattern[(next + 1)...]
        guard let first = rest.first else { return false }
        if first == UInt8(ascii: "*") { return false }
        guard first == UInt8(ascii: "?") else { return true }
        let kind = rest.dropFirst()
        return ":=!><".utf8.contains(kind.first ?? 0) || kind.starts(with: "P<".utf8)
    }

    /// Skips a character class.
    private mutating func skipClass() -> Bool {
        var place = next + 1
        if place < pattern.count, pattern[place] == UInt8(ascii: "^") { place += 1 }
        // A bracket in first position is one of the characters.
        if place < pattern.count, pattern[place] == UInt8(ascii: "]") { place += 1 }
        while place < pattern.count {
            switch pattern[place] {
            case UInt8(ascii: "]"):
                next = place + 1
                return true
            // Named classes, and nested sets.
            case UInt8(ascii: "["): return false
            case UInt8(ascii: "\\"):
                guard place + 1 < pattern.count, !"QE".utf8.contains(pattern[place + 1]) else { return false }
                place += 2
            default: place += 1
            }
        }
        return false
    }
}
