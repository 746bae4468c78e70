import Foundation
import SampleFormat
import TableFormats
import Tabular
import Testing

private let form = OptionsForm([
    OptionsForm.Field("sheet", label: "_Sheet", .text) { $0.contains("!") ? "No ! in a name." : nil },
    OptionsForm.Field("top", label: "_Top row", .number(1...99)),
    OptionsForm.Field("case", label: "_Case", .choice([.init("", "As written"), .init("upper", "Capitals")])),
    OptionsForm.Field("hidden", label: "_Hidden rows", .toggle),
])

private let sheets = TableFormat(
    name: "sheets", kinds: [], optionsForm: form, recognizes: { _ in false },
    open: { (bytes, _) throws(ReadError) in
        SingleTableDocument(GeneratedSource(rows: 0, columns: 0), name: bytes.name)
    })

@Suite struct OptionsFormTests {
    @Test(arguments: [
        ["top": "0"], ["top": "100"], ["top": "x"], ["case": "lower"], ["hidden": "off"], ["sheet": "a!b"],
    ])
    func valuesThatCannotBeAreFaults(values: [String: String]) {
        #expect(form.fault(in: values) != nil)
    }

    @Test(arguments: [
        [:], ["top": ""], ["top": "99"], ["case": "upper"], ["hidden": "on"], ["hidden": ""], ["sheet": "a b"],
    ])
    func otherValuesAreNone(values: [String: String]) {
        #expect(form.fault(in: values) == nil)
    }

    @Test func messagesNameTheField() {
        #expect(form.fault(in: ["top": "0"]) == "Top row: enter a whole number from 1 to 99.")
        #expect(form.fault(in: ["sheet": "a!b"]) == "No ! in a name.")
    }

    @Test func choicesAreToldInTheOrderOfTheForm() {
        let words = form.words(for: ["hidden": "on", "case": "upper", "sheet": "x", "top": ""])
        #expect(words == ["Sheet: x", "Case: Capitals", "Hidden rows"])
        #expect(form.words(for: [:]) == [])
    }

    @Test func initialValuesAreNoChoices() {
        #expect(FormValues(["case": "", "top": "", "hidden": ""], of: form, format: "sheets") == nil)
        #expect(FormValues(["case": "upper", "top": ""], of: form, format: "sheets")?.values == ["case": "upper"])
    }
}

@Suite struct OptionsCodingTests {
    private let formats = TableFormats([sheets, words])

    private func decoded(_ text: String) throws -> FormatOptions {
        try JSONDecoder().decode(FormatOptions.self, from: Data(text.utf8))
    }

    @Test func choicesInAFormAreKeptByTheFormat() throws {
        var options = FormatOptions([.delimiter: ";"])
        options.form = FormValues(["top": "3"], of: form, format: "sheets")
        let data = try JSONEncoder().encode(options)
        #expect(try JSONDecoder().decode(FormatOptions.self, from: data) == options)
        #expect(formats.accepts(options))
    }

    @Test(arguments: [
        #"{"form": {"format": "gone", "values": {"top": "3"}}}"#,
        #"{"form": {"format": "text", "values": {"top": "3"}}}"#,
        #"{"form": {"format": "sheets", "values": {"top": "100"}}}"#,
        #"{"form": {"format": "sheets", "values": {"bottom": "3"}}}"#,
        #"{"form": {"format": "words", "values": {"case": "lower"}}}"#, #"{"format": "gone"}"#,
    ])
    func choicesThatNoFormatHasAreNotAccepted(text: String) throws {
        #expect(!formats.accepts(try decoded(text)))
    }

    @Test(arguments: [
        "{}", #"{"form": {"format": "sheets", "values": {"top": "9", "hidden": "on"}}}"#, #"{"format": "text"}"#,
        #"{"delimiter": ";", "headerRows": 2, "isText": true}"#,
    ])
    func othersAre(text: String) throws {
        #expect(formats.accepts(try decoded(text)))
    }

    @Test(arguments: [#"{"form": 3}"#, #"{"form": {"format": "words"}}"#, #"{"delimiter": ""}"#, "[]"])
    func damagedOnesAreErrors(text: String) {
        #expect(throws: DecodingError.self) { try decoded(text) }
    }
}

@Suite struct TablePlaceTests {
    @Test(arguments: [
        ("t.csv", "t.csv"), ("file:///home/ann/a%20b.csv", "/home/ann/a b.csv"), ("FILE://LocalHost/t.csv", "/t.csv"),
        ("file:/t%61?.csv", "/ta?.csv"), ("./file:odd.csv", "./file:odd.csv"), ("file:x.csv", "file:x.csv"),
    ])
    func fileIsWrittenAsAPathOrAnURL(text: String, path: String) throws {
        let place = try TablePlace.written(text)
        #expect(place == .file(path) && place.path == path && place.canReopen)
    }

    @Test func dashIsStandardInput() throws {
        #expect(try TablePlace.written("-") == .standardInput)
        #expect(!TablePlace.standardInput.canReopen)
    }

    @Test func otherURLsAreRefused() {
        #expect(throws: TablePlace.Fault.otherHost("server")) { try TablePlace.written("file://server/t.csv") }
        for text in ["file:///a%2", "file:///%zz", "file:///%00"] {
            #expect(throws: TablePlace.Fault.malformed) { try TablePlace.written(text) }
        }
    }

    @Test func pathOfAnURLNeedBeNoText() throws {
        #expect(try TablePlace.pathBytes(written: "file:///a%FF".utf8) == Array("/a".utf8) + [0xFF])
        #expect(try TablePlace.pathBytes(written: "a".utf8) == nil)
    }
}
