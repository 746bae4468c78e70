import CScan
import Testing

/// Bytes of which many are the ones looked for, from a fixed seed.
private func hostileBytes(count: Int, seed: UInt64) -> [UInt8] {
    let palette: [UInt8] = [0x22, 0x2C, 0x0A, 0x0D, 0x00, 0x7F, 0x80, 0xFF, 0x61, 0x61, 0x61, 0x61]
    var state = seed
    return (0..<count).map { _ in
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return palette[Int(state >> 33) % palette.count]
    }
}

@Test(arguments: 0..<17)
func everyKernelAgreesWithItsScalarTwinAtEveryAlignment(alignment: Int) {
    let bytes = hostileBytes(count: 200, seed: UInt64(alignment))
    bytes.withUnsafeBufferPointer { buffer in
        guard let base = buffer.baseAddress else { return }
        let start = base + alignment
        for count in 0..<(buffer.count - alignment) {
            #expect(cscan_find3(start, count, 0x22, 0x0A, 0x0D) == cscan_find3_scalar(start, count, 0x22, 0x0A, 0x0D))
            #expect(cscan_last(start, count, 0x22) == cscan_last_scalar(start, count, 0x22))
            #expect(cscan_is_plain(start, count) == cscan_is_plain_scalar(start, count))
        }
    }
}

@Test(arguments: 0..<70)
func aLoneHitIsFoundWhereverItStands(place: Int) {
    var bytes = [UInt8](repeating: 0x61, count: 70)
    bytes[place] = 0x0A
    bytes.withUnsafeBufferPointer { buffer in
        guard let base = buffer.baseAddress else { return }
        #expect(cscan_find3(base, 70, 0x22, 0x0A, 0x0D) == place)
    }
}

@Test(arguments: [UInt8(0), 0x80, 0xC3, 0xFF], 0..<40)
func oneByteThatIsNotPlainIsSeen(byte: UInt8, place: Int) {
    var bytes = [UInt8](repeating: 0x7F, count: 40)
    #expect(cscan_is_plain(bytes, 40))
    bytes[place] = byte
    #expect(!cscan_is_plain(bytes, 40))
}

let levels = [
    cscan_level_scalar, cscan_level_sse2, cscan_level_clmul, cscan_level_neon, cscan_level_avx2, cscan_level_avx512,
    cscan_level_vbmi2,
].filter(cscan_has)

private func masks(_ level: cscan_level, _ bytes: UnsafePointer<UInt8>, _ count: Int) -> [UInt64] {
    let wanted = cscan_bytes(a: 0x2C, b: 0x0A, c: 0x0D, quote: 0x22)
    let none = cscan_word(a: 0xABCD, b: 0xABCD, c: 0xABCD, quote: 0xABCD)
    // One word more than there is room for, which nobody may touch.
    var words = [cscan_word](repeating: none, count: (count + 63) / 64 + 1)
    cscan_masks_at(level, bytes, count, wanted, &words)
    return words.flatMap { [$0.a, $0.b, $0.c, $0.quote] }
}

@Test func theBestLevelIsOneThatTheMachineHas() {
    #expect(cscan_has(cscan_best()))
    #expect(cscan_has(cscan_level_scalar))
}

@Test func aMaskSaysWhereTheBytesStand() {
    let found = masks(cscan_best(), Array("ab,c\n\"e\r".utf8), 8)
    #expect(found == [0b0000_0100, 0b0001_0000, 0b1000_0000, 0b0010_0000] + Array(repeating: 0xABCD, count: 4))
}

@Test(arguments: 0..<17)
func everyLevelMarksWhatTheScalarOneMarks(alignment: Int) {
    let bytes = hostileBytes(count: 300, seed: UInt64(alignment) + 50)
    bytes.withUnsafeBufferPointer { buffer in
        guard let base = buffer.baseAddress else { return }
        for count in 0..<(buffer.count - alignment) {
            let expected = masks(cscan_level_scalar, base + alignment, count)
            for level in levels { #expect(masks(level, base + alignment, count) == expected, "\(level)") }
        }
    }
}

@Test(arguments: 0..<17)
func everyLevelFindsTheDigits(alignment: Int) {
    for start in stride(from: 0, to: 256, by: 16) {
        let bytes = (0..<40).map { UInt8(truncatingIfNeeded: start + $0) }
        bytes.withUnsafeBufferPointer { buffer in
            guard let base = buffer.baseAddress else { return }
            #expect(cscan_digits16(base + alignment) == cscan_digits16_scalar(base + alignment))
        }
    }
}

/// The length of the clean prefix by the standard library.
private func cleanPrefix(_ bytes: [UInt8]) -> Int {
    var decoder = UTF8()
    var iterator = bytes.makeIterator()
    var length = 0
    while case .scalarValue(let scalar) = decoder.decode(&iterator), scalar != "\0" {
        length += UTF8.width(scalar)
    }
    return length
}

/// Characters of every length, those at the borders of what is allowed, and what is just behind them.
private let sequences: [[UInt8]] = [
    [0x61], [0x7F], [0xC2, 0x80], [0xDF, 0xBF], [0xE0, 0xA0, 0x80], [0xE1, 0x80, 0xBF], [0xED, 0x9F, 0xBF],
    [0xEE, 0x80, 0x80], [0xEF, 0xBF, 0xBF], [0xF0, 0x90, 0x80, 0x80], [0xF3, 0xBF, 0xBF, 0xBF],
    [0xF4, 0x8F, 0xBF, 0xBF],
]
private let badSequences: [[UInt8]] = [
    [0x00], [0x80], [0xBF], [0xC0, 0x80], [0xC1, 0xBF], [0xC2], [0xC2, 0x41], [0xC2, 0xC2, 0x80], [0xE0, 0x9F, 0xBF],
    [0xE1, 0x80], [0xE1, 0x80, 0x41], [0xED, 0xA0, 0x80], [0xF0, 0x8F, 0xBF, 0xBF], [0xF0, 0x90, 0x80],
    [0xF4, 0x90, 0x80, 0x80],
    [0xF5, 0x80, 0x80, 0x80], [0xFF], [0xFE], [0xF8, 0x88, 0x80, 0x80, 0x80], [0xE2, 0x82, 0xAC, 0x80],
]

@Test(arguments: 0..<100)
func everyLevelFindsTheCleanPrefix(seed: Int) {
    var state = UInt64(seed) &* 0x9E37_79B9_7F4A_7C15 &+ 1
    func random(_ bound: Int) -> Int {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return Int(state >> 33) % bound
    }
    var bytes: [UInt8] = []
    // Long ASCII stretches at times, since they are passed over in another way.
    while bytes.count < 400 { bytes += random(seed % 7 + 1) == 0 ? sequences[random(sequences.count)] : [0x61] }
    let place = random(bytes.count)
    let spoiled = bytes[..<place] + badSequences[seed % badSequences.count] + bytes[place...]
    for text in [bytes, Array(spoiled), Array(spoiled.shuffledTail(from: place))] {
        let expected = cleanPrefix(text)
        for level in levels { #expect(cscan_clean_prefix_at(level, text, text.count) == expected, "\(level)") }
        for end in [0, 1, 31, 32, 63, 64, 65, 127, 128, 192, 257, text.count - 1] {
            let part = Array(text[..<end])
            let expected = cleanPrefix(part)
            for level in levels { #expect(cscan_clean_prefix_at(level, part, end) == expected, "\(level) \(end)") }
        }
    }
}

extension ArraySlice<UInt8> {
    /// The same with every second byte behind `start` exchanged for the one before it.
    fileprivate func shuffledTail(from start: Int) -> ArraySlice {
        var copy = self
        for index in stride(from: Swift.max(start, 1), to: endIndex, by: 2) { copy.swapAt(index, index - 1) }
        return copy
    }
}
