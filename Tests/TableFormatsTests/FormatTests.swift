import Glibc
import QuadrilleRuntime
import SampleFormat
import TableFormats
import Tabular
import TabularBytes
import TestStores
import TestWaiting
import Testing

private let formats = TableFormats(TableFormats.standard.formats + [words])

private func column(of source: any TableSource) throws -> [String] { try rows(of: source).map { $0[0] } }

/// Options of which the form of the sample format is filled in.
private func capitals(_ format: String = words.name) throws -> FormatOptions {
    var options = FormatOptions()
    options.form = FormValues(["case": "upper"], of: try #require(words.optionsForm), format: format)
    return options
}

@Test func formatThatRecognizesADocumentOpensIt() throws {
    let file = File("WORDS hello you")
    let opened = try formats.open(.file(file.path)).openTable()
    let (source, catalog) = (opened.source, opened.catalog)
    #expect(catalog.entries.count == 1)
    #expect(source.snapshot.description.format == "words")
    #expect(try column(of: source) == ["hello", "you"])
    source.want([CellRange(rows: 0..<2, columns: 0..<1)])
    let shown = source.wait { $0.cells.block(row: 1, column: 0) != nil }
    #expect(shown.cells.block(row: 1, column: 0)?.text(row: 1, column: 0) == "you")
    // All else is text.
    let other = File("a,b\n1,2\n")
    let text = try formats.open(.file(other.path)).openTable().source
    #expect(text.snapshot.description.format == "CSV")
}

@Test func formatThatIsForcedIsTaken() throws {
    #expect(formats.names == ["text", "sqlite", "json", "words"])
    let file = File("WORDS hello\nWORDS again\n")
    var options = FormatOptions()
    options.isForcedText = true
    let text = try formats.open(.file(file.path), options).openTable().source
    #expect(text.snapshot.description.format != "words")
    let other = File("hello there")
    options = FormatOptions()
    options.format = "words"
    let source = try formats.open(.file(other.path), options).openTable().source
    #expect(try column(of: source) == ["hello", "there"])
    #expect(source.snapshot.description.details?.facts.map(\.words) == ["no signature"])
}

@Test func rowsBeforeDamageStay() throws {
    let text = "WORDS " + (1...20_000).map { "word\($0)" }.joined(separator: " ")
    let packed = Compression.gzip.pack(Array(text.utf8))
    let file = File("")
    file.write(packed.dropLast(packed.count / 2))
    let source = try formats.open(.file(file.path)).openTable().source
    guard case .failed = source.snapshot.phase else {
        Issue.record("the damage is not told")
        return
    }
    let count = source.snapshot.rowCount.known
    #expect(count > 1000 && count < 20_000)
    let found = try records(try #require(source.abilities.scan), to: count)
    // The last one may be cut off.
    #expect(found.dropLast() == (1..<count).map { ["word\($0)"] }[...])
}

/// A format of a table that reads until it is closed, and counts the closed ones.
private func endless(_ closed: Monitor<Int>) -> TableFormat {
    TableFormat(
        name: "endless", kinds: [], recognizes: { $0.bytes.starts(with: "ENDLESS".utf8) },
        open: { (bytes, _) throws(ReadError) in
            let end = Monitor(false)
            let source = MemorySource(
                TableDescription(format: "endless"), columns: [Column(name: "a", type: .text)],
                onClose: {
                    end.withLock { $0 = true }
                    closed.withLock { $0 += 1 }
                },
                read: { rows in
                    rows.append([["x"]])
                    end.wait(until: { $0 }, then: { _ in })
                })
            return SingleTableDocument(source, name: bytes.tableName)
        })
}

@Test func tableThatNobodyRequestedIsClosedWithItsDocument() throws {
    let file = File("ENDLESS")
    let closed = Monitor(0)
    let formats = TableFormats([endless(closed)])
    do {
        let document = formats.open(.file(file.path))
        #expect(try document.waitForCatalog().entries.count == 1)
        #expect(closed.current == 0)
    }
    try finish { closed.wait(until: { $0 == 1 }, then: { _ in }) }
}

@Test func tableStaysOpenWithoutItsDocument() throws {
    let file = File("ENDLESS")
    let closed = Monitor(0)
    let formats = TableFormats([endless(closed)])
    let sources = try [nil, "endless"].map { name in
        var options = FormatOptions()
        options.format = name
        let document = formats.open(.file(file.path))
        // The second one opens the file again.
        let table = name == nil ? document.table(nil) : document.table(nil, options)
        #expect(try document.waitForCatalog().entries.count == 1)
        try finish { table.wait { $0.rowCount.known == 1 } }
        document.close()
        return table
    }
    for (index, source) in sources.enumerated() {
        #expect(source.snapshot.phase == .indexing)
        source.close()
        try finish { closed.wait(until: { $0 > index }, then: { _ in }) }
    }
}

private func archive(_ files: [ZipFile]) -> File {
    let file = File("")
    let descriptor = Glibc.open(file.path, O_WRONLY)
    zipArchive(files).withUnsafeBytes { _ = Glibc.write(descriptor, $0.baseAddress, $0.count) }
    Glibc.close(descriptor)
    return file
}

@Test func fileOfAFormatInAnArchiveIsATable() throws {
    let file = archive([ZipFile("a.words", Array("WORDS x".utf8)), ZipFile("b.csv", Array("b\n1\n".utf8))])
    let source = try formats.open(.file(file.path)).openTable().source
    #expect(try column(of: source) == ["x"])
}

@Test func choicesInAFormReachTheFormatAlone() throws {
    let file = File("WORDS hello")
    let source = try formats.open(.file(file.path), try capitals()).openTable().source
    #expect(try column(of: source) == ["HELLO"])
    // Those for another format are none of its own.
    let other = try formats.open(.file(file.path), try capitals("other")).openTable().source
    #expect(try column(of: other) == ["hello"])
}

@Test(arguments: [false, true]) func tableIsReadAgainWithOtherChoices(isArchived: Bool) throws {
    let file =
        isArchived
        ? archive([ZipFile("a.words", Array("WORDS x".utf8)), ZipFile("b.csv", Array("b\n1\n".utf8))])
        : File("WORDS x")
    let document = formats.open(.file(file.path))
    let first = document.table(nil)
    #expect(try column(of: first) == ["x"])
    let form = try #require(first.abilities[TableForm.self])
    #expect(form.format == "words")
    let options = form.options(FormatOptions(), with: ["case": "upper"])
    #expect(options == (try capitals()) && form.values(in: options) == ["case": "upper"])
    let second = document.table(nil, options)
    #expect(try column(of: second) == ["X"])
    #expect(second.abilities[TableForm.self] != nil)
    // What is as it was at first is no choice.
    #expect(form.options(options, with: ["case": ""]) == FormatOptions())
    // Text has no form, whatever its document is.
    var text = options
    text.isForcedText = true
    let third = document.table(nil, text)
    _ = try column(of: third)
    #expect(third.abilities[TableForm.self] == nil)
}

private let refusing = TableFormat(
    name: "refusing", kinds: [], optionsForm: words.optionsForm, recognizes: { $0.bytes.starts(with: "NO".utf8) },
    open: { (bytes, options) throws(ReadError) in
        if options["case"] == nil {
            throw ReadError(kind: .unsupportedFormat, source: bytes.name, message: "choose a case.")
        }
        return SingleTableDocument(
            GeneratedSource(rows: 1, columns: [Column(name: "a", type: .text)]) { _, _ in "yes" }, name: "a")
    })

@Test func documentThatFailsIsReadWithOtherChoices() throws {
    let file = File("NO\n1\n")
    let document = TableFormats([refusing]).open(.file(file.path))
    let first = document.table(nil)
    #expect(throws: ReadError.self) { try column(of: first) }
    let form = try #require(document.table(nil).abilities[TableForm.self])
    #expect(try column(of: document.table(nil, form.options(FormatOptions(), with: ["case": "upper"]))) == ["yes"])
    var text = FormatOptions()
    text.isForcedText = true
    #expect(try rows(of: document.table(nil, text)).last == ["1"])
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
