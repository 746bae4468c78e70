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

private let states = [
    cscan_state_record_start, cscan_state_field_start, cscan_state_unquoted, cscan_state_quoted,
    cscan_state_quote_in_quoted, cscan_state_carriage_return,
]

private let common = cscan_dialect(delimiter: 0x2C, quote: 0x22, is_quoting: true)

/// What a scan of whole words leaves behind.
private struct Outcome: Equatable {
    var words: Int
    var state: UInt32
    var records: Int
}

private func scan(
    _ level: cscan_level, _ bytes: UnsafePointer<UInt8>, words: Int, _ dialect: cscan_dialect, _ scan: cscan_scan
) -> Outcome {
    var scan = scan
    let done = cscan_records_at(level, bytes, words, dialect, &scan)
    return Outcome(words: done, state: scan.state.rawValue, records: scan.records)
}

private func fields(
    _ level: cscan_level, _ bytes: UnsafePointer<UInt8>, words: Int, _ dialect: cscan_dialect, _ scan: cscan_scan
) -> Outcome {
    var scan = scan
    let done = cscan_columns_at(level, bytes, words, dialect, &scan)
    return Outcome(words: done, state: scan.state.rawValue, records: scan.records)
}

/// Words of a palette, 64 bytes each, and bytes before them to be out of step with the machine's.
private func text(seed: UInt64, words: Int, alignment: Int) -> [UInt8] {
    let palettes: [[String]] = [
        ["abc", "some text", ",", "\n"], ["abc", ",", "\n", "\"a\"", ",\"x,\ny\"", "\"\""],
        [",\"a \"\"b\"\"\",", "text", "\r\n", "\"long, \n long\""], ["a\"b", ",", "\n", "\r", "\"", "some more text"],
        ["\r\n", "\"", "\n", "\r"], ["a long piece of text without anything", "\"", ",\"", "\",", "\n"],
        ["\"", ",", "\n", "\r", "a"], ["\"", "\"\"", "a"], [",", "\"\"", "\n"], ["\u{0}", "\u{7F}é", "\",\""],
    ]
    var numbers = Numbers(state: seed &* 0x9E37_79B9_7F4A_7C15 &+ 1)
    let palette = palettes[Int(seed) % palettes.count]
    var bytes: [UInt8] = []
    while bytes.count < words * 64 + alignment { bytes += Array(palette[numbers.below(palette.count)].utf8) }
    return Array(bytes.prefix(words * 64 + alignment))
}

@Test(arguments: 0..<300)
func everyLevelFindsTheRecordsOfTheScalarOne(seed: Int) {
    let alignment = seed % 67
    let bytes = text(seed: UInt64(seed), words: 5, alignment: alignment)
    let dialects = [common, cscan_dialect(delimiter: 0x2C, quote: 0x0A, is_quoting: false)]
    bytes.withUnsafeBufferPointer { buffer in
        guard let base = buffer.baseAddress else { return }
        for (state, dialect) in states.flatMap({ state in dialects.map { (state, $0) } }) {
            for limit in [1, 2, 3, 10, 40, 64, 65, 200, Int.max] {
                let start = cscan_scan(state: state, records: seed % 3, limit: limit, is_odd: false)
                let expected = scan(cscan_level_scalar, base + alignment, words: 5, dialect, start)
                let ended = fields(cscan_level_scalar, base + alignment, words: 5, dialect, start)
                for level in levels {
                    #expect(scan(level, base + alignment, words: 5, dialect, start) == expected, "\(level)")
                    #expect(fields(level, base + alignment, words: 5, dialect, start) == ended, "\(level)")
                }
            }
        }
    }
}

/// Every text of three bytes that matter stands at every place around the seam of two words.
@Test func threeBytesThatMatterAreReadAlikeAtEverySeam() {
    let special: [UInt8] = [0x22, 0x2C, 0x0A, 0x0D, 0x61]
    var bytes = [UInt8](repeating: 0x61, count: 128)
    for number in 0..<125 {
        let three = [special[number % 5], special[number / 5 % 5], special[number / 25]]
        for place in [0, 1, 60, 61, 62, 63, 64, 125] {
            bytes.replaceSubrange(place..<place + 3, with: three)
            for state in states {
                let start = cscan_scan(state: state, records: 0, limit: .max, is_odd: false)
                let expected = scan(cscan_level_scalar, bytes, words: 2, common, start)
                let ended = fields(cscan_level_scalar, bytes, words: 2, common, start)
                for level in levels {
                    #expect(scan(level, bytes, words: 2, common, start) == expected, "\(level)")
                    #expect(fields(level, bytes, words: 2, common, start) == ended, "\(level)")
                }
            }
            bytes.replaceSubrange(place..<place + 3, with: [0x61, 0x61, 0x61])
        }
    }
}

@Test func fieldsAreCountedUpToTheWordInWhichTheLastWantedOneOrARecordEnds() {
    let bytes = Array(String(repeating: "aa,\"b,\",", count: 32).utf8)
    #expect(bytes.count == 256)
    for level in levels {
        for (limit, end) in (1...70).map({ ($0, 255) })
            + (0..<256).filter({ ![3, 6].contains($0 % 8) }).map({ (Int.max, $0) })
        {
            var bytes = bytes
            if limit == .max { bytes[end] = 0x0A }
            let start = cscan_scan(state: cscan_state_record_start, records: 0, limit: limit, is_odd: false)
            let found = fields(level, bytes, words: 4, common, start)
            // A line end in quotes ends no record.
            let isQuoted = (4...5).contains(end % 8)
            let words = limit < .max ? (limit - 1) / 16 : isQuoted ? 4 : end / 64
            #expect(found.words == min(4, words) && found.records == 16 * found.words)
        }
    }
}

@Test func aScanEndsBeforeTheWordInWhichTheLastWantedRecordEnds() {
    let bytes = Array(String(repeating: "a,b\n", count: 64).utf8)
    for level in levels {
        for limit in 1...70 {
            let found = scan(
                level, bytes, words: 4, common,
                cscan_scan(state: cscan_state_record_start, records: 0, limit: limit, is_odd: false))
            #expect(found.words == min(4, (limit - 1) / 16) && found.records == 16 * found.words)
        }
    }
}
