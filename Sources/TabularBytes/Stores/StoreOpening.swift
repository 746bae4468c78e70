import Glibc
import QuadrilleRuntime
import Tabular

/// Opens the file at `path`: a store over the file, or one that spools where the file can be read only once. `isLive` indicates
/// whether to watch later changes of the file.
package func openStore(path: String, name: String, isLive: Bool = false) throws(ReadError) -> any ByteStore {
    // O_NONBLOCK, or opening a FIFO waits for its writer and cannot be cancelled. Regular files ignore it.
    let number = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
    guard number >= 0 else { throw openingError(errno, name: name) }
    return try store(over: FileDescriptor(owning: number), name: name, livePath: isLive ? path : nil)
}

/// Opens a store over an open file, or throws the reason why there is none.
package func openStore(_ file: FileDescriptor?, name: String) throws(ReadError) -> any ByteStore {
    guard let file else { throw openingError(EBADF, name: name) }
    return try store(over: file, name: name, livePath: nil)
}

private func store(
    over file: FileDescriptor, name: String, livePath: String?
) throws(ReadError) -> any ByteStore {
    let (kind, isWhole): (mode_t, Bool)
    do throws(SystemError) {
        kind = try file.status.st_mode & S_IFMT
        let isAtBeginning = kind == S_IFREG && lseek(file.number, 0, SEEK_CUR) == 0
        isWhole =
            isAtBeginning
            ? try isAsLongAsItSays(file) { () throws(SystemError) in FileState(try file.status) } : false
    } catch {
        throw openingError(error.number, name: name)
    }
    if kind == S_IFDIR {
        throw ReadError(ByteFailure.isFolder, of: .source(name))
    }
    return isWhole ? try FileStore(file, name: name, path: livePath) : try SpoolStore(file, name: name)
}

/// Files of /proc claim to be empty, and those of /sys to fill a page; both claims are false.
///
/// A file that is written or truncated between the checks proves nothing, and is checked again: otherwise it would be read once
/// as one of those, and its changes would never show. `state` returns the state of `file`.
func isAsLongAsItSays<Failure: Error>(
    _ file: FileDescriptor, state: () throws(Failure) -> FileState
) throws(Failure) -> Bool {
    for _ in 0..<16 {
        let said = try state()
        var byte: UInt8 = 0
        let count = withUnsafeMutableBytes(of: &byte) { file.read(into: $0, at: max(0, said.size - 1)) }
        if count == min(1, said.size) { return true }
        if try state() == said { return false }
    }
    return false
}

private func openingError(_ number: Int32, name: String) -> ReadError {
    ReadError(ByteFailure(opening: number), of: .source(name))
}
