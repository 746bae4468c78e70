import QuadrilleRuntime
import SeededRandom
import Tabular
import TestStores
import Testing

@testable import TabularBytes

private func rows(_ range: Range<Int>) -> [UInt8] { Array(range.map { "\($0),some name\n" }.joined().utf8) }

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
    var random = SplitMix64(seed: 8)
    let buffer = ReadBuffer(count: 1000)
    for _ in 0..<200 {
        let offset = Int.random(in: 0...bytes.count, using: &random)
        let count = try store.readFully(into: buffer.bytes, at: offset)
        #expect(Array(buffer.prefix(count)) == Array(bytes.dropFirst(offset).prefix(1000)))
    }
}
