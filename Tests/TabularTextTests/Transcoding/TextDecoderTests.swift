import QuadrilleRuntime
import Testing

@testable import TabularEncodings
@testable import TabularText

/// Decodes in pieces of input and room for output of any length.
private func decoded(
    _ bytes: [UInt8], _ name: String, piece: Int, room: Int, _ random: inout SeededGenerator
) throws -> [UInt8] {
    let decoder = TextDecoder(try encoding(name))
    let output = ReadBuffer(count: room + 17)
    var result: [UInt8] = []
    var start = 0
    var end = 0
    while start < bytes.count {
        end = max(end, min(bytes.count, start + Int.random(in: 1...piece, using: &random)))
        let space = UnsafeMutableRawBufferPointer(
            rebasing: output.bytes[..<(17 + Int.random(in: 0..<room, using: &random))])
        let step = bytes[start..<end].withUnsafeBufferPointer {
            decoder.decode($0, isLast: end == bytes.count, into: space)
        }
        result += output.prefix(step.produced)
        start += step.consumed
        if step.consumed == 0 { end += 1 }
    }
    return result + output.prefix(decoder.finish(into: output.bytes))
}

@Test(arguments: testedEncodings)
func textInAnyPiecesIsDecodedAsItIsCharacterByCharacter(_ name: String) throws {
    var random = SeededGenerator(state: 5)
    for round in 0..<20 {
        let text = randomText(round * 20, &random)
        let bytes = hostile(text, name, &random)
        let expected = try slowlyDecoded(bytes, name)
        #expect(try decoded(bytes, name, piece: 1 + round * 13, room: 1 + round * 7, &random) == expected)
    }
}

@Test(arguments: testedEncodings)
func textThatWasEncodedIsTheSameAgain(_ name: String) throws {
    var random = SeededGenerator(state: 6)
    // Without the combining marks, for which Windows-1258 has letters of its own.
    let text = randomText(600, &random).unicodeScalars.filter { !"ếệộạăđ\u{FEFF}".unicodeScalars.contains($0) }
    var kept = String.UnicodeScalarView()
    for scalar in text where !encoded(String(scalar), name).isEmpty { kept.append(scalar) }
    let bytes = encoded(String(kept), name)
    #expect(String(decoding: try slowlyDecoded(bytes, name), as: UTF8.self) == String(kept))
}

@Test(arguments: [("UTF-16LE", 2), ("UTF-16BE", 2), ("UTF-32LE", 4), ("UTF-32BE", 4), ("Shift-JIS", 1), ("GB18030", 1)])
func everyTruncationOfATextIsItsBeginningAndAtMostInvalid(_ name: String, unit: Int) throws {
    let text = unit == 1 ? "a,漢カ\nb" : "a,é漢\u{1F600}\nb"
    let bytes = encoded(text, name)
    for count in 0...bytes.count {
        var random = SeededGenerator(state: UInt64(count))
        let cut = Array(bytes.prefix(count))
        let result = try decoded(cut, name, piece: 3, room: 4, &random)
        #expect(try result == slowlyDecoded(cut, name))
        let valid = Array(result.prefix { $0 != 0xFF })
        #expect(Array(text.utf8).starts(with: valid))
        if !count.isMultiple(of: unit) { #expect(result.last == 0xFF) }
    }
}

/// The claim that lets a chunk be decoded by itself: what iconv makes of all of a text is what the tables make of it.
@Test(arguments: testedEncodings)
func tablesSayWhatIconvSaysOfAWholeText(_ name: String) throws {
    guard case .tables(let tables) = try encoding(name).method else { return }
    var random = SeededGenerator(state: 7)
    for round in 0..<10 {
        let bytes =
            round < 5 ? encoded(randomText(300, &random), name) : hostile(randomText(300, &random), name, &random)
        let output = ReadBuffer(count: 8 * bytes.count + 64)
        var whole: [UInt8] = []
        var index = 0
        let iconv = Iconv(from: tables.name)
        while index < bytes.count {
            let step = bytes[index...].withUnsafeBufferPointer { iconv?.convert($0, into: output.bytes) }
            guard let step else { break }
            whole += output.prefix(step.produced)
            index += step.consumed
            if index < bytes.count {
                whole.append(0xFF)
                index += 1
            }
        }
        #expect(try slowlyDecoded(bytes, name) == whole)
    }
}

@Test(arguments: [
    ("utf8", "UTF-8"), ("UTF_8", "UTF-8"), ("Latin1", "ISO-8859-1"), ("iso8859-15", "ISO-8859-15"),
    ("cp1252", "Windows-1252"), ("WINDOWS-1252", "Windows-1252"), ("gbk", "GB18030"), ("GB2312", "GB18030"),
    ("sjis", "Shift-JIS"), ("shift_jis", "Shift-JIS"), ("Windows-31J", "Shift-JIS"), ("euc-kr", "EUC-KR"),
    ("koi8-r", "KOI8-R"), ("big5", "Big5"), ("ibm850", "IBM850"), ("iso-2022-jp", "ISO-2022-JP"),
])
func namesAreMatchedAsPeopleWriteThem(_ written: String, shown: String) {
    let name = EncodingName(written)
    #expect(name.isKnown)
    #expect(name.shown == shown)
}

@Test(arguments: ["", "latin99", "utf-8//TRANSLIT", "no such", "UTF-16,UTF-8", "//"])
func namesThatAreNoneAreNotKnown(_ name: String) { #expect(!TextOptions.isKnownEncoding(name)) }
