import Glibc
import Synchronization
import Tabular

/// A regular file, read by `pread`. Never a memory map: a map of a file that shrinks ends the process.
///
/// The file counts with the length that it had when it was opened. A deleted one goes on working, since it is open. One
/// that was truncated or written over is a change: from then on every read throws, because nobody can say any more
/// which bytes belong together.
final class FileStore: ByteStore {
    private let file: FileDescriptor
    private let name: String
    private let opened: stat
    /// Bytes at both ends as they were when the file was opened: an appended file still has them, one that was written
    /// over with something longer hardly ever.
    private let ends: [(offset: Int, bytes: [UInt8])]
    /// The state in which the file was last found to be the one that was opened.
    private let known: Mutex<FileState>
    private let hasChanged = Atomic(false)

    private static let endLength = 4096

    init(_ file: FileDescriptor, name: String) {
        self.file = file
        self.name = name
        opened = file.status
        known = Mutex(FileState(opened))
        let size = Int(opened.st_size)
        let count = min(Self.endLength, size)
        ends = [0, size - count].map { ($0, file.bytes(count, at: $0)) }
    }

    var length: StoreLength { StoreLength(known: Int(opened.st_size), isComplete: true) }

    func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int) throws(ReadError) -> Int {
        if hasChanged.load(ordering: .relaxed) { throw changed(at: offset) }
        let room = min(buffer.count, length.known - offset)
        guard room > 0 else { return 0 }
        let count = file.read(into: UnsafeMutableRawBufferPointer(rebasing: buffer[..<room]), at: offset)
        if count < 0 { throw .readFailed(name, byte: offset, number: errno) }
        // Asked after the read: bytes that were written before it are then known to be a change.
        if count == 0 || isOtherThanOpened {
            hasChanged.store(true, ordering: .relaxed)
            throw changed(at: offset)
        }
        return count
    }

    func wait(beyond offset: Int, deadline: UInt64) -> StoreLength { length }

    func cancel() {}

    /// Shorter, written to without having grown, or grown into something else. What was appended is not shown, and harms
    /// nothing.
    private var isOtherThanOpened: Bool {
        let now = FileState(file.status)
        if known.withLock({ $0 == now }) { return false }
        guard now.size > FileState(opened).size, ends.allSatisfy({ file.bytes($1.count, at: $0) == $1 }) else {
            return true
        }
        known.withLock { $0 = now }
        return false
    }

    private func changed(at offset: Int) -> ReadError {
        let size = Int(file.status.st_size)
        let what =
            size < opened.st_size
            ? "was cut from \(Int(opened.st_size).grouped) to \(size.grouped) bytes" : "was written over"
        return ReadError(
            kind: .changed, source: name,
            message: "\(what) while it was open. Open it again to see it as it is now.")
    }
}

/// What tells one state of a file from another.
private struct FileState: Equatable {
    var size: Int
    var seconds: Int
    var nanoseconds: Int

    init(_ status: stat) {
        size = Int(status.st_size)
        seconds = status.st_mtim.tv_sec
        nanoseconds = status.st_mtim.tv_nsec
    }
}

extension FileDescriptor {
    /// The `count` bytes at `offset`, or fewer where the file ends or cannot be read.
    fileprivate func bytes(_ count: Int, at offset: Int) -> [UInt8] {
        [UInt8](unsafeUninitializedCapacity: count) { buffer, used in
            used = max(0, read(into: UnsafeMutableRawBufferPointer(buffer), at: offset))
        }
    }
}
