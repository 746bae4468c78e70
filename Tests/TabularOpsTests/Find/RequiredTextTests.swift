import SeededRandom
import Testing

@testable import TabularOps

/// What is taken for part of every match is part of every match.
@Suite struct RequiredTextTests {
    private func text(_ pattern: String, ignoresCase: Bool = false, isASCII: Bool = true) -> String? {
        RequiredText(pattern, ignoresCase: ignoresCase, isASCII: isASCII).map {
            String(decoding: $0.bytes, as: UTF8.self)
        }
    }

    @Test(
        arguments: [
            ("needle", "needle"), ("error \\d+: (a|b) failed", " failed"), ("colou?r", "colo"), ("ab+c", "ab"),
            ("ab*c", "a"), ("ab{0,2}cd", "cd"), ("^abc$", "abc"), ("a.bcd", "bcd"), (#"a\.b\.c"#, "a.b.c"),
            (#"\bfoo\b"#, "foo"), ("x[a-z]+yz", "yz"), ("Zürich", "Zürich"), ("añ?bc", "bc"), (#"\p{L}abc"#, "abc"),
            ("(?:x|y)abc", "abc"), ("(?=zz)abc", "abc"), ("(?<name>zz)abc", "abc"), (#"(a\)b)cd"#, "cd"),
            ("[]x]ab", "ab"), ("[^]x]ab", "ab"), (#"[\]x]ab"#, "ab"), ("ab+?cd", "ab"), ("ab++cde", "cde"),
            ("a|b", nil),
            ("abc|abd", nil), ("(abc)", nil), (".*", nil), ("a?", nil), ("", nil), ("ab(?i)cd", nil), (#"\Qab\E"#, nil),
            (#"\x41bc"#, nil), ("ab{,3}c", nil), ("ab{c", nil), ("(*UTF)abc", nil), ("(?x) a b", nil),
            ("(?#)x)abc", nil),
            ("[[:alpha:]]abc", nil), (#"(a)\1bc"#, nil), ("(?R)?abc", nil), (#"(\Q(\E)abc"#, nil), ("(?|a|b)cd", nil),
            ("(?x: # )\n)ab", nil),
        ] as [(String, String?)])
    func aRunOfLettersThatEveryMatchHas(_ pattern: String, _ required: String?) {
        #expect(text(pattern) == required)
    }

    @Test func inEitherCaseLettersAreSmallAndThoseOfOtherAlphabetsEndARun() {
        #expect(text("Needle", ignoresCase: true) == "needle")
        #expect(text("(?i)Needle") == "needle")
        #expect(text("Zürich", ignoresCase: true) == "rich")
        // K is matched by the sign for kelvin, s by a long one.
        #expect(text("Tasks", ignoresCase: true, isASCII: false) == "ta")
        #expect(text("Tasks", ignoresCase: true) == "tasks")
    }

    /// Patterns put together at random: whatever they match in has what is required.
    @Test func whateverMatchesHasIt() throws {
        var random = SplitMix64(seed: 9)
        let pieces = [
            "a", "b", "ab", "k", "S", "é", "(a|b)", "(?:ab)?", "[ab]", "[^a]", ".", "\\d", "a*", "b+", "b?", "a{2}",
            "b{0,1}",
            "a+?", "ab*", "\\.", "^", "$", "\\b", "(?=a)", "(?!b)", "(?<=a)", "(?<!b)", "|", "(a(b|k)?)", "\\w",
            "b{1,}+",
        ]
        let letters = ["a", "b", "A", "k", "K", "\u{212A}", "s", "ſ", "S", "é", "É", "1", ".", " "]
        var matched = 0
        for _ in 0..<4000 {
            let text = (0..<random.int(1...5)).map { _ in random.pick(pieces) }.joined()
            let ignoresCase = random.oneIn(2)
            guard let pattern = try? Pattern(text, options: Pattern.Options(ignoresCase: ignoresCase)) else { continue }
            let matcher = PatternMatcher(pattern)
            for _ in 0..<12 {
                let value = Array((0..<random.int(0...7)).map { _ in random.pick(letters) }.joined().utf8)
                let isASCII = value.allSatisfy { $0 < 0x80 }
                guard let required = RequiredText(text, ignoresCase: ignoresCase, isASCII: isASCII),
                    try value.withUnsafeBufferPointer({ try matcher.matches($0) })
                else { continue }
                matched += 1
                let needle = Needle(required.bytes, ignoresCase: required.ignoresCase)
                #expect(value.withUnsafeBufferPointer { needle.first(in: $0) } != nil, "\(text) in \(value)")
            }
        }
        #expect(matched > 500)
    }
}
