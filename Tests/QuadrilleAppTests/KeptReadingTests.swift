import SeededRandom
import Tabular
import TabularText
import Testing

@testable import QuadrilleApp

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
        view.reading = KeptReading(options)
        let read = try #require(try KeptView(reading: view.encoded, of: "/a.csv"))
        #expect(read == view)
        #expect(read.reading?.options ?? TextOptions() == options)
    }

    @Test func whatIsFoundOutIsNotKept() {
        #expect(KeptReading(TextOptions()) == nil)
    }

    @Test(arguments: [
        #""delimiter": """#, #""delimiter": "a\nb""#, #""quote": "ab""#, #""quote": "é""#, #""escape": "\n""#,
        #""comment": "01234567890123456""#, #""headerRows": -1"#, #""headerRows": 17"#, #""skippedLines": -2"#,
        #""encoding": "klingon""#, #""delimiter": "'", "quote": "'""#,
    ])
    func whatNoFileCanBeReadByIsDamaged(text: String) throws {
        let view = KeptView(path: "/a.csv", window: nil, settings: ViewSettings())
        let encoded = String(decoding: view.encoded, as: UTF8.self)
        let damaged = encoded.replacing("\"path\"", with: "\"reading\": {\(text)}, \"path\"", maxReplacements: 1)
        #expect(damaged != encoded)
        #expect(throws: KeptView.Damaged.self) { try KeptView(reading: Array(damaged.utf8), of: "/a.csv") }
    }
}
