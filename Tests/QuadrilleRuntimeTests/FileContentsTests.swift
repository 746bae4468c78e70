import Glibc
import Testing

@testable import QuadrilleRuntime

/// A disk that gives a file piece by piece, and perhaps not to its end.
private struct Disk {
    var bytes: [UInt8]
    /// Bytes of a read, at most.
    var piece = Int.max
    /// The read that fails, with `error`; 0 is the end.
    var failure: (offset: Int, error: Int32)?

    func read(_ buffer: UnsafeMutableRawBufferPointer, _ offset: Int) -> Int {
        if let failure, offset >= failure.offset {
            errno = failure.error
            return failure.error == 0 ? 0 : -1
        }
        let end = min(failure?.offset ?? bytes.count, offset + min(piece, buffer.count))
        buffer.copyBytes(from: bytes[min(offset, end)..<end])
        return end - offset
    }

    func contents(size: Int? = nil) throws -> [UInt8] {
        try FileDescriptor.contents { () throws(SystemError) in
            size ?? bytes.count
        } read: {
            read($0, $1)
        }
    }
}

@Test(arguments: [1, 2, 7, 1000])
func shortReadsGiveAllBytes(piece: Int) throws {
    let bytes = (0..<100).map { UInt8($0) }
    #expect(try Disk(bytes: bytes, piece: piece).contents() == bytes)
    #expect(try Disk(bytes: [], piece: piece).contents() == [])
}

@Test(arguments: [0, 1, 50, 99])
func brokenReadsAreErrorsAndNoBytes(offset: Int) {
    let bytes = (0..<100).map { UInt8($0) }
    for error in [EIO, ESTALE, ENOMEM] {
        #expect(throws: SystemError(number: error)) {
            try Disk(bytes: bytes, piece: 10, failure: (offset, error)).contents()
        }
    }
    // The file is as long as ever, and its bytes do not come.
    #expect(throws: SystemError(number: EIO)) { try Disk(bytes: bytes, failure: (offset, 0)).contents() }
}

@Test func cutFileIsReadToItsEnd() throws {
    let disk = Disk(bytes: [1, 2, 3])
    var size = 5
    let bytes = try FileDescriptor.contents { () throws(SystemError) in
        defer { size = 3 }
        return size
    } read: {
        disk.read($0, $1)
    }
    #expect(bytes == [1, 2, 3])
}

@Test func onlySmallRegularFilesHaveContents() throws {
    let folder = FileDescriptor(owning: open("/tmp", O_RDONLY))
    #expect(try folder.contents(limit: 1 << 20) == nil)
    let file = FileDescriptor(owning: open("/tmp", FileDescriptor.unnamed | O_RDWR, 0o600))
    try #require(file.number >= 0)
    #expect(write(file.number, "abc", 3) == 3)
    #expect(try file.contents(limit: 3) == Array("abc".utf8))
    #expect(try file.contents(limit: 2) == nil)
    #expect(throws: SystemError(number: EBADF)) {
        try FileDescriptor(owning: -1).contents(limit: 1)
    }
}
