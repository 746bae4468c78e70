import TableFormats
import Tabular
import TabularBytes
import TestStores
import Testing

@Test func choicesForAllFormatsHoldForJSONToo() throws {
    let file = File("")
    file.write(Array("{\"a\":\"".utf8) + [0xC9] + Array("\"}\n".utf8))
    var options = FormatOptions([.encoding: "latin1"])
    options.format = "json"
    #expect(try rows(of: TableFormats.standard.open(.file(file.path), options).table(nil)).joined().contains("É"))
    let nested = File(#"[{"id":1,"p":"{\"a\":7}"}]"#)
    options = FormatOptions()
    options.setExpansion(of: "p")
    #expect(
        try rows(of: TableFormats.standard.open(.file(nested.path), options).table(nil)) == [["1", #"{"a":7}"#, "7"]])
}

/// One line alone tells that it is JSON, where it tells nothing of a table of text.
@Test func rowsOfOneLineBeforeACutAreShown() throws {
    for (text, isJSON) in [
        (#"[{"a":1},{"a":2},{"a":3}]"#, true), (#"{"a":1}{"a":2}{"a":3}{"a":"#, true), ("a,b", false),
    ] {
        let file = File("")
        file.write(Compression.gzip.pack(Array(text.utf8)).dropLast(8))
        let document = TableFormats.standard.open(.file(file.path))
        let scan = try #require(document.table(nil).abilities.scan)
        let snapshot = try #require(scan.wait(until: { $0.phase == .complete }, unless: .never))
        #expect(snapshot.failure?.kind == .damaged)
        #expect(snapshot.rowCount.known == (isJSON ? 3 : 0) && (snapshot.interruption != nil) == isJSON)
        if !isJSON { #expect(throws: ReadError.self) { try document.waitForCatalog() } }
    }
}

private let severalArrays = #"{"orders":[{"id":1},{"id":2}],"customers":[{"name":"Ann","age":7}]}"#

private func jsonArchive(_ more: [ZipFile] = []) -> File {
    let file = File("")
    file.write(zipArchive([ZipFile("d/shop.json", Array(severalArrays.utf8)), ZipFile(".DS_Store", [1])] + more))
    return file
}

@Test func onlyFileOfAnArchiveHasItsTables() throws {
    let (file, plain) = (jsonArchive(), File(severalArrays))
    let document = TableFormats.standard.open(.file(file.path))
    let catalog = try document.waitForCatalog()
    #expect(catalog.entries == (try TableFormats.standard.open(.file(plain.path)).waitForCatalog()).entries)
    #expect(catalog.entries.map(\.name).prefix(2) == ["orders", "customers"] && catalog.isContainer)
    #expect(catalog.skipped.map(\.name) == [".DS_Store"])
    #expect(try rows(of: document.table(nil)) == [["1"], ["2"]])
    #expect(try rows(of: document.table(TableID(1))) == [["Ann", "7"]])
    #expect(document.table(TableID(1)).abilities[TableForm.self]?.format == "json")
    let named = TableFormats.standard.open(.file(file.path), table: "customers")
    #expect(try rows(of: named.openTable().source) == [["Ann", "7"]])
    withExtendedLifetime(file) {}
}

@Test func onlyFileOfAnArchiveIsReadAgainWithOtherOptions() throws {
    let file = jsonArchive()
    let document = TableFormats.standard.open(.file(file.path))
    _ = try document.waitForCatalog()
    let form = try #require(TableFormats.standard.form(with: ["rows-at"], of: nil))
    let options = form.options(FormatOptions(), with: ["rows-at": "$.customers[*]"])
    #expect(try rows(of: document.table(nil, options)) == [["Ann", "7"]])
    var text = FormatOptions([.headerRows: "0", .delimiter: "|"])
    text.isForcedText = true
    #expect(try rows(of: document.table(nil, text)) == [[severalArrays]])
    // From the beginning too.
    #expect(try rows(of: TableFormats.standard.open(.file(file.path), text).table(nil)) == [[severalArrays]])
    withExtendedLifetime(file) {}
}

@Test func fileOfOneTableKeepsItsNameInAnArchive() throws {
    let file = File("")
    file.write(zipArchive([ZipFile("d/a.json", Array(#"[{"a":1}]"#.utf8))]))
    let opened = try TableFormats.standard.open(.file(file.path)).openTable()
    #expect(opened.catalog.entries == [Catalog.Entry(name: "d/a.json", kind: .file)] && !opened.catalog.isContainer)
    #expect(try rows(of: opened.source) == [["1"]])
    #expect(opened.source.snapshot.description.compression == "zip")
}

/// Since none is unpacked to list it.
@Test func filesOfAnArchiveAreOneTableEach() throws {
    let file = jsonArchive([ZipFile("b.csv", Array("b\n2\n".utf8))])
    let document = TableFormats.standard.open(.file(file.path))
    #expect(try document.waitForCatalog().entries.map(\.name) == ["d/shop.json", "b.csv"])
    #expect(try rows(of: document.table(nil)) == [["1"], ["2"]])
}
