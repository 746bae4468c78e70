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
        let snapshot = try #require(scan.wait(until: { $0.phase == .complete }, orUntil: { false }))
        #expect(snapshot.failure?.kind == .damaged)
        #expect(snapshot.rowCount.known == (isJSON ? 3 : 0) && (snapshot.interruption != nil) == isJSON)
        if !isJSON { #expect(throws: ReadError.self) { try document.waitForCatalog() } }
    }
}
