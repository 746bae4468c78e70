import Tabular
import TabularBytes
import TestStores
import Testing

@testable import TabularText

private func orders(_ rows: Range<Int>) -> [UInt8] {
    Array(rows.map { "\($0),order \($0 &* 2_654_435_761 % 1_000_003)\n" }.joined().utf8)
}

private let table = Array("id,name\n".utf8) + orders(0..<40)

@Test(arguments: Compression.allCases, [1, 7, Int.max])
func whatIsCompressedIsReadInAnyPieces(_ compression: Compression, piece: Int) {
    let rows = 3000
    let bytes = Array("id,name\n".utf8) + orders(0..<rows)
    let source = source(MemoryStore(compression.pack(bytes), piece: piece))
    let snapshot = source.waitUntilComplete()
    #expect(snapshot.phase == .complete)
    #expect(snapshot.rowCount == .exactly(rows))
    #expect(snapshot.columns.map(\.name) == ["id", "name"])
    #expect(snapshot.description.compression == compression.name)
    #expect(snapshot.problems.count == 0)
    #expect(source.lines(2999..<3000) == ["2999|order \(2999 &* 2_654_435_761 % 1_000_003)"])
    #expect(source.lines(0..<1) == ["0|order 0"])
}

@Test(arguments: Compression.allCases)
func nothingCompressedIsAnEmptyTable(_ compression: Compression) {
    let snapshot = source(MemoryStore(compression.pack([]))).waitUntilComplete()
    #expect(snapshot.phase == .complete)
    #expect(snapshot.rowCount == .exactly(0))
    #expect(snapshot.columns.isEmpty)
}

private let chains = Compression.allCases.filter { $0 != .zip }

@Test(arguments: chains)
func allStreamsOfAChainAreReadAlsoOverZerosBetweenThem(_ compression: Compression) {
    let zeros = [UInt8](repeating: 0, count: 100_000)
    let empty = compression.pack([])
    let chain = compression.pack(table) + empty + compression.pack(orders(40..<50)) + zeros
    let source = source(MemoryStore(chain + compression.pack(orders(50..<60)) + zeros, piece: 5000))
    let snapshot = source.waitUntilComplete()
    #expect(snapshot.phase == .complete)
    #expect(snapshot.rowCount == .exactly(60))
    #expect(snapshot.problems.count == 0)
}

@Test func framesOfZstandardWithNoDataAreSkipped() {
    let skipped: [UInt8] = [0x5A, 0x2A, 0x4D, 0x18, 3, 0, 0, 0, 1, 2, 3]
    let snapshot = source(MemoryStore(skipped + Compression.zstd.pack(table) + skipped)).waitUntilComplete()
    #expect(snapshot.rowCount == .exactly(40))
    #expect(snapshot.problems.count == 0)
}

@Test(arguments: chains, ["x", "\0\0\0more than nothing, and longer than any magic"])
func whatStandsBehindTheCompressedDataIsAProblemAndNoData(_ compression: Compression, garbage: String) {
    let packed = compression.pack(table)
    let snapshot = source(MemoryStore(packed + Array(garbage.utf8), piece: 3)).waitUntilComplete()
    #expect(snapshot.phase == .complete)
    #expect(snapshot.rowCount == .exactly(40))
    let zeros = garbage.utf8.prefix { $0 == 0 }.count
    let count = garbage.utf8.count - zeros
    let position = SourcePosition(record: 41, line: 42, byte: table.count)
    let message = """
        \(count == 1 ? "1 byte" : "\(count) bytes") behind the compressed data, at byte \
        \((packed.count + zeros).grouped) of the compressed file. Left out.
        """
    #expect(snapshot.problems.first.map(\.kind) == [.trailingBytes])
    #expect(snapshot.problems.first.map(\.position) == [position])
    #expect(snapshot.problems.first.map(\.message) == [message])
}

@Test func theEndingBehindTheCompressionHintsAtTheDelimiter() {
    // As many semicolons as commas.
    let bytes = Compression.gzip.pack(Array("a;b,c\nx;y,z\n".utf8))
    func delimiter(_ name: String) -> String? {
        source(MemoryStore(bytes), name: name).waitUntilComplete().description.text?.dialect?.delimiter
    }
    #expect(delimiter("x.csv.gz") == ",")
}

@Test(arguments: [
    (Compression.gzip, Compression.xz, "is xz-compressed data in gzip"),
    (.zstd, .zstd, "is Zstandard-compressed data in zstd"),
    (.xz, .zip, "is a zip archive in xz"), (.zip, .bzip2, "is bzip2-compressed data in zip"),
])
func whatIsCompressedTwiceIsNamed(_ outer: Compression, _ inner: Compression, kind: String) {
    let snapshot = source(MemoryStore(outer.pack(inner.pack(table)))).waitUntilComplete()
    let message = "\(kind), which is not read yet. Unpack it and open what is in it."
    #expect(snapshot.failure?.said == ReadError(kind: .unsupportedFormat, source: "test.csv", message: message))
}

@Test func aCompressedTarArchiveIsNamed() {
    let tar = Array(
        ("orders.csv" + String(repeating: "\0", count: 138) + "012345\0 " + String(repeating: "\0", count: 101)
            + "ustar\u{0}00" + String(repeating: "\0", count: 247)).utf8)
    let snapshot = source(MemoryStore(Compression.gzip.pack(tar))).waitUntilComplete()
    let message = "is a tar archive in gzip, which is not read yet. Unpack it and open what is in it."
    #expect(snapshot.failure?.said == ReadError(kind: .unsupportedFormat, source: "test.csv", message: message))
}

@Test func textIsForcedOnWhatIsUnpacked() {
    let bytes = Compression.gzip.pack(Array("{\"a\": 1}\n{\"a\": 2}\n".utf8))
    let table = source(MemoryStore(bytes), options: TextOptions(isForced: true, headerRows: 0))
    #expect(table.waitUntilComplete().rowCount == .exactly(2))
}
