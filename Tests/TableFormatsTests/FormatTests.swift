import Glibc
import TableFormats
import Tabular
import TestStores
import Testing

/// A table of one value, such as a small format has.
private final class WordSource: RecordStreaming {
    let word: String

    /// The word behind the first five bytes.
    init(_ bytes: FileBytes) throws(ReadError) {
        let room = UnsafeMutableRawBufferPointer.allocate(byteCount: 64, alignment: 1)
        defer { room.deallocate() }
        word = String(decoding: room.prefix(try bytes.read(into: room, at: 5)), as: UTF8.self)
    }

    var snapshot: TableSnapshot {
        var snapshot = TableSnapshot(
            description: TableDescription(format: "word"), rowCount: .exactly(1), phase: .complete)
        snapshot.columns = [Column(name: "word", type: .text)]
        return snapshot
    }
    func want(_ ranges: [CellRange]) {}
    func onChange(_ handler: (@Sendable () -> Void)?) {}
    func close() {}
    func streamHeader(into sink: inout some RecordSink) throws(ReadError) {}
    func streamRecords(_ rows: Range<Int>, into sink: inout some RecordSink) throws(ReadError) {
        guard rows.contains(0) else { return }
        Array(word.utf8).withUnsafeBufferPointer { sink.append($0) }
        sink.endValue(.value)
        sink.endRecord()
    }
}

let words = TableFormat(
    name: "word", kinds: [TableFormat.FileKind("word", mimeType: "application/x-word")],
    recognizes: { $0.bytes.starts(with: "WORD ".utf8) },
    open: { (bytes, options) throws(ReadError) in
        SingleTableDocument(try WordSource(bytes), name: bytes.name)
    })

private func word(_ source: any TableSource) throws -> String? { try rows(of: source).first?.first }

@Test func formatThatRecognizesADocumentOpensIt() throws {
    let formats = TableFormats([words])
    let file = File("WORD hello")
    let (source, catalog, _) = try formats.open(.file(file.path)).openTable()
    #expect(catalog.entries.count == 1)
    #expect(source.snapshot.description.format == "word")
    #expect(try word(source) == "hello")
    // All else is text.
    let other = File("a,b\n1,2\n")
    let (text, _, _) = try formats.open(.file(other.path)).openTable()
    #expect(text.snapshot.description.format == "CSV")
}

@Test func formatThatIsForcedIsTaken() throws {
    let formats = TableFormats([words])
    #expect(formats.names == ["text", "word"])
    let file = File("WORD hello\nWORD again\n")
    var options = FormatOptions()
    options.text.isForced = true
    let (text, _, _) = try formats.open(.file(file.path), options).openTable()
    #expect(text.snapshot.description.format != "word")
    let other = File("12345hello")
    options = FormatOptions()
    options.format = "word"
    let (source, _, _) = try formats.open(.file(other.path), options).openTable()
    #expect(try word(source) == "hello")
}

@Test func fileOfAFormatInAnArchiveIsATable() throws {
    let archive = zipArchive([ZipFile("a.word", Array("WORD x".utf8)), ZipFile("b.csv", Array("b\n1\n".utf8))])
    let file = File("")
    let descriptor = Glibc.open(file.path, O_WRONLY)
    archive.withUnsafeBytes { _ = Glibc.write(descriptor, $0.baseAddress, $0.count) }
    Glibc.close(descriptor)
    let (source, _, _) = try TableFormats([words]).open(.file(file.path)).openTable()
    #expect(try word(source) == "x")
}

@Test func documentThatIsMissingSaysSo() {
    let document = TableFormats.standard.open(.file("/nowhere/at/all.csv", name: "all.csv"))
    #expect {
        _ = try document.openTable()
    } throws: { error in
        (error as? ReadError)?.kind == .notFound && (error as? ReadError)?.source == "all.csv"
    }
    if case .failed(let error) = document.table(nil).snapshot.phase { #expect(error.kind == .notFound) }
}

@Test func sourceThatIsClosedBeforeItOpensReadsNothing() throws {
    let path = "\(try #require(temporaryFolder()))/pipe"
    try #require(mkfifo(path, 0o600) == 0)
    let document = TableFormats.standard.open(.file(path))
    let source = document.table(nil)
    #expect(source.snapshot.phase == .opening)
    source.close()
    document.close()
    unlink(path)
}
