import Tabular
import TabularBytes
import TestStores
import Testing

@testable import TabularText

private let header = Array("id,name\n".utf8)

private func rows(_ range: Range<Int>) -> [UInt8] { Array(range.map { "\($0),some name\n" }.joined().utf8) }

@Test(arguments: [Compression.gzip, .zstd, .xz, .bzip2])
func rowsAppearWhileTheCompressedDataStillComes(_ compression: Compression) {
    let first = compression.pack(header + rows(0..<100))
    let second = compression.pack(rows(100..<250))
    let pipe = PackedPipe(first + second)
    let table = source(pipe)
    pipe.send(first.count)
    #expect(table.wait { $0.rowCount.known >= 100 && $0.phase != .opening }.phase == .indexing)
    #expect(table.lines(99..<100) == ["99|some name"])
    pipe.send(.max)
    #expect(table.waitUntilComplete().rowCount == .exactly(250))
    #expect(table.lines(0..<1) == ["0|some name"])
}

@Test func closingInTheMiddleEndsTheUnpacking() {
    let packed = Compression.gzip.pack(header + rows(0..<100))
    let pipe = PackedPipe(packed + packed)
    let table = source(pipe)
    pipe.send(packed.count + 5)
    table.wait { $0.rowCount.known >= 100 }
    table.close()
    #expect(pipe.isCancelled)
}

@Test func progressCountsBytesOfTheCompressedFile() {
    let first = Compression.gzip.pack(header + rows(0..<5000))
    let second = Compression.gzip.pack(rows(5000..<10_000))
    let pipe = PackedPipe(first + second, isLengthKnown: true)
    let table = source(pipe, tuning: ReaderTuning(publication: 0))
    pipe.send(first.count)
    let snapshot = table.wait { $0.rowCount.known >= 5000 }
    #expect(snapshot.progress.total == first.count + second.count)
    #expect(snapshot.progress.done <= first.count)
    pipe.send(.max)
    #expect(table.waitUntilComplete().phase == .complete)
}
