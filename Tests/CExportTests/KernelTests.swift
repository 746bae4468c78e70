import CExport
import SeededRandom
import Testing

private let columns = 3

/// Records of values one behind the other, with their pieces, and where each would have to be read to.
private struct Sample {
    var bytes: [UInt8] = []
    var pieces: [cexport_piece] = []
    var values: [[UInt8]] = []

    init(records: Int, alphabet: [[UInt8]], longest: Int, using random: inout SplitMix64) {
        for _ in 0..<records {
            for column in 0..<columns {
                let count = Bool.random(using: &random) ? 3 : Int.random(in: 0...longest, using: &random)
                let isOdd = Int.random(in: 0..<4, using: &random) == 0
                var value: [UInt8] = []
                while value.count < count { value += isOdd ? random.pick(alphabet) : [0x61] }
                let ends: UInt64 = column == columns - 1 ? 3 : 1
                pieces.append(UInt64(bytes.count) | UInt64(value.count) << 32 | ends << 62)
                values.append(value)
                bytes += value + [UInt8](repeating: 0x3B, count: Int.random(in: 0...2, using: &random))
            }
        }
    }

    /// What a kernel writes in as many calls as it wants, a value that it refuses being written by `slow`.
    func written(
        room: Int, _ kernel: (cexport_values, Int, cexport_output) -> cexport_progress, slow: (Int) -> [UInt8]
    ) -> (bytes: [UInt8], refused: Int) {
        var output: [UInt8] = []
        var (index, column, refused) = (0, 0, 0)
        // Guards behind the room show what is written there.
        var buffer = [UInt8](repeating: 0xAA, count: room + 64)
        while index < pieces.count {
            let done = bytes.withUnsafeBufferPointer { bytes in
                pieces[index...].withUnsafeBufferPointer { pieces in
                    buffer.withUnsafeMutableBufferPointer { buffer -> cexport_progress? in
                        guard let base = bytes.baseAddress, let piece = pieces.baseAddress, let out = buffer.baseAddress
                        else { return nil }
                        return kernel(
                            cexport_values(
                                bytes: base, byte_count: bytes.count, pieces: piece, piece_count: pieces.count,
                                is_delimited: false, delimiter: 0, quote: 0),
                            column, cexport_output(bytes: out, room: room))
                    }
                }
            }
            #expect(buffer[room...].allSatisfy { $0 == 0xAA })
            if let done {
                output += buffer[..<done.bytes]
                index += done.pieces
                #expect(done.column == index % columns)
            }
            if index < pieces.count {
                output += slow(index)
                index += 1
                refused += 1
            }
            column = index % columns
        }
        return (output, refused)
    }
}

private func quoted(_ sample: Sample, _ index: Int) -> [UInt8] {
    let value = sample.values[index]
    let needsQuotes = value.contains { [0x2C, 0x22, 0x0A, 0x0D].contains($0) }
    let text = value.flatMap { $0 == 0x22 ? [$0, $0] : [$0] }
    return (index % columns == 0 ? [] : [0x2C]) + (needsQuotes ? [0x22] + text + [0x22] : value)
        + (index % columns == columns - 1 ? [0x0A] : [])
}

@Test(arguments: [false, true])
func valuesAreQuotedAsOneByOne(isPlain: Bool) {
    var random = SplitMix64(seed: 1)
    let alphabet = (Array("ab,\"\r\n;".utf8) + [0, 0x7F, 0xC3, 0xFF]).map { [$0] }
    for round in 0..<300 {
        let sample = Sample(records: 20, alphabet: alphabet, longest: round % 110, using: &random)
        let written = sample.written(room: [40, 300, 4096][round % 3]) {
            isPlain
                ? cexport_delimited_plain($0, $1, columns, 0x2C, $2) : cexport_delimited($0, $1, columns, 0x2C, $2)
        } slow: {
            quoted(sample, $0)
        }
        #expect(written.bytes == sample.values.indices.flatMap { quoted(sample, $0) })
        // Those at the end of the bytes, and one for every call that had no room.
        if round % 3 == 2 { #expect(written.refused <= 40) }
    }
}

/// Values as they stand in a source, with their pieces; and as they are written.
private struct Row {
    var bytes: [UInt8] = []
    var pieces: [cexport_piece] = []
    var values: [[UInt8]] = []

    /// Records of `columns`, in quotes (`quote`) where they need them, sometimes where they do not.
    init(records: Int, quote: UInt8, terminator: [UInt8], using random: inout SplitMix64) {
        let texts = [
            "a", "", "12", "text", "a value of more than thirty-two bytes", "x,y", "\n", "\t", "'", "\"q\"", "''", "é",
        ]
        for index in 0..<records * columns {
            let value = Array((texts.randomElement(using: &random) ?? "").utf8)
            let isQuoted =
                value.contains { [0x2C, quote, 0x0A].contains($0) } || Int.random(in: 0..<9, using: &random) == 0
            if isQuoted { bytes.append(quote) }
            var start = bytes.count
            for byte in value {
                bytes.append(byte)
                guard byte == quote else { continue }
                // Doubled: the first belongs to the piece, the second to none.
                pieces.append(UInt64(start) | UInt64(bytes.count - start) << 32)
                bytes.append(quote)
                start = bytes.count
            }
            let endsRecord = index % columns == columns - 1
            pieces.append(UInt64(start) | UInt64(bytes.count - start) << 32 | (endsRecord ? 3 : 1) << 62)
            if isQuoted { bytes.append(quote) }
            bytes += endsRecord ? terminator : [0x2C]
            values.append(value)
        }
    }

    func written(_ delimiter: UInt8) -> [UInt8] {
        values.indices.flatMap { index -> [UInt8] in
            let value = values[index]
            let needsQuotes = value.contains { [delimiter, 0x22, 0x0A, 0x0D].contains($0) }
            let text = value.flatMap { $0 == 0x22 ? [$0, $0] : [$0] }
            return (index % columns == 0 ? [] : [delimiter]) + (needsQuotes ? [0x22] + text + [0x22] : value)
                + (index % columns == columns - 1 ? [0x0A] : [])
        }
    }
}

@Test(arguments: [UInt8(0x2C), 0x09], [UInt8(0x22), 0x27])
func valuesInARowAreWrittenAsOneByOne(delimiter: UInt8, quote: UInt8) {
    var random = SplitMix64(seed: 4)
    for round in 0..<100 {
        let terminator: [UInt8] = [[0x0A], [0x0D, 0x0A], [0x0D], [0x0A]][round % 4]
        let row = Row(records: 40, quote: quote, terminator: terminator, using: &random)
        // As many bytes more as are moved at a time.
        let bytes = row.bytes + [UInt8](repeating: 0x2C, count: 32)
        for (isPlain, room) in [(true, 300), (false, 300), (true, 1 << 14), (false, 1 << 14)] {
            var output: [UInt8] = []
            var (index, column) = (0, 0)
            var buffer = [UInt8](repeating: 0xAA, count: room + 64)
            while index < row.pieces.count {
                let done = bytes.withUnsafeBufferPointer { bytes in
                    row.pieces[index...].withUnsafeBufferPointer { pieces in
                        buffer.withUnsafeMutableBufferPointer { buffer -> cexport_progress in
                            guard let base = bytes.baseAddress, let piece = pieces.baseAddress,
                                let out = buffer.baseAddress
                            else { return cexport_progress() }
                            let values = cexport_values(
                                bytes: base, byte_count: bytes.count, pieces: piece, piece_count: pieces.count,
                                is_delimited: true, delimiter: 0x2C, quote: quote)
                            let output = cexport_output(bytes: out, room: room)
                            return isPlain
                                ? cexport_delimited_plain(values, column, columns, delimiter, output)
                                : cexport_delimited(values, column, columns, delimiter, output)
                        }
                    }
                }
                #expect(buffer[room...].allSatisfy { $0 == 0xAA })
                #expect(done.records == row.pieces[index..<index + done.pieces].filter { $0 >> 63 == 1 }.count)
                guard done.pieces > 0 else { break }
                output += buffer[..<done.bytes]
                index += done.pieces
                column = done.column
            }
            #expect(output == row.written(delimiter))
        }
    }
}

/// What stands between quotes for each byte: those that are not ASCII as they are, or written as others are by whoever
/// knows them.
private func member(_ sample: Sample, _ index: Int, isUTF8: Bool) -> [UInt8] {
    let letters: [UInt8: String] = [
        0x22: "\\\"", 0x5C: "\\\\", 0x08: "\\b", 0x09: "\\t", 0x0A: "\\n", 0x0C: "\\f", 0x0D: "\\r", 0x00: "\\u0000",
        0x1B: "\\u001b", 0x7F: "\\u007f",
    ]
    let text = sample.values[index].flatMap { byte -> [UInt8] in
        if let letter = letters[byte] { return Array(letter.utf8) }
        return byte < 0x80 || isUTF8 ? [byte] : Array("?".utf8)
    }
    let name = ["{\"a\":\"", ",\"a longer name\":\"", ",\"\":\""][index % columns]
    return Array(name.utf8) + text + Array((index % columns == columns - 1 ? "\"}\n" : "\"").utf8)
}

private let ascii = (Array("ab\"\\\r\n\t;".utf8) + [0, 0x08, 0x0C, 0x1B, 0x7F]).map { [$0] }
private let characters = ascii + ["é", "漢", "\u{1F600}", "\u{80}"].map { Array($0.utf8) }
private let anyBytes = ascii + [0x80, 0xA9, 0xC3, 0xE6, 0xFF].map { [$0] }

@Test(arguments: [false, true], [(false, ascii), (true, ascii), (true, characters), (false, anyBytes)])
func membersAreEscapedAsOneByOne(isPlain: Bool, _ text: (isUTF8: Bool, alphabet: [[UInt8]])) {
    var random = SplitMix64(seed: 2)
    let (isUTF8, alphabet) = text
    let names = Array("{\"a\":\",\"a longer name\":\",\"\":\"".utf8) + [UInt8](repeating: 0, count: 16)
    let (ends, close): ([UInt32], [UInt8]) = ([0, 6, 24, 29], Array("}\n".utf8))
    for round in 0..<300 {
        let sample = Sample(records: 20, alphabet: alphabet, longest: round % 110, using: &random)
        let written = names.withUnsafeBufferPointer { names in
            ends.withUnsafeBufferPointer { ends in
                close.withUnsafeBufferPointer { close in
                    sample.written(room: [90, 300, 8192][round % 3]) { values, column, output in
                        guard let name = names.baseAddress, let end = ends.baseAddress, let last = close.baseAddress
                        else { return cexport_progress() }
                        var members = cexport_members(
                            names: name, ends: end, columns: columns, longest_name: 18, close: last, close_count: 2,
                            utf8_start: 0, utf8_end: isUTF8 ? values.byte_count : 0)
                        return isPlain
                            ? cexport_json_plain(values, column, &members, output)
                            : cexport_json(values, column, &members, output)
                    } slow: {
                        member(sample, $0, isUTF8: isUTF8)
                    }
                }
            }
        }
        #expect(written.bytes == sample.values.indices.flatMap { member(sample, $0, isUTF8: isUTF8) })
        // Bytes that may be anything are for whoever looks at them one by one.
        if round % 3 == 2 && alphabet != anyBytes { #expect(written.refused <= 40) }
    }
}

@Test func whatIsNotASCIIStandsAsItIsWhereItIsWhole() {
    var random = SplitMix64(seed: 3)
    var sample = Sample(records: 0, alphabet: [], longest: 0, using: &random)
    sample.bytes = Array("é·é".utf8) + [UInt8](repeating: 0x20, count: 64)
    // é whole, then the second byte of ·, then é cut behind its first.
    sample.pieces = [(0, 2), (3, 1), (4, 1)].map { (start: UInt64, count: UInt64) in start | count << 32 | 1 << 62 }
    for (index, isUTF8) in [(0, true), (0, false), (1, true), (2, true)] {
        let taken = withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 256) { room -> Int in
            room.initialize(repeating: 0)
            guard let base = room.baseAddress else { return -1 }
            return sample.bytes.withUnsafeBufferPointer { bytes in
                sample.pieces[index...index].withUnsafeBufferPointer { pieces in
                    [UInt32](arrayLiteral: 0, 1).withUnsafeBufferPointer { ends in
                        guard let first = bytes.baseAddress, let piece = pieces.baseAddress, let end = ends.baseAddress
                        else { return -1 }
                        var members = cexport_members(
                            names: first, ends: end, columns: 1, longest_name: 1, close: first, close_count: 1,
                            utf8_start: 0, utf8_end: isUTF8 ? bytes.count : 0)
                        return cexport_json(
                            cexport_values(
                                bytes: first, byte_count: bytes.count, pieces: piece, piece_count: 1,
                                is_delimited: false,
                                delimiter: 0, quote: 0), 0,
                            &members, cexport_output(bytes: base, room: 256)
                        ).pieces
                    }
                }
            }
        }
        #expect(taken == (index == 0 && isUTF8 ? 1 : 0))
    }
}

/// A value of several pieces is not among the bytes that are known to be UTF-8: all of it is looked at.
@Test(arguments: [("caf\u{E9}", 0, 3), ("caf\u{E9}", 7, 12), ("cafe", 0, 3)])
func valueOutsideOfTheKnownBytesIsLeftToTheCaller(text: String, start: Int, end: Int) {
    // In Latin-1, between "x and "y.
    let value = text.unicodeScalars.map { UInt8($0.value) }
    let bytes = Array("\"x".utf8) + value + Array("\"y".utf8) + [UInt8](repeating: 0x20, count: 64)
    let pieces = [(1, value.count + 1, false), (value.count + 3, 1, true)].map { (start: Int, count: Int, ends: Bool) in
        UInt64(start) | UInt64(count) << 32 | (ends ? 1 << 62 : 0)
    }
    let taken = withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 256) { room -> Int in
        guard let base = room.baseAddress else { return -1 }
        return bytes.withUnsafeBufferPointer { bytes in
            pieces.withUnsafeBufferPointer { pieces in
                [UInt32](arrayLiteral: 0, 1).withUnsafeBufferPointer { ends in
                    guard let first = bytes.baseAddress, let piece = pieces.baseAddress, let names = ends.baseAddress
                    else { return -1 }
                    var members = cexport_members(
                        names: first, ends: names, columns: 2, longest_name: 1, close: first, close_count: 1,
                        utf8_start: start, utf8_end: end)
                    let values = cexport_values(
                        bytes: first, byte_count: bytes.count, pieces: piece, piece_count: 2, is_delimited: false,
                        delimiter: 0, quote: 0)
                    return cexport_json(values, 0, &members, cexport_output(bytes: base, room: 256)).pieces
                }
            }
        }
    }
    #expect(taken == (text == "cafe" ? 2 : 0))
}
