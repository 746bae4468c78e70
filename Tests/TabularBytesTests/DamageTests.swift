import Glibc
import QuadrilleRuntime
import SeededRandom
import Tabular
import TestStores
import Testing

@testable import TabularBytes

private let table = Array(("id,name\n" + (0..<30).map { "\($0),order \($0 * 7919 % 1009)\n" }.joined()).utf8)

/// The packed bytes of the first file of a zip archive.
private func firstPart(ofZip store: any ByteStore, length: Int) throws -> PackedPart {
    let archive = try ZipArchive(store, length: length)
    guard let file = archive.files.first, let part = try archive.part(of: file) else {
        throw ReadError.damagedArchive(.zip, source: "t")
    }
    return part
}

/// What a spool holds of `packed`, and how unpacking ended.
private func unpacked(
    _ packed: [UInt8], _ compression: Compression, piece: Int = .max
) throws -> (bytes: [UInt8], error: ReadError?) {
    let memory = MemoryStore(packed, piece: piece)
    let part =
        compression == .zip
        ? try firstPart(ofZip: memory, length: packed.count) : PackedPart(compression)
    let store = try UnpackedStore(memory, compression, part, name: "t")
    var failure: ReadError?
    do throws(ReadError) {
        while !store.length.isComplete { _ = try store.wait(beyond: store.length.known, deadline: .max) }
    } catch {
        failure = error
    }
    let count = store.length.known
    let buffer = ReadBuffer(count: max(1, count))
    let read = try store.readFully(into: UnsafeMutableRawBufferPointer(rebasing: buffer.bytes[..<count]), at: 0)
    #expect(read == count)
    return (Array(buffer.prefix(count)), failure)
}

@Test(arguments: Compression.allCases)
func cutAtEveryByteItGivesTheBeginningAndSaysSo(_ compression: Compression) throws {
    let packed = compression.pack(table)
    for count in 0..<packed.count where compression.begins(packed.prefix(count)) {
        do {
            let (bytes, error) = try unpacked(Array(packed.prefix(count)), compression)
            #expect(table.starts(with: bytes), "\(compression) cut to \(count)")
            #expect(error?.kind == .damaged, "\(compression) cut to \(count)")
            if compression != .zip { #expect(error?.message.contains("byte \(count.grouped) of") == true) }
        } catch let error as ReadError {
            // Not even a file's header is there.
            #expect(compression == .zip && count < 60 && error.kind == .damaged)
        }
    }
    #expect(try unpacked(packed, compression).bytes == table)
}

@Test(arguments: Compression.allCases)
func damageCostsNoMoreThanTheBlockThatItIsIn(_ compression: Compression) throws {
    var random = SplitMix64(seed: 3)
    let bytes = (0..<1_000_000).map { _ in UInt8.random(in: 0x30...0x39, using: &random) }
    var packed = compression.pack(bytes)
    let place = packed.count * 9 / 10
    for index in place..<place + 8 { packed[index] ^= 0x55 }
    let result = try unpacked(packed, compression)
    #expect(result.error?.kind == .damaged)
    // The largest blocks are those of zstd, 128 KiB.
    let count = zip(result.bytes, bytes).prefix { $0 == $1 }.count
    #expect(count > 900_000 - (128 << 10) - 10_000, "\(compression): \(count)")
}

@Test(arguments: Compression.allCases)
func noByteThatIsWrongGoesUnseenNorChangesWhatComesBefore(_ compression: Compression) throws {
    let packed = compression.pack(table)
    var random = SplitMix64(seed: 4)
    for _ in 0..<400 {
        var bytes = packed
        bytes[Int.random(in: 0..<bytes.count, using: &random)] ^= UInt8.random(in: 1...255, using: &random)
        guard compression.begins(bytes) else { continue }
        // It is whole, or something is wrong with it. Names and dates in headers are nobody's loss.
        guard let result = try? unpacked(bytes, compression) else { continue }
        #expect(result.bytes == table || result.error != nil)
    }
}

@Test func aZipDirectoryOfAnyBytesEndsInAnError() throws {
    var random = SplitMix64(seed: 5)
    let archive = zipArchive([ZipFile("orders.csv", table, isLarge: true)])
    for _ in 0..<1000 {
        var bytes = archive
        // In the directory and the end behind it, several bytes, many of them extreme.
        for _ in 0..<Int.random(in: 1...6, using: &random) {
            let index = Int.random(in: bytes.count - 98..<bytes.count, using: &random)
            bytes[index] =
                [0, 0x7F, 0x80, 0xFF, UInt8.random(in: 0...255, using: &random)]
                .randomElement(using: &random) ?? 0
        }
        guard let result = try? unpacked(bytes, .zip) else { continue }
        #expect(result.bytes == table || result.error != nil)
    }
}

@Test func aFullTemporaryFolderIsSaid() throws {
    let spool = try Spool(name: "t", file: FileDescriptor(owning: Glibc.open("/dev/full", O_RDWR)))
    let packed = MemoryStore(Compression.gzip.pack(table))
    let store = try UnpackedStore(packed, .gzip, PackedPart(.gzip), name: "t", spool: spool)
    let message = """
        cannot be kept in the temporary folder: No space left on device. Make room there, or set TMPDIR to a folder \
        that has some.
        """
    let error = #expect(throws: ReadError(TableFailure.notSpilled(.source, number: ENOSPC), of: .source("t"))) {
        try store.wait(beyond: 0, deadline: .max)
    }
    #expect(error?.message == message)
}

/// The end of unpacking with `free` bytes free for it, and the number of bytes it took.
private func unpacked(
    _ packed: [UInt8], _ compression: Compression, free: Int
) throws -> (taken: Int, error: ReadError?) {
    let file = FileDescriptor(owning: Glibc.open("/tmp", FileDescriptor.unnamed | O_RDWR, 0o600))
    try #require(file.number >= 0)
    let spool = try Spool(name: "t", file: file, room: TemporaryRoom(in: "/scratch") { free })
    let memory = MemoryStore(packed)
    let part =
        compression == .zip
        ? try firstPart(ofZip: memory, length: packed.count) : PackedPart(compression)
    let store = try UnpackedStore(memory, compression, part, name: "t", spool: spool)
    do throws(ReadError) {
        while !store.length.isComplete { _ = try store.wait(beyond: store.length.known, deadline: .max) }
        return (store.length.known, nil)
    } catch {
        return (store.length.known, error)
    }
}

@Test(arguments: Compression.allCases)
func bombStopsBeforeTheDiskIsFull(_ compression: Compression) throws {
    let packed = compression.pack([UInt8](repeating: 0x61, count: 20 << 20))
    // A tenth of what is free, and what one step takes.
    let (taken, error) = try unpacked(packed, compression, free: 30 << 20)
    #expect(taken > 3 << 20 && taken < 6 << 20)
    let message = try #require(error).message
    #expect(message.hasPrefix("unpacking stopped at byte "))
    #expect(message.contains(" of the compressed data: it has become \(taken.grouped) bytes, "))
    #expect(
        message.hasSuffix(
            """
             times as many, a tenth of what was free in /scratch. Make room there, or set TMPDIR to a folder that has \
            more.
            """))
    #expect(error?.kind.leavesRows == true)
    // Where it takes less than that it is no danger.
    let safe = try unpacked(packed, compression, free: 400 << 20)
    #expect(safe.taken == 20 << 20 && safe.error == nil)
}

@Test func filesOfArchivesMayBecomeLargeOrPackWell() {
    // 1 GiB, and a hundred times the packed bytes.
    #expect(Unpacker.mostBytes(ofPacked: 0) == 1 << 30 && Unpacker.mostBytes(ofPacked: 1 << 20) == 1 << 30)
    #expect(Unpacker.mostBytes(ofPacked: 1 << 30) == 100 << 30 && Unpacker.mostBytes(ofPacked: .max) > 1 << 60)
}

/// A file of an archive takes half of the free room, anything else nine tenths of it.
@Test(arguments: Compression.allCases)
func ordinaryTablesMayTakeTheirShareOfTheRoom(_ compression: Compression) throws {
    // Becomes some ten times as much.
    var random = SplitMix64(seed: 5)
    let text = Array(
        (0..<60_000).map { "\($0),\(Int.random(in: 0..<1000, using: &random)),the same words\n" }.joined().utf8)
    let packed = compression.pack(text)
    #expect(packed.count * 200 > text.count)
    let isMember = compression == .zip
    let whole = try unpacked(packed, compression, free: isMember ? text.count * 2 + 10 : text.count * 10 / 9 + 10)
    #expect(whole.taken == text.count && whole.error == nil)
    let (taken, error) = try unpacked(packed, compression, free: text.count)
    #expect(isMember ? taken <= text.count / 2 + 1 << 18 : taken <= text.count * 9 / 10)
    let half = (text.count / 2).grouped
    let message =
        isMember
        ? "unpacks to more than \(half) bytes, which is not read further. Unpack it yourself if you trust it."
        : "needs more than the "
    #expect(error?.message.hasPrefix(message) == true && error?.kind.leavesRows == true)
}
