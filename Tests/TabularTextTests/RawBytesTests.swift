import Tabular
import Testing

@testable import TabularText

/// Keeps what it gets, up to `limit` bytes.
struct ByteCollector: RawSink {
    var bytes: [UInt8] = []
    var limit = Int.max

    var isFinished: Bool { bytes.count >= limit }
    mutating func append(_ more: UnsafeBufferPointer<UInt8>) { bytes += more }
}

extension TextSource {
    func bytesBeforeRows() throws -> [UInt8] {
        var sink = ByteCollector()
        try streamBytesBeforeRows(into: &sink)
        return sink.bytes
    }

    func bytes(ofRows rows: Range<Int>) throws -> [UInt8] {
        var sink = ByteCollector()
        try streamBytes(ofRows: rows, into: &sink)
        return sink.bytes
    }
}

private let small = ReaderTuning(passBlock: 16, tileBlock: 7, auditPart: 32, interval: 20)

@Test func theRawBytesOfAllRowsBehindThoseBeforeThemAreTheFile() throws {
    var random = SeededGenerator(state: 31)
    let alphabet: [[UInt8]] = [
        [44], [34], [10], [13], [13, 10], [65], [0xFF], [0], [0xC3, 0xA4], [0xEF, 0xBB, 0xBF],
    ]
    for round in 0..<150 {
        let text = (0..<Int.random(in: 0...60, using: &random)).flatMap { _ in
            alphabet[Int.random(in: 0..<alphabet.count, using: &random)]
        }
        let bytes = (round.isMultiple(of: 3) ? [0xEF, 0xBB, 0xBF] : []) + text
        let options = TextOptions.plain(headerRows: round % 4)
        let table = source(MemoryStore(bytes, piece: 1 + round % 9), options: options, tuning: small)
        let count = table.waitUntilComplete().rowCount.known
        let before = try table.bytesBeforeRows()
        #expect(before + (try table.bytes(ofRows: 0..<Int.max)) == bytes)
        let middle = Int.random(in: 0...count, using: &random)
        #expect(before + (try table.bytes(ofRows: 0..<middle) + table.bytes(ofRows: middle..<count)) == bytes)
    }
}

@Test func rawBytesAreThoseOfTheirRowsAlone() throws {
    let table = source("\u{FEFF}a,b\r\n1,\"x\ny\"\r\n2,\u{FF}\r3,z", options: TextOptions(headerRows: 1))
    #expect(try table.bytesBeforeRows() == Array("\u{FEFF}a,b\r\n".utf8))
    #expect(try table.bytes(ofRows: 0..<1) == Array("1,\"x\ny\"\r\n".utf8))
    #expect(try table.bytes(ofRows: 1..<2) == Array("2,\u{FF}\r".utf8))
    #expect(try table.bytes(ofRows: 2..<9) == Array("3,z".utf8))
    #expect(try table.bytes(ofRows: 3..<9) == [])
}

@Test func rawBytesStopWhenTheSinkHasEnough() throws {
    let text = (0..<100_000).map { "\($0)\n" }.joined()
    let table = source(text)
    var sink = ByteCollector(limit: 1)
    try table.streamBytes(ofRows: 0..<100_000, into: &sink)
    #expect(sink.bytes.count <= 1 << 18)
}

@Test func rawBytesOfRowsThatHaveComeDoNotWaitForTheRest() throws {
    let store = GrowingStore()
    let table = source(store, options: TextOptions(headerRows: 1))
    store.append("a\n1\n2\n")
    #expect(try table.bytes(ofRows: 0..<2) == Array("1\n2\n".utf8))
    #expect(try table.bytesBeforeRows() == Array("a\n".utf8))
    store.finish()
}
