import SeededRandom
import Testing

@testable import TabularOps

private func rarestPair(of text: String, in sample: String, ignoresCase: Bool = false) -> String {
    let bytes = Array(text.utf8)
    let pair = Array(sample.utf8).withUnsafeBufferPointer { ByteSample($0) }
        .rarestPair(of: bytes, ignoresCase: ignoresCase)
    return [pair.first, pair.second].sorted().map { String(UnicodeScalar(bytes[$0])) }.joined()
}

@Test func bytesThatComeTogetherInAWordAreNotWhatIsLookedForFirst() {
    let sample = String(repeating: "oak lamp, old kettle; a blanket\n", count: 40)
    // Of all that are in it, m and p are the rarest.
    #expect(rarestPair(of: "kettle lamp", in: sample) != "mp")
    #expect(rarestPair(of: "zlamp", in: sample).contains("z"))
    #expect(rarestPair(of: "ZLAMP".lowercased(), in: sample.uppercased(), ignoresCase: true).contains("z"))
}

@Test func whereNothingIsKnownASpaceIsTakenForCommon() {
    #expect(rarestPair(of: "a b", in: "") == "ab")
    #expect(rarestPair(of: "aaab", in: "") == "ab")
    #expect(rarestPair(of: "a", in: "") == "aa")
    #expect(rarestPair(of: "aaa", in: "aaaa") == "aa")
}

@Test(arguments: 0..<40 as Range<UInt64>)
func noOtherPairComesTogetherMoreSeldom(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let ignoresCase = random.oneIn(2)
    let letters = Array("abcdABCD ".utf8)
    let sample = (0..<random.int(0...400)).map { _ in random.pick(letters) }
    let small = ignoresCase ? Array("abcd ".utf8) : letters
    // So few that all of them are tried.
    let text = (0..<random.int(1...8)).map { _ in random.pick(small) }
    func isEqual(_ byte: UInt8, _ place: Int) -> Bool {
        byte == text[place] || ignoresCase && byte &- 0x41 < 26 && byte + 0x20 == text[place]
    }
    func together(_ one: Int, _ other: Int) -> Int {
        (0..<max(0, sample.count - text.count + 1)).count {
            isEqual(sample[$0 + one], one) && isEqual(sample[$0 + other], other)
        }
    }
    let pair = sample.withUnsafeBufferPointer { ByteSample($0) }.rarestPair(of: text, ignoresCase: ignoresCase)
    let found = together(pair.first, pair.second)
    guard Set(text).count > 1 else { return }
    #expect(text[pair.first] != text[pair.second])
    for one in text.indices {
        for other in text.indices where text[one] != text[other] { #expect(together(one, other) >= found) }
    }
}
