import Tabular
import TabularBytes
import TestStores
import Testing

@testable import TabularText

private let small = ReaderTuning(
    passBlock: 64, tileBlock: 32, segment: 200, auditPart: 100, interval: 50, textChunk: 48)

private func table(_ bytes: [UInt8], _ encoding: String? = nil, tuning: ReaderTuning = small) -> TextSource {
    var options = TextOptions(delimiter: ",", headerRows: 1)
    options.encoding = encoding
    return source(MemoryStore(bytes), options: options, tuning: tuning)
}

private let text = "stadt,größe\n" + (0..<60).map { "Köln \($0),\"früh\nspät\"\n" }.joined()

@Test(
    arguments: [
        ("UTF-16LE", [0xFF, 0xFE]), ("UTF-16BE", [0xFE, 0xFF]), ("UTF-32LE", [0xFF, 0xFE, 0, 0]),
        ("UTF-32BE", [0, 0, 0xFE, 0xFF]), ("UTF-16LE", []), ("UTF-16BE", []), ("UTF-32LE", []), ("UTF-32BE", []),
        ("UTF-8", []), ("UTF-8", [0xEF, 0xBB, 0xBF]), ("GB18030", [0x84, 0x31, 0x95, 0x33]), ("Windows-1252", []),
    ] as [(String, [UInt8])])
func aTableIsReadInTheEncodingThatItSays(_ name: String, mark: [UInt8]) throws {
    let bytes = mark + encoded(text, name)
    let source = table(bytes)
    let snapshot = source.waitUntilComplete()
    #expect(snapshot.description.text?.encoding.name == name)
    #expect(snapshot.description.text?.encoding.hasByteOrderMark == !mark.isEmpty)
    #expect(snapshot.description.text?.encoding.isGuessed == (name == "Windows-1252"))
    #expect(snapshot.columns.map(\.name) == ["stadt", "größe"])
    #expect(snapshot.rowCount == .exactly(60))
    #expect(snapshot.problems.count == 0)
    #expect(source.lines(59..<60) == ["Köln 59|früh\nspät"])
    #expect(source.lines(0..<1) == ["Köln 0|früh\nspät"])
    #expect(try source.bytesBeforeRows() == mark + encoded("stadt,größe\n", name))
    #expect(try source.bytes(ofRows: 7..<8) == encoded("Köln 7,\"früh\nspät\"\n", name))
    #expect(try source.bytesBeforeRows() + source.bytes(ofRows: 0..<60) == bytes)
}

@Test(arguments: testedEncodings)
func aTableIsReadInTheEncodingThatIsWanted(_ name: String) throws {
    let line = encoded("東京,서울,Köln,Москва,北京,x\n", name)
    let bytes = (0..<40).flatMap { _ in line }
    let source = table(bytes, name)
    let expected = String(decoding: try slowlyDecoded(line, name), as: UTF8.self).dropLast()
    #expect(source.waitUntilComplete().rowCount == .exactly(39))
    #expect(
        source.lines(38..<39) == [
            expected.split(separator: ",", omittingEmptySubsequences: false).joined(separator: "|")
        ])
    #expect(try source.bytes(ofRows: 0..<39) == Array(bytes.dropFirst(line.count)))
}

@Test func wideTextWithoutByteOrderIsWhatItsZerosSayOrLittleEndian() {
    #expect(
        table(encoded("a,b\n1,2\n", "UTF-16BE"), "utf-16").waitUntilComplete().description.text?.encoding.name
            == "UTF-16BE")
    let snapshot = table(encoded("東京\n京都\n", "UTF-16LE"), "UTF16").waitUntilComplete()
    #expect(snapshot.description.text?.encoding.name == "UTF-16LE")
    #expect(snapshot.columns.map(\.name) == ["東京"])
}

@Test func bytesThatAreNoTextAreListedWhereTheyStandInTheSource() throws {
    let good = encoded("a,b\n1,北京\n", "GB18030")
    let bytes = good + [0x32, 0x2C, 0xFF, 0x80, 0x0A] + encoded("3,上海\n", "GB18030") + [0x34, 0x2C, 0x81]
    let source = table(bytes, "gbk")
    let snapshot = source.waitUntilComplete()
    #expect(
        snapshot.problemLines == [
            "invalid-encoding record 3 line 3 byte \(good.count + 2): bytes that are not GB18030. Shown as \u{FFFD}.",
            "invalid-encoding record 5 line 5 byte \(bytes.count - 1): bytes that are not GB18030. Shown as \u{FFFD}.",
        ])
    #expect(source.lines(0..<4) == ["1|北京", "2|\u{FFFD}\u{FFFD}", "3|上海", "4|\u{FFFD}"])
    #expect(try source.bytes(ofRows: 1..<2) == [0x32, 0x2C, 0xFF, 0x80, 0x0A])
}

@Test func problemsFarInALargeTextStandWhereTheyStandInTheSource() throws {
    var bytes: [UInt8] = [0xFF, 0xFE]
    var expected: [Int] = []
    for row in 0..<300 {
        bytes += encoded("\(row),größe", "UTF-16LE")
        if row % 7 == 3 {
            expected.append(bytes.count)
            bytes += [0x00, 0xD8]
        }
        bytes += encoded("\n", "UTF-16LE")
    }
    #expect(table(bytes).waitUntilComplete().problems.first.map(\.position.byte) == expected)
}

@Test(arguments: 0..<60)
func everyTruncationOfAWideTableIsATable(_ count: Int) throws {
    let whole = [0xFF, 0xFE] + encoded("a,b\n1,ä\n22,\u{1F600}\n\"x\ny\",z\n", "UTF-16LE")
    let bytes = Array(whole.prefix(count))
    let source = table(bytes)
    let snapshot = source.waitUntilComplete()
    #expect(snapshot.phase == .complete)
    #expect(try source.bytesBeforeRows() + source.bytes(ofRows: 0..<9) == bytes)
    let reference = try slowlyDecoded(Array(bytes.dropFirst(2)), "UTF-16LE")
    // One byte is a letter in Western text.
    #expect(snapshot.problems.first.contains { $0.kind == .invalidEncoding } == reference.contains(0xFF))
}

@Test func compressedTextInAnotherEncodingIsReadToo() throws {
    let bytes = [0xFF, 0xFE] + encoded(text, "UTF-16LE")
    let source = table(Compression.gzip.pack(bytes))
    let snapshot = source.waitUntilComplete()
    #expect(snapshot.description.text?.encoding.name == "UTF-16LE")
    #expect(snapshot.description.compression == "gzip")
    #expect(source.lines(59..<60) == ["Köln 59|früh\nspät"])
    #expect(try source.bytesBeforeRows() + source.bytes(ofRows: 0..<60) == bytes)
}

@Test func anEncodingThatIsNotKnownIsSaid() {
    let message = "cannot be read in the encoding 'latin99', which is not known. iconv -l lists those that are."
    #expect(
        table([0x61], "latin99").waitUntilComplete().failure?.said
            == ReadError(kind: .unsupportedFormat, source: "test.csv", message: message))
}

@Test func whatIsWantedAsUTF8IsNotGuessed() {
    let snapshot = table(encoded(text, "Windows-1252"), "utf8").waitUntilComplete()
    #expect(snapshot.description.text?.encoding.name == "UTF-8")
    #expect(snapshot.problems.first.allSatisfy { $0.message == "bytes that are not UTF-8. Shown as \u{FFFD}." })
    #expect(snapshot.problems.count == 121)
}

@Test func rowsOfAPipeInAnotherEncodingAppearAsTheyCome() throws {
    let bytes = [0xFF, 0xFE] + encoded(text, "UTF-16LE")
    let pipe = PackedPipe(bytes)
    let source = source(pipe, options: TextOptions(headerRows: 1), tuning: small)
    pipe.send(617)
    #expect(source.wait { $0.rowCount.known >= 15 }.phase == .opening)
    #expect(source.lines(14..<15) == ["Köln 14|früh\nspät"])
    pipe.send(.max)
    #expect(source.waitUntilComplete().rowCount == .exactly(60))
}

@Test func anEncodingThatFitsIsToldWhereTheBeginningIsASCIIAlone() {
    let ascii = Array(("a,b\n" + String(repeating: "1,some text\n", count: 90_000)).utf8)
    #expect(ascii.count > SampleTable.dialectBytes)
    let late = table(ascii + encoded("2,Müller aus Köln\n3,früher\n", "Windows-1252"), tuning: ReaderTuning())
    let snapshot = late.waitUntilComplete()
    #expect(snapshot.description.text?.encoding.name == "UTF-8")
    #expect(snapshot.description.text?.encoding.suggested == "Windows-1252")
    #expect(snapshot.problems.count == 2)
    let mixed = table(ascii + [0xFC, 0x0A] + Array("2,Müller\n".utf8), tuning: ReaderTuning())
    #expect(mixed.waitUntilComplete().description.text?.encoding.suggested == nil)
    let wanted = table(ascii + encoded("2,Müller aus Köln\n", "Windows-1252"), "utf-8", tuning: ReaderTuning())
    #expect(wanted.waitUntilComplete().description.text?.encoding.suggested == nil)
}

@Test(arguments: ["UTF-16LE", "GB18030", "ISO-2022-JP"], [100, 1 << 20])
func linesThatEndInAnotherWayStandWhereTheyStandInTheSource(_ name: String, part: Int) {
    let before = encoded("a,東京\r\n" + String(repeating: "1,東京\r\n", count: 50), name)
    let behind = encoded("2,東京\n" + String(repeating: "3,\r\n", count: 50) + "京\r\n", name)
    var tuning = small
    tuning.auditPart = part
    let problems = table(before + behind, name, tuning: tuning).waitUntilComplete().problems
    #expect(problems.first.map(\.kind.rawValue).sorted() == ["mixed-terminators", "ragged"])
    #expect(problems.first.first { $0.kind == .mixedTerminators }?.position.byte == before.count)
}

/// A conversion with states begins at the beginning: not for every problem, or every part.
@Test func placesOfProblemsAreFoundInOneMoreConversion() throws {
    let rows = (0..<3000).map { $0 % 5 == 0 ? "\($0)\r" : $0 % 7 == 0 ? "\($0),東京\n" : "\($0),東京\r" }
    let bytes = encoded("n,東京\r" + rows.joined(), "ISO-2022-JP")
    let store = MemoryStore(bytes)
    var options = TextOptions(isForced: true, delimiter: ",", headerRows: 1)
    options.encoding = "ISO-2022-JP"
    var tuning = small
    (tuning.auditPart, tuning.publication, tuning.passBlock) = (2000, 0, 1 << 12)
    let snapshot = source(store, options: options, tuning: tuning).waitUntilComplete()
    #expect(snapshot.problems.counts == [.ragged: 600, .mixedTerminators: 1])
    // Once for the text, once for the places, and a little around each of them.
    let read = store.bytesRead.load(ordering: .relaxed)
    #expect(read < 3 * bytes.count + 601 * 512, "\(read) of \(bytes.count)")
}
