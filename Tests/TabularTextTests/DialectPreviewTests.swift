import Tabular
import TabularBytes
import TestStores
import Testing

@testable import TabularText

private let texts = [
    "id;name;amount\n1;Ann;1,5\n2;Bob;2,25\n3;Cy;7\n",
    "# made in May\n\"a\",'b',c\n1,\"x\ny\",3\n2,\\,,4,5\n\n6\n",
    "title\n\nday\tnorth\tsouth\nMay\t1\t2\nJune\t3\n",
    "", "alone", "a,b\n\"never closed,1\n2,3\n",
    "Plot,Spring,,Summer\n,May,June,July\n1,2,3,4\n5,6,7,8\n",
]

private var choices: [TextOptions] {
    var skipping = TextOptions(headerRows: 2)
    (skipping.skippedLines, skipping.comment) = (1, .chosen("#"))
    var far = TextOptions()
    far.skippedLines = 1000
    var encoded = TextOptions()
    encoded.encoding = "latin1"
    return [
        TextOptions(), TextOptions(delimiter: ","), TextOptions(delimiter: ";", quote: .none, headerRows: 0),
        TextOptions(delimiter: "\t", quote: .chosen(0x27), escape: .chosen(0x5C)), skipping, far, encoded,
    ]
}

/// What a preview shows and a table has: its dialect, the names of its columns, its first rows.
private struct Shown: Equatable {
    var dialect: Dialect?
    var encoding: String?
    var format: String
    var compression: String?
    var columns: [Column]
    var rows: [String]

    init(_ preview: DialectPreview) {
        let description = preview.description
        (dialect, encoding, format) = (description.text?.dialect, description.text?.encoding.name, description.format)
        compression = description.compression
        columns = preview.columns
        rows = preview.rows.map { $0.map { $0 ?? "·" }.joined(separator: "|") }
    }

    init(_ table: TextSource) {
        let snapshot = table.waitUntilComplete()
        let description = snapshot.description
        (dialect, encoding, format) = (description.text?.dialect, description.text?.encoding.name, description.format)
        compression = description.compression
        columns = snapshot.columns
        rows = table.lines(0..<min(8, snapshot.rowCount.known))
    }
}

@Suite struct DialectPreviews {
    @Test(arguments: texts)
    func areWhatOpeningTheFileAnewShows(text: String) throws {
        for opened in choices {
            let store = MemoryStore(Array(text.utf8), piece: 7)
            let table = source(store, options: opened)
            for options in choices {
                let preview = try #require(try table.preview(options))
                #expect(Shown(preview) == Shown(source(store, options: options)), "\(opened) as \(options)")
            }
        }
    }

    @Test(arguments: [Compression.gzip, .zstd, .zip])
    func seeWhatIsPackedAndWhatItsNameSays(_ compression: Compression) throws {
        let store = MemoryStore(compression.pack(Array("a b,c\n1 2,3\n".utf8)))
        let table = source(store, name: "orders.csv.pack")
        for options in choices {
            let preview = try #require(try table.preview(options))
            #expect(Shown(preview) == Shown(source(store, name: "orders.csv.pack", options: options)))
        }
    }

    @Test func seeTheBytesBehindAnEncodingThatWasWrong() throws {
        let store = MemoryStore("name;größe\nÄpfel;1\n".unicodeScalars.map { UInt8($0.value) })
        var wrong = TextOptions()
        wrong.encoding = "UTF-16LE"
        let table = source(store, options: wrong)
        var right = TextOptions()
        right.encoding = "ISO-8859-1"
        let preview = try #require(try table.preview(right))
        #expect(preview.columns.map(\.name) == ["name", "größe"])
        #expect(preview.rows == [["Äpfel", "1"]])
    }

    @Test func waitForNothingThatIsStillToCome() throws {
        let pipe = PackedPipe(Array("a;b\n1;2\n3;4\n5;6\n".utf8))
        pipe.send(13)
        let table = source(pipe)
        for encoding in [nil, "latin1", "ISO-2022-JP"] {
            var options = TextOptions(delimiter: ";")
            options.encoding = encoding
            let preview = try #require(try table.preview(options))
            #expect(preview.rows == [["1", "2"], ["3", "4"]])
        }
        #expect(!pipe.isCancelled)
        table.close()
        #expect(try table.preview(TextOptions()) == nil)
    }

    @Test func haveSoManyRowsAndColumnsAsAreAskedFor() throws {
        let row = (0..<200).map(String.init).joined(separator: ",") + "\n"
        let table = source(String(repeating: row, count: 50))
        let preview = try #require(try table.preview(TextOptions(headerRows: 0), rows: 3, columns: 5))
        #expect(preview.rows == Array(repeating: ["0", "1", "2", "3", "4"], count: 3))
        #expect(preview.columns.count == 200)
    }

    @Test func readNoMoreThanTheFirstBytes() throws {
        let lines = Array(String(repeating: "abcdefg,hijklmn\n", count: 1 << 12).utf8)
        let store = RepeatingStore(lines, bytes: 1 << 40)
        let table = source(store)
        defer { table.close() }
        #expect(try table.preview(TextOptions())?.rows.count == 8)
        var options = TextOptions()
        options.skippedLines = .max
        let preview = try #require(try table.preview(options))
        #expect(preview.rows.isEmpty)
    }

    @Test func sayWhatOpeningWouldSay() throws {
        let table = source("a,b\n1,2\n")
        var options = TextOptions()
        options.encoding = "no such"
        let error = #expect(throws: ReadError.self) { try table.preview(options) }
        #expect(error?.kind == .unsupportedFormat)
    }
}
