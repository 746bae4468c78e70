/// A failure that sources of every kind share, with the facts that its message gives.
///
/// If you add a case, add its text (`TableFailure+Text.swift`).
package enum TableFailure: Sendable, Hashable {
    /// The system reported an error.
    case system(byte: Int, number: Int32)
    /// The system refuses a thread to read with.
    case noThread
    case noThreadForTask
    /// So many more bytes of memory are not available.
    case noMemory(bytes: Int)
    // Temporary files.
    case noTemporaryFile(folder: String, number: Int32)
    case noTemporaryRoom(limit: Int, folder: String)
    case notSpilled(SpilledContent, number: Int32)
}

/// The content of a temporary file.
package enum SpilledContent: Sendable, Hashable {
    /// All of the source.
    case source
    case rowOrder
    case sortedRows
}

extension TableFailure: ReadFailure {
    package var kind: ReadError.Kind {
        switch self {
        case .noMemory: .tooLarge
        case .system, .noThread, .noThreadForTask, .noTemporaryFile, .noTemporaryRoom, .notSpilled: .readFailed
        }
    }
}
