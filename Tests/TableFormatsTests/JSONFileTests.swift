import TableFormats
import Tabular
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
