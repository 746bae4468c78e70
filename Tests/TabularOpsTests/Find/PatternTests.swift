import TabularOps
import Testing

@Suite struct PatternTests {
    private func match(
        _ text: String, _ value: String, _ options: Pattern.Options = Pattern.Options(), from start: Int = 0
    ) throws -> Range<Int>? {
        try match(text, Array(value.utf8), options, from: start)
    }

    private func match(
        _ text: String, _ value: [UInt8], _ options: Pattern.Options = Pattern.Options(), from start: Int = 0
    ) throws -> Range<Int>? {
        let matcher = PatternMatcher(try Pattern(text, options: options))
        return try value.withUnsafeBufferPointer { try matcher.firstMatch(in: $0, from: start) }
    }

    @Test(
        arguments: [
            ("b+", "abbbc", 1..<4), ("^$", "", 0..<0), ("x", "abc", nil), (#"\d+"#, "Zürich 8001", 8..<12),
            (#"\w+"#, "…Łódź…", 3..<10), ("b.d", "b\nd", nil), ("(?s)b.d", "b\nd", 0..<3), ("^b", "a\nb", nil),
            ("(?m)^b", "a\nb", 2..<3), ("a$", "a\n", nil), (#"\p{Greek}+"#, "a Αθήνα", 2..<12), ("", "abc", 0..<0),
        ] as [(String, String, Range<Int>?)])
    func aPatternIsFoundWhereItStands(_ pattern: String, _ value: String, _ place: Range<Int>?) throws {
        #expect(try match(pattern, value) == place)
    }

    @Test func aSearchGoesOnBehindAMatch() throws {
        #expect(try match("a", "a-a", from: 1) == 2..<3)
        // What stands before is still seen.
        #expect(try match("(?<=a)-", "a-a", from: 1) == 1..<2)
        #expect(try match("^a", "aa", from: 1) == nil)
    }

    @Test func caseAndWholeAreOptions() throws {
        #expect(try match("zÜRICH", "Zürich", Pattern.Options(ignoresCase: true)) == 0..<7)
        #expect(try match("zÜRICH", "Zürich") == nil)
        #expect(try match("a|ab", "ab", Pattern.Options(isWhole: true)) == 0..<2)
        #expect(try match("a", "ab", Pattern.Options(isWhole: true)) == nil)
    }

    @Test func bytesThatAreNoTextMatchNothingAndHideNothing() throws {
        #expect(try match("b", [0xFF, 0x61, 0xC3, 0x62]) == 3..<4)
        #expect(try match("a.b", [0x61, 0xFF, 0x62]) == nil)
        #expect(try match("^.$", [0xFF]) == nil)
    }

    @Test(arguments: [
        ("a(b", 3, "missing closing parenthesis"), ("*a", 0, "quantifier does not follow a repeatable item"),
        ("ü[z-a]", 4, "range out of order in character class"), ("a[", 2, "missing terminating ] for character class"),
        (#"a\C"#, 3, #"using \C is disabled by the application"#),
    ])
    func aPatternThatMakesNoSenseSaysWhere(_ pattern: String, _ offset: Int, _ message: String) {
        let error = #expect(throws: PatternError.self) { try Pattern(pattern) }
        #expect(error?.pattern == pattern && error?.offset == offset && error?.message == message)
    }

    @Test func theMessageIsASentence() {
        #expect(
            PatternError(pattern: "a(b", offset: 3, fault: .refused(number: 114)).description
                == "The pattern makes no sense after 3 of its 3 characters: missing closing parenthesis.")
    }

    @Test(arguments: ["(a+)+b", "(a*)*b", "(a|aa)+$", "^(([a-z])+.)+[A-Z]([a-z])+$", "(*NO_JIT)(a+)+b"])
    func aPatternThatTriesEverythingIsGivenUp(_ pattern: String) {
        let value = [UInt8](repeating: UInt8(ascii: "a"), count: 40) + Array("!b".utf8)
        #expect(throws: PatternLimit()) { try match(pattern, value) }
    }

    @Test func oneThatWasGivenUpSearchesTheNextValue() throws {
        let matcher = PatternMatcher(try Pattern("(a+)+b"))
        let slow = [UInt8](repeating: UInt8(ascii: "a"), count: 40) + Array("!b".utf8)
        let quick = Array("xaab".utf8)
        #expect(throws: PatternLimit()) { try slow.withUnsafeBufferPointer { try matcher.firstMatch(in: $0) } }
        #expect(try quick.withUnsafeBufferPointer { try matcher.firstMatch(in: $0) } == 1..<4)
    }

    @Test func aLongValueIsNoTrouble() throws {
        let value = [UInt8](repeating: UInt8(ascii: "a"), count: 10 << 20) + [UInt8(ascii: "b")]
        #expect(try match("b$", value) == 10 << 20..<10 << 20 + 1)
        #expect(try match("a+b", value) == 0..<10 << 20 + 1)
    }

    @Test func aPatternThatIsTooLongIsRefused() {
        let pattern = String(repeating: "a", count: 70_000)
        let error = #expect(throws: PatternError(pattern: pattern, offset: 0, fault: .tooLong(limit: 65_536))) {
            try Pattern(pattern)
        }
        #expect(error?.message == "it is longer than 65,536 bytes")
    }
}
