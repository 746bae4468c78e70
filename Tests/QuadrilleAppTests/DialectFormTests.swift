import Tabular
import TabularEncodings
import TabularText
import Testing

@testable import QuadrilleApp
@testable import TableFormats

@Suite struct DialectForms {
    private static let bytes: [UInt8?] = [nil, 0x22, 0x27, 0x5C, 0x01, 0x7C, 0x20]
    private static let delimiters = [
        nil, ",", "\t", ";", "|", ":", " ", "::", "\\", "\\t", "\\u0001", "\u{1}", "\u{7F}x", "comma", "Tab", "ü",
        "found",
        "\t\\,",
    ]

    private static let nullWords: [[String]?] = [nil, [], ["NA"], ["none"], ["-", "a, b", "\"", " x"], ["None", "?"]]

    @Test(arguments: delimiters)
    func sayWhatTheyWereFilledWith(delimiter: String?) throws {
        for (quote, escape) in zip(Self.bytes, Self.bytes.reversed()) {
            for comment in [Choice.automatic, .none, .chosen("#"), .chosen("--")] as [Choice<String>] {
                var options = TextOptions(
                    isForced: quote == nil, delimiter: delimiter, quote: quote.map { .chosen($0) } ?? .automatic,
                    escape: Choice(escape), headerRows: quote.map { Int($0 % 16) })
                options.comment = comment
                options.encoding = quote == nil ? "latin1" : nil
                options.skippedLines = escape.map(Int.init)
                options.types.columns = quote == nil ? ["a": .number(.comma)] : [:]
                options.types.numbers = comment == .none ? .comma : nil
                options.types.nullWords = Self.nullWords[Int(quote ?? 0) % Self.nullWords.count]
                guard options.conflict == nil else { continue }
                var base = FormatOptions([.quote: "~"])
                (base.isForcedText, base.types.columns) = (options.isForced, options.types.columns)
                let written = FormatOptions(text: options)
                #expect(try DialectForm(written).options(over: base) == written)
            }
        }
    }

    @Test(arguments: delimiters.compactMap { $0 })
    func aDelimiterThatIsWrittenIsReadAgain(delimiter: String) {
        #expect(TextOptions.delimiter(written: TextOptions.written(delimiter)) == delimiter)
    }

    @Test func spacesAreWrittenByName() throws {
        var options = TextOptions(delimiter: " ")
        options.mergesSpaces = true
        #expect(options.writtenDelimiter == "spaces")
        let written = FormatOptions(text: options)
        #expect(try DialectForm(written).options(over: FormatOptions()) == written)
        #expect(TextOptions(delimiter: " ").writtenDelimiter == "space")
        #expect(TextOptions.delimiter(written: TextOptions.written("spaces")) == "spaces")
    }

    @Test func emptyFieldsLeaveAllToBeFound() throws {
        let options = FormatOptions([.delimiter: ",", .headerRows: "2"])
        var form = DialectForm(options)
        for field in DialectForm.Field.allCases { form[field] = "" }
        #expect(form == DialectForm())
        #expect(try form.options(over: options) == FormatOptions())
    }

    @Test(
        arguments: [
            (.delimiter, "a\nb", "A delimiter is a name, or 1 to 16 bytes of text without line ends."),
            (.quote, "ab", "A quote is one ASCII character, or there is none."),
            (.escape, "é", "An escape is one ASCII character, or there is none."),
            (
                .comment, "12345678901234567",
                "Comments begin with 1 to 16 bytes of text without line ends, or there are none."
            ),
            (.skippedLines, "-1", "Lines to skip are a whole number from 0."),
            (.numbers, "1,5", "Numbers have a decimal point or a decimal comma."),
            (.headerRows, "17", "A table has 0 to 16 header rows."),
            (.comment, "x/", "The comment and the escape cannot share a character."),
        ] as [(DialectForm.Field, String, String)])
    func whatCannotBeIsSaid(field: DialectForm.Field, text: String, message: String) {
        var form = DialectForm()
        form[.escape] = "/"
        form[field] = text
        let fault = #expect(throws: DialectForm.Fault.self) { try form.options(over: FormatOptions()) }
        #expect(fault?.message == message)
    }

    @Test func choicesForOtherFormatsStay() throws {
        var options = FormatOptions([.delimiter: ","])
        (options.format, options.elements) = ("words", "tags")
        options.setExpansion(of: "address")
        var expected = options
        let isPossible = expected.set(.delimiter, written: "pipe")
        var form = DialectForm()
        form[.delimiter] = "|"
        #expect(try isPossible && form.options(over: options) == expected)
    }

    @Test func suggestionFillsFieldsThatDiffer() {
        var description = TableDescription(
            format: "CSV", text: TextDetails(Dialect(delimiter: ","), encoding: EncodingDetails("UTF-8")))
        description.text?.suggestedDialect = Dialect(delimiter: "\t")
        description.text?.encoding.suggested = "Windows-1252"
        var form = DialectForm()
        form[.headerRows] = "3"
        form.takeSuggestion(in: description)
        let filled = DialectForm.Field.allCases.map { form[$0] }
        #expect(filled == ["tab", "", "", "", "Windows-1252", "", "3", "", ""])
    }

    @Test func whatIsFoundIsNamed() {
        var dialect = Dialect(delimiter: "\t", quote: nil, escape: 0x5C, headerRows: 2)
        (dialect.comment, dialect.skippedLines) = ("//", 3)
        var description = TableDescription(
            format: "TSV", text: TextDetails(dialect, encoding: EncodingDetails("UTF-16LE")))
        description.nullWords = ["NA", "-"]
        var numbers = ValueForm(.decimal)
        numbers.decimalMark = .comma
        let columns = [Column(name: "a", type: .integer), Column(name: "b", form: numbers)]
        let words = DialectForm.Field.allCases.map { $0.found(in: description, columns) }
        #expect(words == ["tab", "none", "\\", "//", "UTF-16LE", "3", "2", "decimal comma", "NA, -"])
    }
}
