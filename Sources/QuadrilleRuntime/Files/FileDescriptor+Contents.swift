import Glibc

// Small files that are read whole or not at all. A file that cannot be read is not a damaged one.
extension FileDescriptor {
    /// All bytes of a regular file of at most `limit`; nil for anything else.
    package func contents(limit: Int) throws(SystemError) -> [UInt8]? {
        let status = try status
        guard status.st_mode & S_IFMT == S_IFREG, status.st_size <= limit else { return nil }
        return try Self.contents {
            () throws(SystemError) in
            Int(try self.status.st_size)
        } read: {
            read(into: $0, at: $1)
        }
    }

    /// All bytes that `read` returns, used like pread(2), however few at a time, up to the end that `size` has by then.
    package static func contents(
        size: () throws(SystemError) -> Int, read: (UnsafeMutableRawBufferPointer, Int) -> Int
    ) throws(SystemError) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: max(0, try size()))
        var (end, failure) = (0, nil as SystemError?)
        bytes.withUnsafeMutableBytes { bytes in
            while end < bytes.count {
                let count = read(UnsafeMutableRawBufferPointer(rebasing: bytes[end...]), end)
                if count < 0 { failure = SystemError(number: errno) }
                if count <= 0 { return }
                end += count
            }
        }
        if let failure { throw failure }
        // It may have been truncated meanwhile; if not, existing bytes were not returned.
        if end < bytes.count, try size() > end { throw SystemError(number: EIO) }
        return Array(bytes[..<end])
    }
}
