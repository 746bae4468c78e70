import TableFormats
import Tabular
import TestStores
import Testing

/// Opens a table of two rows, which is prepared. Calls `body` with the document and the prepared table.
private func withPreparedTable(_ body: (FileDocument, any TableSource) throws -> Void) throws {
    let file = File("a,b\n1,2\n3,4\n")
    let document = TableFormats.standard.open(.file(file.path))
    defer { document.close() }
    try body(document, document.prepareTable())
}

@Test func requestTakesOverPreparedTable() throws {
    try withPreparedTable { document, prepared in
        let table = document.table(nil)
        #expect(table === prepared)
        #expect(try rows(of: table) == [["1", "2"], ["3", "4"]])
        #expect(document.table(nil) !== prepared)
    }
}

@Test func otherRequestOpensAnotherTable() throws {
    try withPreparedTable { document, prepared in
        var options = FormatOptions()
        options.isForcedText = true
        let table = document.table(nil, options)
        #expect(table !== prepared)
        #expect(try rows(of: table) == [["1", "2"], ["3", "4"]])
    }
}

@Test func documentClosesPreparedTable() throws {
    try withPreparedTable { document, prepared in
        document.close()
        #expect(document.table(nil) !== prepared)
    }
}
