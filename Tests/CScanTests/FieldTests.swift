import CScan
import Testing

/// What a kernel found, with the pieces' bytes and ends written out.
private struct Found: Equatable {
    var pieces: [String] = []
    var start = 0
    var counts: [Int] = []

    init(
        _ level: cscan_level, _ bytes: UnsafeBufferPointer<UInt8>, from start: Int, _ dialect: cscan_dialect,
        splits: Bool, limit: Int, room: Int
    ) {
        var fields = cscan_fields()
        (fields.start, fields.limit, fields.splits_doubled) = (start, limit, splits)
        // Guards behind the room show what is written there.
        var found = [cscan_piece](repeating: 0xABCD, count: room + 8)
        guard let base = bytes.baseAddress else { return }
        cscan_split_at(level, base, bytes.count, dialect, &fields, &found, room)
        #expect(found[room...].allSatisfy { $0 == 0xABCD })
        for piece in found[..<fields.pieces] {
            let (first, length) = (Int(UInt32(truncatingIfNeeded: piece)), Int(piece >> 32 & 0x3FFF_FFFF))
            let text = String(decoding: bytes[first..<first + length], as: UTF8.self)
            pieces.append("\(first) \(text)" + (piece >> 62 & 1 == 1 ? "|" : "") + (piece >> 63 == 1 ? "‖" : ""))
        }
        self.start = fields.start
        counts = [fields.records, fields.parts, fields.quoted_lines]
    }
}

private let palettes: [[String]] = [
    ["abc", "some text", ",", "\n"], ["abc", ",", "\n", ",\"x,\ny\",", ",\"\",", "12"],
    [",\"a \"\"b\"\"\",", "text", "\r\n", ",\"long, \n long\"\n"], ["abc,", ",", "\r\n", ",\"c\r\nd\re\n\"\r\n"],
    ["\r\n", "\n", "\r", "a"], ["a long piece of text without anything", "\"", ",\"", "\",", "\n"], [",", "\r", "\n"],
    [",\"\"\"\"\"\",", "\"\"\"a\"\"\"\n", "\r\n", ",\"\"\r\n"], ["\"", ",", "\n", "\r", "a"], [",", "\"\"", "\n"],
    [String(repeating: "x", count: 70), ",", "\n", "\"" + String(repeating: "\n", count: 66) + "\","],
]

private func text(seed: Int, words: Int) -> [UInt8] {
    var state = UInt64(seed) &* 0x9E37_79B9_7F4A_7C15 &+ 1
    let palette = palettes[seed % palettes.count]
    var bytes: [UInt8] = []
    while bytes.count < words * 64 + seed % 67 {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        bytes += Array(palette[Int(state >> 33) % palette.count].utf8)
    }
    return bytes
}

private let common = cscan_dialect(delimiter: 0x2C, quote: 0x22, is_quoting: true)

/// Every level against the scalar one, in all that a call can be asked.
private func expectAlike(_ bytes: [UInt8], from starts: [Int]) {
    let unquoted = cscan_dialect(delimiter: 0x2C, quote: 0x0A, is_quoting: false)
    for start in starts {
        for (dialect, splits) in [(common, true), (common, false), (unquoted, true)] {
            for (limit, room) in [(Int.max, 400), (3, 400), (Int.max, 80), (Int.max, 150), (40, 79)] {
                bytes.withUnsafeBufferPointer { buffer in
                    let found = levels.map {
                        Found($0, buffer, from: start, dialect, splits: splits, limit: limit, room: room)
                    }
                    #expect(found.allSatisfy { $0 == found[0] })
                }
            }
        }
    }
}

@Test(arguments: 0..<110)
func everyLevelFindsTheFieldsOfTheScalarOne(seed: Int) {
    let bytes = text(seed: seed, words: 5)
    // In step with the machine's words and out of it, and of which nothing is left.
    expectAlike(bytes, from: [0, 1 + seed % 63, bytes.count])
}

/// Every text of three bytes that matter stands at every place around the seam of two words.
@Test func threeBytesThatMatterMakeTheSameFieldsAtEverySeam() {
    let special: [UInt8] = [0x22, 0x2C, 0x0A, 0x0D, 0x61]
    for home in ["a,", "\"\",a\r\n"] {
        let plain = Array(String(repeating: home, count: 192).utf8.prefix(192))
        for number in 0..<125 {
            let three = [special[number % 5], special[number / 5 % 5], special[number / 25]]
            for place in [0, 61, 62, 63, 64, 126] {
                var bytes = plain
                bytes.replaceSubrange(place..<place + 3, with: three)
                for splits in [false, true] {
                    bytes.withUnsafeBufferPointer { buffer in
                        let found = levels.map {
                            Found($0, buffer, from: 0, common, splits: splits, limit: .max, room: 400)
                        }
                        #expect(found.allSatisfy { $0 == found[0] }, "\(three) at \(place) in \(home)")
                    }
                }
            }
        }
    }
}

/// The pieces of `text`, which is made longer by whole records until they lie in whole words.
private func pieces(_ text: String, splits: Bool) -> [String] {
    let bytes = Array(text.utf8) + [UInt8](repeating: 0x0A, count: 64)
    return bytes.withUnsafeBufferPointer {
        let found = Found(cscan_best(), $0, from: 0, common, splits: splits, limit: .max, room: 400)
        return Array(found.pieces.prefix { Int($0.split(separator: " ")[0]).map { $0 < text.utf8.count } ?? false })
    }
}

@Test func fieldsHaveTheirBytesWithoutTheQuotes() {
    #expect(pieces("a,\"b\"\"c\",\"\"\n", splits: true) == ["0 a|", "3 b\"", "6 c|", "10 |‖"])
    #expect(pieces("a,\"b\"\"c\",\"\"\n", splits: false) == ["0 a|", "3 b\"\"c|", "10 |‖"])
    #expect(pieces("\"x\r\ny\"\r\n,z\r\n", splits: true) == ["1 x\r\ny|‖", "8 |", "9 z|‖"])
    #expect(pieces("\"\"\"\"\r\r", splits: true) == ["1 \"", "3 |‖", "5 |‖"])
}

@Test func lineEndsInQuotesAreCountedInWholeFieldsAlone() {
    let bytes = Array("\"\n\r\n\r\",a\n\"".utf8) + [UInt8](repeating: 0x0A, count: 200)
    bytes.withUnsafeBufferPointer { buffer in
        for level in levels {
            let found = Found(level, buffer, from: 0, common, splits: true, limit: .max, room: 400)
            #expect(found.pieces == ["1 \n\r\n\r|", "7 a|‖"] && found.counts == [1, 0, 3] && found.start == 9)
        }
    }
    // The line feed that belongs to the last record's carriage return is not among those of the field behind it.
    let returns = Array("\"\n\",a\r\n\"".utf8) + [UInt8](repeating: 0x0A, count: 200)
    returns.withUnsafeBufferPointer { buffer in
        for level in levels {
            let found = Found(level, buffer, from: 0, common, splits: true, limit: .max, room: 400)
            #expect(found.counts == [1, 0, 1] && found.start == 6)
        }
    }
}
