import Tabular
import TestStores
import Testing

@testable import TabularText

private let table = Array("id,name\n1,x\n2,y\n".utf8)
private let orders = ZipFile("orders.csv", table)

private func open(_ files: [ZipFile], comment: String = "") -> TableSnapshot {
    source(MemoryStore(zipArchive(files, comment: comment), piece: 11)).waitUntilComplete()
}

@Test(arguments: [0, 8, 12, 93, 95], [false, true])
func theOneFileOfAZipArchiveIsReadHoweverItIsPacked(method: Int, isLarge: Bool) {
    let file = ZipFile("data/orders.csv", table, method: method, isLarge: isLarge)
    let snapshot = open([ZipFile("data/", [], method: 0), file, ZipFile("__MACOSX/data/._orders.csv", [1, 2])])
    #expect(snapshot.phase == .complete)
    #expect(snapshot.rowCount == .exactly(2))
}

@Test(arguments: [
    ".DS_Store", "data/.DS_Store", "._orders.csv", "__MACOSX/._orders.csv", "data/__MACOSX/x", "Thumbs.db",
    "data/thumbs.DB",
    "desktop.ini", "data\\Desktop.ini", ".directory", "data/", "data\\",
])
func filesOfTheDesktopDoNotCount(name: String) {
    let file = ZipFile(name, [1, 2, 3], method: 0)
    for files in [[orders, file], [file, orders]] {
        let snapshot = open(files)
        #expect(snapshot.phase == .complete)
        #expect(snapshot.rowCount == .exactly(2))
    }
    let message = "is a zip archive without a table in it. Choose another file."
    #expect(open([file]).failure?.said == ReadError(kind: .unsupportedFormat, source: "test.csv", message: message))
}

@Test func aCommentMayLookLikeAnEnd() {
    #expect(open([orders], comment: "PK\u{5}\u{6} and so on, for more than twenty-two bytes").rowCount == .exactly(2))
}

@Test func theNameInAZipArchiveHintsAtTheDelimiter() {
    let bytes = Array("a|b,c\nx|y,z\n".utf8)
    #expect(open([ZipFile("x.csv", bytes)]).description.text?.dialect?.delimiter == ",")
    let tabs = Array("a;b\tc\nx;y\tz\n".utf8)
    #expect(open([ZipFile("x.tsv", tabs)]).description.text?.dialect?.delimiter == "\t")
}

@Test(arguments: [
    (
        [orders, ZipFile("b.csv", [])],
        "is a zip archive of 2 files (orders.csv and b.csv). Unpack it and open one of them."
    ),
    (
        (1...12).map { ZipFile("\($0).csv", []) },
        "is a zip archive of 12 files (1.csv, 2.csv, 3.csv and 9 more). Unpack it and open one of them."
    ),
    (
        (0..<1200).map { ZipFile("\($0)", [], method: 0) },
        "is a zip archive of 1,200 files (0, 1, 2 and 1,197 more). Unpack it and open one of them."
    ),
    (
        [orders, ZipFile(String(repeating: "x", count: 9999) + "\n", []), ZipFile("a\n\u{202E}b\0", [])],
        "is a zip archive of 3 files (orders.csv, \(String(repeating: "x", count: 60))… and a\u{FFFD}\u{FFFD}b\u{FFFD}). "
            + "Unpack it and open one of them."
    ),
    ([ZipFile("d/", [], method: 0)], "is a zip archive without a table in it. Choose another file."),
    ([], "is a zip archive without a table in it. Choose another file."),
    (
        [ZipFile("a.csv", table, flags: 1)],
        "is encrypted. Unpack it with its password and open the result."
    ),
    (
        [ZipFile("a.csv", table, method: 9)],
        "is packed by Deflate64, which is not read. Unpack it and open the result."
    ),
    (
        [ZipFile("[Content_Types].xml", [1]), ZipFile("xl/workbook.xml", [2])],
        "is an Excel workbook (XLSX), which is not read yet. Save the sheet as CSV and open that."
    ),
])
func aZipArchiveThatIsNoTableSaysWhatItIs(_ files: [ZipFile], message: String) {
    #expect(
        open(files).failure?.said == ReadError(kind: .unsupportedFormat, source: "test.csv", message: message))
}

@Test func whatIsNotWhatWasPackedIsDamage() {
    var archive = zipArchive([ZipFile("a.csv", table, method: 0)])
    archive[30 + 5 + 9] ^= 1
    let snapshot = source(MemoryStore(archive)).waitUntilComplete()
    let message = """
        unpacking stopped at byte 51 of the compressed data: what is unpacked is not what was packed, by its checksum. \
        Get it again, or a copy of it.
        """
    #expect(snapshot.failure?.said == ReadError(kind: .damaged, source: "test.csv", message: message))
    #expect(snapshot.rowCount == .atLeast(2))
}

@Test func aZipArchiveFromAPipeIsReadOnceItIsWhole() {
    let store = PackedPipe(zipArchive([orders]))
    let table = source(store)
    store.send(20)
    #expect(table.snapshot.phase == .opening)
    store.send(.max)
    #expect(table.waitUntilComplete().rowCount == .exactly(2))
}
