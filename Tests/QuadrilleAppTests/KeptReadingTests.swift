import FoundationEssentials
import SampleFormat
import SeededRandom
import Tabular
import TabularText
import Testing

@testable import QuadrilleApp
@testable import TableFormats

@Suite struct KeptReadingTests {
    private func options(_ random: inout SplitMix64) -> TextOptions {
        var options = TextOptions(isForced: random.oneIn(4), delimiter: random.pick([nil, ",", "\t", "||", "→"]))
        options.quote = random.pick([.automatic, .none, .chosen(0x22), .chosen(0x27)])
        options.escape = random.pick([.automatic, .none, .chosen(0x5C)])
        options.comment = random.pick([.automatic, .none, .chosen("#"), .chosen("//")])
        options.skippedLines = random.pick([nil, 0, 3])
        options.headerRows = random.pick([nil, 0, 2, TextOptions.headerRowLimit])
        options.encoding = random.pick([nil, "UTF-16LE", "windows-1252"])
        if random.oneIn(3) {
            options.types.columns = ["a": .number(.comma), "3": .date(nil)]
            options.types.numbers = random.pick([nil, .point])
            options.types.nullWords = random.pick([nil, [], ["NA", "-"]])
        }
        return options
    }

    @Test(arguments: 0..<200 as Range<UInt64>) func whatIsKeptIsReadAsItWasChosen(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        let options = options(&random)
        var view = KeptView(path: "/a.csv", window: nil, settings: ViewSettings())
        view.reading = FormatOptions(text: options)
        let read = try #require(try KeptView(reading: view.encoded, of: "/a.csv"))
        #expect(read == view)
        #expect(read.reading?.text == options)
    }

    /// As programs wrote it that knew no other formats.
    @Test func readingOfAnEarlierProgramIsRead() throws {
        let text = """
            {
              "path" : "/a.csv",
              "reading" : {
                "comment" : "", "delimiter" : " ", "encoding" : "latin1", "escape" : "\\\\", "headerRows" : 2, "isText" : true,
                "mergesSpaces" : true, "quote" : "'", "skippedLines" : 3,
                "types" : { "columns" : { "a" : "number:comma" }, "nullWords" : ["NA"], "numbers" : "point" }
              },
              "settings" : SETTINGS,
              "version" : 1
            }
            """
        let view = KeptView(path: "/a.csv", window: nil, settings: ViewSettings())
        let settings = try JSONEncoder().encode(view.settings)
        let whole = text.replacing("SETTINGS", with: String(decoding: settings, as: UTF8.self))
        let read = try #require(try KeptView(reading: Array(whole.utf8), of: "/a.csv"))
        var options = TextOptions(
            isForced: true, delimiter: " ", quote: .chosen(0x27), escape: .chosen(0x5C), headerRows: 2)
        (options.mergesSpaces, options.comment, options.skippedLines, options.encoding) = (true, .none, 3, "latin1")
        options.types.columns = ["a": .number(.comma)]
        (options.types.numbers, options.types.nullWords) = (.point, ["NA"])
        #expect(read.reading == FormatOptions(text: options))
        #expect(read.settings == view.settings)
    }

    @Test func choicesInTheFormOfAnotherFormatAreKept() throws {
        var view = KeptView(path: "/a.words", window: nil, settings: ViewSettings())
        var options = FormatOptions()
        options.form = FormValues(["case": "upper"], of: try #require(words.optionsForm), format: words.name)
        view.reading = options
        #expect(try KeptView(reading: view.encoded, of: "/a.words")?.reading == options)
        // A program without that format reads the file by detection.
        #expect(TableFormats([words]).accepts(options) && !TableFormats.standard.accepts(options))
    }

    @Test(arguments: [
        #""delimiter": """#, #""delimiter": "a\nb""#, #""quote": "ab""#, #""quote": "é""#, #""escape": "\n""#,
        #""comment": "01234567890123456""#, #""headerRows": -1"#, #""headerRows": 17"#, #""skippedLines": -2"#,
        #""encoding": "klingon""#, #""form": {"format": 3}"#, #""delimiter": "'", "quote": "'""#,
    ])
    func readingThatCannotBeIsSetAsideAndTheViewStays(text: String) throws {
        let view = KeptView(path: "/a.csv", window: nil, settings: ViewSettings())
        let encoded = String(decoding: view.encoded, as: UTF8.self)
        let damaged = encoded.replacing("\"path\"", with: "\"reading\": {\(text)}, \"path\"", maxReplacements: 1)
        #expect(damaged != encoded)
        #expect(try KeptView(reading: Array(damaged.utf8), of: "/a.csv") == view)
    }
}
