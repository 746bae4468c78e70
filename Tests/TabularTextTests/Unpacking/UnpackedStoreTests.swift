import Tabular
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

/// Bytes that say how many of them were read once nobody holds them any more.
private final class LeavingStore: ByteStore {
    private let memory: MemoryStore
    private let left: Monitor<Int?>

    init(_ memory: MemoryStore, left: Monitor<Int?>) {
        self.memory = memory
        self.left = left
    }

    deinit { left.withLock { $0 = memory.bytesRead.load(ordering: .relaxed) } }

    var length: StoreLength { memory.length }
    func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int) throws(ReadError) -> Int {
        try memory.read(into: buffer, at: offset)
    }
    func wait(beyond offset: Int, deadline: UInt64) -> StoreLength { length }
    func cancel() {}
}

@Test func aStoreThatIsCancelledUnpacksNoMoreAndLetsEverythingGo() throws {
    // In single bytes this would take minutes.
    let stream = Compression.gzip.pack(rows(0..<1000))
    let packed = Array(repeating: stream, count: 10_000).flatMap { $0 }
    let left = Monitor<Int?>(nil)
    do {
        let source = LeavingStore(MemoryStore(packed, piece: 1), left: left)
        let store = try UnpackedStore(source, .gzip, PackedPart(.gzip), name: "t")
        _ = try store.wait(beyond: 0, deadline: .max)
        store.cancel()
        #expect(try !store.wait(beyond: .max, deadline: .max).isComplete)
    }
    let read = left.wait(until: { $0 != nil }, then: { $0 ?? 0 })
    #expect(read < packed.count / 2)
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

@Test func twoHundredMegabytesPassThroughFixedBuffers() throws {
    let piece = Array(String(repeating: "0,0,0,0\n", count: 1 << 18).utf8)
    let stream = Compression.gzip.pack(piece)
    let packed = MemoryStore(Array(repeating: stream, count: 100).flatMap { $0 })
    let store = try UnpackedStore(packed, .gzip, PackedPart(.gzip), name: "t")
    while !store.length.isComplete { _ = try store.wait(beyond: store.length.known, deadline: .max) }
    #expect(store.length.known == 200 << 20)
    #expect(store.work.largestWrite <= 1 << 18)
    #expect(store.work.writes <= (200 << 20) / (1 << 18) + 200)
    #expect(packed.bytesRead.load(ordering: .relaxed) == packed.length.known)
    let reads = packed.length.known / PackedInput.pieceLength + 2
    #expect(packed.reads.load(ordering: .relaxed) <= reads + 100)
}

@Test func whatIsUnpackedIsReadAtAnyPlace() throws {
    let bytes = rows(0..<20_000)
    let packed = MemoryStore(Compression.zstd.pack(bytes), piece: 100)
    let store = try UnpackedStore(packed, .zstd, PackedPart(.zstd), name: "t")
    while !store.length.isComplete { _ = try store.wait(beyond: store.length.known, deadline: .max) }
    var random = SeededGenerator(state: 8)
    let buffer = ReadBuffer(count: 1000)
    for _ in 0..<200 {
        let offset = Int.random(in: 0...bytes.count, using: &random)
        let count = try store.readFully(into: buffer.bytes, at: offset)
        #expect(Array(buffer.prefix(count)) == Array(bytes.dropFirst(offset).prefix(1000)))
    }
}
