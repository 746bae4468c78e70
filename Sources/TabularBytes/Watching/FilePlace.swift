import Glibc

/// The size and time of a file, which distinguish its states.
struct FileState: Sendable, Hashable {
    var size: Int
    var seconds: Int
    var nanoseconds: Int

    init(_ status: stat) {
        size = Int(status.st_size)
        seconds = status.st_mtim.tv_sec
        nanoseconds = status.st_mtim.tv_nsec
    }
}

/// The path at which a file was opened, and the file there now.
struct FilePlace: Sendable {
    enum Found: Sendable, Hashable {
        /// The file that was opened.
        case itself
        case nothing
        /// Another file: its device and number.
        case other(UInt64, UInt64)
    }

    /// Nanoseconds for which a new state must last: a missing file is likely to come back, and one that was replaced once may
    /// be replaced again.
    private static let patience: [Bool: UInt64] = [true: 400_000_000, false: 100_000_000]

    private let path: String
    private let device: UInt64
    private let number: UInt64
    private var found = Found.itself
    private var since: UInt64 = 0
    private var told = Found.itself

    /// Creates the place of a file that was just opened at `path`; another may be there by now.
    init(_ path: String, of file: stat) {
        self.path = path
        device = UInt64(file.st_dev)
        number = UInt64(file.st_ino)
    }

    /// Checks the file at the path. Returns when to check again (monotonic nanoseconds) where it may still change; nil where it
    /// has lasted.
    mutating func look(at now: UInt64) -> UInt64? {
        let current = lookUp()
        if current != found { (found, since) = (current, now) }
        if found == told || found == .itself { return nil }
        let end = since + (Self.patience[found == .nothing] ?? 0)
        return now < end ? end : nil
    }

    /// Returns the finding that has not been reported yet; nil where there is none.
    mutating func news() -> Found? {
        defer { told = found }
        return found == told ? nil : found
    }

    private func lookUp() -> Found {
        var status = stat()
        guard stat(path, &status) == 0 else { return .nothing }
        let (device, number) = (UInt64(status.st_dev), UInt64(status.st_ino))
        return (device, number) == (self.device, self.number) ? .itself : .other(device, number)
    }
}
