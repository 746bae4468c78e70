import Glibc
import Tabular
import TestStores
import Testing

@testable import TabularEncodings
@testable import TabularText

private let names = ["UTF-16LE", "UTF-16BE", "UTF-32LE", "Windows-1252", "GB18030", "Shift-JIS", "EUC-JP", "Big5"]
private let start = "größe,y\n1,2\n"

private func options(_ name: String) -> TextOptions {
    var options = TextOptions(isForced: true, delimiter: ",", headerRows: 1)
    options.encoding = name
    return options
}

private func tuning(_ seed: Int) -> ReaderTuning {
    var tuning = ReaderTuning()
    tuning.interval = 1 + seed % 23
    tuning.auditPart = 5 + seed % 57
    tuning.segment = 20
    tuning.passBlock = 3 + seed % 31
    tuning.tileBlock = 5 + seed % 7
    tuning.textChunk = 16 + seed % 40
    tuning.publication = 0
    return tuning
}

private func expectSame(_ table: TextSource, as other: TextSource, _ comment: Comment) throws {
    let (shown, expected) = (table.snapshot, other.waitUntilComplete())
    #expect(shown.rowCount == expected.rowCount, comment)
    #expect(shown.columns == expected.columns, comment)
    #expect(shown.problems == expected.problems, comment)
    let rows = 0..<expected.rowCount.known
    #expect(table.lines(rows) == other.lines(rows), comment)
    #expect(try table.bytes(ofRows: 0..<Int.max) == other.bytes(ofRows: 0..<Int.max), comment)
}

/// Steps end anywhere, within characters too; and what is no text stands among it.
@Test(arguments: names, 0..<3)
func aGrowingFileInAnotherEncodingShowsWhatOpeningItDoes(_ name: String, seed: Int) throws {
    var random = SeededGenerator(state: UInt64(seed) + 70)
    let head = encoded(start, name)
    var bytes = head
    for _ in 0..<3 {
        bytes += encoded((0..<8).map { "\($0),é张\u{1F600}\r\n" }.joined(), name)
        bytes += hostile(randomText(30, &random), name, &random)
    }
    let store = LiveStore(head)
    let table = source(store, options: options(name), tuning: tuning(seed))
    table.waitUntilComplete()
    var end = head.count
    while end < bytes.count {
        let step = Bool.random(using: &random) ? 3 : 60
        end = min(bytes.count, end + Int.random(in: 1...step, using: &random))
        store.grow(to: Array(bytes[..<end]))
        if Int.random(in: 0..<3, using: &random) > 0 { continue }
        store.waitUntilTaken()
        let fresh = source(LiveStore(Array(bytes[..<end])), options: options(name))
        try expectSame(table, as: fresh, "\(name) up to \(end)")
    }
    store.waitUntilTaken()
    try expectSame(table, as: source(LiveStore(bytes), options: options(name)), "\(name)")
}

/// A file that is not followed shows them as invalid, since no more will come.
@Test func theBeginningOfACharacterAtTheEndWaitsForItsRestAndIsToldMeanwhile() throws {
    let bytes = encoded(start + "3,é", "UTF-16LE")
    let store = LiveStore(Array(bytes.dropLast()))
    let table = source(store, options: options("UTF-16LE"))
    table.waitUntilComplete()
    #expect(table.lines(1..<2) == ["3|"])
    #expect(
        table.snapshot.problemLines == [
            """
            invalid-encoding record 3 line 3 byte \(bytes.count - 2): 1 byte at the end of the file, of a character that \
            is not whole. Left out until the rest is written.
            """
        ])
    #expect(try table.bytes(ofRows: 0..<Int.max) == bytes.dropFirst(encoded("größe,y\n", "UTF-16LE").count).dropLast())
    store.grow(to: bytes)
    table.wait { $0.phase == .complete && $0.problems.count == 0 }
    #expect(table.lines(1..<2) == ["3|é"])
    // A beginning alone changes no length, and is told all the same.
    store.grow(to: bytes + [0xE4])
    #expect(table.wait { $0.problems.count == 1 }.rowCount == .exactly(2))
}

@Test func theBeginningOfACharacterBehindACommentIsInNoRecord() {
    var options = options("UTF-16LE")
    options.comment = .chosen("#")
    let bytes = encoded(start + "# é", "UTF-16LE")
    let table = source(LiveStore(Array(bytes.dropLast())), options: options)
    let position = table.waitUntilComplete().problems.first.first?.position
    #expect(position == SourcePosition(record: 3, line: 3, byte: bytes.count - 2))
}

@Test func appendingConvertsWhatWasAppendedAlone() {
    let row = encoded("1,ä\n", "UTF-16LE")
    let bytes = (0..<20_000).flatMap { _ in row }
    let store = LiveStore(bytes)
    let text = TranscodedStore(store, .utf16LittleEndian, from: 0, name: "t", chunkLength: 4096)
    let table = source(text, options: TextOptions(isForced: true, delimiter: ",", headerRows: 1))
    table.waitUntilComplete()
    let before = text.work.convertedChunks
    store.grow(to: bytes + row)
    table.wait { $0.phase == .complete && $0.rowCount == .exactly(20_000) }
    #expect(text.work.convertedChunks <= before + 2)
}

// MARK: - Files

private func file(_ bytes: [UInt8]) -> File {
    let file = File("")
    append(bytes, to: file)
    return file
}

private func append(_ bytes: [UInt8], to file: File) {
    let descriptor = open(file.path, O_WRONLY | O_APPEND)
    bytes.withUnsafeBytes { _ = Glibc.write(descriptor, $0.baseAddress, $0.count) }
    close(descriptor)
}

private func live(_ file: File, _ name: String) -> TextSource {
    let table = TextSource(path: file.path, options: options(name), isLive: true)
    table.waitUntilComplete()
    return table
}

@Test func aUTF16FileIsFollowedAndItsReplacementDeletionAndCutAreTold() {
    let file = file(encoded(start, "UTF-16LE"))
    let table = live(file, "UTF-16LE")
    append(encoded("3,4\n", "UTF-16LE"), to: file)
    table.wait { $0.phase == .complete && $0.rowCount == .exactly(2) }
    #expect(table.lines(0..<2) == ["1|2", "3|4"])
    let other = File("a,b\n")
    rename(other.path, file.path)
    #expect(table.wait { $0.change != nil }.change?.kind == .replaced)
    unlink(file.path)
    #expect(table.wait { $0.change?.kind != .replaced }.change?.kind == .deleted)
    #expect(table.lines(0..<2) == ["1|2", "3|4"])
    let second = TabularTextTests.file(encoded(start, "UTF-16LE"))
    let cut = live(second, "UTF-16LE")
    truncate(second.path, 4)
    #expect(cut.wait { $0.change != nil }.change?.kind == .cut)
}

@Test func aFileWhoseCharactersDependOnThoseBeforeIsToldToHaveGrown() {
    let file = file(encoded("a,b\n東,2\n", "ISO-2022-JP"))
    let table = live(file, "ISO-2022-JP")
    append(encoded("3,4\n", "ISO-2022-JP"), to: file)
    let change = table.wait { $0.change != nil }.change
    #expect(change?.kind == .grown)
    #expect(
        change?.message == "has grown. Files in ISO-2022-JP are not followed: open it again to see the rest.")
    #expect(table.snapshot.rowCount == .exactly(1))
    truncate(file.path, 3)
    #expect(table.wait { $0.change?.kind != .grown }.change?.kind == .cut)
    #expect(table.lines(0..<1) == ["東|2"])
}
