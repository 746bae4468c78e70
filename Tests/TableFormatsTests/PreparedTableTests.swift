import TableFormats
import Tabular
import TestStores
import Testing

/// A document of a table of two rows, which is prepared.
private struct PreparedFile {
    private let file = File("a,b\n1,2\n3,4\n")
    let document: FileDocument
    let prepared: any TableSource

    init() {
        document = TableFormats.standard.open(.file(file.path))
        prepared = document.prepareTable()
    }
}

@Test func requestTakesOverPreparedTable() throws {
    let opened = PreparedFile()
    defer { opened.document.close() }
    let table = opened.document.table(nil)
    #expect(table === opened.prepared)
    #expect(try rows(of: table) == [["1", "2"], ["3", "4"]])
    #expect(opened.document.table(nil) !== opened.prepared)
}

@Test func otherRequestOpensAnotherTable() throws {
    let opened = PreparedFile()
    defer { opened.document.close() }
    var options = FormatOptions()
    options.isForcedText = true
    let table = opened.document.table(nil, options)
    #expect(table !== opened.prepared)
    #expect(try rows(of: table) == [["1", "2"], ["3", "4"]])
}

@Test func closedDocumentHasNoPreparedTable() {
    let opened = PreparedFile()
    opened.document.close()
    #expect(opened.document.table(nil) !== opened.prepared)
}
