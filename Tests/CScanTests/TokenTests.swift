import CScan
import Testing

/// Numbers from a fixed seed.
private struct Numbers {
    var state: UInt64

    mutating func below(_ bound: Int) -> Int {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return Int(state >> 33) % bound
    }
}

private struct Tokens: Equatable {
    var places: [UInt32] = []
    var isOdd = false

    init(_ level: cscan_level, _ bytes: [UInt8], count: Int, room: Int = 1000) {
        var scan = cscan_token_scan()
        bytes.withUnsafeBufferPointer { buffer in
            guard let base = buffer.baseAddress else { return }
            let text = cscan_text(bytes: base, count: count, readable: bytes.count)
            while scan.place < count {
                var tokens = [UInt32](repeating: 0, count: room)
                let found = cscan_tokens_at(level, text, &scan, &tokens, room)
                places += tokens.prefix(found)
            }
        }
        isOdd = scan.is_odd
    }
}

private func text(seed: Int, count: Int) -> [UInt8] {
    let palettes: [[String]] = [
        ["{\"a\":1}", ",", "\n", "[1,2]", "\"x\"", " "], ["{", "}", "[", "]", ",", ":", "\"", "\\", "\n", " ", "1"],
        ["{\"id\":12345,\"name\":\"some name\",\"list\":[1,[2,{}]]}", ",\n"],
        ["\"", "\\", "\\\\", "\\\"", "a", "\u{C}"],
        ["\n", "\r\n", "\t", "x", "\u{1E}", "\u{1A}", "\u{C}", "\u{1F}"],
        ["12", "true", "é", "\u{A0}", ",", " ", "\"s\""],
    ]
    var numbers = Numbers(state: UInt64(seed) &* 0x9E37_79B9_7F4A_7C15 &+ 1)
    let palette = palettes[seed % palettes.count]
    var bytes: [UInt8] = []
    while bytes.count < count { bytes += Array(palette[numbers.below(palette.count)].utf8) }
    return Array(bytes.prefix(count))
}

@Test(arguments: 0..<120)
func everyLevelFindsTheTokensOfTheScalarOne(seed: Int) {
    let bytes = text(seed: seed, count: 330)
    for count in [1, 17, 63, 64, 65, 128, 200, 329, 330] {
        let expected = Tokens(cscan_level_scalar, bytes, count: count)
        for level in levels {
            #expect(Tokens(level, bytes, count: count) == expected)
            #expect(Tokens(level, Array(bytes[..<count]), count: count) == expected)
            #expect(Tokens(level, bytes, count: count, room: 64) == expected)
        }
    }
}

/// Every text of three bytes that matter stands at every place around the seam of two words.
@Test func threeBytesOfTokensAreReadAlikeAtEverySeam() {
    let special: [UInt8] = [0x22, 0x5C, 0x2C, 0x7B, 0x20, 0x01, 0x0C, 0x61]
    for filling: UInt8 in [0x61, 0x20, 0x22] {
        var bytes = [UInt8](repeating: filling, count: 130)
        for number in 0..<512 {
            let three = [special[number % 8], special[number / 8 % 8], special[number / 64]]
            for place in [0, 61, 62, 63, 64, 126] {
                bytes.replaceSubrange(place..<place + 3, with: three)
                let expected = Tokens(cscan_level_scalar, bytes, count: 130)
                for level in levels { #expect(Tokens(level, bytes, count: 130) == expected) }
                bytes.replaceSubrange(place..<place + 3, with: [filling, filling, filling])
            }
        }
    }
}

@Test func tokensStandWhereTheyBegin() {
    let tokens = Tokens(cscan_best(), Array(#"{"a\n": [12, true]}"#.utf8), count: 19)
    #expect(tokens.places == [0, 1, 3, 5, 6, 8, 9, 11, 13, 17, 18])
}
