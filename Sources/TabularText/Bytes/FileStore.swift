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
    private let hasChanged = Atomic(false)

    init(_ file: FileDescriptor, name: String) {
        self.file = file
        self.name = name
        opened = file.status
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

    /// Shorter, or written to without having grown. What was appended is not shown, and harms nothing.
    private var isOtherThanOpened: Bool {
        let now = file.status
        if now.st_size != opened.st_size { return now.st_size < opened.st_size }
        return now.st_mtim.tv_sec != opened.st_mtim.tv_sec || now.st_mtim.tv_nsec != opened.st_mtim.tv_nsec
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
