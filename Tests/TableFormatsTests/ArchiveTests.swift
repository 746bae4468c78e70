import Glibc
import Tabular
import TabularBytes
import TabularText
import TestStores
import Testing

@testable import TableFormats

/// A file with `bytes` that goes with the test.
private func file(_ bytes: [UInt8]) -> File {
    let file = File("")
    let descriptor = Glibc.open(file.path, O_WRONLY)
    bytes.withUnsafeBytes { _ = Glibc.write(descriptor, $0.baseAddress, $0.count) }
    Glibc.close(descriptor)
    return file
}

private let files = [
    ZipFile("data/", [], method: 0), ZipFile("data/a.csv", Array("id,name\n1,x\n".utf8)),
    ZipFile("b.tsv", Array("k\tv\n2\ty\n3\tz\n".utf8), method: 0), ZipFile("__MACOSX/._b.tsv", [0]),
    ZipFile("logo.PNG", [0x89]), ZipFile(".DS_Store", [1]),
]

private func open(_ bytes: [UInt8], table: String? = nil) -> (document: FileDocument, file: File) {
    let file = file(bytes)
    return (TableFormats.standard.open(.file(file.path, name: "t.zip"), table: table), file)
}

@Test func filesOfAnArchiveAreTables() throws {
    let (document, file) = open(zipArchive(files))
    let catalog = try document.waitForCatalog()
    #expect(catalog.entries.map(\.name) == ["data/a.csv", "b.tsv"])
    #expect(catalog.isContainer)
    #expect(catalog.skipped.map(\.reason) == [.folder, .desktop, .picture, .desktop])
    #expect(try rows(of: document.table(nil)) == [["1", "x"]])
    #expect(try rows(of: document.table(TableID(1))) == [["2", "y"], ["3", "z"]])
    // Twice, since each call gives a source of its own.
    #expect(try rows(of: document.table(TableID(1))) == [["2", "y"], ["3", "z"]])
    withExtendedLifetime(file) {}
}

/// More files than are listed are told.
@Test func filesAfterTheMostAreTold() throws {
    let (most, others) = (100_000, 2)
    let files = (0..<most + others).map { ZipFile("\($0)", [0x61], method: 0) }
    for count in [most, most + others] {
        let (document, file) = open(zipArchive(Array(files.prefix(count))))
        let entries = try document.waitForCatalog().entries
        #expect(entries.count == (count == most ? most : most + 1))
        let obstacle = entries.last?.obstacle?.message
        #expect((obstacle?.contains("the files after the first 100,000") == true) == (count > most))
        withExtendedLifetime(file) {}
    }
}

@Test func linksAreSkippedAndEmptyFilesComeLast() throws {
    var link = ZipFile("l.csv", Array("/etc/passwd".utf8), method: 0)
    link.mode = 0o120777
    var plain = ZipFile("a.csv", Array("id\n1\n".utf8))
    plain.mode = 0o100644
    let (document, file) = open(zipArchive([link, ZipFile("e.csv", [], method: 0), plain]))
    let catalog = try document.waitForCatalog()
    #expect(catalog.skipped.map(\.name) == ["l.csv"] && catalog.skipped.map(\.reason) == [.link])
    #expect(catalog.entries.map(\.name) == ["e.csv", "a.csv"])
    #expect(try document.openTable().id == TableID(1))
    #expect(try rows(of: document.table(nil)) == [["1"]])
    withExtendedLifetime(file) {}
}

@Test(arguments: ["b.tsv", "2", "name:b.tsv"])
func wantedTableIsOpenedFirst(_ name: String) throws {
    let (document, file) = open(zipArchive(files), table: name)
    let opened = try document.openTable()
    let (source, id) = (opened.source, opened.id)
    #expect(id == TableID(1))
    #expect(try rows(of: source) == [["2", "y"], ["3", "z"]])
    withExtendedLifetime(file) {}
}

@Test func missingTableSaysWhichThereAre() throws {
    let (document, file) = open(zipArchive(files), table: "c.csv")
    #expect {
        _ = try document.openTable()
    } throws: { error in
        (error as? ReadError)?.message == "there is no table c.csv. The tables are: data/a.csv, b.tsv."
    }
    withExtendedLifetime(file) {}
}

@Test func obstacleIsOfOneFileAlone() throws {
    var archive = zipArchive([
        ZipFile("a.csv", Array("a\n1\n".utf8), method: 0), ZipFile("b.csv", Array("b\n2\n".utf8), flags: 1),
        ZipFile("c.csv", Array("c\n3\n".utf8), method: 9), ZipFile("d.zip", [0]),
        ZipFile("e.csv", Array("e\n4\n".utf8), method: 0),
    ])
    // The signature of the first file's own header.
    archive[0] = 0x51
    archive.insert(contentsOf: Array("PK\u{3}\u{4}".utf8), at: 0)
    // All places moved by four bytes: the directory is found again by its own place.
    let document = open(moved(archive, by: 4))
    let catalog = try document.document.waitForCatalog()
    #expect(
        catalog.entries.map { $0.obstacle?.kind } == [
            .damaged, .unsupportedFormat, .unsupportedFormat, .unsupportedFormat, nil,
        ])
    #expect(try rows(of: document.document.table(nil)) == [["4"]])
    #expect(throws: ReadError.self) { try rows(of: document.document.table(TableID(1))) }
}

/// A zip archive whose places are made to count from `count` bytes before.
private func moved(_ archive: [UInt8], by count: Int) -> [UInt8] {
    var archive = archive
    func add(at index: Int) {
        let value = (0..<4).reduce(0) { $0 | Int(archive[index + $1]) << (8 * $1) } + count
        for byte in 0..<4 { archive[index + byte] = UInt8(truncatingIfNeeded: value >> (8 * byte)) }
    }
    let (entry, end) = (Array("PK\u{1}\u{2}".utf8), Array("PK\u{5}\u{6}".utf8))
    for index in 0..<archive.count - 3 where archive[index] == 0x50 {
        if archive[index...].starts(with: entry) { add(at: index + 42) }
        if archive[index...].starts(with: end) { add(at: index + 16) }
    }
    return archive
}

/// Nor does a file whose name says nothing.
@Test(arguments: [
    "a.sqlite", "bin/LICENSE", ".profile", "README.md", "readme.TXT", "License.txt", "data/datapackage.json",
])
func fileOfAnotherKindDoesNotHideTheTable(_ name: String) throws {
    let (document, file) = open(
        zipArchive([
            ZipFile(name, Array("SQLite format 3\0".utf8)), ZipFile("@eaDir/c.csv@SynoEAStream", [0, 1]),
            ZipFile(".gitkeep", []), ZipFile("b.csv", Array("b\n2\n".utf8)), ZipFile("c.csv", Array("c\n3\n".utf8)),
        ]))
    let opened = try document.openTable()
    #expect(opened.catalog.entries.map(\.name) == [name, "b.csv", "c.csv"])
    #expect(opened.catalog[opened.id]?.name == "b.csv")
    #expect(try rows(of: opened.source) == [["2"]])
    withExtendedLifetime(file) {}
}

/// The first bytes of a deflate stream are of no kind of block.
private func damaged(_ archive: [UInt8], _ names: String...) -> [UInt8] {
    var archive = archive
    for name in names {
        let header = Array("PK\u{3}\u{4}".utf8)
        let index = archive.indices.first { index in
            archive[index...].starts(with: header) && archive[(index + 30)...].starts(with: name.utf8)
        }
        if let index {
            archive.replaceSubrange(
                index + 30 + name.utf8.count..<index + 34 + name.utf8.count, with: repeatElement(0xFF, count: 4))
        }
    }
    return archive
}

@Test func fileThatCannotBeOpenedDoesNotHideTheNext() throws {
    let archive = zipArchive(
        ["a.csv", "b.csv", "c.csv", "d.csv"].map { ZipFile($0, Array("a,b\n\($0),1\n\($0),2\n".utf8)) })
    let (document, file) = open(damaged(archive, "a.csv", "b.csv"))
    let catalog = try document.waitForCatalog()
    #expect(catalog.entries.map { $0.obstacle?.kind } == [.damaged, .damaged, nil, nil])
    let opened = try document.openTable()
    #expect(opened.id == TableID(2))
    #expect(try rows(of: opened.source) == [["c.csv", "1"], ["c.csv", "2"]])
    #expect(try rows(of: document.table(TableID(3))).count == 2)
    withExtendedLifetime(file) {}
    // A named one is not replaced.
    let named = open(damaged(archive, "a.csv"), table: "a.csv")
    #expect(throws: ReadError.self) { try named.document.openTable() }
}

@Test func archiveWithoutAFileThatCanBeOpenedIsListed() throws {
    let archive = zipArchive([
        ZipFile("n.zip", zipArchive([ZipFile("i.csv", [0x31])]), method: 0), ZipFile("e.csv", [1], flags: 1),
        ZipFile("d.csv", Array("a\n1\n".utf8)),
    ])
    let (document, file) = open(damaged(archive, "d.csv"))
    let catalog = try document.waitForCatalog()
    #expect(
        catalog.entries.map { $0.obstacle?.kind } == [.unsupportedFormat, .unsupportedFormat, .damaged])
    #expect(throws: ReadError.self) { try document.openTable() }
    withExtendedLifetime(file) {}
}

@Test func archiveOfOneFileOpensAsTheFile() throws {
    let (document, file) = open(zipArchive([ZipFile("a.csv", Array("a\n1\n".utf8))]))
    let opened = try document.openTable()
    let (source, catalog, id) = (opened.source, opened.catalog, opened.id)
    #expect(!catalog.isContainer)
    #expect(catalog[id]?.name == "a.csv")
    #expect(try rows(of: source) == [["1"]])
    #expect(source.snapshot.description.compression == "zip")
    withExtendedLifetime(file) {}
}

@Test func overlappingFilesAreRefused() throws {
    var archive = zipArchive([
        ZipFile("a.csv", Array("a\n1\n".utf8), method: 0), ZipFile("b.csv", Array("b\n2\n".utf8), method: 0),
    ])
    // The second entry of the directory points at the first file.
    let entry = Array("PK\u{1}\u{2}".utf8)
    let places = (0..<archive.count - 3).filter { archive[$0...].starts(with: entry) }
    for byte in 0..<4 { archive[places[1] + 42 + byte] = 0 }
    let (document, file) = open(archive)
    #expect {
        _ = try document.waitForCatalog()
    } throws: { error in
        (error as? ReadError)?.message.hasPrefix("is a zip archive that is damaged or made to do harm.") == true
    }
    withExtendedLifetime(file) {}
}

@Test func compressedFileInAnArchiveIsUnpackedToo() throws {
    let packed = Compression.gzip.pack(Array("a\n7\n".utf8))
    let (document, file) = open(zipArchive([ZipFile("a.csv.gz", packed), ZipFile("b.csv", Array("b\n".utf8))]))
    #expect(try rows(of: document.table(nil)) == [["7"]])
    withExtendedLifetime(file) {}
}

@Test func nameWithoutUTF8IsReadByTheOldCodePage() throws {
    var archive = zipArchive([ZipFile("m?rz.csv", Array("a\n".utf8)), ZipFile("b.csv", Array("b\n".utf8))])
    for index in archive.indices where archive[index] == UInt8(ascii: "?") { archive[index] = 0x84 }
    let (document, file) = open(archive)
    #expect(try document.waitForCatalog().entries.map(\.name) == ["märz.csv", "b.csv"])
    withExtendedLifetime(file) {}
}

@Test func manyFilesAreListed() throws {
    let (document, file) = open(
        zipArchive((0..<1_200).map { ZipFile("\($0).csv", Array("a\n\($0)\n".utf8), method: 0) }))
    let catalog = try document.waitForCatalog()
    #expect(catalog.entries.count == 1_200)
    #expect(try rows(of: document.table(TableID(1_199))) == [["1199"]])
    withExtendedLifetime(file) {}
}

@Test func filesOfOneNameAreToldApart() throws {
    let (document, file) = open(
        zipArchive([ZipFile("a.csv", Array("a\n1\n".utf8)), ZipFile("a.csv", Array("a\n2\n".utf8))]),
        table: "a.csv (2)")
    #expect(try document.waitForCatalog().entries.map(\.name) == ["a.csv", "a.csv (2)"])
    #expect(try rows(of: document.table(nil)) == [["2"]])
    withExtendedLifetime(file) {}
}

@Test(arguments: [
    ("m.XLSX", "is an Excel workbook (XLSX), which is not read yet. Save the sheet as CSV and open that."),
    (
        "d/m.ods",
        "is an OpenDocument spreadsheet (ODS), which is not read yet. Save the sheet as CSV and open that."
    ),
    ("m.parquet", "is a Parquet file, which is not read yet. Save it as CSV and open that."),
])
func obstacleOfFilesThatAreNotReadIsTheirFormat(_ name: String, _ message: String) throws {
    // A workbook is a zip archive itself, whose bytes are found in the one around it.
    let type = ZipFile("mimetype", Array("application/vnd.oasis.opendocument.spreadsheet".utf8), method: 0)
    let bytes =
        name == "m.parquet"
        ? Array("PAR1\u{15}\u{4}".utf8) : zipArchive([type, ZipFile("xl/workbook.xml", [0], method: 0)])
    let (document, file) = open(
        zipArchive([ZipFile(name, bytes, method: 0), ZipFile("b.csv", Array("b\n2\n".utf8))]))
    #expect(try document.waitForCatalog().entries.map { $0.obstacle?.message } == [message, nil])
    #expect(try rows(of: document.table(nil)) == [["2"]])
    let error = #expect(throws: ReadError.self) { try rows(of: document.table(TableID(0))) }
    #expect(error?.message.hasPrefix(message.prefix(while: { $0 != "," })) == true)
    withExtendedLifetime(file) {}
}

/// A record of the end in the comment: nothing before it, or all that is before it as its comment.
@Test(arguments: [[0, 0, 0, 0], [UInt8](repeating: 0, count: 18), [UInt8](repeating: 0, count: 40)])
func endInACommentHidesNoFiles(_ rest: [UInt8]) throws {
    let comment = String(decoding: Array("abcPK\u{5}\u{6}".utf8) + rest, as: UTF8.self)
    for more in [[], Array("after".utf8)] as [[UInt8]] where more.isEmpty || rest.count < 18 {
        let (document, file) = open(zipArchive(files, comment: comment) + more)
        #expect(try document.waitForCatalog().entries.map(\.name) == ["data/a.csv", "b.tsv"])
        withExtendedLifetime(file) {}
    }
}

/// The extra field of Info-ZIP with a file's name in UTF-8, and the checksum of the other name or another one.
@Test(arguments: [true, false], [true, false]) func nameInUTF8Counts(isRight: Bool, isCut: Bool) throws {
    var file = ZipFile("m?rz.csv", Array("a\n1\n".utf8))
    file.extra = [0x55, 0x54, 1, 0, 0]
    file.addName("März Ω.csv", inPlaceOf: isRight ? file.name : "m.csv")
    var archive = zipArchive([file])
    if isCut { archive.removeLast(22) }
    let opened = open(archive)
    let names = try opened.document.waitForCatalog().entries.map(\.name)
    #expect(names == [isRight ? "März Ω.csv" : "m?rz.csv"])
    withExtendedLifetime(opened.file) {}
}

/// The files before the cut as they were packed, the rows before it of the file that the archive ends in, and then the reason.
@Test(arguments: [0, 8]) func filesBeforeACutOfAZipArchiveAreShown(method: Int) throws {
    let lines = numberedLines(40_000)
    let whole = zipArchive([
        ZipFile("d/", [], method: 0), ZipFile("d/a.csv", Array("a\n1\n".utf8)),
        ZipFile("b.csv", Array(("n,v\n" + lines.joined()).utf8), method: method),
        ZipFile("c.csv", Array("c\n3\n".utf8)),
    ])
    let (document, file) = open(Array(whole.prefix(whole.count * 2 / 3)))
    let catalog = try document.waitForCatalog()
    #expect(catalog.entries.map(\.name) == ["d/a.csv", "b.csv"] && document.skipped.map(\.name) == ["d/"])
    #expect(catalog.entries.map { $0.obstacle?.kind } == [nil, .damaged])
    #expect(try rows(of: document.table(nil)) == [["1"]])
    try expectRowsBeforeTheCut(of: document.table(TableID(1)))
    withExtendedLifetime(file) {}
}

/// The archive ends before its third file, in its header, in its name, and in the list of all files.
@Test func filesAfterACutOfAZipArchiveAreTold() throws {
    let files = ["a", "b", "c"].map { ZipFile($0 + ".csv", Array("\($0)\n\($0)1\n".utf8)) }
    let (two, whole) = (zipArchive(Array(files.prefix(2))), zipArchive(files))
    let end = zip(two, whole).prefix { $0 == $1 }.count - 2
    for (length, count) in [(end, 2), (end + 20, 2), (end + 32, 2), (whole.count - 30, 3), (whole.count - 22, 3)] {
        let (document, file) = open(Array(whole.prefix(length)))
        let catalog = try document.waitForCatalog()
        #expect(catalog.entries.map(\.name) == files.prefix(count).map(\.name) + ["?"])
        #expect(catalog.entries.map { $0.obstacle?.kind } == Array(repeating: nil, count: count) + [.damaged])
        for number in 0..<count {
            #expect(try rows(of: document.table(TableID(number))) == [[["a1", "b1", "c1"][number]]])
        }
        withExtendedLifetime(file) {}
    }
}

/// The archive ends in a picture, after a table and without one.
@Test(arguments: [true, false]) func cutInAPictureIsTold(hasTable: Bool) throws {
    let table = hasTable ? [ZipFile("a.csv", Array("a\n1\n".utf8))] : []
    let whole = zipArchive(table + [ZipFile("b.png", Array(numberedLines(2_000).joined().utf8))])
    let (document, file) = open(Array(whole.prefix(whole.count / 2)))
    if hasTable {
        #expect(try document.waitForCatalog().entries.map(\.name) == ["a.csv"])
        let scan = try #require(document.table(nil).abilities.scan)
        let snapshot = try #require(scan.wait(until: { $0.phase == .complete }, unless: .never))
        #expect(snapshot.failure?.kind == .damaged)
        #expect(try records(scan, to: snapshot.rowCount.known) == [["1"]])
    } else {
        let error = #expect(throws: ReadError.self) { try document.waitForCatalog() }
        #expect(error?.kind == .damaged)
    }
    withExtendedLifetime(file) {}
}

@Test func archiveOfPicturesNamesThem() throws {
    let (document, file) = open(
        zipArchive(["d/", "a.png", "b.jpg", "c.gif", "e.pdf", ".DS_Store"].map { ZipFile($0, [], method: 0) }))
    let error = #expect(throws: ReadError.self) { try document.waitForCatalog() }
    #expect(
        error?.message
            == "is a zip archive without a table in it: it holds a.png, b.jpg, c.gif and 1 more. Choose another file.")
    #expect(document.skipped.count == 6)
    withExtendedLifetime(file) {}
}

// MARK: - Tar

/// A tar archive in the format of POSIX.1-1988 (ustar), or an older one without its mark.
private func tarArchive(_ files: [(name: String, type: Character, bytes: [UInt8])], isOld: Bool = false) -> [UInt8] {
    var archive: [UInt8] = []
    for file in files {
        var header = [UInt8](repeating: 0, count: 512)
        func put(_ text: String, at index: Int) {
            for (offset, byte) in text.utf8.enumerated() { header[index + offset] = byte }
        }
        func octal(_ value: Int, _ digits: Int) -> String {
            let text = String(value, radix: 8)
            return String(repeating: "0", count: digits - text.count) + text
        }
        put(file.name, at: 0)
        put(octal(0o644, 7), at: 100)
        put(octal(file.bytes.count, 11), at: 124)
        put(octal(0, 11), at: 136)
        put(String(repeating: " ", count: 8), at: 148)
        put(String(file.type), at: 156)
        if !isOld {
            put("ustar", at: 257)
            put("00", at: 263)
        }
        put(octal(header.reduce(0) { $0 + Int($1) }, 6) + "\0", at: 148)
        archive += header + file.bytes
        archive += [UInt8](repeating: 0, count: (512 - file.bytes.count % 512) % 512)
    }
    return archive + [UInt8](repeating: 0, count: 1024)
}

private let tar = tarArchive([
    ("d/", "5", []), ("d/a.csv", "0", Array("id,name\n1,x\n".utf8)), ("link.csv", "2", []),
    ("b.tsv", "0", Array("k\tv\n2\ty\n".utf8)), ("e.csv", "0", Array("e\n5\n".utf8)),
])

@Test(arguments: [nil, Compression.gzip, .zstd, .xz, .bzip2])
func tarArchiveIsReadHoweverItIsCompressed(_ compression: Compression?) throws {
    let (document, file) = open(compression?.pack(tar) ?? tar)
    let catalog = try document.waitForCatalog()
    #expect(catalog.entries.map(\.name) == ["d/a.csv", "b.tsv", "e.csv"])
    #expect(catalog.skipped.map(\.reason) == [.folder, .link])
    #expect(try rows(of: document.table(nil)) == [["1", "x"]])
    #expect(try rows(of: document.table(TableID(2))) == [["5"]])
    withExtendedLifetime(file) {}
}

@Test(arguments: [nil, Compression.gzip]) func tarArchiveOfTheOldestFormatIsRead(_ compression: Compression?) throws {
    let bytes = tarArchive(
        [("a.csv", "0", Array("a\n1\n".utf8)), ("märz.csv", "0", Array("b\n2\n".utf8))], isOld: true)
    let (document, file) = open(compression?.pack(bytes) ?? bytes)
    #expect(try document.waitForCatalog().entries.map(\.name) == ["a.csv", "märz.csv"])
    #expect(try rows(of: document.table(TableID(1))) == [["2"]])
    withExtendedLifetime(file) {}
}

@Test func fileThatATarArchiveEndsInIsTheOnlyDamagedOne() throws {
    let large = tarArchive([
        ("a.csv", "0", Array("a\n1\n".utf8)),
        ("b.csv", "0", Array(("b\n" + String(repeating: "2\n", count: 9000)).utf8)),
    ])
    let (document, file) = open(Array(large.prefix(4000)))
    let catalog = try document.waitForCatalog()
    #expect(catalog.entries.map { $0.obstacle?.kind } == [nil, .damaged])
    #expect(try rows(of: document.table(nil)) == [["1"]])
    withExtendedLifetime(file) {}
}

/// A header with a wrong sum, and one that the archive ends in: the names of these entries are not known.
@Test(arguments: [true, false])
func entriesThatAreMissingFromADamagedTarAreTold(isCut: Bool) throws {
    var bytes = tarArchive([("a.csv", "0", Array("a\n1\n".utf8)), ("b.csv", "0", Array("b\n2\n".utf8))])
    if isCut { bytes = Array(bytes.prefix(1024 + 176)) } else { bytes[1026] = 0xFF }
    let (document, file) = open(bytes)
    let catalog = try document.waitForCatalog()
    #expect(catalog.entries.map(\.name) == ["a.csv", "?"] && catalog.isContainer)
    #expect(catalog.entries.map { $0.obstacle?.kind } == [nil, .damaged])
    #expect(try rows(of: document.table(nil)) == [["1"]])
    withExtendedLifetime(file) {}
}

/// Lines of a number from 0 and one that hardly packs.
private func numberedLines(_ count: Int) -> [String] {
    var seed: UInt32 = 1
    return (0..<count).map { number in
        seed = seed &* 1_664_525 &+ 1_013_904_223
        return "\(number),\(seed)\n"
    }
}

/// Expects that a table of 40,000 numbered lines has those before a cut, and then the reason.
private func expectRowsBeforeTheCut(
    of table: any TableSource, sourceLocation: SourceLocation = #_sourceLocation
) throws {
    let scan = try #require(table.abilities.scan, sourceLocation: sourceLocation)
    let snapshot = try #require(scan.wait(until: { $0.phase == .complete }, unless: .never))
    #expect(snapshot.failure?.kind == .damaged, sourceLocation: sourceLocation)
    let before = try records(scan, to: snapshot.rowCount.known)
    #expect(before.count > 10_000 && before.count < 40_000, sourceLocation: sourceLocation)
    #expect(
        before.dropLast().enumerated().allSatisfy { $0.element.first == "\($0.offset)" },
        sourceLocation: sourceLocation)
}

/// The rows before the cut, and then the reason.
@Test(arguments: [nil, Compression.gzip, .zstd, .xz])
func filesBeforeACutOfATarArchiveAreShown(_ compression: Compression?) throws {
    let lines = numberedLines(40_000)
    let whole = tarArchive([
        ("a.csv", "0", Array("a\n1\n".utf8)), ("b.csv", "0", Array(("n,v\n" + lines.joined()).utf8)),
        ("c.csv", "0", Array("c\n3\n".utf8)),
    ])
    let packed = compression?.pack(whole) ?? whole
    let (document, file) = open(Array(packed.prefix(packed.count * 2 / 3)), table: "a.csv")
    let catalog = try document.waitForCatalog()
    #expect(catalog.entries.map(\.name) == ["a.csv", "b.csv"])
    #expect(catalog.entries.map { $0.obstacle == nil } == [true, false])
    #expect(try rows(of: document.table(nil)) == [["1"]])
    try expectRowsBeforeTheCut(of: document.table(TableID(1)))
    withExtendedLifetime(file) {}
}

/// All files are there, and the sum of all of them is wrong: any value may be.
@Test(arguments: [Compression.gzip, .zstd, .xz, .bzip2], [0, 1, 2])
func wrongChecksumOfATarArchiveIsToldByEachTable(_ compression: Compression, files: Int) throws {
    let names = ["LICENSE", "a.csv", "b.csv"].suffix(files + 1)
    let whole = tarArchive(
        names.enumerated().map { ($0.element, "0", Array("n,x\n\($0.offset),1\n\($0.offset),2\n".utf8)) })
    var packed = compression.pack(whole)
    // The sum of the stream, or of its block, near its end.
    let ends: [Compression: Int] = [.gzip: 6, .zstd: 2, .xz: 24, .bzip2: 3]
    packed[packed.count - (ends[compression] ?? 1)] ^= 0x55
    let (document, file) = open(packed)
    let catalog = try document.waitForCatalog()
    #expect(catalog.entries.map(\.name) == Array(names))
    #expect(catalog.entries.allSatisfy { $0.obstacle?.kind == .damaged })
    let first = try document.defaultTable(of: catalog)
    for id in [nil] + catalog.visibleTables {
        let scan = try #require(document.table(id).abilities.scan)
        let snapshot = try #require(scan.wait(until: { $0.phase == .complete }, unless: .never))
        #expect(snapshot.failure?.kind == .damaged && snapshot.failure?.message.contains("unpacking stopped") == true)
        let index = (id ?? first).index
        #expect(try records(scan, to: snapshot.rowCount.known) == [["\(index)", "1"], ["\(index)", "2"]])
    }
    #expect(first == TableID(files == 2 ? 1 : 0))
    withExtendedLifetime(file) {}
}

@Test func archiveThroughAPipeIsReadOnceItIsWhole() throws {
    let bytes = zipArchive(files)
    let path = "\(try #require(temporaryFolder()))/pipe"
    try #require(mkfifo(path, 0o600) == 0)
    let document = TableFormats.standard.open(.file(path))
    let writer = Glibc.open(path, O_WRONLY)
    bytes.withUnsafeBytes { _ = Glibc.write(writer, $0.baseAddress, 100) }
    #expect(document.catalog == .opening)
    bytes.withUnsafeBytes { _ = Glibc.write(writer, $0.baseAddress.map { $0 + 100 }, $0.count - 100) }
    Glibc.close(writer)
    #expect(try document.waitForCatalog().entries.count == 2)
    #expect(try rows(of: document.table(TableID(1))) == [["2", "y"], ["3", "z"]])
    unlink(path)
}
