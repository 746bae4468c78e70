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
    ("a,b\n1\n1,2,3\n", "a,b,\n1,,\n1,2,3\n"),
    ("name\nx\n\ny\n", "name\nx\n\"\"\ny\n"),
    ("a,b\n\n", "a,b\n,\n"),
    ("a,b\nx\"y,2\n", "a,b\n\"x\"\"y\",2\n"),
    ("a,b\n\"x\"y,2\n", "a,b\nxy,2\n"),
    ("a,b\n1,\"open\n", "a,b\n1,\"open\n\"\n"),
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

@Test func tsvQuotesTabsAndNoCommas() throws {
    #expect(try exported("a,b\n\"x\ty\",\"1,5\"\n", .tsv) == "a\tb\n\"x\ty\"\t1,5\n")
}

@Test func bytesThatAreNoUTF8SurviveInCSVAndAreReplacedInJSON() throws {
    let bytes = Array("a,".utf8) + [0xE4] + Array("\n".utf8) + [0xC3, 0x28] + Array(",x".utf8) + [0xF0, 0x9F, 0x0A]
    #expect(try exported(bytes, .csv) == bytes)
    let json = String(decoding: try exported(bytes, .ndjson), as: UTF8.self)
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
