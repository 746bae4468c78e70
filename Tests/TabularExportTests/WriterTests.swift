import SeededRandom
import Tabular
import TabularText
import TestWaiting
import Testing

@testable import TabularExport

/// One line is a case: what is read, and what is written as CSV.
private let cases: [(input: String, csv: String)] = [
    ("a,b\n1,2\n", "a,b\n1,2\n"),
    ("a,b\r\n1,2", "a,b\n1,2\n"),
    ("a;b\n1,5;2\n", "a,b\n\"1,5\",2\n"),
    ("a,b\n\"x\",\"y\"\n", "a,b\nx,y\n"),
    ("a,b\n\"x\"\"y\",\"p\nq\"\n", "a,b\n\"x\"\"y\",\"p\nq\"\n"),
    ("a,b\n\"x\ry\",2\n", "a,b\n\"x\ry\",2\n"),
    ("a,b\n x , y \n", "a,b\n x , y \n"),
    ("a,b\n007,1e5\n", "a,b\n007,1e5\n"),
    ("a,b\n1\n1,2,3\n", "a,b\n1\n1,2,3\n"),
    ("a,b\n1,\n1,2,\n", "a,b\n1,\n1,2,\n"),
    ("name\nx\n\ny\n", "name\nx\n\"\"\ny\n"),
    ("a,b\n\n", "a,b\n"),
    ("a,b\n1,2\n\n3,4\n", "a,b\n1,2\n\"\"\n3,4\n"),
    ("a,b\nx\"y,2\n", "a,b\n\"x\"\"y\",2\n"),
    ("a,b\n\"x\"y,2\n", "a,b\n\"\"\"x\"\"y\",2\n"),
    ("a,b\n1,\"open\n", "a,b\n1,\"\"\"open\"\n"),
    ("\u{FEFF}a,b\n1,2\n", "a,b\n1,2\n"),
    ("1,2\n3,4\n", "1,2\n3,4\n"),
    ("a\tb\n1\t2\n", "a,b\n1,2\n"),
    ("\u{FEFF}\"\u{FEFF}a\",b\n1,2\n", "\"\u{FEFF}a\",b\n1,2\n"),
    ("", ""),
]

@Test(arguments: cases)
func csvIsStrict(_ example: (input: String, csv: String)) throws {
    #expect(try exported(example.input, .csv) == example.csv)
}

@Test(arguments: cases)
func csvThatWasWrittenIsWrittenAgainAsItIs(_ example: (input: String, csv: String)) throws {
    #expect(try exported(example.csv, .csv) == example.csv)
}

/// Records of other lengths than the header, as they are written by hand.
@Test(arguments: [false, true], [ExportFormat.csv, .tsv])
func recordsKeepTheirFieldsUnlessPadded(isPadded: Bool, format: ExportFormat) throws {
    var random = SplitMix64(seed: 7)
    let delimiter = format == .csv ? "," : "\t"
    let values = ["", "", "1", "text", "a value of more than thirty-two bytes, which is long"]
    for _ in 0..<40 {
        let width = Int.random(in: 1...5, using: &random)
        let records = (0..<Int.random(in: 1...60, using: &random)).map { _ in
            (0..<Int.random(in: 1...width, using: &random)).map { _ in values.randomElement(using: &random) ?? "" }
        }
        let header = (0..<Int.random(in: 1...width, using: &random)).map { "name \($0)" }
        func written(_ records: [[String]], _ delimiter: String, width: Int) -> String {
            records.map { record in
                let fields = record + [String](repeating: "", count: max(0, width - record.count))
                return fields == [""]
                    ? "\"\"\n"
                    : fields.map { $0.contains(delimiter) ? "\"\($0)\"" : $0 }.joined(separator: delimiter) + "\n"
            }.joined()
        }
        let all = [header] + records
        var (options, style) = (TextOptions(), ExportStyle())
        (options.delimiter, options.quote, options.headerRows, options.skippedLines) = (";", .chosen(0x22), 1, 0)
        style.isPadded = isPadded
        let input = Array(written(all, ";", width: 0).utf8)
        let output = String(decoding: try exported(input, format, options: options, style: style), as: UTF8.self)
        let widest = all.map(\.count).max() ?? 0
        #expect(output == written(all, delimiter, width: isPadded ? widest : 0))
    }
}

@Test func somePartOfTheColumnsIsARectangle() throws {
    let folder = Folder()
    let input = folder.write(Array("a,b,c\n1\n1,2,3\n".utf8), "in.csv")
    func written(_ columns: [Int]?) throws -> String {
        let part = ExportPart(columns: columns)
        try TableExport(TextSource(path: input), format: .csv, part: part).write(toFile: "\(folder.path)/out")
        return String(decoding: folder.read("out") ?? [], as: UTF8.self)
    }
    #expect(try written(nil) == "a,b,c\n1\n1,2,3\n")
    #expect(try written([0, 1, 2]) == "a,b,c\n1\n1,2,3\n")
    #expect(try written([0, 1]) == "a,b\n1,\n1,2\n")
    #expect(try written([1, 0, 2]) == "b,a,c\n,1,\n2,1,3\n")
}

/// Half a surrogate pair, and a byte that Windows-1253 has no letter for.
@Test func textOfOtherEncodingsIsWrittenAsUTF8() throws {
    var utf16: [UInt8] = [0xFF, 0xFE]
    for unit in Array("id,t\n1,a".utf16) + [0xD83D] + Array("b\n2,\"c".utf16) + [0xDC00] + Array("d\"\n".utf16) {
        utf16 += [UInt8(unit & 0xFF), UInt8(unit >> 8)]
    }
    for format in valueFormats {
        let bytes = try exported(utf16, format)
        #expect(String(validating: bytes, as: UTF8.self)?.contains("a\u{FFFD}b") == true, "\(format)")
        #expect(String(validating: bytes, as: UTF8.self)?.contains("c\u{FFFD}d") == true, "\(format)")
    }
    var options = TextOptions()
    options.encoding = "windows-1253"
    #expect(
        try exported(Array("a\n".utf8) + [0xE1, 0xD2, 0x0A], .csv, options: options) == Array("a\nα\u{FFFD}\n".utf8))
}

@Test func tsvQuotesTabsAndNoCommas() throws {
    #expect(try exported("a,b\n\"x\ty\",\"1,5\"\n", .tsv) == "a\tb\n\"x\ty\"\t1,5\n")
}

@Test func bytesThatAreNoUTF8SurviveInCSVAndAreReplacedInJSON() throws {
    let bytes = Array("a,".utf8) + [0xE4] + Array("\n".utf8) + [0xC3, 0x28] + Array(",x".utf8) + [0xF0, 0x9F, 0x0A]
    var options = TextOptions(delimiter: ",", headerRows: 1)
    options.encoding = "UTF-8"
    #expect(try exported(bytes, .csv, options: options) == bytes)
    let json = String(decoding: try exported(bytes, .ndjson, options: options), as: UTF8.self)
    #expect(json == "{\"a\":\"\u{FFFD}(\",\"\u{FFFD}\":\"x\u{FFFD}\"}\n")
}

@Test func jsonHasStringsAndNullsAndUniqueKeys() throws {
    let json = try exported("id,x,x,\n007,\"q\"\"\\\t\n\u{1}\",é,\n1\n", .json)
    #expect(
        json == """
            [
            {"id":"007","x":"q\\"\\\\\\t\\n\\u0001","x_2":"é","D":""},
            {"id":"1","x":null,"x_2":null,"D":null}
            ]

            """)
    #expect(try exported("a,b\n", .json) == "[]\n")
    #expect(try exported("a,b\n", .ndjson) == "")
}

@Test func keysOfOneNameHaveTheirGroups() {
    let columns = [
        Column(name: "Plot", type: .text, groups: ["", ""]),
        Column(name: "May", type: .text, groups: ["2025", "Spring"]),
        Column(name: "May", type: .text, groups: ["2026", ""]),
        Column(name: "July", type: .text, groups: ["2026", ""]),
        Column(name: "May", type: .text, groups: ["2026", ""]), Column(name: "May", type: .text),
    ]
    #expect(
        ColumnNames.unique(of: columns)
            == ["Plot", "2025 / Spring / May", "2026 / May", "July", "2026 / May_2", "May"])
}

@Test func keysNeverClash() {
    let columns = ["x", "x_2", "x", "", "D", "x"].map { Column(name: $0, type: .text) }
    #expect(ColumnNames.unique(of: columns) == ["x", "x_2", "x_3", "D", "D_2", "x_4"])
}

@Test func manyColumnsMayHaveOneName() throws {
    try finish {
        let count = 100_000
        let names = ColumnNames.unique(
            of: [Column(name: "x_3", type: .text)] + Array(repeating: Column(name: "x", type: .text), count: count))
        #expect(Set(names).count == count + 1)
        #expect(names.prefix(4) == ["x_3", "x", "x_2", "x_4"])
        #expect(names.last == "x_\(count + 1)")
    }
}

@Test(arguments: 1...9)
func aCharacterMayComeInPieces(piece: Int) {
    var output: [UInt8] = []
    var text = UTF8Text()
    let bytes = Array("aé東🎈".utf8) + [0xE6, 0x9D] + Array("z".utf8) + [0xF0]
    bytes.withUnsafeBufferPointer { bytes in
        for start in stride(from: 0, to: bytes.count, by: piece) {
            let next = UnsafeBufferPointer(rebasing: bytes[start..<min(start + piece, bytes.count)])
            output += text.repaired(next) ?? Array(next)
        }
    }
    #expect(!text.isWhole)
    output += text.end()
    #expect(text.isWhole)
    #expect(String(decoding: output, as: UTF8.self) == "aé東🎈\u{FFFD}z\u{FFFD}")
}

@Test func aValueLargerThanIsHeldBackIsWrittenWholeAndQuoted() throws {
    let long = [UInt8](repeating: UInt8(ascii: "x"), count: 3 * DelimitedWriter.heldBytes) + Array("\"\"".utf8)
    let input = Array("a,b\n1,\"".utf8) + long + Array("\"\n".utf8)
    #expect(try exported(input, .csv) == input)
}

@Test func onlyTheFirstValueOfAllIsQuotedForAByteOrderMark() throws {
    let rows = "\u{FEFF}\"\u{FEFF}x\",1\n" + String(repeating: "\u{FEFF}y,2\n", count: 9_000)
    let options = TextOptions(delimiter: ",", headerRows: 0)
    let expected = Array(rows.utf8.dropFirst(3))
    #expect(try exported(Array(rows.utf8), .csv, options: options) == expected)
}
