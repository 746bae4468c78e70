import Tabular
import TabularBytes
import TestStores
import Testing

@testable import TabularText

private let rows = 30
private let table = Array(("id,name\n" + (0..<rows).map { "\($0),order \($0 * 7919 % 1009)\n" }.joined()).utf8)

@Test func whatIsCutOffShowsTheRowsBeforeIt() {
    let packed = Compression.gzip.pack(table)
    let snapshot = source(MemoryStore(Array(packed.dropLast(20)))).waitUntilComplete()
    let message = """
        unpacking stopped at byte \(packed.count - 20) of the compressed data: the gzip data is cut off there. Get the \
        whole of it and open that.
        """
    #expect(snapshot.failure?.said == ReadError(kind: .damaged, source: "test.csv", message: message))
    #expect(snapshot.columns.map(\.name) == ["id", "name"])
    #expect(snapshot.rowCount.known > 10 && snapshot.rowCount.known < rows)
    #expect(snapshot.text(3, 0) == "3")
}

@Test func aWrongChecksumIsSaidAndTheRowsStay() {
    var packed = Compression.gzip.pack(table)
    packed[packed.count - 8] ^= 1
    let snapshot = source(MemoryStore(packed)).waitUntilComplete()
    guard case .failed(let error) = snapshot.phase else {
        Issue.record("a wrong checksum was not seen")
        return
    }
    #expect(error.kind == .damaged)
    #expect(error.message.hasSuffix("the gzip data is damaged there. Get it again, or a copy of it."))
    #expect(snapshot.rowCount == .atLeast(rows))
}

@Test(arguments: Compression.allCases)
func hostileBytesBehindTheMagicEndInAnError(_ compression: Compression) throws {
    var random = SeededGenerator(state: 11)
    let magic = Array(compression.pack(table).prefix(compression == .bzip2 ? 10 : 6))
    for _ in 0..<300 {
        let count = Int.random(in: 0..<300, using: &random)
        let bytes = magic + (0..<count).map { _ in UInt8.random(in: 0...255, using: &random) }
        let snapshot = source(MemoryStore(bytes)).waitUntilComplete()
        guard case .failed(let error) = snapshot.phase else {
            Issue.record("\(compression): random bytes were read")
            continue
        }
        #expect(error.kind == .damaged || error.kind == .unsupportedFormat)
    }
}

@Test func anErrorOfTheDiskUnderTheCompressedFileIsSaidAsOne() {
    let packed = Compression.gzip.pack(table) + Compression.gzip.pack(table)
    let snapshot = source(MemoryStore(packed, failsAt: packed.count / 2 + 9)).waitUntilComplete()
    guard case .failed(let error) = snapshot.phase else {
        Issue.record("the table is complete")
        return
    }
    #expect(error.kind == .readFailed)
    #expect(snapshot.rowCount.known >= rows)
}

@Test func aFrameThatTakesTooMuchMemoryIsSaid() {
    // Of a window of 2 GiB (RFC 8878 §3.1.1.1.2).
    let frame: [UInt8] = [0x28, 0xB5, 0x2F, 0xFD, 0, 21 << 3, 1, 0, 0]
    let message = """
        unpacking stopped at byte 5 of the compressed data: the zstd data needs more memory than is used for it. \
        Unpack it and open the result.
        """
    #expect(
        source(MemoryStore(frame)).waitUntilComplete().failure?.said
            == ReadError(kind: .damaged, source: "test.csv", message: message))
}
