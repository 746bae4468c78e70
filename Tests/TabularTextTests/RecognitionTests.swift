import SeededRandom
import Tabular
import TabularBytes
import TestStores
import TestWaiting
import Testing

@testable import TabularText

private let saveAsCSV = "which is not read yet. Save it as CSV and open that."
private let browse = "which is not read yet. Open it with a browser. \(force)"
private let force = "If it is a table of text all the same, open it with --text."

@Test(arguments: [
    (
        "PK\u{3}\u{4}....[Content_Types].xml....xl/workbook.xml",
        "is an Excel workbook (XLSX), which is not read yet. Save the sheet as CSV and open that."
    ),
    (
        "PK\u{3}\u{4}....mimetypeapplication/vnd.oasis.opendocument.spreadsheet",
        "is an OpenDocument spreadsheet (ODS), which is not read yet. Save the sheet as CSV and open that."
    ),
    (
        "SQLite format 3\0....",
        "is an SQLite database, which is not read yet. Export a table of it as CSV and open that."
    ),
    (
        "12345678DUCK@" + String(repeating: "\0", count: 11),
        "is a DuckDB database (storage version 64), which is not read yet. Export a table of it as CSV and open that."
    ),
    ("PAR1\u{15}\u{4}..", "is a Parquet file, \(saveAsCSV)"),
    ("ARROW1\0\0", "is an Arrow file (Feather), \(saveAsCSV)"),
    ("%PDF-1.7\n", "is a PDF document, which is not read yet. Open it with a document viewer."),
    (
        "GIF89a\u{80}\u{2}\u{E0}\u{1}\u{F7}\0\0",
        "is a GIF picture, which is not read yet. Open it with a picture viewer."
    ),
    ("RIFF....WEBPVP8 ", "is a WebP picture, which is not read yet. Open it with a picture viewer."),
    ("II*\0....", "is a TIFF picture, which is not read yet. Open it with a picture viewer."),
    ("MM\0*....", "is a TIFF picture, which is not read yet. Open it with a picture viewer."),
    (
        "BM\u{46}\0\0\0\0\0\0\0\u{36}\0\0\0\u{28}\0\0\0",
        "is a BMP picture, which is not read yet. Open it with a picture viewer."
    ),
    (
        "PAR1.txt" + String(repeating: "\0", count: 140) + "012345\0 " + String(repeating: "\0", count: 101)
            + "ustar\u{0}00" + String(repeating: "\0", count: 247),
        "is a tar archive, which is not read yet. Unpack it and open what is in it."
    ),
    ("<svg xmlns=\"x\">", "is an SVG picture, which is not read yet. Open it with a picture viewer. \(force)"),
    (
        "\u{FEFF}\n<?xml version=\"1.0\"?>\n<!-- x -->\n<svg>",
        "is an SVG picture, which is not read yet. Open it with a picture viewer. \(force)"
    ),
    ("<?xml version=\"1.0\"?>\n<a,b>", "is an XML document, \(saveAsCSV) \(force)"),
    (
        "  <!DOCTYPE HTML>\n<html>",
        "is an HTML document, which is not read yet. Open it with a browser. \(force)"
    ),
    ("<html>\n<head></head>", "is an HTML document, \(browse)"),
    ("\u{FEFF} \r\n<HTML lang=\"en\"><BODY>", "is an HTML document, \(browse)"),
    ("<head>\n<title>a,b</title>", "is an HTML document, \(browse)"),
    ("<BODY bgcolor=white>x", "is an HTML document, \(browse)"),
    ("<table border=\"1\">\n<tr><td>1</td></tr>", "is an HTML document, \(browse)"),
    ("<!-- saved, by hand -->\n<!-- twice --> <html><table>", "is an HTML document, \(browse)"),
    ("<!-- x -->\n<!doctype html>\n", "is an HTML document, \(browse)"),
    ("\u{7F}ELF....", "is a program (ELF), which is not read yet. Choose another file."),
])
func whatIsNoTextTableIsNamed(_ content: String, message: String) {
    let snapshot = source(content).waitUntilComplete()
    #expect(
        snapshot.failure?.said == ReadError(kind: .unsupportedFormat, source: "test.csv", message: message))
}

@Test(
    arguments: [
        [0x04, 0x22, 0x4D, 0x18], [0x1F, 0x9D, 0x90], [0x4C, 0x5A, 0x49, 0x50, 1],
        [0x37, 0x7A, 0xBC, 0xAF, 0x27, 0x1C], [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A],
        [0xFF, 0xD8, 0xFF, 0xE0],
        [0xFF, 0xFF, 0xFF, 0xFF, 0x78, 1, 0, 0],
        Array(repeating: [0, 1, 2, 0x61], count: 20).flatMap { $0 },
    ] as [[UInt8]])
func binaryBeginningsAreRefused(_ bytes: [UInt8]) {
    guard case .failed(let error) = source(MemoryStore(bytes)).waitUntilComplete().phase else {
        Issue.record("taken for text: \(bytes)")
        return
    }
    #expect(error.kind == .unsupportedFormat)
}

@Test(arguments: [
    "{1,2\n3,4\n", "{\"a\",\"b\"}\n", "[x],[y]\n", "[1],[2]\n[3],[4]\n", "[1,2],x\n3,y\n", "{}\n1\n", "[\n", "{", "[",
    "[info] started\n[warn] late\n", "a\0,b\n1,2\n1,2\n1,2\n1,2\n1,2\n1,2\n1,2\n", "\0", "PK,1\n", "BM,1\n", "é,ü\n",
    "\"[1,2]\",3\n", "<TICKER>,<PER>,<DATE>\nx,5,1\n", "<body>,<table>\n1,2\n", "<table>\t<head>\n1\t2\n",
    "<!-- a,b\n1,2\n",
    "<!-- a -->,b\n1,2\n", "<html5>,x\n", "<a>,<b>\n1,2\n", "<svg1>,2\n", "<xml>\n", "<!DOCTYPE,html\n", "II*,1\n",
    "MM*\n",
    "[true],[false]\n", "[null],1\n", "[nullable]\n", "[1e5],x\n", "[1]\n[2]\nx\n", "[1],2\n[3],4\n",
    "[10.0.0.1]\n[10.0.0.2]\n[10.0.0.3]\n", "{\"a\":1},x\n{\"a\":2},y\n", "{\"a\":1}|x\n", "{\"a\":1}\tx\n",
    "[2024-01-02]\n[2024-01-03]\n", "[01]\n[02]\n", "[1.]\n", "[-]\n[-]\n", "[12:30]\n", "{\"key\": value}\n",
    "[1 2]\n[3 4]\n", "[\"a\" \"b\"]\n", "{\"a\":1} # note\n", "[1]]\n[2]]\n", "{\"a\":[1,2}\nx\n", "[true false]\n",
    "[1,2]\n[3,4],5\n", "[x]\n[y]\n", "ustar,1\n", "PAR1,x\n1,2\n", "PAR1\n1\n", "ARROW1,x\n1,2\n",
    "FEA1\tx\n1\t2\n", "GIF89a,GIF87a\n1,2\n", "RIFF1234WEBP,x\n1,2\n", "BZh9", "BZh9,1\n", "LZIP,1\n",
])
func aTextThatOnlyBeginsOddlyIsRead(_ text: String) {
    #expect(source(text).waitUntilComplete().phase == .complete)
}

@Test func anyContentIsReadWhenTheUserSaysSo() {
    let table = source("<html>\n<body>\n", options: TextOptions(isForced: true, headerRows: 0))
    #expect(table.waitUntilComplete().phase == .complete)
    #expect(table.lines(0..<2) == ["<html>", "<body>"])
}

/// Fields of a fixed size that a program has padded.
@Test func nulsBetweenLinesAreProblemsOfATable() {
    let line = "Ann\0\0\0\0\0\0,Oslo\0\0\0\0\0\n"
    let snapshot = source("name,town\n" + line + line).waitUntilComplete()
    #expect(snapshot.columns.count == 2)
    #expect(snapshot.problems.counts[.nul] == 4)
}

/// `count` bytes that look random, as encrypted ones do.
private func randomBytes(_ count: Int, seed: UInt64 = 1) -> [UInt8] {
    var random = SplitMix64(seed: seed)
    return (0..<count).map { _ in UInt8(truncatingIfNeeded: random.next()) }
}

@Test(arguments: ["a.db", "a.sqlite", "a.SQLite3", "a.db3"]) func encryptedDatabaseIsRefused(name: String) {
    let message = "may be an encrypted database (SQLCipher), or no database at all."
    for (seed, count) in [(1, 1024), (2, 1536), (3, 40960), (4, 5_120_000)] as [(UInt64, Int)] {
        let table = source(MemoryStore(randomBytes(count, seed: seed)), name: name)
        let expected = ReadError(kind: .unsupportedFormat, source: name, message: message)
        #expect(table.waitUntilComplete().failure?.said == expected)
    }
}

@Test func onlyRandomBytesOfADatabaseMayBeEncrypted() {
    func mayBe(_ bytes: [UInt8], _ name: String = "a.db") -> Bool {
        let length = StoreLength(known: bytes.count, isComplete: true)
        return bytes.withUnsafeBufferPointer { EncryptedDatabase.mayBe($0, length: length, name: name) }
    }
    let random = randomBytes(4096)
    #expect(mayBe(random) && !mayBe(random, "a.csv") && !mayBe(random, "db") && !mayBe(random, "a.db.txt"))
    #expect(!mayBe(randomBytes(512)) && !mayBe(randomBytes(4095)) && !mayBe(randomBytes(4100)) && !mayBe([]))
    #expect(!mayBe(Array("Some database 1\n".utf8) + random.dropFirst(16)))
    #expect(!mayBe([UInt8](repeating: 0, count: 16) + random.dropFirst(16)))
    #expect((0..<1000).count { mayBe(randomBytes(1024, seed: $0)) } > 995)
    var letters = SplitMix64(seed: 5)
    let alphabet = (0x0430...0x044F).map { UnicodeScalar(UInt16($0)).map(String.init) ?? "" } + [",", "\n", " "]
    let text = (0..<4096).map { _ in letters.pick(alphabet) }.joined()
    #expect(!mayBe(Array(text.utf8.prefix(4096))))
    #expect(!mayBe(Array(text.utf16.prefix(2048).flatMap { [UInt8(truncatingIfNeeded: $0), UInt8($0 >> 8)] })))
    // A byte for a letter, in the upper half.
    let bytes = text.unicodeScalars.map { UInt8(truncatingIfNeeded: $0.value >= 0x430 ? $0.value + 0xB0 : $0.value) }
    #expect(!mayBe(bytes))
}

@Test func randomBytesAreReadWhenTheUserSaysSo() {
    let table = source(MemoryStore(randomBytes(1024)), name: "a.db", options: TextOptions(isForced: true))
    #expect(table.waitUntilComplete().failure == nil)
}
