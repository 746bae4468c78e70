import QuadrilleRuntime
import Tabular
import TabularBytes
import TestStores
import Testing

@testable import TabularEncodings
@testable import TabularText

private let stateless = testedEncodings.filter { (try? encoding($0).isStateless) ?? false }

private func store(_ bytes: [UInt8], _ name: String, chunk: Int, piece: Int = .max) throws -> TranscodedStore {
    TranscodedStore(MemoryStore(bytes, piece: piece), try encoding(name), from: 0, name: "t", chunkLength: chunk)
}

/// All of it, in one direction.
private func readThrough(_ store: some ByteStore, by step: Int) throws -> [UInt8] {
    var result: [UInt8] = []
    let buffer = ReadBuffer(count: step)
    while true {
        let count = try store.read(into: buffer.bytes, at: result.count)
        result += buffer.prefix(count)
        if count > 0 { continue }
        let length = try store.wait(beyond: result.count, deadline: .max)
        if length.isComplete && length.known == result.count { return result }
    }
}

@Test(arguments: stateless)
func readsAtAnyPlaceGiveWhatTheWholeConversionGives(_ name: String) throws {
    var random = SeededGenerator(state: 11)
    for round in 0..<8 {
        let bytes = hostile(randomText(round * 120, &random), name, &random)
        let expected = try slowlyDecoded(bytes, name)
        let store = try store(bytes, name, chunk: 16 + round * 17, piece: round.isMultiple(of: 2) ? .max : round)
        #expect(try readThrough(store, by: 1 + round * 9) == expected)
        #expect(store.length == StoreLength(known: expected.count, isComplete: true))
        for _ in 0..<30 {
            let offset = Int.random(in: 0...expected.count, using: &random)
            let buffer = ReadBuffer(count: Int.random(in: 1...80, using: &random))
            let count = try store.readFully(into: buffer.bytes, at: offset)
            #expect(Array(buffer.prefix(count)) == Array(expected[offset...].prefix(buffer.bytes.count)))
        }
    }
}

/// The text before a place is what the bytes before its place in the source are.
@Test(arguments: testedEncodings)
func placesInTheTextHaveTheirPlacesInTheSource(_ name: String) throws {
    var random = SeededGenerator(state: 12)
    let found = try encoding(name)
    let bytes = hostile(randomText(300, &random), name, &random)
    let store: any ByteStore =
        found.isStateless
        ? try store(bytes, name, chunk: 50) : try SpooledTextStore(MemoryStore(bytes), found, from: 0, name: "t")
    let text = try readThrough(store, by: 100)
    #expect(try text == slowlyDecoded(bytes, name))
    #expect(try store.sourceOffset(of: text.count) == bytes.count)
    var offsets = text.indices.filter { text[$0] & 0xC0 != 0x80 }
    var before = -1
    for offset in offsets {
        let place = try store.sourceOffset(of: offset)
        #expect(place > before || !found.isStateless)
        before = place
        if found.isStateless && offset % 7 == 0 {
            #expect(try slowlyDecoded(Array(bytes[..<place]), name) == Array(text[..<offset]))
        }
    }
    let known = try offsets.map { try store.sourceOffset(of: $0) }
    offsets.shuffle(using: &random)
    for offset in offsets.prefix(40) {
        let index = text[..<offset].count { $0 & 0xC0 != 0x80 }
        #expect(try store.sourceOffset(of: offset) == known[index])
        // Within a character it is where the character begins.
        if found.isStateless, offset + 1 < text.count, text[offset + 1] & 0xC0 == 0x80 {
            #expect(try store.sourceOffset(of: offset + 1) == known[index])
        }
    }
}

@Test(arguments: ["UTF-16LE", "Shift-JIS", "ISO-2022-JP"])
func textThatComesInPiecesIsThereAsItComes(_ name: String) throws {
    var random = SeededGenerator(state: 13)
    let text = String(
        randomText(200, &random).unicodeScalars.filter { $0.value < 0x3000 && $0.value > 0 && $0.value != 0xFEFF })
    let bytes = encoded(text, name)
    let pipe = PackedPipe(bytes)
    let found = try encoding(name)
    let store: any ByteStore =
        found.isStateless
        ? TranscodedStore(pipe, found, from: 0, name: "t", chunkLength: 64)
        : try SpooledTextStore(pipe, found, from: 0, name: "t")
    let expected = try slowlyDecoded(bytes, name)
    var known = 0
    for sent in stride(from: 8, to: bytes.count, by: 9) {
        pipe.send(sent)
        let length = try store.wait(beyond: known, deadline: monotonicNow() + 20_000_000)
        #expect(!length.isComplete)
        known = length.known
        let buffer = ReadBuffer(count: known + 1)
        let count = try store.readFully(into: buffer.bytes, at: 0)
        #expect(expected.starts(with: buffer.prefix(count)))
    }
    pipe.send(bytes.count)
    #expect(try readThrough(store, by: 64) == expected)
}

@Test func aStoreThatIsCancelledWaitsNoMore() throws {
    let pipe = PackedPipe(encoded("abcdef", "UTF-16LE"))
    let store = TranscodedStore(pipe, .utf16LittleEndian, from: 0, name: "t")
    pipe.send(5)
    #expect(try store.wait(beyond: 1, deadline: .max).known == 2)
    store.cancel()
    #expect(try store.wait(beyond: 2, deadline: .max) == StoreLength(known: 2, isComplete: false))
}

@Test func theMapIsSmallAndReadingInOrderConvertsEachChunkOnce() throws {
    let row = encoded("123456,äöü,some text\n", "UTF-16LE")
    let generated = GeneratedStore(count: row.count * 400_000) { buffer, offset in
        for index in 0..<buffer.count { buffer[index] = row[(offset + index) % row.count] }
    }
    let store = TranscodedStore(generated, .utf16LittleEndian, from: 0, name: "t")
    let buffer = ReadBuffer(count: 1 << 18)
    var offset = 0
    while true {
        let count = try store.read(into: buffer.bytes, at: offset)
        if count == 0 { break }
        offset += count
    }
    let chunks = (generated.length.known + TranscodedStore.chunkLength - 1) / TranscodedStore.chunkLength
    #expect(store.work.convertedChunks <= chunks + 1)
    #expect(store.work.mapBytes * 10_000 <= generated.length.known)
    let before = store.work.convertedChunks
    // A jump converts the chunks that it touches.
    _ = try store.read(into: buffer.bytes, at: 1000)
    #expect(store.work.convertedChunks == before + 1)
}

/// A store whose bytes become others when the test says so, as it may be where nobody notices a change.
private final class ChangingStore: ByteStore {
    private let first: MemoryStore
    private let second: MemoryStore
    private let hasChanged = Monitor(false)

    init(_ first: [UInt8], _ second: [UInt8]) { (self.first, self.second) = (MemoryStore(first), MemoryStore(second)) }

    func change() { hasChanged.withLock { $0 = true } }
    var length: StoreLength { first.length }
    func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int) throws(ReadError) -> Int {
        try (hasChanged.current ? second : first).read(into: buffer, at: offset)
    }
    func wait(beyond offset: Int, deadline: UInt64) -> StoreLength { length }
    func cancel() {}
}

@Test func aSourceThatIsWrittenOverIsAChangeWhereItsTextGetsAnotherLength() throws {
    let changing = ChangingStore(
        encoded(String(repeating: "a", count: 5000), "UTF-16LE"),
        encoded(String(repeating: "é", count: 5000), "UTF-16LE"))
    let store = TranscodedStore(changing, .utf16LittleEndian, from: 0, name: "t", chunkLength: 64)
    _ = try readThrough(store, by: 100)
    changing.change()
    let buffer = ReadBuffer(count: 10)
    let message = "was written over while it was open. Open it again to see it as it is now."
    let error = #expect(throws: ReadError(EncodingFailure.overwritten, of: .source("t"))) {
        _ = try store.read(into: buffer.bytes, at: 0)
    }
    #expect(error?.message == message)
}
